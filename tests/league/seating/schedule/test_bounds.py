from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.schedule.bounds import bounds, shared_pairs
from league.seating.schedule.instance import Instance
from league.seating.types import Pair
from tests.league.seating.schedule.cases import ALL, all_rounds, plain, raw, stored


@pytest.mark.parametrize("name", ALL)
def test_the_bounds_of_the_stored_instances_are_those_stored(name: str) -> None:
    found = bounds(stored(name))

    known = raw(name)["lower_bounds"]
    assert isinstance(known, dict)
    assert (found.counting, found.strangers, found.pigeonhole) == (
        known["count"],
        known["player"],
        known["pigeonhole"],
    )
    assert found.repeats == known["repeats"]


def pairs_mask(tables: list[tuple[int, ...]], number: dict[Pair, int]) -> int:
    mask = 0
    for table in tables:
        for a, b in combinations(sorted(table), 2):
            mask |= 1 << number[a, b]
    return mask


def fewest_repeats(n: int, sizes: tuple[int, ...], rounds: int, met: int) -> int:
    """The true minimum, by looking at every schedule."""
    number = {key: i for i, key in enumerate(combinations(range(n), 2))}
    ways = [pairs_mask(tables, number) for tables in all_rounds(range(n), sizes)]
    needed = rounds * sum(s * (s - 1) // 2 for s in sizes)
    unions = {met}
    for _ in range(rounds):
        unions = {union | way for union, way in product(unions, ways)}
    return needed - max((union & ~met).bit_count() for union in unions)


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ((2, 2), 4),
        ((3, 2), 3),
        ((3, 3), 3),
        ((2, 2, 2), 3),
        ((4, 3), 3),
        ((3, 2, 2), 3),
        ((4, 4), 3),
        ((5, 3), 2),
        ((6, 2), 2),
        ((3, 3, 2), 2),
        ((3, 3, 3), 2),
    ],
)
def test_no_bound_is_above_what_a_full_enumeration_finds(
    sizes: tuple[int, ...], rounds: int
) -> None:
    least = fewest_repeats(sum(sizes), sizes, rounds, 0)

    assert bounds(plain(sizes, rounds)).repeats <= least


@settings(max_examples=60, deadline=None)
@given(
    sizes=st.sampled_from([(3, 3), (4, 3), (2, 2, 2), (5, 2), (4, 4)]),
    order=st.lists(st.permutations(range(8)), min_size=1, max_size=3),
)
def test_no_bound_after_a_history_is_above_what_a_full_enumeration_finds(
    sizes: tuple[int, ...], order: list[list[int]]
) -> None:
    n = sum(sizes)
    number = {key: i for i, key in enumerate(combinations(range(n), 2))}
    history = []
    met = 0
    for shuffled in order:
        seats = iter([p for p in shuffled if p < n])
        tables = [tuple(next(seats) for _ in range(size)) for size in sizes]
        history.append(tuple(tables))
        met |= pairs_mask(tables, number)
    instance = Instance(n=n, sizes=(sizes,), history=tuple(history))

    assert bounds(instance).repeats <= fewest_repeats(n, sizes, 1, met)


def test_absent_players_leave_fewer_fresh_pairs() -> None:
    everybody = plain((3, 3), 2)
    half = Instance(n=6, sizes=((3,), (3,)), present=((0, 1, 2), (0, 1, 2)))

    assert bounds(everybody).repeats == 2
    assert bounds(half).repeats == 3


def test_five_players_at_four_tables_share_a_pair_with_every_round() -> None:
    assert shared_pairs((5, 4, 4, 4), (5, 4, 4, 4)) == 1
    assert shared_pairs((4, 4, 4, 4), (4, 4, 4, 4)) == 0
