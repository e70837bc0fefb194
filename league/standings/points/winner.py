"""Only the winner is paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from league.standings.errors import StandingsError
from league.standings.exact import exact_text, fraction_from_json
from league.standings.points.place_rows import (
    PlaceRows,
    drawn_from_json,
    place_rows_to_json,
    refuse_unknown_keys,
    ties_from_json,
)
from league.standings.types import JSON


@dataclass(frozen=True, slots=True)
class Winner(PlaceRows):
    """`win` for the first place and nothing else; a drawn table pays one point to each."""

    key: ClassVar[str] = "winner"
    drawn: Fraction | None = Fraction(1)
    win: Fraction = Fraction(5)

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        refuse_unknown_keys(spec, {"key", "ties", "drawn", "win"})
        win = fraction_from_json(spec.get("win", 5), "win")
        if win <= 0:
            raise StandingsError("win_not_positive", "win")
        drawn = drawn_from_json(spec) if "drawn" in spec else Fraction(1)
        return cls(ties=ties_from_json(spec), drawn=drawn, win=win)

    def to_json(self) -> dict[str, JSON]:
        return {**place_rows_to_json(self.key, self), "win": exact_text(self.win)}

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        return (self.win, *((Fraction(0),) * (size - 1)))
