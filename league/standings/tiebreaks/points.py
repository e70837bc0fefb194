"""League points with adjustments."""

from __future__ import annotations

from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Points(Single):
    """League points with byes, adjustments and what else is never dropped."""

    key: ClassVar[str] = "points"
    name: ClassVar[str] = gettext_noop("Points")
    sentence: ClassVar[str] = gettext_noop(
        "League points with penalties and bonuses; more is better."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.points(player)

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return (*tally.results(player), *tally.extras(player))
