"""Rounds drawn one after another by a seating method, as on a club night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from league.seating.contract import Budget, SeatingMethod, plan
from league.seating.schedule.bounds import bounds
from league.seating.schedule.draw import Schedule
from league.seating.schedule.instance import Instance, objections, pairs_of, refuse
from league.seating.schedule.measures import measure
from league.seating.types import Field, FieldPlayer, GameChoice, Pair, SizeRule, Split, StoppedBy

RULESET = 1
WORST: tuple[StoppedBy, ...] = ("ideal", "steps", "time")


def in_turn(
    instance: Instance,
    method: SeatingMethod,
    *,
    seed: int,
    budget: Budget | None = None,
) -> Schedule:
    """The rounds of an instance, each drawn by the method after all those before it.

    Points do not change in between, for nobody has played. Raises `SeatingRefused` where a round
    cannot be drawn. Club mates are kept apart by unranked methods alone: score comes first.
    """
    refuse(objections(instance))
    rounds = instance.history
    before = pairs_of(instance.history)
    limits = bounds(instance, before)
    met = Counter(before)
    best_bound, least = limits.repeats, limits.cost
    stopped: StoppedBy = "ideal"
    steps = 0
    for number in range(instance.rounds):
        field = _field(replace(instance, history=rounds), number, met, ranked=method.aim == "alike")
        drawn = plan(field, method, seed=seed + number, budget=budget)
        seated = tuple(table.players for table in drawn.tables)
        rounds = (*rounds, seated)
        met.update(pairs_of((seated,)))
        stopped = max(stopped, drawn.stopped_by, key=WORST.index)
        steps += drawn.steps
        if instance.rounds == 1:
            best_bound = max(best_bound, drawn.lower_bound)
            least = max(least, drawn.least_cost)
    made = rounds[len(instance.history) :]
    return Schedule(
        rounds=made,
        measures=measure(instance, made, before),
        bounds=replace(limits, counting=max(limits.counting, best_bound), cost=least),
        stopped_by=stopped,
        steps=steps,
        seed=seed,
    )


def _field(instance: Instance, number: int, met: Mapping[Pair, int], *, ranked: bool) -> Field:
    sizes = instance.sizes[number]
    seats: list[list[int]] = [[] for _ in range(instance.n)]
    off = [0] * instance.n
    for tables in instance.history:
        for table in tables:
            unusual = len(table) != instance.preferred
            for seat, player in enumerate(table):
                row = seats[player]
                while len(row) <= seat:
                    row.append(0)
                row[seat] += 1
                off[player] += unusual
    groups: list[frozenset[int]] = [frozenset()] * instance.n
    if not ranked:
        for player, club in enumerate(instance.clubs):
            groups[player] = frozenset() if club is None else frozenset({club})
    scores = [Fraction(score) for score in instance.scores]
    return Field(
        players=tuple(
            FieldPlayer(
                id=player,
                score=scores[player] if scores else None,
                off_size=off[player],
                seats=tuple(seats[player]),
                groups=groups[player],
            )
            for player in instance.players_of(number)
        ),
        games=(GameChoice(ruleset=RULESET, low=min(sizes), high=max(sizes)),),
        sizes=SizeRule(preferred=instance.preferred),
        met=dict(met),
        apart=instance.apart,
        pinned={player: t + 1 for (r, player), t in instance.fixed.items() if r == number},
        split=Split(sizes, Fraction(0)),
    )
