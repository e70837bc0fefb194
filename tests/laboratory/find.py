"""Finds better schedules and writes them to the data folder; stop and go on as you like.

    python -m tests.laboratory.find schedules --players 6-64 --rounds 2-8 --prefer 4
    python -m tests.laboratory.find schedules --nearest --players 8-38 --rounds 3-8
    python -m tests.laboratory.find designs --tables 3-16 --sizes 3-8
    python -m tests.laboratory.find proofs --seconds 60
    python -m tests.laboratory.find check

Attempts are numbered and each entry says how many were made, so that the next run goes on with
the next number. An entry changes only for the better. The numbers alone decide what is found.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TypedDict

from league.seating.schedule.bounds import MOST_SEARCHED, bounds, least_most, least_spread
from league.seating.schedule.choice import TOLERANCE
from league.seating.schedule.construct import without_repeats
from league.seating.schedule.draw import schedule
from league.seating.schedule.instance import Instance, pairs_of
from league.seating.schedule.library import DATA, read, schedule_key, written
from league.seating.split import nearest_splits, splits
from tests.laboratory.attempts import (
    Find,
    Schedule,
    attempt,
    evened,
    instance_of,
    is_settled,
    judged,
    structured,
)
from tests.laboratory.exact import OutOfTime, fewer
from tests.laboratory.groups import developed
from tests.laboratory.level import level

EASY_STEPS = 100_000
"""What the service finds itself within so few steps, whatever the seed, is not stored."""


STRUCTURES = 12
"""So many structured starts are tried for each schedule, before random ones."""


EVENINGS = 30
"""So many walks try to spread the short tables of each schedule better."""


class Entry(TypedDict, total=False):
    """One stored schedule. `by` says how it was found, `tried` how many attempts were made."""

    repeats: int
    cost: int
    bound: int
    most: int
    spread: int
    preferred: int
    tried: int
    structures: int
    evenings: int
    levels: int
    proven: int
    proven_cost: int
    proven_most: int
    proven_spread: int
    by: str
    rounds: list[str]


def load(name: str) -> dict[str, Entry]:
    """The entries of a data file, empty when there is none yet."""
    path = DATA / f"{name}.json"
    if not path.exists():
        return {}
    with path.open(encoding="utf-8") as file:
        entries: dict[str, Entry] = json.load(file)["entries"]
    return entries


def save(name: str, entries: dict[str, Entry]) -> None:
    """Write a data file, one entry a line, in a stable order."""
    rows = [
        f"{json.dumps(key)}: {json.dumps(entries[key], ensure_ascii=False, sort_keys=True)}"
        for key in sorted(entries, key=_order)
    ]
    path = DATA / f"{name}.json"
    fresh = path.with_suffix(".new")
    fresh.write_text('{"entries": {\n' + ",\n".join(rows) + "\n}}\n", encoding="utf-8")
    fresh.replace(path)


def _order(key: str) -> list[int]:
    return [int(part) for part in key.replace("|", "x").replace("-", "x").split("x")]


def sizes_of(key: str) -> tuple[tuple[int, ...], int]:
    """Table sizes and rounds of the key of a schedule."""
    sizes, _, rounds = key.partition("|")
    return tuple(int(size) for size in sizes.split("-")), int(rounds)


# ------------------------------------------------------------------ schedules


def wanted(
    players: Sequence[int], rounds: Sequence[int], preferred: Sequence[int], low: int, high: int
) -> Iterator[tuple[list[tuple[int, ...]], int, int]]:
    """Per case the splits worth a search, most promising first, with rounds and preference."""
    for prefer in preferred:
        for n in players:
            found = splits(n, low, high, prefer)
            if not found:
                continue
            near = [split for split in found if split.cost <= found[0].cost + TOLERANCE]
            for count in rounds:
                bound = {
                    split.sizes: bounds(instance_of(split.sizes, count, prefer)).cost
                    for split in near
                }
                near.sort(key=lambda split: (bound[split.sizes], split.cost))
                yield [split.sizes for split in near], count, prefer


def nearest(
    players: Sequence[int], rounds: Sequence[int], preferred: Sequence[int], low: int, high: int
) -> Iterator[tuple[list[tuple[int, ...]], int, int]]:
    """Each nearest split by itself (`nearest_splits`), for those who choose it without us."""
    for prefer in preferred:
        for n in players:
            for split in nearest_splits(n, low, high, prefer):
                for count in rounds:
                    yield [split.sizes], count, prefer


def find_schedules(options: argparse.Namespace) -> None:
    """Search every case until it is settled or its seconds are over."""
    entries = load("schedules")
    until = time.monotonic() + options.minutes * 60
    if options.key:
        cases: Iterator[tuple[list[tuple[int, ...]], int, int]] = iter(
            [([sizes_of(key)[0]], sizes_of(key)[1], options.prefer[0]) for key in options.key]
        )
    else:
        cases = (nearest if options.nearest else wanted)(
            options.players, options.rounds, options.prefer, options.sizes[0], options.sizes[-1]
        )
    for candidates, rounds, prefer in cases:
        best = None
        for sizes in candidates:
            if time.monotonic() > until:
                return
            bound = bounds(instance_of(sizes, rounds, prefer)).cost
            if best is not None and bound >= best:
                break
            reached = _improve(entries, sizes, rounds, prefer, options)
            best = reached if best is None else min(best, reached)
            if best <= bound:
                break


def _improve(
    entries: dict[str, Entry],
    sizes: Sequence[int],
    rounds: int,
    prefer: int,
    options: argparse.Namespace,
) -> int:
    """Attempts at one key; the cost of the best schedule known afterwards."""
    instance = instance_of(sizes, rounds, prefer)
    key = schedule_key(sizes, rounds)
    entry = entries.get(key)
    best: Find | None = None
    if entry is not None:
        best = judged(instance, [read(line, instance.sizes[0]) for line in entry["rounds"]])
    elif _is_easy(sizes, rounds, prefer):
        return bounds(instance).cost
    tried = 0 if entry is None else entry.get("tried", 0)
    by = "" if entry is None else entry.get("by", "")
    first = tried
    structures = 0 if entry is None else entry.get("structures", 0)
    seen = structures
    while structures < STRUCTURES and (best is None or not is_settled(instance, best)):
        start = structured(instance, structures)
        if start is not None and start.improves(best):
            best, by = start, f"structure {structures} preferring {prefer}"
        structures += 1
    started = time.process_time()
    while best is None or (
        not is_settled(instance, best) and time.process_time() - started < options.seconds
    ):
        found = attempt(instance, tried)
        if found.improves(best):
            best, by = found, f"attempt {tried} preferring {prefer}"
        tried += 1
    evenings = calm = 0 if entry is None else entry.get("evenings", 0)
    while evenings < EVENINGS and _is_uneven(instance, best):
        found = evened(instance, best.rounds, evenings)
        if found.improves(best):
            best, by = found, f"{by}, evened {evenings}"
        evenings += 1
    levels = flat = 0 if entry is None else entry.get("levels", 0)
    started = time.process_time()
    while _can_be_level(instance, best) and time.process_time() - started < options.level:
        straight = level(instance, levels)
        if straight is not None and straight.improves(best):
            best, by = straight, f"level {levels} preferring {prefer}"
        levels += 1
    counts = (tried, structures, evenings, levels)
    if entry is None or counts != (first, seen, calm, flat):
        entries[key] = {
            **_proofs(entry),
            "repeats": best.figures.repeats,
            "cost": best.figures.repeat_cost,
            "bound": bounds(instance).cost,
            "most": best.figures.most_meetings,
            "spread": best.figures.short_table_spread,
            "preferred": prefer,
            "tried": tried,
            "structures": structures,
            "evenings": evenings,
            "levels": levels,
            "by": by,
            "rounds": written(best.rounds),
        }
        save("schedules", entries)
        print(key, {k: v for k, v in entries[key].items() if k != "rounds"}, flush=True)
    return best.figures.repeat_cost


def _is_uneven(instance: Instance, find: Find) -> bool:
    """Whether short tables are spread worse than by one, and nobody has proven they must be."""
    return find.figures.short_table_spread > max(1, _least_spread(instance, find))


def _can_be_level(instance: Instance, find: Find) -> bool:
    return find.figures.short_table_spread > 1 >= _least_spread(instance, find)


def _least_spread(instance: Instance, find: Find) -> int:
    of = find.figures
    return least_spread(instance, of.repeat_cost, max(2, of.most_meetings))


def _proofs(entry: Entry | None) -> Entry:
    """What was proven of a schedule stays so when a better one takes its place."""
    found: Entry = {}
    if entry and "proven" in entry:
        found["proven"] = entry["proven"]
    if entry and "proven_cost" in entry:
        found["proven_cost"] = entry["proven_cost"]
    if entry and "proven_most" in entry:
        found["proven_most"] = entry["proven_most"]
    if entry and "proven_spread" in entry:
        found["proven_spread"] = entry["proven_spread"]
    return found


def _is_easy(sizes: Sequence[int], rounds: int, prefer: int) -> bool:
    instance = instance_of(sizes, rounds, prefer)
    for seed in range(3):
        made = schedule(instance, seed=seed)
        often = max(2, least_most(instance, made.measures.repeat_cost))
        if made.stopped_by != "ideal" or made.steps > EASY_STEPS:
            return False
        if made.measures.most_meetings > often:
            return False
    return True


# ------------------------------------------------------------------ designs


def find_designs(options: argparse.Namespace) -> None:
    """For every size and number of tables the most rounds without a repeat."""
    until = time.monotonic() + options.minutes * 60
    for tables in options.tables:
        for size in options.sizes:
            most = (size * tables - 1) // (size - 1)
            for rounds in range(most, 1, -1):
                if without_repeats(size, tables, rounds, seats=False) is not None:
                    break
                if time.monotonic() > until:
                    return
                found = developed(size, tables, rounds, seconds=options.seconds)
                if found is None:
                    continue
                schedule_found, by = found
                assert max(pairs_of(schedule_found).values()) == 1
                entries = load("designs")
                entries[f"{size}x{tables}"] = {"by": by, "rounds": written(schedule_found)}
                save("designs", entries)
                print(f"{size}x{tables}: {rounds} of {most} rounds, {by}", flush=True)
                break


# ------------------------------------------------------------------ proofs


def find_proofs(options: argparse.Namespace) -> None:
    """Look at every way to seat a few rounds at a few tables, where the bound is not reached.

    First for a lower cost of repeats, then for as low a one in which nobody meets so often, then
    for as good ones whose short tables are spread more evenly.
    """
    until = time.monotonic() + options.minutes * 60
    entries = load("schedules")
    for key in options.key or sorted(entries, key=_order):
        sizes, rounds = sizes_of(key)
        entry = entries[key]
        before = dict(entry)
        if time.monotonic() > until:
            return
        with suppress(OutOfTime):
            if max(len(sizes), rounds) <= MOST_SEARCHED and entry["cost"] > entry["bound"]:
                found = fewer(sizes, rounds, entry["cost"], seconds=options.seconds)
                _take(entry, sizes, found)
                entry["proven_cost"] = entry["bound"] = entry["cost"]
            least = least_most(instance_of(sizes, rounds, entry["preferred"]), entry["cost"])
            while entry["most"] > max(2, least):
                cost, most = entry["cost"], entry["most"] - 1
                found = fewer(sizes, rounds, cost + 1, seconds=options.seconds, most=most)
                _take(entry, sizes, found)
                if found is None:
                    entry["proven_most"] = least = entry["most"]
            _spread_proven(entry, sizes, rounds, options.seconds)
        if entry != before:
            save("schedules", entries)
            print(key, {k: v for k, v in entry.items() if k != "rounds"}, flush=True)


def _spread_proven(entry: Entry, sizes: tuple[int, ...], rounds: int, seconds: float) -> None:
    """Look for as good a schedule with short tables spread more evenly, where two sizes mix."""
    instance = instance_of(sizes, rounds, entry["preferred"])
    if len(set(sizes)) != 2 or max(len(sizes), rounds - 1) > MOST_SEARCHED:
        return
    cost, most = entry["cost"], max(2, entry["most"])
    while entry["spread"] > max(1, least_spread(instance, cost, most)):
        spread = entry["spread"] - 1
        found = fewer(sizes, rounds, cost + 1, seconds=seconds, most=most, spread=spread)
        _take(entry, sizes, found)
        if found is None:
            entry["proven_spread"] = entry["spread"]
            return


def _take(entry: Entry, sizes: Sequence[int], found: tuple[int, Schedule] | None) -> None:
    """Put a schedule in the entry's place, if there is one."""
    if found is None:
        return
    _, rounds = found
    made = judged(instance_of(sizes, len(rounds), entry["preferred"]), rounds)
    entry |= {
        "repeats": made.figures.repeats,
        "cost": made.figures.repeat_cost,
        "most": made.figures.most_meetings,
        "spread": made.figures.short_table_spread,
        "by": "every way looked at",
        "rounds": written(made.rounds),
    }


