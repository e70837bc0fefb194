"""Four, two, one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from league.standings.points.fixed_rows import FixedRows, fractions


@dataclass(frozen=True, slots=True)
class Papa(FixedRows):
    """Rows for three and four seats; a table of three has the better mean."""

    key: ClassVar[str] = "papa"
    ROWS: ClassVar[Mapping[int, tuple[Fraction, ...]]] = {
        3: fractions(4, 2, 1),
        4: fractions(4, 2, 1, 0),
    }
