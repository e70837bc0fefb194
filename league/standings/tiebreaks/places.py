"""First places, then second places, and so on: countback."""

from __future__ import annotations

from typing import ClassVar

from league.standings.contract import Tally, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Places(Single):
    """First places, then second places, and so on."""

    key: ClassVar[str] = "places"

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.places(player)
