"""Points by place, and the own score on top."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import PointsScheme
from league.standings.exact import exact_text, fraction_from_json
from league.standings.points.declared import FACTOR, Box, Declared, Setting
from league.standings.points.linear7 import Linear7
from league.standings.points.plain import BY_PLACE, place_scheme_from_json
from league.standings.points.table_share import even_scores, scores_of
from league.standings.types import TableResult

_PLACES: PointsScheme = Linear7()


@dataclass(frozen=True, slots=True)
class PlacePlusScore(Declared):
    """The points of the scheme `places` + `factor` times the own score + `playing` for being there.

    `places` is any scheme that pays by place. A factor that would reward the wrong end of a
    game is refused, so scores of both directions never meet in one sum.
    """

    key: ClassVar[str] = "place_plus_score"
    by_places: ClassVar[bool] = False
    places: PointsScheme = _PLACES
    factor: Fraction = Fraction(1)
    playing: Fraction = Fraction(0)

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            "places",
            Box.SCHEME,
            place_scheme_from_json,
            lambda scheme: scheme.to_json(),
            label=gettext_noop("Points for the place"),
            schemes=BY_PLACE,
        ),
        FACTOR,
        Setting(
            "playing",
            Box.NUMBER,
            fraction_from_json,
            exact_text,
            label=gettext_noop("For playing at all"),
            told=gettext_noop("Everyone gets %(points)s for playing."),
        ),
    )

    @property
    def conserving(self) -> bool:
        return False

    def covers(self, size: int) -> bool:
        return self.places.covers(size)

    def mean_per_seat(self, size: int) -> Fraction | None:
        return None

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        return None

    def objection(self, *, has_scores: bool, higher_wins: bool | None) -> str | None:
        if not has_scores:
            return "scores_needed"
        if higher_wins is not None and higher_wins != (self.factor > 0):
            return "wrong_direction"
        return None

    def check(self, table: TableResult) -> str | None:
        return None

    def sample(self, size: int) -> tuple[Fraction, ...]:
        return even_scores(size, higher_wins=self.factor > 0)

    def award(self, table: TableResult) -> tuple[Fraction, ...]:
        paid = self.places.award(table)
        return tuple(
            points + self.factor * score + self.playing
            for points, score in zip(paid, scores_of(table), strict=True)
        )
