"""League points with adjustments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from league.standings.contract import Tally, Value
from league.standings.types import PlayerId


class Points:
    """League points with adjustments."""

    key: ClassVar[str] = "points"
    within_level: ClassVar[bool] = False

    def values(self, tally: Tally, level: Collection[PlayerId]) -> Mapping[PlayerId, Value]:
        return {player: tally.points(player) for player in level}
