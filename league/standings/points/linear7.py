"""Seven for the first, one for the last, even steps between."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from league.standings.points.place_rows import PlaceRows


@dataclass(frozen=True, slots=True)
class Linear7(PlaceRows):
    """`7 - 6 * (place - 1) / (n - 1)`: a mean of 4 per seat at every table size."""

    key: ClassVar[str] = "linear7"

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        return tuple(7 - Fraction(6 * index, size - 1) for index in range(size))
