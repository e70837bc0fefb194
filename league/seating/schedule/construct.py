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

SPARE = 2
"""So many rounds more are constructed, if there are any, for a choice of rounds."""

REACH = 3000
"""So many tables are looked at for one player who joins from outside."""

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
    small = size * tables <= SMALL
    whole = _longest(size, tables, instance.rounds)
    if whole is None:
        return None
    best: tuple[Schedule, list[int]] | None = None
    least = 1 << 60
    for attempt in range(ATTEMPTS if small else 3):
        # Players who meet in a round that is left out may go together.
        rounds = whole
        if len(whole) > instance.rounds:
            rounds = rng.sample(whole, instance.rounds)
        met = _companions(rounds, size * tables)
        out = _never_together(met, missing, rng, last=attempt == 0)
        if out is None:
            continue
        hits = [0] * (size * tables)
        for gone in out:
            for other in met[gone]:
                hits[other] += 1
        uneven = sum(h * h for player, h in enumerate(hits) if player not in out)
        if uneven < least:
            least, best = uneven, (rounds, out)
    return None if best is None else taken_out(*best, sizes)


def _longest(size: int, tables: int, rounds: int) -> Schedule | None:
    """A few rounds more than are needed, where they can be had in a small field."""
    for extra in range(SPARE if size * tables <= SMALL else 0, -1, -1):
        whole = without_repeats(size, tables, rounds + extra, seats=False)
        if whole is not None:
            return whole
    return None


def joined(instance: Instance, rng: random.Random) -> Schedule | None:
    """For sizes k and k+1: tables of k without a repeat, some players added from outside.

    Whoever is added joins a table per round of which no two have a player in common. They always
    have a large table, so this is where a search for evener tables starts.
    """
    sizes = instance.sizes[0]
    size, tables = min(sizes), len(sizes)
    more = instance.n - size * tables
    if not 0 < more < tables or max(sizes) != size + 1 or size * tables > SMALL:
        return None
    if instance.rounds > tables:
        return None
    longest = _longest(size, tables, instance.rounds)
    if longest is None:
        return None
    for _ in range(ATTEMPTS // 3):
        whole = rng.sample(longest, instance.rounds)
        taken: list[set[int]] = [set() for _ in whole]
        chosen = []
        for _ in range(more):
            way = _apart(whole, taken, rng)
            if way is None:
                break
            chosen.append(way)
            for number, t in enumerate(way):
                taken[number].add(t)
        if len(chosen) == more:
            rounds = [[list(table) for table in round_] for round_ in whole]
            for i, way in enumerate(chosen):
                for round_, t in zip(rounds, way, strict=True):
                    round_[t].append(size * tables + i)
            return [arranged(round_, sizes) for round_ in rounds]
    return None


def _apart(whole: Schedule, taken: Sequence[set[int]], rng: random.Random) -> list[int] | None:
    """One free table per round, no two with a player in common."""
    left = [REACH]
    way: list[int] = []
    seen: set[int] = set()

    def extend(number: int) -> bool:
        if number == len(whole):
            return True
        order = [t for t in range(len(whole[number])) if t not in taken[number]]
        rng.shuffle(order)
        for t in order:
            table = whole[number][t]
            left[0] -= 1
            if left[0] < 0:
                return False
            if seen.isdisjoint(table):
                seen.update(table)
                way.append(t)
                if extend(number + 1):
                    return True
                way.pop()
                seen.difference_update(table)
        return False

    return way if extend(0) else None


def doubled(instance: Instance, rng: random.Random) -> Schedule | None:
    """For sizes k and k+1: a schedule for tables of k in which some players stand for two.

    These pairs sit together in every round and nobody else meets twice, which nobody can undercut
    where the larger tables have more seats than there are tables.
    """
    sizes = instance.sizes[0]
    size, tables = min(sizes), len(sizes)
    pairs = instance.n - size * tables
    if not 0 < pairs < tables or max(sizes) != size + 1:
        return None
    whole = without_repeats(size, tables, instance.rounds, seats=False)
    if whole is None:
        return None
    met = _companions(whole, size * tables)
    for _ in range(ATTEMPTS):
        twins = _never_together(met, pairs, rng, last=False)
        if twins is None:
            continue
        second = {player: size * tables + i for i, player in enumerate(twins)}
        return [
            arranged(
                [[*table, *[second[p] for p in table if p in second]] for table in round_], sizes
            )
            for round_ in whole
        ]
    return None


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


def taken_out(whole: Schedule, out: Sequence[int], sizes: Sequence[int]) -> Schedule:
    """The same rounds without some players, no two of whom meet; the others numbered anew."""
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
