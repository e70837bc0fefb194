"""What standings are made from: results, byes, adjustments, entrants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NewType, TypeAlias

JSON: TypeAlias = "bool | int | str | Sequence[JSON] | Mapping[str, JSON] | None"

PlayerId = NewType("PlayerId", int)
MatchId = NewType("MatchId", int)
EventId = NewType("EventId", int)
ReasonId = NewType("ReasonId", int)

EntryState = Literal["registered", "dropped", "disqualified"]
ByeKind = Literal["bye", "requested_bye", "late", "no_show", "absent", "sits_out"]
BYE_KINDS: tuple[ByeKind, ...] = (
    "bye",
    "requested_bye",
    "late",
    "no_show",
    "absent",
    "sits_out",
)
ByeRule = Literal["fixed", "mean", "zero", "own_average"]
BYE_RULES: tuple[ByeRule, ...] = ("fixed", "mean", "zero", "own_average")
SharedWin = Literal["one", "share"]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat of a played match.

    `place` is 1 + the number of seats strictly better. `ranked` is False for a guest or
    filler who holds a seat but takes no part in the standings: such a seat never scores.
    A `filler` is never ranked, and holds its place where guests do not.
    `seat` is the position at the table, from 1. Seats of the same `side` win or lose together;
    None plays alone. `dropped` marks who left after the seats were
    published; a setting says what that seat gets.
    """

    player: PlayerId
    place: int
    score: Fraction | None = None
    ranked: bool = True
    seat: int | None = None
    dropped: bool = False
    side: int | None = None
    filler: bool = False


def apart(one: SeatResult, other: SeatResult) -> bool:
    """Whether two seats of a table play against each other."""
    return one is not other and (one.side is None or one.side != other.side)


@dataclass(frozen=True, slots=True)
class TableResult:
    """One confirmed match.

    `order` is the key by which matches were played (time, or a counter). `drawn` says that
    the table ended without a winner, which is not the same as everybody sharing first place;
    `low_tie` that tied seats get the lowest place they cover, whatever the scheme says.
    `higher_wins` is None where the game has no scores to compare. `game` tells games apart
    whose seats are not equally good.
    """

    match: MatchId
    seats: tuple[SeatResult, ...]
    round: int = 1
    event: EventId = EventId(0)
    order: int = 0
    drawn: bool = False
    low_tie: bool = False
    higher_wins: bool | None = True
    game: str = ""

    @property
    def size(self) -> int:
        return len(self.seats)

    @property
    def is_cooperative(self) -> bool:
        """Whether all seats are on one side: they won together, or lost (`drawn`)."""
        side = self.seats[0].side
        return side is not None and all(seat.side == side for seat in self.seats)


@dataclass(frozen=True, slots=True)
class ByeValue:
    """What a round without a match is worth; `amount` belongs to the rule `fixed`."""

    rule: ByeRule
    amount: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class ByeResult:
    """A round in which a player did not play.

    `value` is what was stored with this round; None takes the present setting for the kind.
    """

    player: PlayerId
    round: int
    kind: ByeKind = "bye"
    value: ByeValue | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty (negative) or bonus; `reason` names the entry that tells why and by whom."""

    player: PlayerId
    points: Fraction
    reason: ReasonId


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player in the event or season.

    `void` belongs to a disqualification: own results no longer count, the others' stay.
    `ranked` is False for guests and fillers; a `filler` is listed only with what is booked.
    `guest` marks a guest of the club in a season, who scores but may need a minimum to be ranked.
    `enrolled` is False for people the caller knows who have no membership within the season: they
    get a row only if they played.
    `sort_key` is the neutral order among equals, then the id.
    """

    player: PlayerId
    state: EntryState = "registered"
    void: bool = False
    ranked: bool = True
    filler: bool = False
    guest: bool = False
    enrolled: bool = True
    joined_round: int = 1
    sort_key: str = ""


@dataclass(frozen=True, slots=True)
class Carried:
    """What a player brings along from earlier: `percent` of the points won there."""

    player: PlayerId
    points: Fraction
    percent: Fraction = Fraction(100)


@dataclass(frozen=True, slots=True)
class Lot:
    """A drawing of lots as it was recorded: who came out first stands first."""

    players: tuple[PlayerId, ...]
    seed: str = ""
    drawn_on: str = ""
    drawn_by: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that counts in one stage; the order within each tuple never matters.

    Only of `lots` the order counts: where two name the same players, the later one holds.
    """

    tables: tuple[TableResult, ...] = ()
    byes: tuple[ByeResult, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    carried: tuple[Carried, ...] = ()
    lots: tuple[Lot, ...] = ()
