"""What items are worth to a player, triples that may still come included."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from games.dice_devils.options import ItemRefill
from games.dice_devils.play.ending import points_of
from games.dice_devils.play.views import View

_STEPS = 20
_TAKEN = 0.85
"""Of the open items: how many are taken in a round; counted in simulated matches."""


class Worth:
    """The worth of every item to every seat in one position.

    Of each piece that is neither owned nor out of play, a player will get the next with some
    chance before the match ends; so a set of equal items is worth its bonus times the chance that
    it gets complete.
    """

    def __init__(self, view: View, share: float) -> None:
        table, options = view.table, view.table.options
        self.table = table
        self.rows = view.collections
        self.points = [points_of(table, row) for row in view.collections]
        self.numbers = [sum(row) for row in view.collections]
        missing = max(1, options.end_item_count - max(self.numbers))
        # the leader gets about one item a round
        self.rounds_left = float(missing)
        self.kind = {kind: i for i, kind in enumerate(dict.fromkeys(table.kinds))}
        kinds = range(len(self.kind))
        pieces = [0] * len(self.kind)
        for name in table.box:
            pieces[self.kind[table.kinds[table.place[name]]]] += 1
        self.owned = [[0] * len(self.kind) for _ in view.collections]
        for seat, row in enumerate(view.collections):
            for kind, count in zip(table.kinds, row, strict=True):
                self.owned[seat][self.kind[kind]] += count
        self.free = [pieces[kind] - sum(row[kind] for row in self.owned) for kind in kinds]
        comes = view.table.target * (_TAKEN if options.item_refill is ItemRefill.TOP_UP else 1.0)
        unseen = view.hidden_items + len(view.open)
        reach = min(1.0, self.rounds_left * comes / unseen) if unseen else 0.0
        self.chance = round(reach * share * _STEPS)

    def gain(self, seat: int, item: int) -> float:
        """What one more of ``item`` is worth."""
        kind = self.kind[self.table.kinds[item]]
        owned, free = self.owned[seat][kind], max(self.free[kind] - 1, 0)
        return self.table.values[item] + self._sets(owned + 1, free) - self._sets(owned, free)

    def loss(self, seat: int, item: int) -> float:
        """What giving up one of ``item`` costs."""
        kind = self.kind[self.table.kinds[item]]
        owned, free = self.owned[seat][kind], self.free[kind]
        return self.table.values[item] + self._sets(owned, free) - self._sets(owned - 1, free)

    def to_come(self, seat: int) -> float:
        """The points that sets may still bring beyond those complete."""
        options = self.table.options
        return sum(
            self._sets(owned, free) - owned // options.triple_size * options.triple_bonus
            for owned, free in zip(self.owned[seat], self.free, strict=True)
        )

    def _sets(self, owned: int, free: int) -> float:
        options = self.table.options
        return options.triple_bonus * sets(owned, free, self.chance, options.triple_size)


@lru_cache(maxsize=20_000)
def sets(owned: int, free: int, chance: int, size: int) -> float:
    """Complete sets to expect; each free piece comes with ``chance`` twentieths."""
    p = chance / _STEPS
    return sum(
        comb(free, k) * p**k * (1 - p) ** (free - k) * ((owned + k) // size)
        for k in range(free + 1)
    )
