"""Seat orders of a whole schedule: everybody has every seat about equally often.

With equal tables and nothing played before the balance is exact: the places of every player are
cut into chunks of as many rounds as a table has seats; players' chunks and tables are the two
sides of a graph whose edges need as many colours as a table has seats (König). A colour is a seat.
Otherwise one table after the other is put into its best order until none can be improved.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from league.seating.schedule.instance import Instance

Rounds = list[list[list[int]]]
LIMIT = 1.000001
"""Further from the fair share than this nobody should be."""


def order_chairs(instance: Instance, rounds: Rounds, rng: random.Random) -> None:
    """Put the players of every table into seat order, in place."""
    sizes = {len(table) for tables in rounds for table in tables}
    earlier = any(instance.history)
    if len(sizes) == 1 and not earlier:
        colour_seats(rounds, instance.n, sizes.pop())
        return
    if not earlier:
        _colour_most(rounds, instance.n)
    balance_seats(instance, rounds, rng)


def colour_seats(rounds: Rounds, n: int, size: int) -> None:
    """Equal tables: every seat of every player floor or ceil of the fair share."""
    tables = [table for round_ in rounds for table in round_]
    # at[v][c]: the table that player chunk v has at seat c; row[t][c]: the chunk in seat c.
    at: list[list[int]] = []
    games = [0] * n
    chunk = [0] * n
    seat_rows: list[list[int]] = []
    owner: list[int] = []
    for t, table in enumerate(tables):
        row = [-1] * size
        seat_rows.append(row)
        for player in table:
            if games[player] % size == 0:
                chunk[player] = len(at)
                at.append([-1] * size)
                owner.append(player)
            games[player] += 1
            v = chunk[player]
            mine = at[v]
            c = next((q for q in range(size) if row[q] < 0 and mine[q] < 0), -1)
            if c < 0:
                c = next(q for q in range(size) if row[q] < 0)
                d = next(q for q in range(size) if mine[q] < 0)
                # Seat c is free at the table, seat d for the player: swap both along the path
                # that leaves the player by c; it cannot end at this table.
                path = []
                u, colour = v, c
                while True:
                    other = at[u][colour]
                    if other < 0:
                        break
                    path.append((u, other, colour))
                    colour = c + d - colour
                    u2 = seat_rows[other][colour]
                    if u2 < 0:
                        break
                    path.append((u2, other, colour))
                    u, colour = u2, c + d - colour
                for w, there, old in path:
                    at[w][old] = -1
                    seat_rows[there][old] = -1
                for w, there, old in path:
                    at[w][c + d - old] = there
                    seat_rows[there][c + d - old] = w
            mine[c] = t
            row[c] = v
    for table, row in zip(tables, seat_rows, strict=True):
        table[:] = [owner[v] for v in row]


def _colour_most(rounds: Rounds, n: int) -> None:
    """A good start for mixed tables: greedily the seat each player had least."""
    seats = max(len(table) for tables in rounds for table in tables)
    had = [[0] * seats for _ in range(n)]
    for tables in rounds:
        for table in tables:
            waiting = list(table)
            for seat in range(len(table)):
                player = min(waiting, key=lambda p: (had[p][seat], -sum(had[p][:seat])))
                waiting.remove(player)
                table[seat] = player
                had[player][seat] += 1


def balance_seats(instance: Instance, rounds: Rounds, rng: random.Random) -> None:
    """Put one table after the other into its best order: squares first, then fourth powers."""
    everything = (*instance.history, *rounds)
    seats = max((len(table) for tables in everything for table in tables), default=0)
    off = [[0.0] * seats for _ in range(instance.n)]
    tables_of: list[list[int]] = [[] for _ in range(instance.n)]
    new: list[list[int]] = []
    for number, tables in enumerate(everything):
        for table in tables:
            share = 1 / len(table)
            for seat, player in enumerate(table):
                row = off[player]
                for q in range(len(table)):
                    row[q] -= share
                row[seat] += 1
            if number >= len(instance.history) and isinstance(table, list):
                for player in table:
                    tables_of[player].append(len(new))
                new.append(table)
    for power in (2, 4, 8):
        waiting = list(range(len(new)))
        rng.shuffle(waiting)
        queued = [True] * len(new)
        left = 12 * len(new)
        while waiting and left:
            left -= 1
            t = waiting.pop()
            queued[t] = False
            table = new[t]
            if not _needs_care(table, off, power):
                continue
            for player in _reseat(table, off, power):
                for other in tables_of[player]:
                    if not queued[other]:
                        queued[other] = True
                        waiting.append(other)
    _mend_chains(new, tables_of, off)


def _mend_chains(
    new: Sequence[list[int]], tables_of: Sequence[Sequence[int]], off: Sequence[list[float]]
) -> None:
    """Where a player is still too far off, swap two seats along a chain of tables."""
    for player, row in enumerate(off):
        for seat in range(len(row)):
            if row[seat] > LIMIT:
                pairs = [(seat, other) for other in sorted(range(len(row)), key=row.__getitem__)]
            elif row[seat] < -LIMIT:
                pairs = [(other, seat) for other in sorted(range(len(row)), key=lambda q: -row[q])]
            else:
                continue
            for have, want in pairs:
                if have != want and _chain(player, have, want, new, tables_of, off):
                    break


def _chain(
    player: int,
    have: int,
    want: int,
    new: Sequence[list[int]],
    tables_of: Sequence[Sequence[int]],
    off: Sequence[list[float]],
) -> bool:
    """Give the player seat `want` for `have` once, and so on until somebody can bear it."""
    if abs(off[player][have] - 1) > LIMIT or abs(off[player][want] + 1) > LIMIT:
        return False
    came: dict[int, tuple[int, int]] = {player: (-1, -1)}
    waiting = [player]
    for giver in waiting:
        for t in tables_of[giver]:
            table = new[t]
            if max(have, want) >= len(table) or table[have] != giver:
                continue
            taker = table[want]
            if taker in came:
                continue
            came[taker] = (giver, t)
            if off[taker][have] + 1 > LIMIT or off[taker][want] - 1 < -LIMIT:
                waiting.append(taker)
                continue
            off[player][have] -= 1
            off[player][want] += 1
            off[taker][have] += 1
            off[taker][want] -= 1
            while taker != player:
                taker, t = came[taker]
                table = new[t]
                table[have], table[want] = table[want], table[have]
            return True
    return False


def _needs_care(table: Sequence[int], off: Sequence[Sequence[float]], power: int) -> bool:
    limit = 0.5 if power == 2 else 0.75
    size = len(table)
    return any(abs(x) > limit for player in table for x in off[player][:size])


def _reseat(table: list[int], off: Sequence[list[float]], power: int) -> list[int]:
    """Seat a table in its best order; who moved. Exact: dynamic programming over sets."""
    size = len(table)
    half = power // 2
    price = []
    for seat, player in enumerate(table):
        row = off[player]
        row[seat] -= 1
        price.append([((x + 1) ** 2) ** half - (x * x) ** half for x in row[:size]])
    best: list[tuple[float, int, int]] = [(0.0, -1, -1)] * (1 << size)
    for placed in range(1, 1 << size):
        seat = placed.bit_count() - 1
        cheapest = (1e18, -1, -1)
        for who in range(size):
            bit = 1 << who
            if placed & bit:
                total = best[placed ^ bit][0] + price[who][seat]
                if total < cheapest[0] - 1e-9:
                    cheapest = (total, who, placed ^ bit)
        best[placed] = cheapest
    old = sum(price[who][who] for who in range(size))
    placed = (1 << size) - 1
    order = list(table)
    if best[placed][0] < old - 1e-7:
        for seat in range(size - 1, -1, -1):
            _, who, before = best[placed]
            order[seat] = table[who]
            placed = before
    moved = [a for a, b in zip(table, order, strict=True) if a != b]
    table[:] = order
    for seat, player in enumerate(table):
        off[player][seat] += 1
    return moved
