"""A computed table: rows, cells, and what was counted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from league.standings.contract import Term, Value, Why
from league.standings.rules import SeasonRule
from league.standings.types import (
    Adjustment,
    ByeKind,
    EntryState,
    EventId,
    MatchId,
    PlayerId,
)

CellKind = Literal["match"] | ByeKind
CellNote = Literal["", "void", "guest", "over_limit"]
Unranked = Literal["below_minimum", "void", "guest", "no_match", "filler"]
UNRANKED_ORDER: tuple[Unranked, ...] = ("below_minimum", "void", "guest", "no_match", "filler")


class Cell(NamedTuple):
    """What one match, or one round without a match, gave a player.

    `points` is None where the cell cannot score (`note` void or guest). `counted` is False for
    a result dropped by the season's counting rule, and `why` tells the reason. `place` is the
    place that counts: with `low_tie` the lowest covered, without guests where these hold none.
    """

    kind: CellKind
    event: EventId
    round: int
    points: Fraction | None
    match: MatchId | None = None
    size: int | None = None
    place: int | None = None
    tied: bool = False
    drawn: bool = False
    score: Fraction | None = None
    counted: bool = True
    note: CellNote = ""
    why: Why = ""
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Row:
    """One player in a table.

    `rank` is None for a row that is not ranked, and `unranked` says why; `have` and `need`
    are filled below a minimum ("2 of 4"). `values` belong to the criteria of the chain.
    `points` is everything counted, with byes, adjustments and `extras` (attendance, rounds sat
    out, points carried into a final).
    """

    player: PlayerId
    rank: int | None
    tied: bool
    points: Fraction
    matches: int
    wins: Fraction
    places: tuple[int, ...]
    average: Fraction | None
    values: tuple[Value, ...]
    cells: tuple[Cell, ...]
    adjustments: tuple[Adjustment, ...]
    state: EntryState
    unranked: Unranked | None = None
    have: int | None = None
    need: int | None = None
    joined_round: int = 1
    extras: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Parting:
    """Where a criterion parted players who were level on all criteria before it.

    `position` is that of the criterion in the chain, from 0; `groups` stand best first.
    """

    key: str
    position: int
    groups: tuple[tuple[PlayerId, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Ranked rows first, then rows without a rank.

    `rounds` are the (event, round) that occur, `partings` tell where ties were decided.
    """

    kind: Literal["stage", "season"]
    chain: tuple[str, ...]
    rows: tuple[Row, ...]
    rounds: tuple[tuple[EventId, int], ...]
    rule: SeasonRule | None = None
    partings: tuple[Parting, ...] = ()

    @property
    def ranked(self) -> int:
        """The n of "of n"."""
        return sum(row.rank is not None for row in self.rows)
