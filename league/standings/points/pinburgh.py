"""Three down to nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from league.standings.points.fixed_rows import FixedRows, fractions


@dataclass(frozen=True, slots=True)
class Pinburgh(FixedRows):
    """Rows for three and four seats, a mean of one and a half per seat."""

    key: ClassVar[str] = "pinburgh"
    ROWS: ClassVar[Mapping[int, tuple[Fraction, ...]]] = {
        3: fractions(3, "3/2", 0),
        4: fractions(3, 2, 1, 0),
    }
