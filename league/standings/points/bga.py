"""Two points for every opponent left behind."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from league.standings.points.place_rows import PlaceRows


@dataclass(frozen=True, slots=True)
class Bga(PlaceRows):
    """`2 * (n - place)`: the mean is one less than the number of seats."""

    key: ClassVar[str] = "bga"

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        return tuple(Fraction(2 * (size - place)) for place in range(1, size + 1))
