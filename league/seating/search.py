"""Local search for one round: swap players on a board until nothing is left to mend."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from time import process_time

from league.seating.apart import arrange, conflicts, places_left
from league.seating.board import Board, by_group, preferred_size
from league.seating.bounds import cost_bound, repeats_bound, spread_pairs
from league.seating.penalties import APART, off_size_cost, weights_of
from league.seating.types import Field, Plan, StoppedBy

CLOCK_EVERY = 256
"""Steps between two looks at the clock."""


class Clock:
    """Counts steps and, rarely, looks at the CPU time."""

    def __init__(
        self, steps: int, seconds: float | None, stop: Callable[[], bool] | None = None
    ) -> None:
        self.left = steps
        self.done = 0
        self.out_of_time = False
        self._until = None if seconds is None else process_time() + seconds
        self._stop = stop

    def is_over(self) -> bool:
        """Whether the time is up or somebody asked for the best so far."""
        if (self._until is not None and process_time() > self._until) or (
            self._stop is not None and self._stop()
        ):
            self.out_of_time = True
        return self.out_of_time

    def spend(self, steps: int) -> int:
        """How many of these steps may be taken, no more than one look at the clock apart."""
        if self.is_over():
            return 0
        granted = min(steps, self.left, CLOCK_EVERY)
        self.left -= granted
        self.done += granted
        return granted

    def spend_all(self, steps: int) -> bool:
        """Takes these steps in one piece, or what is left; False when the budget is used up."""
        if self.left <= 0 or self.is_over():
            return False
        granted = min(steps, self.left)
        self.left -= granted
        self.done += granted
        return True


@dataclass(frozen=True, slots=True)
class Leg:
    """One stretch of the search: its share of steps, from which to which temperature.

    `window` limits partners to so many ranks away; None allows anybody. `mending` proposes only
    players with a repeat or a ban, and ends when there are none.
    """

    steps: int
    hot: float
    cold: float
    window: int | None = None
    mending: bool = False


def ideal_cost(field: Field) -> int:
    """A cost no seating of this prepared field undercuts; reaching it ends the search."""
    weights = weights_of(field)
    sizes = [slot.size for slot in field.slots]
    ids = [p.id for p in field.players]
    repeats = repeats_bound(ids, sizes, field)
    cost = weights.repeat * cost_bound(ids, sizes, field, repeats)
    for members in by_group(field).values():
        cost += field.group_price * spread_pairs(len(members), sizes)
    off_seats = sum(
        slot.size for slot in field.slots if slot.size != preferred_size(field, slot.ruleset)
    )
    return cost + sum(sorted(off_size_cost(p, weights) for p in field.players)[:off_seats])


def fill_greedily(board: Board, rng: random.Random) -> None:
    """Seat everybody in random order, each at the cheapest table with a free seat."""
    board.clear()
    for i, table in board.home.items():
        board.seat(i, table)
    waiting = [i for i in range(len(board.order)) if i not in board.home]
    rng.shuffle(waiting)
    # Those who care where they sit choose while there is a choice.
    waiting.sort(key=lambda i: i not in board.special)
    open_tables = [t for t in range(len(board.sizes)) if board.free(t)]
    for i in waiting:
        # In a large hall a sample of tables is as good as all of them.
        seen = open_tables if len(open_tables) <= 40 else rng.sample(open_tables, 40)
        table = min(
            seen,
            key=lambda t: (
                board.price_at(i, t) + board.flags[t] * board.off[i],
                len(board.members[t]) / board.sizes[t],
                t,
            ),
        )
        board.seat(i, table)
        if not board.free(table):
            open_tables.remove(table)


def fill_in_order(board: Board) -> None:
    """Seat everybody by rank, table after table."""
    board.clear()
    for i, table in board.home.items():
        board.seat(i, table)
    table = 0
    for i in range(len(board.order)):
        if i in board.home:
            continue
        while not board.free(table):
            table += 1
        board.seat(i, table)


def fill_snake(board: Board) -> list[int]:
    """Seat everybody by rank in a snake, one seat of each table per row; the row of each player.

    Rows run to and fro over the tables that still have a seat.
    """
    board.clear()
    for i, table in board.home.items():
        board.seat(i, table)
    row_of = [0] * len(board.order)
    waiting = [i for i in range(len(board.order)) if i not in board.home]
    row = 0
    while waiting:
        tables = [t for t in range(len(board.sizes)) if board.free(t)]
        if row % 2:
            tables.reverse()
        for table in tables:
            if not waiting:
                break
            i = waiting.pop(0)
            row_of[i] = row
            board.seat(i, table)
        row += 1
    return row_of


def mend_bans(board: Board) -> bool:
    """Reseat by exact search those with bans, needs or refusals when swapping left one broken.

    True when the board was filled anew, so that it deserves another round of swaps.
    """
    field = board.field
    if not any(board.price_at(i, t) >= APART for i, t in enumerate(board.table)):
        return False
    numbers = {slot.number: place for place, slot in enumerate(field.slots)}
    pinned = {p: numbers[t] for p, t in sorted(field.pinned.items()) if p in board.index}
    found = arrange(
        conflicts(board.order, field.apart),
        board.sizes,
        pinned,
        steps=100_000,
        places=places_left([p for p in field.players if p.id in board.index], field.slots),
    )
    if isinstance(found, str):
        return False
    board.clear()
    for player, table in sorted(found.items(), key=lambda one: board.index[one[0]]):
        board.seat(board.index[player], table)
    rest = [i for i, table in enumerate(board.table) if table < 0]
    for i in rest:
        board.seat(i, next(t for t in range(len(board.sizes)) if board.free(t)))
    return True


def anneal(board: Board, rng: random.Random, clock: Clock, leg: Leg, ideal: int) -> None:
    """Swap within one leg and leave the board at the best seating seen."""
    movable = [i for i in range(len(board.order)) if i not in board.home]
    if len(board.sizes) < 2 or len(movable) < 2:
        return
    cost = best = board.cost()
    remembered = list(board.table)
    moved = False
    floor = weights_of(board.field).repeat - 1 if leg.mending else 0
    bad = board.troubled(floor)
    done = 0
    while done < leg.steps and best > ideal and not (leg.mending and not bad):
        granted = clock.spend(leg.steps - done)
        if not granted:
            break
        heat = leg.hot + (leg.cold - leg.hot) * done / leg.steps
        done += granted
        for _ in range(granted):
            a = _candidate(board, rng, bad, movable, leg, floor)
            if a is None:
                break
            b = _partner(board, rng, a, movable, leg.window)
            if b is None:
                continue
            change = board.gain(a, b)
            if change <= 0 or (
                heat > 0 and change < 40 * heat and rng.random() < exp(-change / heat)
            ):
                board.swap(a, b)
                bad += (a, b)
                cost += change
                moved = True
                if cost < best:
                    best = cost
                    remembered[:] = board.table
                    if best <= ideal:
                        break
        bad = board.troubled(floor)
    if moved and cost != best:
        board.restore(remembered)


def _candidate(
    board: Board,
    rng: random.Random,
    bad: list[int],
    movable: Sequence[int],
    leg: Leg,
    floor: int,
) -> int | None:
    if leg.mending or (bad and rng.random() < 0.75):
        while bad:
            place = int(rng.random() * len(bad))
            player = bad[place]
            if player not in board.home and board.price_at(player, board.table[player]) > floor:
                return player
            bad[place] = bad[-1]
            bad.pop()
        if leg.mending:
            return None
    return movable[int(rng.random() * len(movable))]


def _partner(
    board: Board, rng: random.Random, a: int, movable: Sequence[int], window: int | None
) -> int | None:
    for _ in range(4):
        if window is None:
            b = movable[int(rng.random() * len(movable))]
        else:
            b = a + int(rng.random() * (2 * window + 1)) - window
            if not 0 <= b < len(board.order) or b in board.home:
                continue
        if board.table[b] != board.table[a]:
            return b
    return None


def finished(board: Board, clock: Clock, ideal: int) -> Plan:
    """What a method hands back: the tables, and why the search ended."""
    reason: StoppedBy = "ideal"
    if board.cost() > ideal:
        reason = "time" if clock.out_of_time else "steps"
    return Plan(tables=board.planned(), stopped_by=reason, steps=clock.done, cost=board.cost())


def report(board: Board, clock: Clock, progress: Callable[[Plan], None] | None) -> None:
    """Tell a listener how far the search has come."""
    if progress is not None:
        progress(finished(board, clock, -1))
