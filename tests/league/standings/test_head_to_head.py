# A Fraction equals an int; the strict check of comparisons does not know it.
# mypy: disable-error-code="comparison-overlap"
from __future__ import annotations

import pytest

from league.standings.compute import stage_table
from league.standings.points import Linear7
from league.standings.types import TableResult
from tests.league.standings.results import (
    GAME_POINTS,
    in_order,
    listing,
    match,
    ranks,
    results,
    row_of,
    rows,
    scored,
)

# Everybody gets the same whatever the place, so that all are level on points.
FLAT = rows(_2=(1, 1), _3=(1, 1, 1), _4=(1, 1, 1, 1))
CHAIN = ("points", "head_to_head")


def test_a_circle_of_three_decides_nothing() -> None:
    played = results(
        match(1, in_order("AB")), match(2, in_order("BC")), match(3, in_order("CA")), names="ABC"
    )

    table = stage_table(played, FLAT, CHAIN)

    assert ranks(table) == ["1=", "1=", "1="]
    assert [row.values for row in table.rows] == [(2, None), (2, None), (2, None)]


def test_three_level_players_with_one_above_both_others() -> None:
    played = results(
        match(1, in_order("AB")),
        match(2, in_order("AC")),
        match(3, in_order("BX")),
        match(4, in_order("CY")),
    )
    # A has two matches like B and C; X and Y have one.

    table = stage_table(played, rows(_2=(1, 1)), CHAIN)

    assert listing(table) == "ABCXY"
    assert ranks(table) == ["1", "2=", "2=", "4=", "4="]
    assert [row_of(table, name).values for name in "ABC"] == [(2, 2), (2, None), (2, None)]


def test_two_who_never_met_go_to_the_next_criterion() -> None:
    played = results(
        match(1, in_order("AB")),
        match(2, in_order("AC")),
        match(3, in_order("XB")),
        match(4, in_order("CY")),
    )

    table = stage_table(played, rows(_2=(1, 1)), ("points", "head_to_head", "wins"))

    assert listing(table)[:3] == "ACB"
    assert ranks(table)[:3] == ["1", "2", "3"]


def test_the_rule_repeats_for_the_rest() -> None:
    played = results(match(1, in_order("BCA")), names="ABC")

    table = stage_table(played, FLAT, CHAIN)

    assert listing(table) == "BCA"
    assert ranks(table) == ["1", "2", "3"]
    assert [row.values[1] for row in table.rows] == [2, 1, 0]


def test_a_rematch_with_one_win_each_is_not_decisive() -> None:
    def played(*more: TableResult) -> str:
        tables = (match(1, in_order("ABCD")), match(2, in_order("BAEF")), *more)
        return " ".join(ranks(stage_table(results(*tables), FLAT, CHAIN))[:2])

    assert played() == "1= 1="
    assert played(match(3, in_order("BAEF"))) == "1 2"


def test_the_next_criterion_decides_after_an_even_rematch() -> None:
    # Scores A 210, B 214 over all; level on wins, one meeting won by each.
    played = results(
        scored(1, {"A": 110, "B": 100, "C": 50, "D": 40}),
        scored(2, {"B": 114, "A": 100, "E": 30, "F": 20}),
    )

    table = stage_table(played, GAME_POINTS, ("wins", "head_to_head", "points"))

    assert listing(table)[:2] == "BA"
    assert [row_of(table, name).values for name in "BA"] == [(1, None, 214), (1, None, 210)]
    assert len(table.rows) == 6


@pytest.mark.parametrize("drawn", [False, True])
def test_equal_places_and_drawn_tables_count_for_nobody(drawn: bool) -> None:
    places = {"A": 1, "B": 2} if drawn else {"A": 1, "B": 1}
    played = results(match(1, places, drawn=drawn), names="AB")

    assert ranks(stage_table(played, Linear7(), CHAIN)) == ["1=", "1="]


def test_only_players_still_level_are_compared() -> None:
    # A beat B, but C, level with both, beat A and lost to B.
    played = results(
        match(1, in_order("AB")), match(2, in_order("CA")), match(3, in_order("BC")), names="ABC"
    )
    one_less = results(
        match(1, in_order("AB")),
        match(2, in_order("CA")),
        match(3, in_order("BC")),
        match(4, in_order("CX")),
        names="ABC",
    )

    assert ranks(stage_table(played, FLAT, CHAIN)) == ["1=", "1=", "1="]
    table = stage_table(one_less, FLAT, CHAIN)
    assert listing(table) == "CABX"
    assert ranks(table) == ["1", "2", "3", "4"]
