"""A pool of ten points per seat, shared by steps that grow towards the top."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from league.standings.points.place_rows import PlaceRows


@dataclass(frozen=True, slots=True)
class Pool10(PlaceRows):
    """Weights 1, 2, 3, 5, 8 … from the last place up share `10 * n` points, unrounded."""

    key: ClassVar[str] = "pool10"

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        weights = [1, 2]
        while len(weights) < size:
            weights.append(weights[-1] + weights[-2])
        pool = sum(weights)
        return tuple(Fraction(10 * size * weight, pool) for weight in reversed(weights))
