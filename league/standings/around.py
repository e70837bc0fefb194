"""Adding up the opponents of everybody, at all tables."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from league.standings.account import Account
from league.standings.book import Scored
from league.standings.types import PlayerId


class Around:
    """Values of everybody as whole numbers, and their sum at every table, for adding up rivals."""

    def __init__(self, scaled: Mapping[PlayerId, int], shared: int) -> None:
        self._scaled = scaled
        self._shared = shared
        self._tables: dict[tuple[int, int | None], tuple[int, int]] = {}

    @classmethod
    def of(cls, values: Mapping[PlayerId, Fraction]) -> Around:
        shared = lcm(*{value.denominator for value in values.values()})
        scaled = {
            player: value.numerator * (shared // value.denominator)
            for player, value in values.items()
        }
        return cls(scaled, shared)

    def of_rivals(self, account: Account) -> tuple[Fraction, int]:
        """The sum over all rivals at all tables of who has a value, and how many there were."""
        tables, own = self._tables, self._scaled.get(account.player)
        total = met = at = 0
        for seat in account.seats.values():
            scored = seat.scored
            if not scored.ranked[seat.at]:
                continue
            side = scored.table.seats[seat.at].side
            known = tables.get((id(scored), side))
            if known is None:
                known = tables[id(scored), side] = self._at_table(scored, side)
            total += known[0]
            met += known[1]
            at += side is None  # who plays alone is in the sum, who has a side is not
        if own is not None:
            total -= own * at
            met -= at
        return Fraction(total, self._shared), met

    def _at_table(self, scored: Scored, side: int | None) -> tuple[int, int]:
        """What everybody has who is not on this side."""
        told = [
            self._scaled[seat.player]
            for seat, scores in zip(scored.table.seats, scored.ranked, strict=True)
            if scores and seat.player in self._scaled and (side is None or seat.side != side)
        ]
        return sum(told), len(told)
