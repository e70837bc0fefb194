"""A grand prix with a mean of six."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from league.standings.points.fixed_rows import FixedRows, fractions


@dataclass(frozen=True, slots=True)
class Newport(FixedRows):
    """Rows for three to five seats, a mean of six per seat at each."""

    key: ClassVar[str] = "newport"
    ROWS: ClassVar[Mapping[int, tuple[Fraction, ...]]] = {
        3: fractions(10, 6, 2),
        4: fractions(11, 7, 4, 2),
        5: fractions(12, 8, 5, 3, 2),
    }
