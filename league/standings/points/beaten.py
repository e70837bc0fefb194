"""The share of opponents beaten."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from league.standings.points.place_rows import PlaceRows


@dataclass(frozen=True, slots=True)
class Beaten(PlaceRows):
    """`(n - place) / (n - 1)`: from 1 down to 0, a mean of one half at every table size."""

    key: ClassVar[str] = "beaten"

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        return tuple(Fraction(size - place, size - 1) for place in range(1, size + 1))
