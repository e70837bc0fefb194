"""The own part of all points made at the table."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.errors import StandingsError
from league.standings.exact import exact_sum
from league.standings.points.declared import DRAWN, Box, Declared, Setting
from league.standings.points.place_rows import MAX_SIZE
from league.standings.types import JSON, TableResult


def _size_or_none(told: JSON, where: str) -> int | None:
    if told is None:
        return None
    if not isinstance(told, int) or isinstance(told, bool) or not 2 <= told <= MAX_SIZE:
        raise StandingsError("size_out_of_range", where, low=2, high=MAX_SIZE)
    return told


@dataclass(frozen=True, slots=True)
class TableShare(Declared):
    """Own score / all scores at the table.

    With `full_size` the total of a shorter table is first raised by the table's average for
    every missing seat, so that a short table does not pay more. A table without points in sum
    is shared equally.
    """

    key: ClassVar[str] = "table_share"
    by_places: ClassVar[bool] = False
    full_size: int | None = None
    drawn: Fraction | None = None

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting(
            "full_size",
            Box.WHOLE,
            _size_or_none,
            lambda size: size,
            label=gettext_noop("Size of a full table"),
            hint=gettext_noop(
                "Smaller tables are scaled up to this size. Leave empty to keep them as they are."
            ),
            told=gettext_noop(
                "At a table of fewer than %(size)s, the table's average is first added "
                "for each missing seat."
            ),
            low=2,
            high=MAX_SIZE,
        ),
        DRAWN,
    )

    @property
    def conserving(self) -> bool:
        return self.drawn is None

    def covers(self, size: int) -> bool:
        return size >= 1

    def mean_per_seat(self, size: int) -> Fraction | None:
        return Fraction(1, max(size, self.full_size or 0))

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        return None

    def objection(self, *, has_scores: bool, higher_wins: bool | None) -> str | None:
        if not has_scores:
            return "scores_needed"
        return "wrong_direction" if higher_wins is False else None

    def check(self, table: TableResult) -> str | None:
        return None

    def sample(self, size: int) -> tuple[Fraction, ...]:
        return even_scores(size)

    def award(self, table: TableResult) -> tuple[Fraction, ...]:
        if table.drawn and self.drawn is not None:
            return (self.drawn,) * table.size
        scores = scores_of(table)
        total = exact_sum(scores)
        seats = max(table.size, self.full_size or 0)
        if total <= 0:
            return (Fraction(1, seats),) * table.size
        raised = total * seats / table.size
        return tuple(score / raised for score in scores)


def even_scores(size: int, *, higher_wins: bool = True) -> tuple[Fraction, ...]:
    """Two points for the last seat and two more for each one ahead, or fewer where few win."""
    scores = tuple(Fraction(2 * count) for count in range(size, 0, -1))
    return scores if higher_wins else scores[::-1]


def scores_of(table: TableResult) -> tuple[Fraction, ...]:
    """The scores in the order of the seats, or StandingsError `scores_needed`."""
    scores = tuple(seat.score for seat in table.seats if seat.score is not None)
    if len(scores) != table.size:
        raise StandingsError("scores_needed", match=table.match)
    return scores
