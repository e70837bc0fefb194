"""Who was ahead of whom among those still tied: direct encounter (FIDE 6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Depends, Tally, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class HeadToHead(Single):
    """Decides only if one player met and beat each of the others, then repeats for the rest.

    Beaten means ahead at more shared tables than behind; equal places and drawn tables count
    for nobody. The value is the number of level players placed behind by this rule; players
    among whom nobody stands out get None, and the next criterion decides between them.
    """

    key: ClassVar[str] = "head_to_head"
    name: ClassVar[str] = gettext_noop("Head to head")
    sentence: ClassVar[str] = gettext_noop(
        "Only among players still tied: a player who met all the others and mostly "
        "finished ahead goes first; then again for the rest."
    )
    depends: ClassVar[Depends] = "level"

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return None

    def values(self, tally: Tally, level: Collection[PlayerId]) -> Mapping[PlayerId, Value]:
        beaten = _beaten_by(tally, level)
        values: dict[PlayerId, Value] = dict.fromkeys(level)
        rest = set(level)
        while len(rest) > 1:
            best = [player for player in rest if len(beaten[player] & rest) == len(rest) - 1]
            if not best:
                return values
            rest.remove(best[0])
            values[best[0]] = Fraction(len(rest))
        for last in rest:
            values[last] = Fraction(0)
        return values


def _beaten_by(tally: Tally, level: Collection[PlayerId]) -> dict[PlayerId, set[PlayerId]]:
    group = set(level)
    ahead: dict[tuple[PlayerId, PlayerId], int] = defaultdict(int)
    for player in group:
        for places in tally.tables_of(player):
            own = places[player]
            for other in places.keys() & group:
                if own < places[other]:
                    ahead[player, other] += 1
    beaten: dict[PlayerId, set[PlayerId]] = {player: set() for player in group}
    for (winner, loser), times in ahead.items():
        if times > ahead.get((loser, winner), 0):
            beaten[winner].add(loser)
    return beaten
