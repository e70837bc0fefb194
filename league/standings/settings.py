"""The settings of a stage that are not the scheme and not the chain."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from league.standings.types import ByeKind, ByeValue, SharedWin

MEAN: Final = ByeValue("mean")
ZERO: Final = ByeValue("zero")


@dataclass(frozen=True, slots=True)
class StageSettings:
    """How a stage treats guests, shared wins and rounds without a match.

    `usual_size` is the table size whose mean per seat a `mean` bye is worth, so that a bye
    never changes with other people's tables. From bye number `bye_limit` + 1 on, a player's
    further byes are worth nothing and are marked.
    """

    guests_hold_places: bool = True
    shared_win: SharedWin = "one"
    usual_size: int = 4
    bye_limit: int | None = None
    bye: ByeValue = MEAN
    requested_bye: ByeValue = MEAN
    late: ByeValue = ZERO
    no_show: ByeValue = ZERO
    absent: ByeValue = ZERO
    sits_out: ByeValue = ZERO

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
