"""Two points for every opponent left behind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from league.standings.points.place_rows import (
    PlaceRows,
    drawn_from_json,
    place_rows_to_json,
    refuse_unknown_keys,
    ties_from_json,
)
from league.standings.types import JSON


@dataclass(frozen=True, slots=True)
class Bga(PlaceRows):
    """`2 * (n - place)`: the mean is one less than the number of seats."""

    key: ClassVar[str] = "bga"

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        refuse_unknown_keys(spec, {"key", "ties", "drawn"})
        return cls(ties=ties_from_json(spec), drawn=drawn_from_json(spec))

    def to_json(self) -> dict[str, JSON]:
        return place_rows_to_json(self.key, self)

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        return tuple(Fraction(2 * (size - place)) for place in range(1, size + 1))
