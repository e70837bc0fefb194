"""Sixty for the first, steps that keep 36 per seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from league.standings.points.fixed_rows import FixedRows, fractions


@dataclass(frozen=True, slots=True)
class Vtes36(FixedRows):
    """Rows for three to five seats, a mean of 36 per seat at each."""

    key: ClassVar[str] = "vtes36"
    ROWS: ClassVar[Mapping[int, tuple[Fraction, ...]]] = {
        3: fractions(60, 36, 12),
        4: fractions(60, 48, 24, 12),
        5: fractions(60, 48, 36, 24, 12),
    }
