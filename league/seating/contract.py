"""The contract of a seating method, and the one door through which every round is planned."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Protocol

from league.seating.board import Board
from league.seating.bounds import cost_bound, repeats_bound
from league.seating.errors import SeatingRefused
from league.seating.numbering import exchanged
from league.seating.penalties import APART, costs_of, explain, repeat_cost_of, repeats_of
from league.seating.prepare import prepare
from league.seating.search import Clock, Leg, anneal, fill_greedily, finished, ideal_cost, mend_bans
from league.seating.seats import order_seats
from league.seating.types import Aim, Bye, Field, Objection, Penalty, Plan, PlannedTable, Split

NEVER: Mapping[str, str] = {
    "apart": "apart_not_found",
    "refused_game": "refusal_not_found",
    "needs_table": "needs_not_found",
}
"""Penalties that no draw may have, with the objection raised instead."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a method may search: steps decide, seconds of CPU time are only a stop.

    The same seed gives the same plan unless the seconds ran out. `stop` is asked now and then
    whether somebody wants the best so far, which counts as running out of time.
    """

    steps: int
    seconds: float | None = None
    stop: Callable[[], bool] | None = None

    @classmethod
    def usual(cls, players: int, method: SeatingMethod) -> Budget:
        """Enough for a good round of this many players: milliseconds for a club evening."""
        return cls(steps=method.usual_steps(players), seconds=10.0)


class SeatingMethod(Protocol):
    """One way to fill prepared tables.

    `aim` says what the tables are to be: those `alike` inside get short tables at the bottom and
    pay for score differences, those `level` pay for differences between tables. A method that
    `brings_tables` neither needs byes chosen nor players split. `propose` sees a prepared field:
    only players to be seated, `slots` to be filled. It draws from `rng` alone.
    """

    key: ClassVar[str]
    aim: ClassVar[Aim]
    brings_tables: ClassVar[bool]

    def objections(self, field: Field) -> Sequence[Objection]: ...

    def usual_steps(self, players: int) -> int: ...

    def propose(
        self,
        field: Field,
        rng: random.Random,
        *,
        budget: Budget,
        progress: Callable[[Plan], None] | None = None,
    ) -> Plan: ...


def plan(
    field: Field,
    method: SeatingMethod,
    *,
    seed: int,
    budget: Budget | None = None,
    progress: Callable[[Plan], None] | None = None,
) -> Plan:
    """A complete plan for one round: byes, sizes, tables, seats, and every penalty by name.

    Raises `SeatingRefused` with all objections when there is none. The order of the input does
    not matter. Kept tables are part of the plan, unchanged.
    """
    field = replace(
        field,
        players=tuple(sorted(field.players, key=lambda p: p.id)),
        kept=tuple(sorted(field.kept, key=lambda lock: lock.number)),
        aim=method.aim,
    )
    rng = random.Random(seed)
    objections = tuple(method.objections(field))
    if objections:
        raise SeatingRefused(objections)
    prepared, byes = prepare(field, rng, brings_tables=method.brings_tables)
    limit = budget or _usual_budget(field, prepared, method)

    def proposed(some: Field) -> Plan:
        made = method.propose(some, rng, budget=limit, progress=progress)
        return replace(made, tables=exchanged(made.tables, prepared))

    draft = proposed(_without_places(prepared))
    if _places_missed(draft, prepared):
        # Nobody gets their table by exchanging numbers alone: then people change places too.
        draft = min(proposed(prepared), draft, key=lambda made: _worth(made, prepared))
    if not method.brings_tables and _worth(draft, prepared) >= APART:
        draft = min(_anyhow(prepared, rng, limit), draft, key=lambda made: _worth(made, prepared))
    kept = tuple(PlannedTable(lock.number, lock.ruleset, lock.players) for lock in field.kept)
    seated = draft.tables if field.keep_seats else order_seats(draft.tables, prepared, rng)
    tables = tuple(sorted((*kept, *seated), key=lambda table: table.number))
    return _explained(draft, field, prepared, tables, byes, seed=seed, method=method.key)


def _without_places(prepared: Field) -> Field:
    """The field as if nobody cared for the number of their table."""
    if not any(p.needs or p.likes for p in prepared.players):
        return prepared
    free = frozenset[int]()
    players = tuple(replace(p, needs=free, likes=free) for p in prepared.players)
    return replace(prepared, players=players)


def _places_missed(made: Plan, prepared: Field) -> bool:
    """Whether somebody has not the table that they need or would like."""
    number = {player: table.number for table in made.tables for player in table.players}
    return any(
        wanted and number.get(p.id) not in wanted
        for p in prepared.players
        for wanted in (p.needs, p.likes)
    )


def _worth(made: Plan, prepared: Field) -> int:
    return sum(penalty.cost for penalty in explain(made.tables, prepared))


def _anyhow(prepared: Field, rng: random.Random, limit: Budget) -> Plan:
    """A seating that breaks nothing, if there is one, when the method's own search found none."""
    board = Board(prepared, [p.id for p in prepared.players])
    clock = Clock(limit.steps, limit.seconds, limit.stop)
    ideal = ideal_cost(prepared)
    fill_greedily(board, rng)
    mend_bans(board)
    anneal(board, rng, clock, Leg(limit.steps, 200, 0), ideal)
    return finished(board, clock, ideal)


HALL = 64
"""With more people in the room a round around running tables must not keep them waiting."""
HALL_STEPS = 55_000


def _usual_budget(field: Field, prepared: Field, method: SeatingMethod) -> Budget:
    usual = Budget.usual(len(prepared.players), method)
    if field.kept and len(field.players) > HALL:
        return replace(usual, steps=min(usual.steps, HALL_STEPS))
    return usual


def _refuse_broken(penalties: Sequence[Penalty], locked: frozenset[int]) -> None:
    """What must never be broken, at the tables that were drawn; the others are the organizer's."""
    broken = [p for p in penalties if p.code in NEVER and p.table not in locked]
    if broken:
        raise SeatingRefused(
            tuple(Objection(NEVER[p.code], {"players": p.players}) for p in broken)
        )


def _explained(
    draft: Plan,
    field: Field,
    prepared: Field,
    tables: tuple[PlannedTable, ...],
    byes: tuple[Bye, ...],
    *,
    seed: int,
    method: str,
) -> Plan:
    penalties = explain(tables, field, byes)
    locked = frozenset(lock.number for lock in field.kept)
    _refuse_broken(penalties, locked)
    costs = costs_of(penalties)
    loose = [p.id for p in prepared.players]
    sizes = [len(table.players) for table in draft.tables]
    bound = repeats_bound(loose, sizes, prepared)
    kept = tuple(table for table in tables if table.number in locked)
    return replace(
        draft,
        tables=tables,
        byes=byes,
        penalties=penalties,
        cost=sum(costs.values()),
        costs=costs,
        repeats=repeats_of(tables, field),
        repeat_cost=repeat_cost_of(tables, field),
        lower_bound=bound + repeats_of(kept, field),
        least_cost=cost_bound(loose, sizes, prepared, bound) + repeat_cost_of(kept, field),
        seed=seed,
        method=method,
        split=prepared.split or Split(tuple(sorted(sizes, reverse=True)), Fraction(0)),
    )
