"""Short ways to write results down in the tests of standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from league.standings.points import Custom, GamePoints, scheme_from_json
from league.standings.table import Row, Table
from league.standings.types import (
    Adjustment,
    ByeResult,
    Entrant,
    EventId,
    MatchId,
    PlayerId,
    ReasonId,
    Results,
    SeatResult,
    TableResult,
)

GAME_POINTS = GamePoints()


def player(name: str) -> PlayerId:
    """Players are letters; A is 1."""
    return PlayerId(ord(name) - ord("A") + 1)


def letter(known: PlayerId) -> str:
    return chr(known + ord("A") - 1)


def match(
    number: int,
    places: Mapping[str, int],
    *,
    scores: Sequence[int] | None = None,
    guests: str = "",
    round_: int = 1,
    event: int = 0,
    order: int | None = None,
    drawn: bool = False,
    low_tie: bool = False,
    higher_wins: bool | None = True,
) -> TableResult:
    """A match from a mapping of letters to places."""
    seats = tuple(
        SeatResult(
            player=player(name),
            place=place,
            score=None if scores is None else Fraction(scores[index]),
            ranked=name not in guests,
        )
        for index, (name, place) in enumerate(places.items())
    )
    return TableResult(
        match=MatchId(number),
        seats=seats,
        round=round_,
        event=EventId(event),
        order=number if order is None else order,
        drawn=drawn,
        low_tie=low_tie,
        higher_wins=higher_wins,
    )


def scored(number: int, scores: Mapping[str, int], *, round_: int = 1) -> TableResult:
    """A match from scores, more is better."""
    places = {
        name: 1 + sum(other > own for other in scores.values()) for name, own in scores.items()
    }
    return match(number, places, scores=list(scores.values()), round_=round_)


def in_order(names: str) -> dict[str, int]:
    """Places from a string of letters, best first."""
    return {name: place for place, name in enumerate(names, start=1)}


def entrants(names: str) -> tuple[Entrant, ...]:
    return tuple(Entrant(player(name), sort_key=name) for name in names)


def penalty(name: str, points: int, reason: int = 1) -> Adjustment:
    return Adjustment(player(name), Fraction(points), ReasonId(reason))


def bye(name: str, round_: int = 1) -> ByeResult:
    return ByeResult(player(name), round_)


def results(
    *tables: TableResult,
    names: str = "",
    byes: tuple[ByeResult, ...] = (),
    adjustments: tuple[Adjustment, ...] = (),
) -> Results:
    return Results(tables=tables, byes=byes, adjustments=adjustments, entrants=entrants(names))


def rows(**sizes: Sequence[int | str]) -> Custom:
    """A custom scheme: `rows(_4=(4, 2, 1, 0))`."""
    scheme = scheme_from_json(
        {"key": "custom", "rows": {size.strip("_"): list(row) for size, row in sizes.items()}}
    )
    assert isinstance(scheme, Custom)
    return scheme


FOUR_TWO_ONE = rows(_3=(4, 2, 1), _4=(4, 2, 1, 0))


def row_of(table: Table, name: str) -> Row:
    (row,) = [row for row in table.rows if row.player == player(name)]
    return row


def listing(table: Table) -> str:
    """The letters in the order of the table."""
    return "".join(letter(row.player) for row in table.rows)


def ranks(table: Table) -> list[str]:
    """ "1", "2=", and "-" where there is no rank."""
    return [
        "-" if row.rank is None else f"{row.rank}{'=' if row.tied else ''}" for row in table.rows
    ]


def points(table: Table) -> dict[str, Fraction]:
    return {letter(row.player): row.points for row in table.rows}
