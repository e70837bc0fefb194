"""Schemes whose rows are written down once and for all, one per table size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from league.standings.points.place_rows import PlaceRows


@dataclass(frozen=True, slots=True)
class FixedRows(PlaceRows):
    """A named scheme: its key and its rows are all that a class of its own adds."""

    ROWS: ClassVar[Mapping[int, tuple[Fraction, ...]]]

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        return self.ROWS.get(size)


def fractions(*told: int | str) -> tuple[Fraction, ...]:
    """A row as it is written: whole numbers, or text such as "3/2"."""
    return tuple(Fraction(value) for value in told)
