"""A drawing of lots that was recorded: coin toss."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Depends, Tally, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Lot(Single):
    """The position in a recorded drawing; the chain reads it and never draws.

    Decides only where one drawing names everybody still level; the latest one holds.
    """

    key: ClassVar[str] = "lot"
    name: ClassVar[str] = gettext_noop("Lot")
    sentence: ClassVar[str] = gettext_noop(
        "Drawing lots, which is recorded; nothing is drawn in secret."
    )
    depends: ClassVar[Depends] = "level"

    def lower_wins(self, tally: Tally) -> bool:
        return True

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return None

    def values(self, tally: Tally, level: Collection[PlayerId]) -> Mapping[PlayerId, Value]:
        group = set(level)
        for lot in reversed(tally.lots()):
            drawn = [player for player in lot.players if player in group]
            if set(drawn) == group:
                return {player: Fraction(at) for at, player in enumerate(drawn, start=1)}
        return dict.fromkeys(level)
