"""A free-form sheet as it was filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.free_form.options import FreeFormOptions


@dataclass(frozen=True, slots=True)
class FreeFormRow:
    """One seat. ``points`` are scaled by ``10 ** decimals``; None is a box left empty.

    What is one side's alone stands at any of its members.
    """

    points: int | None = None
    place: int | None = None
    side: int | None = None


@dataclass(frozen=True, slots=True)
class FreeFormSheet:
    """The whole table. ``own_target`` is the target this match was played to, if it differs."""

    options: FreeFormOptions
    rows: tuple[FreeFormRow, ...]
    own_target: int | None = None
    drawn: bool = False
    won: bool | None = None
    dense_places: bool = False

    @property
    def sides(self) -> tuple[int, ...] | None:
        """The side of each seat; None where everybody plays alone, or not all are known."""
        found = tuple(row.side for row in self.rows if row.side is not None)
        return found if self.options.sides and len(found) == len(self.rows) else None

    def of_sides(self, sides: Sequence[int], values: Sequence[int | None]) -> dict[int, int]:
        """Per side the first value that one of its members has."""
        found: dict[int, int] = {}
        for side, value in zip(sides, values, strict=True):
            if value is not None:
                found.setdefault(side, value)
        return found

    @property
    def target(self) -> int | None:
        """The target that holds for this match, scaled; None where there is none."""
        return self.options.target if self.own_target is None else self.own_target
