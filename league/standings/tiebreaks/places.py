"""First places, then second places, and so on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from league.standings.contract import Tally, Value
from league.standings.types import PlayerId


class Places:
    """First places, then second places, and so on."""

    key: ClassVar[str] = "places"
    within_level: ClassVar[bool] = False

    def values(self, tally: Tally, level: Collection[PlayerId]) -> Mapping[PlayerId, Value]:
        return {player: tally.places(player) for player in level}
