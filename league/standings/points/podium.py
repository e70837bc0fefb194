"""One list of points for every table size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from league.standings.errors import StandingsError
from league.standings.exact import exact_text
from league.standings.points.place_rows import (
    MAX_SIZE,
    PlaceRows,
    drawn_from_json,
    place_rows_to_json,
    refuse_unknown_keys,
    row_from_json,
    ties_from_json,
)
from league.standings.types import JSON


@dataclass(frozen=True, slots=True)
class Podium(PlaceRows):
    """The first places are paid from one list; places after its end get nothing."""

    key: ClassVar[str] = "podium"
    points: tuple[Fraction, ...] = (Fraction(5), Fraction(3), Fraction(1))

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        refuse_unknown_keys(spec, {"key", "ties", "drawn", "points"})
        points = row_from_json(spec.get("points", ["5", "3", "1"]), "points")
        if not points:
            raise StandingsError("list_empty", "points")
        if len(points) > MAX_SIZE:
            raise StandingsError("list_too_long", "points", places=MAX_SIZE)
        if points[-1] < 0:
            # The next place would get 0, more than the one before it.
            raise StandingsError("list_row_rises", f"points.{len(points)}", place=len(points) + 1)
        return cls(ties=ties_from_json(spec), drawn=drawn_from_json(spec), points=points)

    def to_json(self) -> dict[str, JSON]:
        written = place_rows_to_json(self.key, self)
        written["points"] = [exact_text(value) for value in self.points]
        return written

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        return (self.points + (Fraction(0),) * size)[:size]