# ------------------------------------------------------------------ check


def check(_: argparse.Namespace) -> None:
    """Read everything back and compare with what the entries claim."""
    for key, entry in load("schedules").items():
        sizes, rounds = sizes_of(key)
        instance = instance_of(sizes, rounds, entry["preferred"])
        found = judged(instance, [read(line, instance.sizes[0]) for line in entry["rounds"]])
        claimed = (entry["repeats"], entry["cost"], entry["most"], entry["spread"], entry["bound"])
        of = found.figures
        real = (of.repeats, of.repeat_cost, of.most_meetings, of.short_table_spread)
        if claimed != (*real, bounds(instance).cost):
            raise SystemExit(f"{key}: {claimed} is claimed, {real} found")
    for key, entry in load("designs").items():
        size, tables = (int(part) for part in key.split("x"))
        met = pairs_of([read(line, (size,) * tables) for line in entry["rounds"]])
        if max(met.values()) > 1:
            raise SystemExit(f"{key}: a pair meets twice")
    print("Everything is as claimed.")


def _range(text: str) -> list[int]:
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="find", description="Find better schedules.")
    parser.add_argument("what", choices=("schedules", "designs", "proofs", "check"))
    parser.add_argument("--players", type=_range, default=_range("6-64"))
    parser.add_argument("--rounds", type=_range, default=_range("2-8"))
    parser.add_argument("--prefer", type=_range, default=[4])
    parser.add_argument("--sizes", type=_range, default=_range("3-6"))
    parser.add_argument("--tables", type=_range, default=_range("3-16"))
    parser.add_argument("--nearest", action="store_true", help="each of the nearest splits")
    parser.add_argument("--key", nargs="*", help="only these schedules, such as 5-4-4-4|5")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each case")
    parser.add_argument("--level", type=float, default=2.0, help="CPU time for even short tables")
    parser.add_argument("--minutes", type=float, default=20.0, help="end after so long")
    options = parser.parse_args(arguments)
    jobs = {
        "schedules": find_schedules,
        "designs": find_designs,
        "proofs": find_proofs,
        "check": check,
    }
    jobs[options.what](options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
