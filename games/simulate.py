"""Plays many matches among bots and says what came of them: ``python -m games.simulate --help``."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from games import arguments
from games.arguments import BAD_INPUT, OneLineParser, Refused, whole
from games.catalogue import get
from games.core.errors import GameError
from games.core.levels import RANDOM
from games.core.playouts import Player, match_seed, player, takes_fast_path
from games.core.tally import Figures, Tally

T = TypeVar("T")

PROG = "python -m games.simulate"
INTERRUPTED = 130
MOST_MATCHES, MOST_WORKERS, LARGEST_SEED = 10**9, 256, 10**18
_BATCH = 200


@dataclass(frozen=True, slots=True)
class Study:
    """What is to be played. ``options`` is JSON text, so that a study travels to a worker."""

    game: str
    seats: int
    bots: tuple[str, ...]
    options: str
    seed: int
    matches: int
    workers: int


# ---------------------------------------------------------------- arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments; each is read as text, so that ``study`` names the one it cannot use."""
    parser.add_argument("game", metavar="GAME", help="one of: " + ", ".join(arguments.playable()))
    parser.add_argument("--seats", metavar="N", help="players at the table (4 where possible)")
    parser.add_argument("--matches", metavar="N", default="1000", help="how many (1000)")
    parser.add_argument("--seed", metavar="N", default="1", help="the same seed, the same result")
    parser.add_argument(
        "--bots", metavar="BOT,…", default=RANDOM, help="one for all, or one per seat (random)"
    )
    parser.add_argument("--options", metavar="FILE", help="house rules as JSON")
    parser.add_argument("--workers", metavar="N", default="1", help="processes at once (1)")
    parser.add_argument("--json", action="store_true", help="all figures as JSON")


def study(given: argparse.Namespace) -> Study:
    """The study that the arguments ask for. Raises Refused."""
    package = arguments.game(given.game)
    options = arguments.options(package, given.options)
    seats = arguments.seats(package, options, given.seats)
    names = tuple(name.strip() for name in str(given.bots).split(","))
    bots = names * seats if len(names) == 1 else names
    if len(bots) != seats:
        raise Refused("--bots", f"{seats} seats need {seats} bots, or one for all.")
    try:
        player(package, seats, options, bots)
    except GameError as error:
        raise Refused("--bots", arguments.sentence(error)) from None
    return Study(
        game=package.key,
        seats=seats,
        bots=bots,
        options=json.dumps(package.sheet.options_to_json(options)),
        seed=whole("--seed", given.seed, -LARGEST_SEED, LARGEST_SEED),
        matches=whole("--matches", given.matches, 1, MOST_MATCHES),
        workers=whole("--workers", given.workers, 1, MOST_WORKERS),
    )


# ---------------------------------------------------------------- playing


def run(wanted: Study, *, quiet: bool = False) -> dict[str, Figures]:
    """Play the study; its figures. Ctrl-C ends it early with the matches played so far.

    The figures are the same for any number of workers, but for the times.
    """
    tally = Tally()
    bar = _Bar(wanted.matches, shown=not quiet and sys.stderr.isatty())
    interrupted = False
    started = time.perf_counter()
    try:
        with _Interrupts() as interrupts:
            if wanted.workers == 1:
                play = _player(wanted)
                for index in range(wanted.matches):
                    interrupts.after(tally.add, play(match_seed(wanted.seed, index)))
                    if index % 16 == 0:
                        bar.show(tally.matches)
            else:
                with _pool(wanted.workers) as pool:
                    for part in pool.imap_unordered(_batch, _batches(wanted)):
                        interrupts.after(tally.merge, part)
                        bar.show(tally.matches)
    except KeyboardInterrupt:
        interrupted = True
    seconds = max(time.perf_counter() - started, 1e-9)
    bar.clear()
    return _figures(wanted, tally, seconds, interrupted)


def _figures(wanted: Study, tally: Tally, seconds: float, interrupted: bool) -> dict[str, Figures]:
    package = get(wanted.game)
    options = package.sheet.options_from_json(json.loads(wanted.options))
    scale = 10 ** package.sheet.points_scale(options)
    return {
        "game": package.key,
        "ruleset": package.ruleset,
        "seats": wanted.seats,
        "bots": list(wanted.bots),
        "options": json.loads(wanted.options),
        "seed": wanted.seed,
        "matches": tally.matches,
        "matches_wanted": wanted.matches,
        "interrupted": interrupted,
        "path": "fast" if takes_fast_path(package, wanted.bots) else "contract",
        "workers": wanted.workers,
        "seconds": round(seconds, 3),
        "matches_per_second": round(tally.matches / seconds, 1),
        "actions_per_second": round(tally.actions / seconds, 1),
        "actions_per_match": round(tally.actions / tally.matches, 3) if tally.matches else None,
        **tally.figures(wanted.bots, package.length_unit, scale),
    }


@lru_cache(maxsize=4)
def _player(wanted: Study) -> Player:
    package = get(wanted.game)
    options = package.sheet.options_from_json(json.loads(wanted.options))
    return player(package, wanted.seats, options, wanted.bots)


