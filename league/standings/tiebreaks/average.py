"""Points per match really played: average points, PPG."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Average(Single):
    """Points per match really played, as the season's rule divides."""

    key: ClassVar[str] = "average"
    name: ClassVar[str] = gettext_noop("Average")
    sentence: ClassVar[str] = gettext_noop(
        "Points per match actually played. Byes and missed rounds don't count."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.average(player)

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tally.average_terms(player)

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        return tally.divisor(player)
