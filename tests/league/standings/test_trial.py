"""A season tried out under other rules."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from league.standings.points import scheme_from_json
from league.standings.rules import SeasonRule
from league.standings.season import Evening
from league.standings.trial import Way, Worth, against, compare
from league.standings.types import EventId, MatchId, PlayerId, Results, SeatResult, TableResult

LINEAR = scheme_from_json({"key": "linear7"})
WINNER = scheme_from_json({"key": "winner"})
NOW = Way(SeasonRule(), ("points",))


def table(number: int, *players: int) -> TableResult:
    """A match whose players came in in this order."""
    seats = tuple(
        SeatResult(PlayerId(player), place, seat=place)
        for place, player in enumerate(players, start=1)
    )
    return TableResult(MatchId(number), seats, order=number)


def evening(*tables: TableResult) -> Evening:
    return Evening(event=EventId(1), results=Results(tables=tables), scheme=LINEAR)


def test_ranks_before_and_after_stand_beside_each_other() -> None:
    season = [evening(table(1, 1, 2, 3), table(2, 2, 3, 1), table(3, 1, 2, 3), table(4, 2, 1, 3))]
    season.append(evening(table(5, 1, 3, 2), table(6, 3, 2, 4)))

    found = compare(season, before=NOW, after=Way(SeasonRule(), ("points",), WINNER))

    assert [
        (
            int(one.player),
            one.before,
            one.before_points,
            one.after,
            one.after_tied,
            one.after_points,
        )
        for one in found.placings
    ] == [
        (1, 2, Fraction(26), 1, False, Fraction(15)),
        (2, 1, Fraction(27), 2, False, Fraction(10)),
        (3, 3, Fraction(18), 3, False, Fraction(5)),
        (4, 4, Fraction(1), 4, False, Fraction(0)),
    ]
    assert [one.risen for one in found.placings] == [1, -1, 0, 0]
    assert (found.moved, found.furthest, found.top, found.stay, found.keep) == (2, 1, 4, 4, 2)


def test_what_a_seat_gives_is_measured_by_size_and_place() -> None:
    found = compare(
        [evening(table(1, 1, 2, 3), table(2, 3, 2, 1))],
        before=NOW,
        after=Way(SeasonRule(), ("points",), WINNER),
    )

    assert found.worths == (
        Worth(3, None, 6, Fraction(4), Fraction(5, 3)),
        Worth(3, 1, 2, Fraction(7), Fraction(5)),
        Worth(3, 2, 2, Fraction(4), Fraction(0)),
        Worth(3, 3, 2, Fraction(1), Fraction(0)),
    )


def test_a_scheme_that_cannot_score_a_match_is_objected_to() -> None:
    pinburgh = scheme_from_json({"key": "pinburgh"})

    found = against([evening(table(1, 1, 2, 3, 4, 5), table(2, 1, 2, 3))], pinburgh)

    assert [(one.match, one.code, one.size) for one in found] == [(1, "size_not_covered", 5)]


def test_a_season_without_results_is_compared_too() -> None:
    found = compare([], before=NOW, after=NOW)

    assert (found.matches, found.worths, found.placings, found.top) == (0, (), (), 0)


def test_seats_are_measured_under_the_scheme_that_is_tried() -> None:
    season = [evening(table(1, 1, 2, 3), table(2, 1, 3, 2))]

    found = compare(season, before=NOW, after=Way(SeasonRule(), ("seat_adjusted",), WINNER))

    assert [(one.player, one.after, one.after_tied) for one in found.placings] == [
        (1, 1, True),
        (2, 1, True),
        (3, 1, True),
    ]


@given(st.lists(st.permutations([1, 2, 3, 4]), min_size=1, max_size=8))
def test_the_same_way_twice_moves_nobody(orders: list[list[int]]) -> None:
    season = [evening(*(table(at, *order) for at, order in enumerate(orders, start=1)))]

    found = compare(season, before=NOW, after=NOW)

    assert (found.moved, found.furthest, found.keep) == (0, 0, found.top)
    assert found.tied_before == found.tied_after
    assert all(one.before == one.after for one in found.worths)
