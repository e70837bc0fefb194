from __future__ import annotations

import random
import shutil
from collections import Counter

import pytest

from league.seating.schedule.instance import Instance
from league.seating.schedule.measures import measure
from tests.laboratory.attempts import FLAT, instance_of
from tests.laboratory.level import WAYS, level, walked
from tests.laboratory.symmetry import Turning, drawn, orders_for, symmetrical

pytestmark = pytest.mark.skipif(
    shutil.which("cc") is None, reason="the offline search needs a C compiler"
)

Schedule = list[list[list[int]]]


def assert_seated(instance: Instance, rounds: Schedule) -> None:
    assert len(rounds) == instance.rounds
    for tables, sizes in zip(rounds, instance.sizes, strict=True):
        assert tuple(len(table) for table in tables) == sizes
        assert sorted(p for table in tables for p in table) == list(range(instance.n))


def turned(instance: Instance, order: int, seed: int) -> tuple[Turning, Schedule] | None:
    rng = random.Random(seed)
    turning = drawn(instance.n, order, rng)
    found = symmetrical(instance, turning, rng, prices=FLAT, steps=20_000, hot=6.0, cold=1.5)
    return None if found is None else (turning, found)


@pytest.mark.parametrize(
    ("sizes", "rounds", "order"),
    [
        ((5, 4, 4, 4, 4, 4, 4), 6, 2),
        ((5, 4, 4, 4, 4, 4, 4), 7, 2),
        ((5, 4, 4, 4, 4, 4, 4), 7, 3),
        ((4, 4, 4, 4, 4, 4), 8, 4),
        ((5, 5, 4, 4, 4, 4, 4), 7, 7),
        ((4, 4, 4, 4, 3), 6, 4),
    ],
)
def test_a_symmetrical_schedule_is_the_same_after_a_turn(
    sizes: tuple[int, ...], rounds: int, order: int
) -> None:
    instance = instance_of(sizes, rounds, 4)
    turning, made = next(found for seed in range(50) if (found := turned(instance, order, seed)))
    image = turning.image()

    assert_seated(instance, made)
    before = Counter(frozenset(frozenset(table) for table in tables) for tables in made)
    after = Counter(
        frozenset(frozenset(image[player] for player in table) for table in tables)
        for tables in made
    )
    assert before == after


def test_a_turn_moves_everybody_along_the_cycle() -> None:
    assert Turning(3, ((0, 1, 2), (3,))).image() == [1, 2, 0, 3]
    assert Turning(4, ((0, 2, 1, 3), (4, 5))).image() == [2, 3, 1, 0, 5, 4]


def test_a_symmetry_leaves_two_rounds_alone_at_most() -> None:
    for rounds in range(2, 9):
        orders = orders_for(instance_of((4, 4, 4), rounds, 4))
        assert all(rounds % order <= 2 for order in orders)
    assert orders_for(instance_of((4, 4, 4), 7, 4)) == [2, 3, 5, 6, 7]
    assert orders_for(instance_of((4, 4, 4), 1, 4)) == []


@pytest.mark.parametrize("way", range(len(WAYS)))
def test_an_attempt_at_even_tables_is_repeated_by_its_number(way: int) -> None:
    instance = instance_of((4, 4, 4, 3, 3), 5, 4)
    number = next(n for n in range(way, 100, len(WAYS)) if level(instance, n) is not None)

    first, second = level(instance, number), level(instance, number)
    other = level(instance, number + 4 * len(WAYS))

    assert first is not None
    assert second is not None
    assert first.rounds == second.rounds
    assert other is None or other.rounds != first.rounds
    assert_seated(instance, first.rounds)


def test_a_walk_keeps_short_tables_as_even_as_they_can_be() -> None:
    for sizes, rounds in (((5, 4, 4), 5), ((5, 5, 4, 4), 6), ((4, 4, 4, 4, 3), 6), ((6, 5, 4), 4)):
        instance = instance_of(sizes, rounds, 4)
        found = level(instance, WAYS.index(walked))

        assert found is not None
        assert measure(instance, found.rounds).short_table_spread <= 1
