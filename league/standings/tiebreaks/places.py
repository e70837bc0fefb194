"""First places, then second places, and so on: countback."""

from __future__ import annotations

from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Places(Single):
    """First places, then second places, and so on."""

    key: ClassVar[str] = "places"
    name: ClassVar[str] = gettext_noop("Places")
    sentence: ClassVar[str] = gettext_noop(
        "The number of first places; if tied, second places; then third places, and so on."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.places(player)
