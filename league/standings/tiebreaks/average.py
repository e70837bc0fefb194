"""Points per match really played."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from league.standings.contract import Tally, Value
from league.standings.types import PlayerId


class Average:
    """Points per match really played."""

    key: ClassVar[str] = "average"
    within_level: ClassVar[bool] = False

    def values(self, tally: Tally, level: Collection[PlayerId]) -> Mapping[PlayerId, Value]:
        return {player: tally.average(player) for player in level}
