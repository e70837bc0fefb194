from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.schedule.algebra import affine, field_tables, transversal
from league.seating.schedule.instance import pairs_of


@given(tables=st.integers(2, 40), size=st.integers(2, 8), rounds=st.integers(1, 20))
def test_a_transversal_schedule_has_everybody_once_a_round_and_no_repeat(
    tables: int, size: int, rounds: int
) -> None:
    schedule = transversal(tables, size, rounds)

    if schedule is None:
        assert (size - 1) * (rounds - 1) >= tables or tables < size
        return
    assert len(schedule) == rounds
    for round_ in schedule:
        assert [len(table) for table in round_] == [size] * tables
        assert sorted(p for table in round_ for p in table) == list(range(size * tables))
    assert set(pairs_of(schedule).values()) == {1}


@pytest.mark.parametrize(("tables", "size", "rounds"), [(25, 4, 8), (250, 4, 10), (1250, 4, 10)])
def test_big_events_get_a_schedule_whose_seats_are_even(
    tables: int, size: int, rounds: int
) -> None:
    schedule = transversal(tables, size, rounds)

    assert schedule is not None
    had = Counter(
        (player, seat)
        for round_ in schedule
        for table in round_
        for seat, player in enumerate(table)
    )
    assert set(had.values()) <= {rounds // size, -(-rounds // size)}


@pytest.mark.parametrize(
    ("size", "players", "rounds"), [(3, 9, 4), (4, 16, 5), (8, 64, 9), (3, 27, 13)]
)
def test_on_the_lines_of_a_space_everybody_meets_everybody_once(
    size: int, players: int, rounds: int
) -> None:
    schedule = affine(size, players)

    assert schedule is not None
    assert len(schedule) == rounds
    met = pairs_of(schedule)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize(("size", "players"), [(6, 36), (4, 20), (3, 3), (1, 5)])
def test_no_space_has_lines_of_such_a_size(size: int, players: int) -> None:
    assert affine(size, players) is None


@pytest.mark.parametrize(("prime", "exponent"), [(2, 1), (2, 3), (3, 2), (5, 1)])
def test_the_tables_of_a_field_obey_its_laws(prime: int, exponent: int) -> None:
    plus, times = field_tables(prime, exponent)
    q = prime**exponent

    for x in range(q):
        assert sorted(plus[x]) == list(range(q))
        assert x == 0 or sorted(times[x]) == list(range(q))
        for y in range(q):
            for z in range(q):
                assert times[x][plus[y][z]] == plus[times[x][y]][times[x][z]]
