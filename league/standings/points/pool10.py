"""A pool of ten points per seat, shared by steps that grow towards the top."""

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
class Pool10(PlaceRows):
    """Weights 1, 2, 3, 5, 8 … from the last place up share `10 * n` points, unrounded."""

    key: ClassVar[str] = "pool10"

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        refuse_unknown_keys(spec, {"key", "ties", "drawn"})
        return cls(ties=ties_from_json(spec), drawn=drawn_from_json(spec))

    def to_json(self) -> dict[str, JSON]:
        return place_rows_to_json(self.key, self)

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        weights = [1, 2]
        while len(weights) < size:
            weights.append(weights[-1] + weights[-2])
        pool = sum(weights)
        return tuple(Fraction(10 * size * weight, pool) for weight in reversed(weights))
