"""A score sheet of The Devil With It as it was filled in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from games.the_devil_with_it.options import DevilWithItOptions, EntryLevel

LONGEST_LEDGER = 2_000
"""More rounds than anybody writes down."""


class Result(Enum):
    """How a coal turn ended (R8, R9, R12)."""

    LAID = "laid"
    DEVIL = "devil"
    NO_TURN = "no_turn"


@dataclass(frozen=True, slots=True)
class Turn:
    """One player in one round; None is a box left empty.

    With a devil, ``pieces`` and ``amount`` are what was turned up before it, if somebody kept
    count; otherwise they are what was laid down.
    """

    bet: int | None = None
    result: Result | None = None
    pieces: int | None = None
    amount: int | None = None

    @property
    def ended(self) -> Result | None:
        """How the turn ended: numbers alone mean that coal was laid down."""
        if self.result is None and (self.pieces is not None or self.amount is not None):
            return Result.LAID
        return self.result

    @property
    def is_blank(self) -> bool:
        return self == Turn()


@dataclass(frozen=True, slots=True)
class LedgerRound:
    """One round: who began, one turn per seat, and whether all coal went back afterwards."""

    turns: tuple[Turn, ...]
    starter: int | None = None
    reset: bool = False

    @property
    def is_blank(self) -> bool:
        return self.starter is None and not self.reset and all(turn.is_blank for turn in self.turns)


@dataclass(frozen=True, slots=True)
class DevilRow:
    """One seat at the end: the total, and the chips in the order of ``options.chips``."""

    total: int | None = None
    chips: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class DevilSheet:
    """The whole table. ``rounds`` belong to the ledger, ``rounds_played`` to the other levels."""

    options: DevilWithItOptions
    level: EntryLevel
    rows: tuple[DevilRow, ...]
    rounds: tuple[LedgerRound, ...] = ()
    rounds_played: int | None = None
    ended_early: bool = False
