"""The game's own points count."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.errors import StandingsError
from league.standings.points.declared import (
    DRAWN,
    FACTOR,
    Box,
    Declared,
    Setting,
    number_or_none,
    text_or_none,
)
from league.standings.points.table_share import even_scores
from league.standings.types import TableResult


@dataclass(frozen=True, slots=True)
class GamePoints(Declared):
    """The seat's own score, at most `cap`, times `factor`.

    A negative factor is for games in which few points win; a factor that would reward the
    wrong end of a game is refused, so scores of both directions never meet in one sum.
    """

    key: ClassVar[str] = "game_points"
    by_places: ClassVar[bool] = False
    factor: Fraction = Fraction(1)
    cap: Fraction | None = None
    drawn: Fraction | None = None

    settings: ClassVar[tuple[Setting, ...]] = (
        FACTOR,
        Setting(
            "cap",
            Box.NUMBER,
            number_or_none,
            text_or_none,
            label=gettext_noop("At most"),
            hint=gettext_noop("For the game's own points."),
            told=gettext_noop("At most %(cap)s points count."),
        ),
        DRAWN,
    )

    @property
    def conserving(self) -> bool:
        return False

    def covers(self, size: int) -> bool:
        return size >= 1

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
        if table.drawn and self.drawn is not None:
            return (self.drawn,) * table.size
        paid: list[Fraction] = []
        for seat in table.seats:
            if seat.score is None:
                raise StandingsError("scores_needed", match=table.match)
            score = seat.score if self.cap is None else min(seat.score, self.cap)
            paid.append(score * self.factor)
        return tuple(paid)
