"""Any other scheme, and a bonus for winning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Self

from league.standings.contract import PointsScheme
from league.standings.errors import StandingsError
from league.standings.exact import exact_text, fraction_from_json
from league.standings.points.linear7 import Linear7
from league.standings.points.place_plus_score import PlacePlusScore
from league.standings.points.place_rows import refuse_unknown_keys
from league.standings.points.plain import PLAIN, inner_scheme_from_json
from league.standings.types import JSON, SharedWin, TableResult

INNER: tuple[type[PointsScheme], ...] = (*PLAIN, PlacePlusScore)
_SCHEME: PointsScheme = Linear7()


@dataclass(frozen=True, slots=True)
class WinBonus:
    """The points of `scheme` + `bonus` for the first place.

    Tied winners each get the whole bonus or, with `shared` "share", their part of it. A drawn
    table has no winner, nor has a first place tied under `low_tie`.
    """

    key: ClassVar[str] = "win_bonus"
    scheme: PointsScheme = _SCHEME
    bonus: Fraction = Fraction(1)
    shared: SharedWin = "share"

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        refuse_unknown_keys(spec, {"key", "scheme", "bonus", "shared"})
        bonus = fraction_from_json(spec.get("bonus", 1), "bonus")
        if bonus < 0:
            raise StandingsError("negative_number", "bonus")
        told = spec.get("shared", "share")
        choices: tuple[SharedWin, ...] = ("share", "one")
        shared = next((choice for choice in choices if choice == told), None)
        if shared is None:
            raise StandingsError("unknown_choice", "shared", choice=str(told)[:40])
        inner = inner_scheme_from_json(spec.get("scheme", {"key": "linear7"}), "scheme", INNER)
        return cls(scheme=inner, bonus=bonus, shared=shared)

    def to_json(self) -> dict[str, JSON]:
        return {
            "key": self.key,
            "scheme": self.scheme.to_json(),
            "bonus": exact_text(self.bonus),
            "shared": self.shared,
        }

    @property
    def by_places(self) -> bool:
        return self.scheme.by_places

    @property
    def conserving(self) -> bool:
        # A drawn table pays no bonus, so its sum is another one.
        return self.scheme.conserving and self.bonus == 0

    def covers(self, size: int) -> bool:
        return self.scheme.covers(size)

    def mean_per_seat(self, size: int) -> Fraction | None:
        mean = self.scheme.mean_per_seat(size)
        return None if mean is None else mean + self.bonus / size

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        row = self.scheme.row(size)
        return None if not row else (row[0] + self.bonus, *row[1:])

    def objection(self, *, has_scores: bool, higher_wins: bool | None) -> str | None:
        return self.scheme.objection(has_scores=has_scores, higher_wins=higher_wins)

    def check(self, table: TableResult) -> str | None:
        return self.scheme.check(table)

    def sample(self, size: int) -> tuple[Fraction, ...]:
        return self.scheme.sample(size)

    def award(self, table: TableResult) -> tuple[Fraction, ...]:
        paid = self.scheme.award(table)
        best = min(seat.place for seat in table.seats)
        winners = sum(seat.place == best for seat in table.seats)
        if table.drawn or (table.low_tie and winners > 1):
            return paid
        each = self.bonus / winners if self.shared == "share" else self.bonus
        return tuple(
            points + (each if seat.place == best else 0)
            for points, seat in zip(paid, table.seats, strict=True)
        )
