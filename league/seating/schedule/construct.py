"""Whole schedules without search: by algebra or from the library, players taken out fairly."""

from __future__ import annotations

import random
from collections.abc import Sequence

from league.seating.schedule.algebra import affine, transversal
from league.seating.schedule.instance import Instance
from league.seating.schedule.library import design, read, schedule_entry

Schedule = list[list[list[int]]]
ATTEMPTS = 60
"""So many choices of players to take out are compared."""

SMALL = 400
"""Up to so many places short tables are spread by comparing choices of players to take out."""


def without_repeats(size: int, tables: int, rounds: int, *, seats: bool) -> Schedule | None:
    """Equal tables and no repeat at all, or None where no construction is known.

    With `seats` the seats of the algebraic construction matter, so that it comes first.
    """
    by_algebra = transversal(tables, size, rounds)
    if by_algebra is not None and seats:
        return by_algebra
    found = design(size, tables, rounds)
    if found is not None:
        return found
    lines = affine(size, size * tables) if tables % size == 0 else None
    if lines is not None and len(lines) >= rounds:
        return lines[:rounds]
    return by_algebra


def constructed(instance: Instance, rng: random.Random) -> Schedule | None:
    """A schedule without a repeat for equal sizes in all rounds, the short tables spread.

    Sizes may be k and k-1. None where no construction is known.
    """
    sizes = instance.sizes[0]
    size, tables = max(sizes), len(sizes)
    missing = size * tables - instance.n
    if min(sizes) < size - 1 or (missing and size == 2):
        return None
    if missing == 0:
        return without_repeats(size, tables, instance.rounds, seats=True)
    whole = without_repeats(size, tables, instance.rounds, seats=False)
    if whole is None:
        return None
    best = None
    least = 1 << 60
    attempts = ATTEMPTS if size * tables <= SMALL else 3
    met = _companions(whole, size * tables)
    for attempt in range(attempts):
        out = _never_together(met, missing, rng, last=attempt == 0)
        if out is None:
            continue
        hits = [0] * (size * tables)
        for gone in out:
            for other in met[gone]:
                hits[other] += 1
        for gone in out:
            hits[gone] = 0
        uneven = sum(h * h for h in hits)
        if uneven < least:
            least, best = uneven, out
    if best is None:
        return None
    return _taken_out(whole, best, sizes)


def _companions(whole: Schedule, n: int) -> list[set[int]]:
    met: list[set[int]] = [set() for _ in range(n)]
    for tables in whole:
        for table in tables:
            for player in table:
                met[player].update(table)
    for player, others in enumerate(met):
        others.discard(player)
    return met


def _never_together(
    met: Sequence[set[int]], count: int, rng: random.Random, *, last: bool
) -> list[int] | None:
    """Players of whom no two ever share a table: the highest numbers if they do, else by lot.

    Each further one shares as few companions with those chosen as can be.
    """
    n = len(met)
    if last and n > SMALL:
        chosen = list(range(n - count, n))
        gone = set(chosen)
        return chosen if not any(met[player] & gone for player in chosen) else None
    first = rng.randrange(n)
    chosen = [first]
    open_players = set(range(n)) - met[first] - {first}
    hits = [0] * n
    for other in met[first]:
        hits[other] += 1
    while len(chosen) < count:
        if not open_players:
            return None
        sample = sorted(open_players)
        if len(sample) > 24:
            sample = rng.sample(sample, 24)
        rng.shuffle(sample)
        player = min(sample, key=lambda p: sum([hits[x] for x in met[p]]))
        chosen.append(player)
        open_players -= met[player]
        open_players.discard(player)
        for other in met[player]:
            hits[other] += 1
    return chosen


def _taken_out(whole: Schedule, out: Sequence[int], sizes: Sequence[int]) -> Schedule:
    gone = set(out)
    number: dict[int, int] = {}
    for player in range(sum(sizes) + len(out)):
        if player not in gone:
            number[player] = len(number)
    rounds = []
    for tables in whole:
        left = [[number[p] for p in table if p not in gone] for table in tables]
        rounds.append(arranged(left, sizes))
    return rounds


def arranged(tables: Sequence[list[int]], sizes: Sequence[int]) -> list[list[int]]:
    """The same tables in the order of these sizes."""
    by_size: dict[int, list[list[int]]] = {}
    for table in tables:
        by_size.setdefault(len(table), []).append(table)
    return [by_size[size].pop() for size in sizes]


def from_library(instance: Instance) -> Schedule | None:
    """The stored schedule for exactly these sizes and rounds, if there is one."""
    sizes = instance.sizes[0]
    entry = schedule_entry(sizes, instance.rounds)
    if entry is None:
        return None
    large_first = sorted(sizes, reverse=True)
    return [arranged(read(line, large_first), sizes) for line in entry.lines]


def renamed(rounds: Schedule, n: int, rng: random.Random) -> Schedule:
    """The same schedule with the players' numbers, the rounds and the tables drawn by lot."""
    names = list(range(n))
    rng.shuffle(names)
    return [[[names[player] for player in table] for table in tables] for tables in rounds]
