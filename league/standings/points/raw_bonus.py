"""Raw points against a base, with a bonus by place and a pot for the winner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import TieRule
from league.standings.errors import StandingsError
from league.standings.exact import exact_sum, exact_text, fraction_from_json
from league.standings.points.custom import rows_from_json, rows_to_json
from league.standings.points.declared import (
    TIES,
    Box,
    Declared,
    Score,
    Setting,
    Told,
    flag,
    not_negative,
    positive,
)
from league.standings.points.place_rows import place_points
from league.standings.points.table_share import scores_of
from league.standings.types import TableResult

_BONUS: tuple[tuple[Fraction, ...], ...] = (
    (Fraction(15), Fraction(0), Fraction(-15)),
    (Fraction(15), Fraction(5), Fraction(-5), Fraction(-15)),
)


@dataclass(frozen=True, slots=True)
class RawBonus(Declared):
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

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            "base",
            Box.NUMBER,
            fraction_from_json,
            exact_text,
            label=gettext_noop("Subtracted from everyone's points"),
            hint=gettext_noop("Usually 30000."),
        ),
        Setting(
            "unit",
            Box.NUMBER,
            positive(lambda where: StandingsError("unit_not_positive", where)),
            exact_text,
            label=gettext_noop("Then divided by"),
            hint=gettext_noop("Usually 1000."),
        ),
        Setting(
            "pot",
            Box.NUMBER,
            not_negative,
            exact_text,
            label=gettext_noop("Bonus for first place"),
            told=gettext_noop("The pot for first place is %(points)s."),
        ),
        Setting(
            "zero_sum",
            Box.FLAG,
            flag,
            bool,
            label=gettext_noop("Warn when a table doesn't add up to zero"),
        ),
        Setting(
            "bonus",
            Box.ROWS,
            rows_from_json,
            rows_to_json,
            hint=gettext_noop("Added by place, such as 15 5 -5 -15."),
            stem="bonus",
        ),
        TIES,
    )

    def told(self) -> Iterable[Told]:
        yield (
            gettext_noop("The base is %(base)s, the unit %(unit)s."),
            {"base": Score(self.base), "unit": Score(self.unit)},
        )
        for row in self.bonus:
            places = gettext_noop("Table of %(size)s: places earn %(points)s.")
            yield places, {"size": len(row), "points": row}
        yield from Declared.told(self)

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
