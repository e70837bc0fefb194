"""Seating from the command line, without Django: ``python -m league.seating --help``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from time import process_time

from league.seating.contract import Budget
from league.seating.errors import SeatingError, SeatingRefused
from league.seating.fixtures.command import HINTS, add_options, run
from league.seating.methods import METHODS
from league.seating.preferences import weights_from_text
from league.seating.schedule.choice import instance_for
from league.seating.schedule.draw import Schedule, schedule
from league.seating.schedule.files import instance_from
from league.seating.schedule.in_turn import in_turn
from league.seating.schedule.instance import Instance
from league.seating.texts import OBJECTIONS
from league.seating.types import Objection

WHOLE = "schedule"
STEPS_PER_SECOND = 2_000_000
"""So many steps go with each second that was asked for, so that the seconds are what stops."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw what the arguments ask for and print it; 2 when it cannot be drawn."""
    options = _parser().parse_args(arguments)
    started = process_time()
    try:
        if options.fixtures:
            print(run(options))
            return 0
        instance = _instance(options)
        method, made = _drawn(instance, options)
    except SeatingError as refusal:
        return _refused(refusal, as_json=options.json, hints=HINTS if options.fixtures else {})
    seconds = process_time() - started
    if options.json:
        print(json.dumps(_facts(instance, made, method, seconds)))
    else:
        print(_text(instance, made, method, seconds))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m league.seating",
        description="Seat players at tables over several rounds, fairly.",
    )
    parser.add_argument("--players", type=int, help="how many players")
    parser.add_argument("--rounds", type=int, default=1, help="how many rounds (default 1)")
    parser.add_argument("--sizes", default="3-6", help="table sizes: 3-6, or 4 (default 3-6)")
    parser.add_argument("--prefer", type=int, help="the preferred size (default 4)")
    parser.add_argument(
        "--weights",
        default="",
        help="prices of table sizes in per cent of a table with a player too few: 3:150,5:80",
    )
    parser.add_argument("--max-tables", type=int, help="no more tables than these")
    parser.add_argument("--instance", help="a JSON file that describes everything instead")
    parser.add_argument(
        "--method",
        help=f"{WHOLE} (all rounds together, the default), or a method that draws round by round: "
        "swiss, random … (the default where scores are given for one round is swiss)",
    )
    parser.add_argument("--seconds", type=float, help="search so long (CPU seconds)")
    parser.add_argument("--steps", type=int, help="search so many steps")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same seating (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_options(parser)
    return parser


def _instance(options: argparse.Namespace) -> Instance:
    if options.instance is not None:
        try:
            with open(options.instance, encoding="utf-8") as file:
                return instance_from(json.load(file))
        except (OSError, ValueError):
            raise SeatingRefused((Objection("bad_instance", {"field": "file"}),)) from None
    if options.players is None:
        raise SeatingRefused((Objection("bad_instance", {"field": "players"}),))
    low, high = _sizes(options.sizes)
    preferred = min(max(4, low), high) if options.prefer is None else options.prefer
    return instance_for(
        options.players,
        options.rounds,
        low=low,
        high=high,
        preferred=preferred,
        max_tables=options.max_tables,
        weights=_weights(options.weights),
    )


def _sizes(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    try:
        low, high = int(first), int(last or first)
    except ValueError:
        low, high = 0, 0
    if not 2 <= low <= high:
        raise SeatingRefused((Objection("bad_instance", {"field": "sizes"}),))
    return low, high


def _weights(text: str) -> dict[int, Fraction] | None:
    try:
        prices = weights_from_text(text)
    except SeatingError:
        raise SeatingRefused((Objection("bad_instance", {"field": "weights"}),)) from None
    return {int(size): Fraction(price, 100) for size, price in prices.items()} or None


def _drawn(instance: Instance, options: argparse.Namespace) -> tuple[str, Schedule]:
    budget = None
    if options.seconds is not None or options.steps is not None:
        steps = options.steps
        if steps is None:
            steps = max(1, int(options.seconds * STEPS_PER_SECOND))
        budget = Budget(steps=steps, seconds=options.seconds)
    method = options.method
    if method is None:
        method = "swiss" if instance.scores and instance.rounds == 1 else WHOLE
    if method == WHOLE:
        return method, schedule(instance, seed=options.seed, budget=budget)
    chosen = next((m for m in METHODS if m.key == method), None)
    if chosen is None:
        raise SeatingRefused((Objection("bad_instance", {"field": "method"}),))
    return method, in_turn(instance, chosen, seed=options.seed, budget=budget)


def _refused(refusal: SeatingError, *, as_json: bool, hints: Mapping[str, str]) -> int:
    found = (
        refusal.objections
        if isinstance(refusal, SeatingRefused)
        else (Objection(refusal.code, refusal.params),)
    )
    texts = [f"{OBJECTIONS[o.code]} {hints.get(o.code, '')}".rstrip() for o in found]
    sentences = [text % _filled(o) for text, o in zip(texts, found, strict=True)]
    if as_json:
        reasons = [
            {"code": o.code, "params": {k: _plain(v) for k, v in o.params.items()}, "text": text}
            for o, text in zip(found, sentences, strict=True)
        ]
        print(json.dumps({"error": reasons}))
    else:
        print("\n".join(sentences), file=sys.stderr)
    return 2


def _filled(objection: Objection) -> dict[str, object]:
    return {name: _plain(value) for name, value in objection.params.items()}


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value)
    return value if isinstance(value, int | str) else str(value)


def _facts(instance: Instance, made: Schedule, method: str, seconds: float) -> dict[str, object]:
    return {
        "players": instance.n,
        "rounds": instance.rounds,
        "sizes": instance.sizes,
        "preferred": instance.preferred,
        "method": method,
        "seed": made.seed,
        **asdict(made.measures),
        "lower_bound": made.lower_bound,
        "least_cost": made.least_cost,
        "bounds": asdict(made.bounds),
        "stopped_by": made.stopped_by,
        "steps": made.steps,
        "seconds": round(seconds, 4),
        "schedule": made.rounds,
    }


def _text(instance: Instance, made: Schedule, method: str, seconds: float) -> str:
    figures = made.measures
    lines = [
        f"{instance.n} players, {instance.rounds} rounds, method {method}, seed {made.seed}: "
        f"{figures.repeats} repeats ({made.lower_bound} cannot be avoided) "
        f"at a cost of {figures.repeat_cost} ({made.least_cost} at the least), "
        f"nobody meets anybody more than {figures.most_meetings} times."
    ]
    for number, tables in enumerate(made.rounds, start=1):
        lines.append(f"\nRound {number}")
        for t, table in enumerate(tables, start=1):
            lines.append(f"  table {t:>3}:  " + "  ".join(f"{player + 1:>3}" for player in table))
    lines.append(
        f"\nSeats: at most {figures.seat_deviation} from the fair share. Tables of unusual size: "
        f"{figures.short_table_spread} more for one player than for another.\n"
        f"Cost {figures.cost}; stopped by {made.stopped_by} after {made.steps} steps, "
        f"{seconds:.3f} s."
    )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
