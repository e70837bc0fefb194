"""Tables of equal strength: every table as strong as the others, and nobody meets again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import ClassVar

from league.seating.board import Board
from league.seating.contract import Budget
from league.seating.penalties import LEVEL_STEP, weights_of
from league.seating.ranked import Heat, cool, part, tighten
from league.seating.search import Clock, fill_snake, finished, ideal_cost, mend_bans, report
from league.seating.strength import by_strength
from league.seating.types import Aim, Field, Objection, Plan

ROOM_WINDOW = 60
"""In a large hall partners are sought so far away in rank; below everybody may change."""
MOST_STEPS = 120_000


class Balanced:
    """Shares out strength: the rating, without ratings the points of the event.

    Repeats outweigh strength, strength outweighs clubs and short tables.
    """

    key: ClassVar[str] = "balanced"
    aim: ClassVar[Aim] = "level"
    brings_tables: ClassVar[bool] = False

    def objections(self, field: Field) -> Sequence[Objection]:
        """Nothing beyond what every field must fulfil; nobody's rating is a middling one."""
        return ()

    def usual_steps(self, players: int) -> int:
        """Enough for a league evening to be level to a hair."""
        return min(1500 * players, MOST_STEPS)

    def propose(
        self,
        field: Field,
        rng: random.Random,
        *,
        budget: Budget,
        progress: Callable[[Plan], None] | None = None,
    ) -> Plan:
        """From a snake through a softened search to the best swaps that are left."""
        board = Board(field, by_strength(field, rng))
        clock = Clock(budget.steps, budget.seconds, budget.stop)
        ideal = ideal_cost(field)
        repeat = weights_of(field).repeat
        n = len(board.order)
        window = n if n <= ROOM_WINDOW else ROOM_WINDOW
        fill_snake(board)
        part(board, clock, repeat, window)
        if mend_bans(board):
            clock = Clock(budget.steps, budget.seconds, budget.stop)
            part(board, clock, repeat, window)
        report(board, clock, progress)
        if board.cost() > ideal and clock.left > 0:
            unit = LEVEL_STEP**2
            cool(board, rng, clock, Heat(clock.left // 2, 2 * unit, unit / 8, window, 4 * unit))
            part(board, clock, repeat, window)
            if mend_bans(board):
                part(board, clock, repeat, window)
            cool(board, rng, clock, Heat(clock.left * 2 // 3, unit, unit / 64, window))
            tighten(board, clock, window)
        return finished(board, clock, ideal)
