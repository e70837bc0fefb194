"""The settings of a stage that are not the scheme and not the chain."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from league.standings.types import ByeKind, ByeValue, SharedWin

ONE: Final = Fraction(1)
MEAN: Final = ByeValue("mean")
ZERO: Final = ByeValue("zero")


DroppedSeat = Literal["last", "zero"]
DROPPED_SEATS: tuple[DroppedSeat, ...] = ("last", "zero")
SidePoints = Literal["share", "full"]
SIDE_POINTS: tuple[SidePoints, ...] = ("share", "full")


@dataclass(frozen=True, slots=True)
class SeatMean:
    """The mean league points of one seat at tables of one size of one game.

    `source` says whether own records or a simulation measured it.
    """

    game: str
    size: int
    seat: int
    mean: Fraction
    source: Literal["records", "simulation"] = "records"


@dataclass(frozen=True, slots=True)
class StageSettings:
    """How a stage treats guests, shared wins and rounds without a match.

    Every match of a filler is booked at `filler_points`, whatever the result; with None a filler
    has no row. `usual_size` is the table size whose mean per seat a `mean` bye is worth, so that a
    bye never changes with other people's tables. From bye number `bye_limit` + 1 on, a player's
    further byes are worth nothing and are marked. A seat left after publication keeps the place
    it was given, the last one, or is worth nothing (`dropped`). A co-operative table pays each
    seat `cooperative_won` or `cooperative_lost`; None is the first or the last of the scheme's
    row. The members of a side share what their places pay, or each get the best of it
    (`side_points`). With `full_size` the shares of points at a shorter table are taken as if
    every missing seat had made the table's average. `opponents_floor` is what an opponent's
    share of tables won is at least taken for. `seat_means` are what the criterion
    `seat_adjusted` measures against.
    """

    guests_hold_places: bool = True
    filler_points: Fraction | None = None
    shared_win: SharedWin = "one"
    usual_size: int = 4
    bye_limit: int | None = None
    bye: ByeValue = MEAN
    requested_bye: ByeValue = MEAN
    late: ByeValue = ZERO
    no_show: ByeValue = ZERO
    absent: ByeValue = ZERO
    sits_out: ByeValue = ZERO
    dropped: DroppedSeat = "last"
    full_size: int | None = None
    opponents_floor: Fraction = Fraction(0)
    cooperative_won: Fraction | None = None
    cooperative_lost: Fraction | None = None
    side_points: SidePoints = "share"
    seat_means: tuple[SeatMean, ...] = ()

    def value_of(self, kind: ByeKind) -> ByeValue:
        by_kind: dict[ByeKind, ByeValue] = {
            "bye": self.bye,
            "requested_bye": self.requested_bye,
            "late": self.late,
            "no_show": self.no_show,
            "absent": self.absent,
            "sits_out": self.sits_out,
        }
        return by_kind[kind]


DEFAULT_SETTINGS: Final = StageSettings()


def fixed(amount: Fraction | int) -> ByeValue:
    """A bye worth this many league points."""
    return ByeValue("fixed", Fraction(amount))
