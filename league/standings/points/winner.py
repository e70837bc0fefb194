"""Only the winner is paid."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.errors import StandingsError
from league.standings.exact import exact_text
from league.standings.points.declared import Box, Setting, positive
from league.standings.points.place_rows import PlaceRows


@dataclass(frozen=True, slots=True)
class Winner(PlaceRows):
    """`win` for the first place and nothing else; a drawn table pays one point to each."""

    key: ClassVar[str] = "winner"
    drawn: Fraction | None = Fraction(1)
    win: Fraction = Fraction(5)

    settings: ClassVar[tuple[Setting, ...]] = (
        *PlaceRows.settings,
        Setting(
            "win",
            Box.NUMBER,
            positive(lambda where: StandingsError("win_not_positive", where)),
            exact_text,
            label=gettext_noop("The winner gets"),
            hint=gettext_noop("Usually 5."),
            told=gettext_noop("The winner gets %(points)s."),
            always=True,
        ),
    )

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        if size < 2:
            return None
        return (self.win, *((Fraction(0),) * (size - 1)))
