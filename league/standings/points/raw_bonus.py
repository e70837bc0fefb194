"""Raw points against a base, with a bonus by place and a pot for the winner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from league.standings.contract import TieRule
from league.standings.errors import StandingsError
from league.standings.exact import exact_sum, exact_text, fraction_from_json
from league.standings.points.custom import rows_from_json, rows_to_json
from league.standings.points.place_rows import (
    place_points,
    refuse_unknown_keys,
    ties_from_json,
)
from league.standings.points.table_share import scores_of
from league.standings.types import JSON, TableResult

_BONUS: tuple[tuple[Fraction, ...], ...] = (
    (Fraction(15), Fraction(0), Fraction(-15)),
    (Fraction(15), Fraction(5), Fraction(-5), Fraction(-15)),
)


@dataclass(frozen=True, slots=True)
class RawBonus:
    """`(score - base) / unit` + the bonus of the place + the pot for the first place.

    The pot belongs to the first place like its bonus, so tied winners share it. With `zero_sum`
    a match whose results do not add up to nothing is pointed out by `check`, never changed.
    """

    key: ClassVar[str] = "raw_bonus"
    by_places: ClassVar[bool] = False
    base: Fraction = Fraction(30_000)
    unit: Fraction = Fraction(1_000)
    pot: Fraction = Fraction(0)
    bonus: tuple[tuple[Fraction, ...], ...] = _BONUS
    ties: TieRule = "share"
    zero_sum: bool = False

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        refuse_unknown_keys(spec, {"key", "base", "unit", "pot", "bonus", "ties", "zero_sum"})
        unit = fraction_from_json(spec.get("unit", 1_000), "unit")
        if unit <= 0:
            raise StandingsError("unit_not_positive", "unit")
        pot = fraction_from_json(spec.get("pot", 0), "pot")
        if pot < 0:
            raise StandingsError("negative_number", "pot")
        zero_sum = spec.get("zero_sum", False)
        if not isinstance(zero_sum, bool):
            raise StandingsError("unknown_choice", "zero_sum", choice=str(zero_sum)[:40])
        return cls(
            base=fraction_from_json(spec.get("base", 30_000), "base"),
            unit=unit,
            pot=pot,
            bonus=rows_from_json(spec["bonus"], "bonus") if "bonus" in spec else _BONUS,
            ties=ties_from_json(spec),
            zero_sum=zero_sum,
        )

    def to_json(self) -> dict[str, JSON]:
        return {
            "key": self.key,
            "base": exact_text(self.base),
            "unit": exact_text(self.unit),
            "pot": exact_text(self.pot),
            "bonus": rows_to_json(self.bonus),
            "ties": self.ties,
            "zero_sum": self.zero_sum,
        }

    @property
    def conserving(self) -> bool:
        return self.zero_sum and self.ties == "share"

    def covers(self, size: int) -> bool:
        return any(len(row) == size for row in self.bonus)

    def mean_per_seat(self, size: int) -> Fraction | None:
        return Fraction(0) if self.zero_sum and self.covers(size) else None

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        return None

    def objection(self, *, has_scores: bool, higher_wins: bool | None) -> str | None:
        if not has_scores:
            return "scores_needed"
        return "wrong_direction" if higher_wins is False else None

    def check(self, table: TableResult) -> str | None:
        if self.conserving and self.covers(table.size) and exact_sum(self.award(table)) != 0:
            return "sum_not_zero"
        return None

    def sample(self, size: int) -> tuple[Fraction, ...]:
        return tuple(self.base + 5 * self.unit * (size - 1 - 2 * index) for index in range(size))

    def award(self, table: TableResult) -> tuple[Fraction, ...]:
        row = next((row for row in self.bonus if len(row) == table.size), None)
        if row is None:
            raise StandingsError("size_not_covered", size=table.size)
        ties: TieRule = "low" if table.low_tie else self.ties
        places = [seat.place for seat in table.seats]
        paid = place_points((row[0] + self.pot, *row[1:]), places, ties)
        return tuple(
            (score - self.base) / self.unit + extra
            for score, extra in zip(scores_of(table), paid, strict=True)
        )
