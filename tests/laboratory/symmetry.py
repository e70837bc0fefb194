"""Schedules under a symmetry: some base rounds, and one the symmetry leaves alone, are turned.

The players lie in cycles of a permutation. Whoever is in one cycle has equally many short tables,
so that a few base rounds are enough to spread them evenly, and far fewer places have to be found.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from league.seating.schedule.board import BAN
from league.seating.schedule.instance import Instance, pairs_of
from tests.laboratory.kernel import PairOrbits, symmetric

Schedule = list[list[list[int]]]

ORDERS = (2, 3, 4, 5, 6, 7, 8)
"""So often a base round is turned."""

MOST_ALONE = 2
DRAWS = 40
"""So many pairs of rounds that a symmetry leaves alone are compared."""

EXACTLY = 1 << 20
"""A price of unevenness that nothing else can pay."""


@dataclass(frozen=True, slots=True)
class Turning:
    """A permutation of the players by its cycles; `order` turns leave everybody in place."""

    order: int
    cycles: tuple[tuple[int, ...], ...]

    def image(self) -> list[int]:
        """Who comes in whose place by one turn."""
        image = [0] * sum(len(cycle) for cycle in self.cycles)
        for cycle in self.cycles:
            for here, there in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
                image[here] = there
        return image


def orders_for(instance: Instance) -> list[int]:
    """Orders of symmetries that leave no more than two rounds alone."""
    return [m for m in ORDERS if m <= instance.rounds and instance.rounds % m <= MOST_ALONE]


def symmetrical(
    instance: Instance,
    turning: Turning,
    rng: random.Random,
    *,
    prices: Sequence[int],
    steps: int,
    hot: float,
    cold: float,
) -> Schedule | None:
    """An even schedule that this turning takes to itself; None where no round can be left alone.

    Temperatures are for one pair; a pair's images change with it.
    """
    order = turning.order
    sizes = instance.sizes[0]
    alone = _left_alone(turning, sizes, instance.rounds % order, rng)
    if alone is None:
        return None
    cycle = [0] * instance.n
    for number, members in enumerate(turning.cycles):
        for player in members:
            cycle[player] = number
    many = [len(members) for members in turning.cycles]
    turns = [order // length for length in many]
    had = [0] * len(many)
    for table in [table for tables in alone for table in tables]:
        if len(table) != instance.preferred:
            for player in table:
                had[cycle[player]] += 1
    had = [count // length for count, length in zip(had, many, strict=True)]
    orbits, given = _pair_orbits(turning, alone)
    if max(given) + instance.rounds >= BAN:
        return None
    _, found = symmetric(
        [_anyhow(instance.n, sizes, rng) for _ in range(instance.rounds // order)],
        n=instance.n,
        preferred=instance.preferred,
        orbits=orbits,
        given=given,
        cycle=cycle,
        many=many,
        turns=turns,
        had=had,
        even=EXACTLY,
        add=prices,
        seed=rng.getrandbits(32),
        steps=steps,
        hot=hot * order,
        cold=cold * order,
    )
    image = turning.image()
    schedule = list(alone)
    for round_ in found:
        for _ in range(order):
            schedule.append(round_)
            round_ = [[image[player] for player in table] for table in round_]
    return schedule


def drawn(n: int, order: int, rng: random.Random) -> Turning:
    """As many whole cycles as there can be, or one less, the others in shorter ones."""
    lengths = [order] * max(1, n // order - rng.randrange(2))
    left = n - sum(lengths)
    while left:
        length = rng.choice([d for d in range(1, min(left, order - 1) + 1) if order % d == 0])
        lengths.append(length)
        left -= length
    players = iter(range(n))
    return Turning(order, tuple(tuple(next(players) for _ in range(size)) for size in lengths))


def _anyhow(n: int, sizes: Sequence[int], rng: random.Random) -> list[list[int]]:
    players = list(range(n))
    rng.shuffle(players)
    seats = iter(players)
    return [[next(seats) for _ in range(size)] for size in sizes]


def _left_alone(
    turning: Turning, sizes: Sequence[int], count: int, rng: random.Random
) -> Schedule | None:
    """So many rounds that turning does not change, with few repeats between them."""
    drawn = [
        [_round_left_alone(turning, sizes, rng) for _ in range(count)]
        for _ in range(DRAWS if count > 1 else 1)
    ]
    fitting = [[tables for tables in rounds if tables is not None] for rounds in drawn]
    fitting = [rounds for rounds in fitting if len(rounds) == count]
    return min(
        fitting,
        key=lambda rounds: sum(times - 1 for times in pairs_of(rounds).values()),
        default=None,
    )


def _round_left_alone(
    turning: Turning, sizes: Sequence[int], rng: random.Random
) -> list[list[int]] | None:
    """A round whose tables are turned into each other, as many as can be, or into themselves."""
    order = turning.order
    whole = [cycle for cycle in turning.cycles if len(cycle) == order]
    short = [cycle for cycle in turning.cycles if len(cycle) < order]
    rng.shuffle(whole)
    rng.shuffle(short)
    tables: list[list[int]] = []
    themselves: list[int] = []
    for size in sorted(set(sizes), reverse=True):
        groups, rest = divmod(sizes.count(size), order)
        themselves += [size] * rest
        for _ in range(groups):
            if len(whole) < size:
                return None
            taken = [whole.pop() for _ in range(size)]
            shifts = [rng.randrange(order) for _ in taken]
            for turn in range(order):
                tables.append(
                    [
                        cycle[(shift + turn) % order]
                        for cycle, shift in zip(taken, shifts, strict=True)
                    ]
                )
    for size in themselves:
        table: list[int] = []
        while len(table) < size:
            room = size - len(table)
            fitting = [cycle for cycle in (*short, *whole[:1]) if len(cycle) <= room]
            if not fitting:
                return None
            cycle = rng.choice(fitting)
            (whole if cycle in whole else short).remove(cycle)
            table += cycle
        tables.append(table)
    tables.sort(key=len, reverse=True)
    return tables


def _pair_orbits(turning: Turning, alone: Schedule) -> tuple[PairOrbits, list[int]]:
    """The orbits of pairs, and how often a pair of each meets in the rounds left alone."""
    image = turning.image()
    n = len(image)
    met = pairs_of(alone)
    orbit = [0] * (n * n)
    weight: list[int] = []
    length: list[int] = []
    given: list[int] = []
    seen: set[tuple[int, int]] = set()
    for pair in combinations(range(n), 2):
        if pair in seen:
            continue
        members = []
        a, b = pair
        while (min(a, b), max(a, b)) not in seen:
            seen.add((min(a, b), max(a, b)))
            members.append((a, b))
            a, b = image[a], image[b]
        for x, y in members:
            orbit[x * n + y] = orbit[y * n + x] = len(weight)
        weight.append(turning.order // len(members))
        length.append(len(members))
        given.append(met[pair])
    return PairOrbits(orbit, weight, length), given
