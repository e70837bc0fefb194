"""Moves among neighbours of a ranking: parting repeats first, then drawing scores together.

Each function works on a board whose players are numbered by rank, and reads the board's lists
directly: with thousands of players the calls would cost more than the search.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.seating.board import Board
    from league.seating.search import Clock

TABU = 8
"""So many moves long a player who has just been moved to part a repeat stays there."""


def best_partner(  # noqa: C901  a hot loop: prices are read in place, without a call
    board: Board, a: int, window: int, tabu: Sequence[int] = (), now: int = 0
) -> tuple[int, int]:
    """The best swap of a player with another at most so many ranks away: change and partner.

    The partner is -1 when there is none. Ties go to the nearest rank, the better rank first.
    """
    table, pos, sums, sizes = board.table, board.pos, board.sums, board.sizes
    rows, members, home, flags, off = board.rows, board.members, board.home, board.flags, board.off
    plain = not board.special and not board.near and not board.levelled
    here, pa, row_a = table[a], pos[a], rows[a]
    size_here, sum_here, flag_here = sizes[here], sums[here], flags[here]
    paid = [0] * len(members[here])
    for place, m in enumerate(members[here]):
        if m != a and m in row_a:
            paid[place] = row_a[m]
    relief = sum(paid)
    best, partner = 1 << 62, -1
    for step in range(1, window + 1):
        for b in (a - step, a + step):
            if b < 0 or b >= len(pos):
                continue
            there = table[b]
            if there == here or b in home or (tabu and tabu[b] > now):
                continue
            if not plain:
                change = board.gain(a, b)
                if change < best:
                    best, partner = change, b
                continue
            pb = pos[b]
            change = -2 * (pa - pb) * (sums[there] - pb - sum_here + pa)
            size_there = sizes[there]
            if size_there != size_here:
                change += (size_there - size_here) * (pa * pa - pb * pb)
            if flags[there] != flag_here:
                change += (flags[there] - flag_here) * (off[a] - off[b])
            row_b = rows[b]
            # What b no longer pays can only be subtracted, so a hopeless swap ends here.
            freed = 0
            for m in members[there]:
                if m in row_b:
                    freed += row_b[m]
            change -= relief + freed
            if change >= best:
                continue
            for m in members[there]:
                if m != b and m in row_a:
                    change += row_a[m]
            for m in members[here]:
                if m != a and m in row_b:
                    change += row_b[m]
            if change < best:
                best, partner = change, b
    return best, partner


def part(board: Board, clock: Clock, repeat: int, first_window: int) -> None:
    """Swap everybody who meets somebody again with the best partner near in rank.

    The window doubles while nothing helps; whoever has just moved stays for some moves.
    """
    n = len(board.order)
    tabu = [0] * n
    tries = [0] * n
    waiting = deque(board.troubled(repeat - 1))
    moves = 0
    while waiting and clock.left > 0:
        a = waiting.popleft()
        if board.price_at(a, board.table[a]) < repeat:
            continue
        window = first_window << min(tries[a], 12)
        if not clock.spend_all(2 * min(window, n)):
            return
        change, b = best_partner(board, a, min(window, n), tabu, moves)
        if b < 0 or change >= 0:
            tries[a] += 1
            if window < n:
                waiting.append(a)
            continue
        moves += 1
        board.swap(a, b)
        tabu[a] = tabu[b] = moves + TABU
        waiting.extend(
            m
            for t in (board.table[a], board.table[b])
            for m in board.members[t]
            if m not in board.home and board.price_at(m, t) >= repeat
        )


def tighten(board: Board, clock: Clock, window: int) -> None:
    """Steepest descent: the dearest tables first, each player with the best partner near in rank.

    A table is looked at again after it changed; the end is a seating no such swap improves.
    """
    price = {t: board.apart_in_score(t) for t in range(len(board.sizes))}
    waiting = deque(
        i
        for t in sorted(price, key=lambda t: (-price[t], t))
        if price[t] or any(board.rows[i] for i in board.members[t])
        for i in sorted(board.members[t])
        if i not in board.home
    )
    queued = set(waiting)
    while waiting and clock.left > 0:
        a = waiting.popleft()
        queued.discard(a)
        here = board.table[a]
        if not board.apart_in_score(here) and not board.price_at(a, here):
            continue
        if not clock.spend_all(2 * window):
            return
        change, b = best_partner(board, a, window)
        if b < 0 or change >= 0:
            continue
        board.swap(a, b)
        for t in (board.table[a], board.table[b]):
            for m in board.members[t]:
                if m not in queued and m not in board.home:
                    queued.add(m)
                    waiting.append(m)


@dataclass(frozen=True, slots=True)
class Heat:
    """One stretch of annealing: its steps, from which to which temperature, how far in rank.

    Prices of pairs above `cap` count as `cap`: under a softened price the search walks through
    repeats to seatings that a strict one never finds.
    """

    steps: int
    hot: float
    cold: float
    window: int
    cap: int | None = None


LOOK_EVERY = 1000
"""Steps between two looks at which tables still cost something."""


def cool(board: Board, rng: random.Random, clock: Clock, heat: Heat) -> None:
    """Simulated annealing over swaps near in rank, left at the cheapest seating seen."""
    if len(board.sizes) < 2:
        return
    strict, cap = board.rows, heat.cap
    if cap is not None:
        board.rows = [
            {m: p if p < cap else cap + p // 1_000_000 for m, p in row.items()} for row in strict
        ]
    _walk(board, rng, clock, heat)
    board.rows = strict


def _walk(  # noqa: C901  a hot loop: prices are read in place, without a call
    board: Board, rng: random.Random, clock: Clock, heat: Heat
) -> None:
    table, pos, sums, sizes = board.table, board.pos, board.sums, board.sizes
    rows, members, home, where = board.rows, board.members, board.home, board.where
    flags, off = board.flags, board.off
    plain = not board.special and not board.near and not board.levelled
    n = len(pos)
    draw = rng.random
    cost = best = board.cost()
    remembered = list(table)
    steps, window = heat.steps, heat.window
    ratio = heat.cold / heat.hot
    span = 2 * window + 1
    whole = window >= n
    done = look = 0
    focus = not whole
    everybody = range(n)
    costly: Sequence[int] = everybody
    while done < steps:
        granted = clock.spend(steps - done)
        if not granted:
            break
        warmth = heat.hot * ratio ** (done / steps)
        limit = 30 * warmth
        done += granted
        if focus and done >= look:
            look = done + max(LOOK_EVERY, n)
            costly = _costly(board) or everybody
        for _ in range(granted):
            chosen = everybody if not focus or draw() < 0.25 else costly
            a = chosen[int(draw() * len(chosen))]
            b = int(draw() * n) if whole else a + int(draw() * span) - window
            if b < 0 or b >= n:
                continue
            here, there = table[a], table[b]
            if here == there or (home and (a in home or b in home)):
                continue
            if plain:
                pa, pb = pos[a], pos[b]
                change = -2 * (pa - pb) * (sums[there] - pb - sums[here] + pa)
                if sizes[there] != sizes[here]:
                    change += (sizes[there] - sizes[here]) * (pa * pa - pb * pb)
                if flags[there] != flags[here]:
                    change += (flags[there] - flags[here]) * (off[a] - off[b])
                row_a, row_b = rows[a], rows[b]
                for m in members[there]:
                    if m in row_a:
                        change += row_a[m]
                    if m in row_b:
                        change -= row_b[m]
                for m in members[here]:
                    if m in row_b:
                        change += row_b[m]
                    if m in row_a:
                        change -= row_a[m]
                # A pair who met and now swaps was counted against itself twice.
                if b in row_a:
                    change -= 2 * row_a[b]
            else:
                change = board.gain(a, b)
            if change <= 0 or (change < limit and draw() < exp(-change / warmth)):
                wa, wb = where[a], where[b]
                members[here][wa] = b
                members[there][wb] = a
                where[a], where[b] = wb, wa
                table[a], table[b] = there, here
                moved = pos[b] - pos[a]
                sums[here] += moved
                sums[there] -= moved
                cost += change
                if cost < best:
                    best = cost
                    remembered[:] = table
    if cost != best:
        board.restore(remembered)


def _costly(board: Board) -> list[int]:
    """The players of tables with differing scores or with companions who cost something."""
    rows = board.rows
    return [
        i
        for table, members in enumerate(board.members)
        if board.apart_in_score(table) or any(m in rows[j] for j in members for m in members)
        for i in members
    ]
