"""A draw by lot that avoids repeated meetings."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import ClassVar

from league.seating.board import Board
from league.seating.contract import Budget
from league.seating.search import (
    Clock,
    Leg,
    anneal,
    fill_greedily,
    finished,
    ideal_cost,
    mend_bans,
    report,
)
from league.seating.types import Aim, Field, Objection, Plan

SHORTEST_LEG = 400


class RandomDraw:
    """Everybody by lot; bans, repeats, clubs and short tables are weighed, scores are not."""

    key: ClassVar[str] = "random"
    aim: ClassVar[Aim] = "none"
    brings_tables: ClassVar[bool] = False

    def objections(self, field: Field) -> Sequence[Objection]:
        """Nothing beyond what every field must fulfil."""
        return ()

    def usual_steps(self, players: int) -> int:
        """Enough for a club evening to be as good as it gets, and little for a large hall."""
        return min(300 * players, 250_000)

    def propose(
        self,
        field: Field,
        rng: random.Random,
        *,
        budget: Budget,
        progress: Callable[[Plan], None] | None = None,
    ) -> Plan:
        """The best of several starts, each cooled down in longer and longer legs."""
        board = Board(field, [p.id for p in field.players])
        clock = Clock(budget.steps, budget.seconds, budget.stop)
        ideal = ideal_cost(field)
        fill_greedily(board, rng)
        best, remembered = board.cost(), list(board.table)
        steps = max(SHORTEST_LEG, budget.steps // 4)
        while best > ideal and clock.left > 0 and not clock.out_of_time:
            before = clock.done
            anneal(board, rng, clock, Leg(steps, 400, 120), ideal)
            anneal(board, rng, clock, Leg(steps // 4, 0, 0), ideal)
            if board.cost() < best:
                best, remembered = board.cost(), list(board.table)
                report(board, clock, progress)
            if clock.done == before:
                break
            if best > ideal and clock.left > 0:
                fill_greedily(board, rng)
        board.restore(remembered)
        if mend_bans(board):
            clock = Clock(budget.steps, budget.seconds, budget.stop)
            anneal(board, rng, clock, Leg(budget.steps, 200, 0), ideal)
        return finished(board, clock, ideal)
