"""Fillers: the house's players, who make a table full and take no part in the standings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from league.standings.compute import stage_table
from league.standings.contract import PointsScheme
from league.standings.settings import StageSettings
from league.standings.types import Entrant, PlayerId, Results, SeatResult, TableResult
from tests.league.standings.results import (
    FOUR_TWO_ONE,
    in_order,
    listing,
    match,
    player,
    points,
    ranks,
    results,
    row_of,
)
from tests.league.standings.test_properties import chains, schemes, stages

SKIPPED = StageSettings(guests_hold_places=False)
FILLER = PlayerId(99)


def filled(table: TableResult, name: str) -> TableResult:
    seats = tuple(
        replace(seat, ranked=False, filler=True) if seat.player == player(name) else seat
        for seat in table.seats
    )
    return replace(table, seats=seats)


def test_a_filler_holds_the_place_where_guests_hold_none_and_is_not_listed() -> None:
    played = results(filled(match(1, in_order("FAGB"), guests="G"), "F"), names="AB")
    table = stage_table(played, FOUR_TWO_ONE, ["points", "wins"], SKIPPED)

    assert listing(table) == "ABG"
    assert ranks(table) == ["1", "2", "-"]
    assert points(table) == {"A": 2, "B": 1, "G": 1}
    assert row_of(table, "A").wins == 0


def test_whoever_is_entered_as_a_filler_and_has_not_played_is_not_listed() -> None:
    waiting = Entrant(player("F"), ranked=False, filler=True)
    played = results(match(1, in_order("ABC")), names="ABC")
    table = stage_table(replace(played, entrants=(*played.entrants, waiting)), FOUR_TWO_ONE)

    assert listing(table) == "ABC"


def test_a_filler_is_booked_at_the_same_whatever_the_result_and_changes_nothing_for_others() -> (
    None
):
    tables = (
        filled(match(1, in_order("FABC")), "F"),
        filled(match(2, in_order("ABCF"), round_=2), "F"),
    )
    booked = StageSettings(filler_points=Fraction(-15))
    played = results(*tables, names="ABC")
    chain = ["points", "wins", "beaten", "opponents"]

    plain = stage_table(played, FOUR_TWO_ONE, chain)
    table = stage_table(played, FOUR_TWO_ONE, chain, booked)

    assert table.rows[:3] == plain.rows
    row = row_of(table, "F")
    assert [cell.points for cell in row.cells] == [-15, -15]
    assert (row.points, row.matches, row.wins) == (Fraction(-30), 2, Fraction(0))
    assert (row.rank, row.unranked) == (None, "filler")
    assert (table.ranked, plain.ranked) == (3, 3)


def seated(table: TableResult, who: SeatResult) -> TableResult:
    """The table with one more seat; whoever is not better moves one place down."""
    others = [
        replace(seat, place=seat.place + (seat.place >= who.place), seat=None)
        for seat in table.seats
    ]
    return replace(table, seats=(*others, who))


@given(stages(), schemes, chains, st.booleans(), st.data())
def test_whoever_meets_a_filler_stands_as_after_a_stranger_with_the_same_result(
    played: Results,
    scheme: PointsScheme,
    chain: tuple[str, ...],
    guests_hold: bool,
    data: st.DataObject,
) -> None:
    """A stranger of one table is nobody's opponent again; a filler is not, however often met."""
    full = [table for table in played.tables if table.size < 6]
    as_filler, as_strangers = [], []
    for number, table in enumerate(full):
        place = data.draw(st.integers(1, table.size + 1))
        score = Fraction(data.draw(st.integers(0, 3)))
        filler = SeatResult(FILLER, place, score, ranked=False, filler=True)
        as_filler.append(seated(table, filler))
        guest = SeatResult(PlayerId(200 + number), place, score, ranked=False)
        as_strangers.append(seated(table, guest))
    entrant = Entrant(FILLER, ranked=False, filler=True)

    standing = stage_table(
        replace(played, tables=tuple(as_filler), entrants=(*played.entrants, entrant)),
        scheme,
        chain,
        StageSettings(guests_hold_places=guests_hold),
    )
    other = stage_table(replace(played, tables=tuple(as_strangers)), scheme, chain)

    assert FILLER not in {row.player for row in standing.rows}
    assert standing.rows == tuple(row for row in other.rows if row.player < 200)
