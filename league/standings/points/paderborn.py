"""Five for the first, six at tables of five."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from league.standings.points.fixed_rows import FixedRows, fractions


@dataclass(frozen=True, slots=True)
class Paderborn(FixedRows):
    """Rows for three to five seats; the mean differs by size."""

    key: ClassVar[str] = "paderborn"
    ROWS: ClassVar[Mapping[int, tuple[Fraction, ...]]] = {
        3: fractions(5, 3, 1),
        4: fractions(5, 3, 2, 1),
        5: fractions(6, 4, 3, 2, 1),
    }
