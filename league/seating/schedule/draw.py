"""The one door to whole schedules: construct, search, order the seats, measure."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import process_time

from league.seating.contract import Budget
from league.seating.errors import SeatingRefused
from league.seating.schedule.anneal import Annealing, search
from league.seating.schedule.board import UNIT, Board, ideal_cost
from league.seating.schedule.bounds import Bounds, bounds, least_most
from league.seating.schedule.chairs import order_chairs
from league.seating.schedule.construct import constructed, doubled, from_library, joined, renamed
from league.seating.schedule.instance import Instance, Rounds, objections, pairs_of, refuse
from league.seating.schedule.labels import relabelled
from league.seating.schedule.measures import (
    OFF_SIZE,
    Measures,
    measure,
    meetings,
    off_sizes,
    spread_of,
)
from league.seating.types import Objection, StoppedBy

USUAL = Budget(steps=500_000, seconds=10.0)
"""Half a million swaps: a fraction of a second for what no construction settles."""

SPREADING = 120_000
"""Swaps spent on evening out the short tables of a large schedule without repeats."""

LARGE = 150
"""More players than these are a large schedule."""

MOST_EXTENDED = 400
"""Above so many players a construction that lacks a round is no better a start than any."""

Draft = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come: swaps tried, and the cost of the best schedule so far."""

    steps: int
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Rounds of tables of players 0..n-1 in seat order, with everything needed to judge them.

    `lower_bound` is a number of repeats, `least_cost` a `repeat_cost`, that no schedule undercuts.
    Unless `stopped_by` is
    "time", the same instance, seed and budget give the same schedule.
    """

    rounds: Rounds
    measures: Measures
    bounds: Bounds
    stopped_by: StoppedBy
    steps: int
    seed: int

    @property
    def lower_bound(self) -> int:
        """The proven lower bound on repeats."""
        return self.bounds.repeats

    @property
    def least_cost(self) -> int:
        """The proven lower bound on what they cost."""
        return self.bounds.cost


def schedule(
    instance: Instance,
    *,
    seed: int,
    budget: Budget | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Schedule:
    """A whole schedule for the instance; the best one found when the budget ends.

    Raises `SeatingRefused` with all objections where none can be made. `progress` hears of every
    better schedule on the way. Without a budget a search is short, and left out where a long one
    has been made before.
    """
    refuse(objections(instance))
    rng = random.Random(seed)
    limits = bounds(instance)
    worth = _Worth(instance)
    draft, known = _ready_made(instance, rng, worth)
    done = 0
    stopped_by: StoppedBy = "ideal"
    if draft is None or not worth.is_ideal(draft):
        if draft is not None and budget is None and known:
            # What a long search has not improved, a short one will not.
            stopped_by = "steps"
        else:
            draft, done, stopped_by = _searched(instance, draft, rng, budget, progress, worth)
    order_chairs(instance, draft, rng)
    made = tuple(tuple(tuple(table) for table in tables) for tables in draft)
    measures = measure(instance, made)
    if measures.apart_broken:
        together = sorted(set(pairs_of(made)) & instance.apart)
        raise SeatingRefused(tuple(Objection("apart_not_found", {"players": p}) for p in together))
    return Schedule(
        rounds=made,
        measures=measures,
        bounds=limits,
        stopped_by=stopped_by,
        steps=done,
        seed=seed,
    )


class _Worth:
    """Compares drafts of one instance: bans, what repeats cost, the most of a pair, clubs.

    Then short tables spread by more than one, then the price of everything.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.ideal = ideal_cost(instance) * UNIT
        self._before = pairs_of(instance.history)

    def key(self, draft: Draft) -> tuple[int, ...]:
        """Smaller is better."""
        figures = meetings(self.instance, draft, self._before)
        off, played = off_sizes(self.instance, draft)
        return (
            figures.apart_broken,
            figures.repeat_cost,
            max(2, figures.most_meetings),
            figures.club_meetings,
            max(1, spread_of(off, played)),
            figures.cost + OFF_SIZE * sum(o * o for o in off),
        )

    def repeats(self, draft: Draft) -> tuple[int, int]:
        """How many bans a draft breaks, and what its repeats cost."""
        found = meetings(self.instance, draft, self._before)
        return found.apart_broken, found.repeat_cost

    def is_ideal(self, draft: Draft) -> bool:
        """Whether nothing better is conceivable."""
        broken, cost, most, *_, price = self.key(draft)
        if broken or price > self.ideal:
            return False
        return most <= max(2, least_most(self.instance, cost))


def _ready_made(instance: Instance, rng: random.Random, worth: _Worth) -> tuple[Draft | None, bool]:
    """The best schedule that needs no search, and whether a long search stands behind it."""
    if not instance.has_equal_rounds:
        return None, False
    stored = from_library(instance)
    built = constructed(instance, rng)
    drafts = [stored, built]
    if built is None:
        drafts += [joined(instance, rng), doubled(instance, rng)]
    found = [draft for draft in drafts if draft is not None]
    if not found:
        return None, False
    best = min(found, key=worth.key) if len(found) > 1 else found[0]
    known = best is stored and instance.is_plain
    if instance.apart or any(club is not None for club in instance.clubs):
        return relabelled(instance, best, rng), False
    return renamed(best, instance.n, rng), known


def _searched(
    instance: Instance,
    draft: Draft | None,
    rng: random.Random,
    budget: Budget | None,
    progress: Callable[[Progress], None] | None,
    worth: _Worth,
) -> tuple[Draft, int, StoppedBy]:
    spend = budget or USUAL
    steps = spend.steps
    if (
        budget is None
        and instance.n > LARGE
        and draft is not None
        and not any(worth.repeats(draft))
    ):
        steps = SPREADING
    tell = None if progress is None else _told(progress)
    annealing = Annealing(
        Board(instance),
        rng,
        steps=steps,
        until=None if spend.seconds is None else process_time() + spend.seconds,
        ideal=worth.ideal // UNIT,
        progress=tell,
        stop=spend.stop,
    )
    start = draft
    if draft is None or worth.repeats(draft):
        start = extended(instance, rng, steps // 4) or draft
    if start is not None:
        annealing.board.put(start)
    search(annealing, given=start is not None)
    best = annealing.best
    if draft is not None and (
        worth.repeats(best) > worth.repeats(draft) or worth.key(best) > worth.key(draft)
    ):
        best = draft
    return best, annealing.done, annealing.stopped_by


def extended(instance: Instance, rng: random.Random, steps: int, fewer: int = 0) -> Draft | None:
    """As many rounds without a repeat as can be constructed, the others found around them.

    With `fewer` so many of the constructed rounds are given up for others.
    """
    if not instance.is_plain or instance.n > MOST_EXTENDED:
        return None
    for first in range(instance.rounds - 1, instance.rounds // 2, -1):
        built = constructed(replace(instance, sizes=instance.sizes[:first]), rng)
        if built is None:
            continue
        built = built[: first - fewer]
        played = tuple(tuple(tuple(table) for table in tables) for tables in built)
        rest = replace(instance, sizes=instance.sizes[len(built) :], history=played)
        annealing = Annealing(
            Board(rest), rng, steps=steps, until=None, ideal=ideal_cost(rest), progress=None
        )
        search(annealing, given=False)
        return [*built, *annealing.best]
    return None


def _told(progress: Callable[[Progress], None]) -> Callable[[int, int], None]:
    def tell(steps: int, cost: int) -> None:
        progress(Progress(steps, cost))

    return tell
