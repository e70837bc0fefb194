"""One list of points for every table size."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.errors import StandingsError
from league.standings.exact import exact_text
from league.standings.points.declared import Box, Setting
from league.standings.points.place_rows import MAX_SIZE, PlaceRows, row_from_json
from league.standings.types import JSON


def _list(told: JSON, where: str) -> tuple[Fraction, ...]:
    points = row_from_json(told, where)
    if not points:
        raise StandingsError("list_empty", where)
    if len(points) > MAX_SIZE:
        raise StandingsError("list_too_long", where, places=MAX_SIZE)
    if points[-1] < 0:
        # The next place would get 0, more than the one before it.
        raise StandingsError("list_row_rises", f"{where}.{len(points)}", place=len(points) + 1)
    return points


@dataclass(frozen=True, slots=True)
class Podium(PlaceRows):
    """The first places are paid from one list; places after its end get nothing."""

    key: ClassVar[str] = "podium"
    points: tuple[Fraction, ...] = (Fraction(5), Fraction(3), Fraction(1))

    settings: ClassVar[tuple[Setting, ...]] = (
        *PlaceRows.settings,
        Setting(
            "points",
            Box.LIST,
            _list,
            lambda points: [exact_text(value) for value in points],
            label=gettext_noop("Points"),
            hint=gettext_noop("From first place down, such as 5 3 1."),
        ),
    )

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        return (self.points + (Fraction(0),) * size)[:size]
