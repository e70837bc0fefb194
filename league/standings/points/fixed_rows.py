"""Schemes whose rows are written down once and for all, one per table size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from league.standings.points.place_rows import (
    PlaceRows,
    drawn_from_json,
    place_rows_to_json,
    refuse_unknown_keys,
    ties_from_json,
)
from league.standings.types import JSON


@dataclass(frozen=True, slots=True)
class FixedRows(PlaceRows):
    """A named scheme: its key and its rows are all that a class of its own adds."""

    key: ClassVar[str]
    ROWS: ClassVar[Mapping[int, tuple[Fraction, ...]]]

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        refuse_unknown_keys(spec, {"key", "ties", "drawn"})
        return cls(ties=ties_from_json(spec), drawn=drawn_from_json(spec))

    def to_json(self) -> dict[str, JSON]:
        return place_rows_to_json(self.key, self)

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        return self.ROWS.get(size)


def fractions(*told: int | str) -> tuple[Fraction, ...]:
    """A row as it is written: whole numbers, or text such as "3/2"."""
    return tuple(Fraction(value) for value in told)
