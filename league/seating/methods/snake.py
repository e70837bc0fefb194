"""A snake through the ranking: 1 2 3, 6 5 4, 7 8 9: tables of equal strength, easy to follow."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import ClassVar

from league.seating.board import Board
from league.seating.contract import Budget
from league.seating.penalties import weights_of
from league.seating.ranked import part, tighten
from league.seating.search import Clock, fill_snake, finished, ideal_cost, mend_bans, report
from league.seating.strength import by_strength
from league.seating.types import Aim, Field, Objection, Plan


class Snake:
    """Deals the ranking out to and fro; then only players of one row change places.

    So everybody at a table comes from another row, and a repeat is parted where that can be done
    within the rows.
    """

    key: ClassVar[str] = "snake"
    aim: ClassVar[Aim] = "level"
    brings_tables: ClassVar[bool] = False

    def objections(self, field: Field) -> Sequence[Objection]:
        """Nothing beyond what every field must fulfil."""
        return ()

    def usual_steps(self, players: int) -> int:
        """A few looks at everybody."""
        return 200 * players

    def propose(
        self,
        field: Field,
        rng: random.Random,
        *,
        budget: Budget,
        progress: Callable[[Plan], None] | None = None,
    ) -> Plan:
        """The snake, then the best swap within a row for everybody who meets somebody again."""
        board = Board(field, by_strength(field, rng))
        clock = Clock(budget.steps, budget.seconds, budget.stop)
        rows = fill_snake(board)
        self._part_in_rows(board, rows, clock)
        if mend_bans(board):
            # The rows are gone: what is left of the snake is that tables are about level.
            clock = Clock(budget.steps, budget.seconds, budget.stop)
            part(board, clock, weights_of(field).repeat, len(board.order))
            tighten(board, clock, len(board.order))
        report(board, clock, progress)
        return finished(board, clock, ideal_cost(field))

    def _part_in_rows(self, board: Board, rows: Sequence[int], clock: Clock) -> None:
        repeat = weights_of(board.field).repeat
        peers: dict[int, list[int]] = {}
        for i, row in enumerate(rows):
            if i not in board.home:
                peers.setdefault(row, []).append(i)
        waiting = deque(board.troubled(repeat - 1))
        tries = dict.fromkeys(waiting, 0)
        while waiting:
            a = waiting.popleft()
            others = [b for b in peers[rows[a]] if board.table[b] != board.table[a]]
            if not others or board.price_at(a, board.table[a]) < repeat:
                continue
            if not clock.spend_all(len(others)):
                return
            best = min(others, key=lambda b: (board.gain(a, b), abs(a - b), b))
            if board.gain(a, best) >= 0 or tries.get(a, 0) > len(board.order):
                continue
            tries[a] = tries.get(a, 0) + 1
            board.swap(a, best)
            waiting += [
                m
                for t in (board.table[a], board.table[best])
                for m in board.members[t]
                if m not in board.home and board.price_at(m, t) >= repeat
            ]
