"""Tables by standings: neighbours of the ranking play each other, but not again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

from league.seating.contract import Budget
from league.seating.penalties import SCORE_STEP, weights_of
from league.seating.search import (
    Board,
    Clock,
    Leg,
    anneal,
    fill_in_order,
    finished,
    ideal_cost,
    mend_bans,
    report,
)
from league.seating.types import Field, FieldPlayer, Objection, Plan

FIRST_WINDOW = 10
SCORE_WINDOW = 20


class Swiss:
    """Rank by score, cut into tables with the short ones at the bottom, then part repeats.

    Among equal scores those with fewer off-size tables so far go to the bottom, the rest is lot.
    """

    key: ClassVar[str] = "swiss"
    ranked: ClassVar[bool] = True
    brings_tables: ClassVar[bool] = False

    def objections(self, field: Field) -> Sequence[Objection]:
        """Nothing beyond what every field must fulfil; a missing score counts as zero."""
        return ()

    def propose(
        self,
        field: Field,
        rng: random.Random,
        *,
        budget: Budget,
        progress: Callable[[Plan], None] | None = None,
    ) -> Plan:
        """Mend repeats within a widening window of ranks, then tighten the scores."""
        lot = {p.id: rng.random() for p in field.players}

        def order(player: FieldPlayer) -> tuple[Fraction, int, float]:
            return -(player.score or Fraction(0)), -player.off_size, lot[player.id]

        board = Board(field, [p.id for p in sorted(field.players, key=order)])
        clock = Clock(budget.steps, budget.seconds)
        ideal = ideal_cost(field)
        fill_in_order(board)
        self._part_repeats(board, rng, clock, budget, ideal)
        report(board, clock, progress)
        mend_bans(board)
        rest = clock.left
        anneal(board, rng, clock, Leg(rest // 2, SCORE_STEP**2, 60, SCORE_WINDOW), ideal)
        anneal(board, rng, clock, Leg(clock.left, 0, 0, SCORE_WINDOW), ideal)
        return _best_first(finished(board, clock, ideal), field)

    def _part_repeats(
        self, board: Board, rng: random.Random, clock: Clock, budget: Budget, ideal: int
    ) -> None:
        window = FIRST_WINDOW
        repeat = weights_of(board.field).repeat
        reserve = budget.steps // 3
        while clock.left > reserve and not clock.out_of_time and board.troubled(repeat - 1):
            if board.cost() <= ideal:
                break
            before = clock.done
            steps = min(clock.left - reserve, max(300, budget.steps // 8))
            leg = Leg(steps, repeat * 0.25, repeat * 0.1, window, mending=True)
            anneal(board, rng, clock, leg, ideal)
            if clock.done == before:
                break
            window = min(2 * window, len(board.order))


def _best_first(made: Plan, field: Field) -> Plan:
    """The same companies, numbered by their points among tables of one size and game.

    The search may leave them in any order; tables with a pinned player keep their number.
    """
    points = {player.id: player.score or Fraction(0) for player in field.players}
    held = set(field.pinned.values())
    alike: dict[tuple[int, int], list[int]] = {}
    for place, table in enumerate(made.tables):
        if table.number not in held:
            alike.setdefault((len(table.players), table.ruleset), []).append(place)
    tables = list(made.tables)
    for places in alike.values():
        companies = sorted(
            (made.tables[place].players for place in places),
            key=lambda company: -sum(points[player] for player in company),
        )
        for place, company in zip(places, companies, strict=True):
            tables[place] = replace(tables[place], players=company)
    return replace(made, tables=tuple(tables))
