"""Tables by standings: neighbours of the ranking play each other, but not again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from league.seating.board import Board
from league.seating.contract import Budget
from league.seating.penalties import SCORE_STEP, weights_of, whole_scores
from league.seating.ranked import Heat, cool, part, tighten
from league.seating.search import Clock, fill_in_order, finished, ideal_cost, mend_bans, report
from league.seating.types import Aim, Field, FieldPlayer, Objection, Plan

FIRST_WINDOW = 10
SCORE_WINDOW = 20


@dataclass(frozen=True, slots=True)
class Regime:
    """How a field of up to so many players is refined, and how many steps that takes.

    Temperatures and `cap` are in units of one squared score step. `soft` is the share of the
    steps that walk with repeats at no more than `cap`, which opens ways a strict price closes;
    `whole` makes that unit the usual price of a table and lets everybody swap with everybody.
    """

    players: int
    steps: int
    attempts: int
    soft: float
    cap: float
    hot: float
    cold: float
    strict_hot: float
    window: int
    whole: bool = False


REGIMES: tuple[Regime, ...] = (
    Regime(64, 300_000, 2, 0.7, 2, 2, 1 / 6, 1 / 4, 64, whole=True),
    Regime(128, 95_000, 1, 0, 0, 12, 1, 8, 14),
    Regime(300, 250_000, 1, 0.5, 25, 6, 0.8, 2, 24),
    Regime(2000, 42_000, 1, 0, 0, 0.5, 0.1, 0.5, 16),
)
"""Found by trying them out on fields of 24 to 1000 players; larger ones gain nothing more."""
UNREFINED_STEPS = 250_000


def regime_of(players: int) -> Regime | None:
    """The way to refine a field of this size; None when parting and tightening are enough."""
    return next((regime for regime in REGIMES if players <= regime.players), None)


class Swiss:
    """Rank by score, cut into tables with the short ones at the bottom, then part repeats.

    Among equal scores those with fewer off-size tables so far go to the bottom, the rest is lot.
    """

    key: ClassVar[str] = "swiss"
    aim: ClassVar[Aim] = "alike"
    brings_tables: ClassVar[bool] = False

    def objections(self, field: Field) -> Sequence[Objection]:
        """Nothing beyond what every field must fulfil; a missing score counts as zero."""
        return ()

    def usual_steps(self, players: int) -> int:
        """What the search of a field of this size is worth."""
        regime = regime_of(players)
        return UNREFINED_STEPS if regime is None else regime.steps

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
        score = whole_scores(field)

        def order(player: FieldPlayer) -> tuple[int, int, float]:
            return -score[player.id], -player.off_size, lot[player.id]

        board = Board(field, [p.id for p in sorted(field.players, key=order)])
        clock = Clock(budget.steps, budget.seconds, budget.stop)
        ideal = ideal_cost(field)
        fill_in_order(board)
        repeat = weights_of(field).repeat
        part(board, clock, repeat, FIRST_WINDOW)
        report(board, clock, progress)
        if board.cost() > ideal:
            if mend_bans(board):
                part(board, clock, repeat, FIRST_WINDOW)
            tighten(board, clock, SCORE_WINDOW)
            self._refine(board, rng, clock, ideal, progress)
        return _best_first(finished(board, clock, ideal), field)

    def _refine(
        self,
        board: Board,
        rng: random.Random,
        clock: Clock,
        ideal: int,
        progress: Callable[[Plan], None] | None,
    ) -> None:
        """Annealing for fields small enough to gain by it, the better of all attempts."""
        regime = regime_of(len(board.order))
        if regime is None:
            return
        repeat = weights_of(board.field).repeat
        best, remembered = board.cost(), list(board.table)
        steps = clock.left // regime.attempts
        for _ in range(regime.attempts):
            if clock.left <= 0 or clock.out_of_time or best <= ideal:
                break
            unit = SCORE_STEP**2
            if regime.whole:
                unit = max(unit, board.spread() // max(1, len(board.sizes)))
            soft = int(steps * regime.soft)
            window = regime.window
            if soft:
                hot, cold = unit * regime.hot, unit * regime.cold
                cap = int(unit * regime.cap)
                cool(board, rng, clock, Heat(soft, hot, cold, window, cap))
                part(board, clock, repeat, FIRST_WINDOW)
            hot, cold = unit * regime.strict_hot, unit * regime.cold
            if regime.whole:
                cold /= 6
            cool(board, rng, clock, Heat(steps - soft, hot, cold, window))
            tighten(board, clock, SCORE_WINDOW)
            if board.cost() < best:
                best, remembered = board.cost(), list(board.table)
                report(board, clock, progress)
        board.restore(remembered)


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
