"""Who sits in which seat of a table: everybody gets every seat about equally often."""

from __future__ import annotations

import random
from collections.abc import Sequence

from league.seating.penalties import seat_counts
from league.seating.types import Field, PlannedTable, PlayerId


def order_seats(
    tables: Sequence[PlannedTable], field: Field, rng: random.Random
) -> tuple[PlannedTable, ...]:
    """The same tables with their players in the fairest order; equal orders are drawn by lot."""
    known = {p.id: p for p in field.players}
    ordered = []
    for table in sorted(tables, key=lambda t: t.number):
        players = sorted(table.players)
        rng.shuffle(players)
        size = len(players)
        prices = []
        for player in players:
            counts = seat_counts(known[player], size)
            # Growth of the squared distance from an equal share, in whole numbers.
            prices.append([2 * (size * count - sum(counts)) + size for count in counts])
        ordered.append(PlannedTable(table.number, table.ruleset, _cheapest(players, prices)))
    return tuple(ordered)


def _cheapest(players: Sequence[PlayerId], prices: Sequence[Sequence[int]]) -> tuple[PlayerId, ...]:
    """The exact best order by dynamic programming over sets of players already placed."""
    size = len(players)
    best: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for seat in range(size):
        grown: dict[int, tuple[int, tuple[int, ...]]] = {}
        for placed, (cost, order) in best.items():
            for who in range(size):
                bit = 1 << who
                if placed & bit:
                    continue
                total = cost + prices[who][seat]
                if placed | bit not in grown or total < grown[placed | bit][0]:
                    grown[placed | bit] = (total, (*order, who))
        best = grown
    return tuple(players[who] for who in best[(1 << size) - 1][1])
