"""The words in which games and the rest of the service talk to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NewType, TypeAlias

JSON: TypeAlias = "bool | int | str | Sequence[JSON] | Mapping[str, JSON] | None"
"""What a sheet or a ruleset looks like from outside. There are no floats."""

Path: TypeAlias = "tuple[str | int, ...]"
"""The way from the root of a JSON value to one of its parts."""

Seat = NewType("Seat", int)
"""A place at the table, counted from 0."""


class Chance(Enum):
    """The one who draws and rolls."""

    CHANCE = "chance"


class Audience(Enum):
    """Viewers who hold no seat."""

    PUBLIC = "public"
    REFEREE = "referee"


CHANCE = Chance.CHANCE
Actor: TypeAlias = "Seat | Chance"
Viewer: TypeAlias = "Seat | Audience"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, seat by seat, in the game's own units.

    ``points`` are whole numbers, scaled by ``10 ** SheetRules.points_scale(options)``; None where
    the game knows places only. ``places`` are 1 + the number of seats strictly better: 1, 2, 2, 4.
    ``drawn`` says that nobody won, which is not the same as everybody being first. ``low_tie`` says
    that a tied group counts as the lowest place it covers. ``sides`` gives each seat the number of
    its side, from 1; None where everybody plays alone. A co-operative table is one side.
    """

    points: tuple[int, ...] | None
    places: tuple[int, ...]
    reason: str
    drawn: bool = False
    low_tie: bool = False
    sides: tuple[int, ...] | None = None

    @property
    def winners(self) -> int:
        """How many share the win; 0 where nobody has won, or those in front lost together."""
        first = self.places.count(1)
        return 0 if self.drawn or (self.low_tie and first > 1) else first