def _batches(wanted: Study) -> Iterator[tuple[Study, int, int]]:
    size = max(1, min(_BATCH, wanted.matches // (8 * wanted.workers)))
    for first in range(0, wanted.matches, size):
        yield wanted, first, min(first + size, wanted.matches)


def _batch(work: tuple[Study, int, int]) -> Tally:
    wanted, first, end = work
    play = _player(wanted)
    tally = Tally()
    for index in range(first, end):
        tally.add(play(match_seed(wanted.seed, index)))
    return tally


@contextmanager
def _pool(workers: int) -> Iterator[Any]:  # Any: the class of a pool depends on its context
    """Processes of their own that leave Ctrl-C to this one, and end with it."""
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)  # from their very start: they inherit it
    try:
        pool = multiprocessing.get_context("spawn").Pool(workers, _ignore_interrupts)
    finally:
        signal.signal(signal.SIGINT, usual)
    try:
        yield pool
    finally:
        pool.terminate()
        pool.join()


class _Interrupts:
    """Ctrl-C, which waits while a match is being counted: one is counted whole or not at all."""

    def __enter__(self) -> _Interrupts:
        self._counting = self._came = False
        self._usual = signal.signal(signal.SIGINT, self._come)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._usual)

    def after(self, count: Callable[[T], None], played: T) -> None:
        """Count what was played; an interrupt that came meanwhile is raised afterwards."""
        self._counting = True
        count(played)
        self._counting = False
        if self._came:
            raise KeyboardInterrupt

    def _come(self, *_: object) -> None:
        self._came = True
        if not self._counting:
            raise KeyboardInterrupt


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Bar:
    """How far it is, on the terminal's error channel, a few times a second."""

    _WIDTH = 30

    def __init__(self, goal: int, *, shown: bool) -> None:
        self._goal = goal
        self._shown = shown
        self._started = self._last = time.monotonic()

    def show(self, done: int) -> None:
        now = time.monotonic()
        if not self._shown or now - self._last < 0.2:
            return
        self._last = now
        filled = self._WIDTH * done // self._goal
        left = (now - self._started) * (self._goal - done) / max(done, 1)
        sys.stderr.write(
            f"\r\x1b[K[{'#' * filled}{' ' * (self._WIDTH - filled)}] "
            f"{100 * done // self._goal} %  {done} of {self._goal}  {left:.0f} s left"
        )
        sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


# ---------------------------------------------------------------- showing


def lines(found: dict[str, Any]) -> Iterator[str]:  # Any: figures of mixed kinds, made above
    """The figures as a page of text."""
    title = get(found["game"]).title
    yield f"{title} ({found['ruleset']}), {found['seats']} seats, seed {found['seed']}"
    yield f"bots: {', '.join(found['bots'])}"
    done = f"{found['matches']} matches in {found['seconds']} s"
    if found["interrupted"]:
        done = f"Interrupted: {found['matches']} of {found['matches_wanted']} matches played"
    yield (
        f"{done}: {found['matches_per_second']} matches/s, "
        f"{found['actions_per_second']} actions/s ({found['path']} path)"
    )
    if not found["matches"]:
        return
    yield ""
    yield f"{'':<18}{'mean':>10}{'95 %':>20}{'min':>8}{'p5':>8}{'median':>8}{'p95':>8}{'max':>8}"
    yield _spread_line(f"length ({found['length']['unit']})", found["length"])
    if found["points"] is not None:
        yield _spread_line("points", found["points"])
    yield ""
    yield f"{'':<18}{'wins':>10}{'share':>9}{'95 %':>18}{'place':>8}{'95 %':>18}"
    for row in found["by_seat"]:
        yield _group_line(f"seat {row['seat']} {row['bot']}", row)
    for start, row in found["by_start"].items():
        yield _group_line(f"start {start}", row)
    yield "A shared win counts as parts of one."
    if len(found["by_bot"]) > 1:
        yield ""
        for name, row in found["by_bot"].items():
            low, high = row["win_share_ci95"]
            yield (
                f"{name}: {_percent(row['win_share'])} of the wins "
                f"({_percent(low)} to {_percent(high)}); "
                f"a fair share is {_percent(row['fair_share'])}"
            )
    yield ""
    ties = found["ties"]
    yield (
        f"shared wins: {ties['first']}, matches with any tie: {ties['any']}, "
        f"nobody won: {ties['nobody_won']}, cut: {found['cut']}"
    )
    ends = ", ".join(f"{reason} {count}" for reason, count in found["reasons"].items())
    yield f"ends: {ends}"


def _spread_line(name: str, row: dict[str, Any]) -> str:
    within = "{:.2f}–{:.2f}".format(*row["ci95"]) if "ci95" in row else ""
    rest = "".join(f"{row[key]:>8}" for key in ("min", "p5", "median", "p95", "max"))
    return f"{name:<18}{row['mean']:>10.3f}{within:>20}{rest}"


def _group_line(name: str, row: dict[str, Any]) -> str:
    share = "{}–{}".format(*map(_percent, row["win_share_ci95"]))
    place = "{:.3f}–{:.3f}".format(*row["mean_place_ci95"])
    return (
        f"{name:<18}{row['wins']:>10.1f}{_percent(row['win_share']):>9}{share:>18}"
        f"{row['mean_place']:>8.3f}{place:>18}"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


# ---------------------------------------------------------------- the command


def show(found: dict[str, Figures], *, as_json: bool) -> str:
    """What the command prints."""
    if as_json:
        return json.dumps(found, indent=2, ensure_ascii=False)
    return "\n".join(lines(found))


def main(words: Sequence[str] | None = None) -> int:
    """The command; its exit code: 2 for an argument that cannot be used, 130 after Ctrl-C."""
    parser = OneLineParser(prog=PROG, description=__doc__)
    add_arguments(parser)
    given = parser.parse_args(words)
    try:
        found = run(study(given))
    except Refused as refused:
        sys.stderr.write(f"{PROG}: {refused}\n")
        return BAD_INPUT
    sys.stdout.write(show(found, as_json=given.json) + "\n")
    return INTERRUPTED if found["interrupted"] else 0


if __name__ == "__main__":
    sys.exit(main())
