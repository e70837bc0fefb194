"""Matches played."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Matches(Single):
    """Matches really played; more is better."""

    key: ClassVar[str] = "matches"
    name: ClassVar[str] = gettext_noop("Matches played")
    sentence: ClassVar[str] = gettext_noop("More matches played puts you ahead.")

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return Fraction(tally.matches(player))
