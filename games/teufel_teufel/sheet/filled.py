"""A score sheet of Teufel, Teufel! as it was filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from games.teufel_teufel.options import EntryLevel, TeufelOptions
from games.teufel_teufel.words import End

STAYED: Literal["stayed"] = "stayed"
Left = int | Literal["stayed"] | None
"""The place in the order of leaving, from 1; ``STAYED`` on the board; None where it is empty."""


@dataclass(frozen=True, slots=True)
class TeufelRow:
    """One seat; None is a box left empty. ``turns`` are those with the disc on the board."""

    left: Left = None
    letters: int | None = None
    devil: bool = False
    colour: str | None = None
    turns: int | None = None

    @property
    def has_left(self) -> bool:
        return isinstance(self.left, int)

    @property
    def has_stayed(self) -> bool:
        return self.left == STAYED


@dataclass(frozen=True, slots=True)
class TeufelSheet:
    """The whole table. ``first_player`` counts the seats from 1."""

    options: TeufelOptions
    level: EntryLevel
    rows: tuple[TeufelRow, ...]
    end: End | None = None
    hidden_cards: int | None = None
    rounds: int | None = None
    first_player: int | None = None

    @property
    def leavers(self) -> int:
        """How many have left the board, as far as the sheet tells."""
        return sum(row.has_left for row in self.rows)

    @property
    def order(self) -> tuple[int, ...] | None:
        """The seats that have left, in order; None where the order has a gap, twins or a hole."""
        if any(row.left is None for row in self.rows):
            return None
        places = {row.left: seat for seat, row in enumerate(self.rows) if row.has_left}
        if set(places) != set(range(1, self.leavers + 1)):
            return None
        return tuple(places[place] for place in range(1, self.leavers + 1))
