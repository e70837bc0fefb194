from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.seating.errors import SeatingRefused
from league.seating.numbering import numbered, places_by_need

TABLES = ((1, 2, 3), (4, 5, 6), (7, 8, 9))


def test_tables_nobody_needs_keep_their_order() -> None:
    assert numbered(TABLES, {}) == TABLES


def test_the_table_of_who_needs_number_two_gets_number_two() -> None:
    assert numbered(TABLES, {9: frozenset({2})}) == ((1, 2, 3), (7, 8, 9), (4, 5, 6))


def test_two_at_different_tables_who_need_the_same_one_cannot_both_have_it() -> None:
    needs = {1: frozenset({2}), 4: frozenset({2})}

    assert numbered(TABLES, needs) is None


def test_two_at_one_table_share_what_both_can_use() -> None:
    needs = {1: frozenset({1, 3}), 2: frozenset({2, 3})}

    assert numbered(TABLES, needs) == ((4, 5, 6), (7, 8, 9), (1, 2, 3))


@given(
    st.dictionaries(
        st.integers(1, 9), st.frozensets(st.integers(1, 4), min_size=1), min_size=1, max_size=6
    )
)
def test_an_order_is_found_exactly_when_there_is_one(needs: dict[int, frozenset[int]]) -> None:
    def fits(order: tuple[tuple[int, ...], ...]) -> bool:
        return all(
            number in needs.get(player, {number})
            for number, table in enumerate(order, start=1)
            for player in table
        )

    found = numbered(TABLES, needs)

    assert (found is not None) == any(fits(order) for order in permutations(TABLES))
    if found is not None:
        assert fits(found)
        assert sorted(found) == sorted(TABLES)


def test_those_who_need_a_table_are_spread_over_the_tables_that_will_do() -> None:
    needs = {player: frozenset({1, 2}) for player in (3, 5, 7, 9)}

    places = places_by_need(range(10), needs, (5, 5), frozenset(), turn=0)

    assert places == {3: 0, 5: 1, 7: 0, 9: 1}


def test_those_kept_apart_are_not_put_at_one_needed_table() -> None:
    needs = {player: frozenset({1, 2}) for player in (3, 5, 7)}

    places = places_by_need(range(10), needs, (5, 5), frozenset({(3, 7)}), turn=0)

    assert places == {3: 0, 5: 1, 7: 1}


def test_more_people_than_a_needed_table_seats_are_refused_by_name() -> None:
    needs = {player: frozenset({1}) for player in (1, 2, 3, 4)}

    with pytest.raises(SeatingRefused) as refused:
        places_by_need(range(1, 10), needs, (3, 3, 3), frozenset(), turn=0)

    assert [(o.code, o.params) for o in refused.value.objections] == [
        ("no_table_left", {"player": 4})
    ]
