from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.schedule.chairs import order_chairs
from league.seating.schedule.instance import Instance
from league.seating.schedule.measures import seat_deviation
from tests.league.seating.schedule.cases import plain


def drawn(instance: Instance, seed: int) -> list[list[list[int]]]:
    rng = random.Random(seed)
    rounds = []
    for number, sizes in enumerate(instance.sizes):
        players = list(instance.players_of(number))
        rng.shuffle(players)
        seats = iter(players)
        rounds.append([[next(seats) for _ in range(size)] for size in sizes])
    return rounds


@given(
    tables=st.integers(1, 9),
    size=st.integers(2, 8),
    count=st.integers(1, 14),
    seed=st.integers(0, 10**6),
)
def test_at_equal_tables_everybody_has_every_seat_floor_or_ceil_of_the_fair_share(
    tables: int, size: int, count: int, seed: int
) -> None:
    instance = plain((size,) * tables, count)
    rounds = drawn(instance, seed)
    before = [[sorted(table) for table in tables] for tables in rounds]

    order_chairs(instance, rounds, random.Random(seed))

    had = Counter((p, s) for ts in rounds for table in ts for s, p in enumerate(table))
    for player in range(instance.n):
        for seat in range(size):
            assert had[player, seat] in {count // size, -(-count // size)}
    assert [[sorted(table) for table in tables] for tables in rounds] == before


@given(
    absent=st.lists(st.sets(st.integers(0, 15), max_size=3), min_size=2, max_size=9),
    seed=st.integers(0, 10**6),
)
def test_those_who_miss_rounds_at_equal_tables_have_even_seats_too(
    absent: list[set[int]], seed: int
) -> None:
    present = []
    for gone in absent:
        here = [p for p in range(16) if p not in gone]
        present.append(tuple(here[: len(here) - len(here) % 3]))
    instance = Instance(
        n=16, sizes=tuple((3,) * (len(p) // 3) for p in present), present=tuple(present)
    )
    rounds = drawn(instance, seed)

    order_chairs(instance, rounds, random.Random(seed))

    assert seat_deviation(instance, rounds) < 1


@pytest.mark.parametrize(
    "sizes",
    [(4, 4, 3), (5, 4, 4, 4), (4, 4, 3, 3, 3), (6, 6, 6, 6, 5), (5, 4, 3), (5, 5, *[4] * 10)],
)
@pytest.mark.parametrize("count", [4, 6, 8])
def test_at_mixed_tables_nobody_is_far_from_the_fair_share(
    sizes: tuple[int, ...], count: int
) -> None:
    instance = plain(sizes, count)
    for seed in range(5):
        rounds = drawn(instance, seed)

        order_chairs(instance, rounds, random.Random(seed))

        assert seat_deviation(instance, rounds) <= 1.1


def test_seats_of_earlier_rounds_count() -> None:
    # Player 0 has had the first seat twice already, the others never.
    history = (((0, 1, 2, 3),), ((0, 3, 1, 2),))
    instance = Instance(n=4, sizes=((4,), (4,)), history=history)
    rounds = [[[0, 1, 2, 3]], [[0, 1, 2, 3]]]

    order_chairs(instance, rounds, random.Random(1))

    firsts = [table[0] for tables in rounds for table in tables]
    assert 0 not in firsts
    assert len(set(firsts)) == 2
