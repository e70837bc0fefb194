"""What criteria share whose value belongs to one player at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import ClassVar

from league.standings.contract import Depends, Tally, Term, Value
from league.standings.types import PlayerId


class Single:
    """A criterion that works out one player's value without asking who is still level."""

    depends: ClassVar[Depends] = "own"

    def value(self, tally: Tally, player: PlayerId) -> Value:
        raise NotImplementedError

    def lower_wins(self, tally: Tally) -> bool:
        return False

    def values(self, tally: Tally, level: Collection[PlayerId]) -> Mapping[PlayerId, Value]:
        return {player: self.value(tally, player) for player in level}

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return ()

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        return None
