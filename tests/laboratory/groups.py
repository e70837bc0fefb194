"""Designs by symmetry: a group turns one or a few base rounds into a whole schedule.

Two ways here, a third in `cover.py`. `_orbits`: the players are orbits of a cyclic group of order
m and some fixed points; every base round gives m rounds; what counts are orbits of pairs.
`_starter`: the group has s times as many elements as there are rounds, a subgroup of order s leaves
each round as it is, and only a part of a round has to be found.
"""

from __future__ import annotations

import random
from time import process_time

from league.seating.schedule.instance import pairs_of
from tests.laboratory.cover import covered
from tests.laboratory.kernel import develop, starter

Schedule = list[list[list[int]]]
Found = tuple[Schedule, str]

ORBIT_STEPS = 2_000_000
STARTER_STEPS = 400_000
NEARLY_STEPS = 600_000
MOST_BASE_ROUNDS = 3


def developed(size: int, tables: int, rounds: int, *, seconds: float) -> Found | None:
    """So many rounds without a repeat, and how they were found; None when time is over."""
    for way in (_starter, _orbits, covered):
        found = way(size, tables, rounds, seconds)
        if found is not None:
            assert max(pairs_of(found[0]).values()) == 1
            return found
    return None


# ------------------------------------------------------------------ starters


def _starter(size: int, tables: int, rounds: int, seconds: float) -> Found | None:
    """Players are the integers modulo (size-1)·rounds and one fixed point, or size-1 moving ones.

    With one fixed point it sits with the subgroup, and everybody meets everybody. With moving
    ones the first table of a round has one of them; neither they nor the subgroup ever meet.
    """
    n, share = size * tables, size - 1
    order = share * rounds
    if order >= 4096 or n - order not in (1, share):
        return None
    moving = n - order == share and share > 1
    if moving:
        if any(rounds % p == 0 and share % p == 0 for p in range(2, share + 1)):
            return None
        first, classes = [share], list(range(rounds))
    else:
        first, classes = [], list(range(1, rounds))
    rest = len(classes) - sum(first)
    if rest < 0 or rest % size:
        return None
    sizes = first + [size] * (rest // size)
    until = process_time() + seconds
    seed = 0
    while process_time() < until:
        rng = random.Random(f"starter/{size}/{tables}/{rounds}/{seed}")
        rng.shuffle(classes)
        elements = iter([c + rounds * rng.randrange(share) for c in classes])
        start = [[next(elements) for _ in range(count)] for count in sizes]
        left, part = starter(
            start,
            order=order,
            rounds=rounds,
            moving=moving,
            seed=rng.getrandbits(32),
            steps=STARTER_STEPS,
            hot=1.0,
            cold=0.15,
        )
        if not left:
            return _turned(part, size, rounds, moving), f"starter, seed {seed}"
        seed += 1
    return None


def _turned(part: list[list[int]], size: int, rounds: int, moving: bool) -> Schedule:
    share = size - 1
    order = share * rounds
    schedule = []
    for turn in range(rounds):
        round_: list[list[int]] = []
        for s in range(share):
            shift = turn + s * rounds
            for number, table in enumerate(part):
                moved = [(x + shift) % order for x in table]
                if moving and number == 0:
                    moved.append(order + shift % share)
                round_.append(moved)
        if not moving:
            coset = [(turn + s * rounds) % order for s in range(share)]
            round_.append([*coset, order])
        else:
            # The moving points fill one table each; nobody is left over.
            assert len(round_) * size == order + share
        schedule.append(round_)
    return schedule


# ------------------------------------------------------------------ orbits


def _orbits(size: int, tables: int, rounds: int, seconds: float) -> Found | None:
    n = size * tables
    ways = []
    for base in range(1, MOST_BASE_ROUNDS + 1):
        if rounds % base == 0 and rounds // base > 1:
            order = rounds // base
            fixed = n % order
            if fixed <= size * 2:
                ways.append((order, base))
    if not ways:
        return None
    until = process_time() + seconds
    seed = 0
    prepared = [(order, base, *_pair_orbits(n, order)) for order, base in ways]
    while process_time() < until:
        order, base, orbit, weight = prepared[seed % len(prepared)]
        rng = random.Random(f"orbits/{size}/{tables}/{rounds}/{seed}")
        start = []
        for _ in range(base):
            players = list(range(n))
            rng.shuffle(players)
            start.append([players[i : i + size] for i in range(0, n, size)])
        left, found = develop(
            start,
            n=n,
            orbit=orbit,
            weight=weight,
            given=[0] * len(weight),
            seed=rng.getrandbits(32),
            steps=ORBIT_STEPS,
            hot=1.0,
            cold=0.12,
        )
        if not left:
            moved = [
                [[_shifted(player, turn, n, order) for player in table] for table in round_]
                for round_ in found
                for turn in range(order)
            ]
            return moved, f"{base} base round(s) under a cycle of {order}, seed {seed}"
        seed += 1
    return None


def nearly(
    size: int, tables: int, rounds: int, rng: random.Random, *, tries: int
) -> Schedule | None:
    """One base round turned by a cycle, with as few conflicts as so many tries leave."""
    n = size * tables
    if n % rounds > 2 * size:
        return None
    orbit, weight = _pair_orbits(n, rounds)
    best: tuple[int, Schedule] | None = None
    for _ in range(tries):
        players = list(range(n))
        rng.shuffle(players)
        found = develop(
            [[players[i : i + size] for i in range(0, n, size)]],
            n=n,
            orbit=orbit,
            weight=weight,
            given=[0] * len(weight),
            seed=rng.getrandbits(32),
            steps=NEARLY_STEPS,
            hot=0.9,
            cold=0.15,
        )
        if best is None or found[0] < best[0]:
            best = found
        if not best[0]:
            break
    if best is None:
        return None
    return [
        [[_shifted(player, turn, n, rounds) for player in table] for table in best[1][0]]
        for turn in range(rounds)
    ]


def _shifted(player: int, turn: int, n: int, order: int) -> int:
    if player >= n - n % order:
        return player
    return player - player % order + (player + turn) % order


def _pair_orbits(n: int, order: int) -> tuple[list[int], list[int]]:
    """The orbit of every pair, and how often a pair of it meets for each table that has one."""
    orbit = [-1] * (n * n)
    weight: list[int] = []
    for a in range(n):
        for b in range(a):
            if orbit[a * n + b] >= 0:
                continue
            members = set()
            for turn in range(order):
                x, y = _shifted(a, turn, n, order), _shifted(b, turn, n, order)
                members.add((min(x, y), max(x, y)))
            for x, y in members:
                orbit[x * n + y] = orbit[y * n + x] = len(weight)
            weight.append(order // len(members))
    for a in range(n):
        orbit[a * n + a] = 0
    return orbit, weight
