"""Any other scheme, and a bonus for winning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import PointsScheme
from league.standings.exact import exact_text
from league.standings.points.declared import (
    Box,
    Declared,
    Setting,
    Told,
    not_negative,
    one_of,
)
from league.standings.points.linear7 import Linear7
from league.standings.points.place_plus_score import PlacePlusScore
from league.standings.points.plain import PLAIN, inner_scheme_from_json
from league.standings.types import SharedWin, TableResult

INNER: tuple[type[PointsScheme], ...] = (*PLAIN, PlacePlusScore)
_SCHEME: PointsScheme = Linear7()


@dataclass(frozen=True, slots=True)
class WinBonus(Declared):
    """The points of `scheme` + `bonus` for the first place.

    Tied winners each get the whole bonus or, with `shared` "share", their part of it. A drawn
    table has no winner, nor has a first place tied under `low_tie`.
    """

    key: ClassVar[str] = "win_bonus"
    scheme: PointsScheme = _SCHEME
    bonus: Fraction = Fraction(1)
    shared: SharedWin = "share"

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            "scheme",
            Box.SCHEME,
            lambda told, where: inner_scheme_from_json(told, where, INNER),
            lambda scheme: scheme.to_json(),
            label=gettext_noop("Points before the bonus"),
            schemes=INNER,
        ),
        Setting(
            "bonus",
            Box.NUMBER,
            not_negative,
            exact_text,
            label=gettext_noop("Bonus for first place"),
            hint=gettext_noop("Usually 1."),
        ),
        Setting(
            "shared",
            Box.CHOICE,
            one_of(("share", "one")),
            str,
            label=gettext_noop("If several are first"),
            choices={
                "share": gettext_noop("They share the bonus"),
                "one": gettext_noop("Each gets the whole bonus"),
            },
        ),
    )

    def told(self) -> Iterable[Told]:
        sentence = {
            "share": gettext_noop("The bonus is %(points)s; tied winners share it."),
            "one": gettext_noop("The bonus is %(points)s; tied winners each get all of it."),
        }
        yield sentence[self.shared], {"points": self.bonus}
        yield self.scheme

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
