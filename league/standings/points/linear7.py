"""Seven for the first, one for the last, even steps between."""

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
class Linear7(PlaceRows):
    """`7 - 6 * (place - 1) / (n - 1)`: a mean of 4 per seat at every table size."""

    key: ClassVar[str] = "linear7"

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        refuse_unknown_keys(spec, {"key", "ties", "drawn"})
        return cls(ties=ties_from_json(spec), drawn=drawn_from_json(spec))

    def to_json(self) -> dict[str, JSON]:
        return place_rows_to_json(self.key, self)

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        return tuple(7 - Fraction(6 * index, size - 1) for index in range(size))
