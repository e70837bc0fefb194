"""Local search for one round: swap players between tables until nothing is left to mend."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp
from time import process_time

from league.seating.apart import arrange, conflicts, places_left
from league.seating.bounds import cost_bound, repeats_bound, spread_pairs
from league.seating.penalties import (
    APART,
    Weights,
    has_wishes,
    level_cost,
    meeting_cost,
    off_size_cost,
    place_penalties,
    positions_of,
    season_weight,
    shared_groups,
    weights_of,
)
from league.seating.types import (
    Field,
    FieldPlayer,
    Plan,
    PlannedTable,
    PlayerId,
    StoppedBy,
)

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


class Board:
    """A seating under change, with everything prices need as plain lists.

    Players are numbered in the order of `order`, which for ranked fields is the ranking.
    """

    def __init__(self, field: Field, order: Sequence[PlayerId]) -> None:
        self.field = field
        self.order = list(order)
        self.index = {player: i for i, player in enumerate(self.order)}
        self.sizes = [slot.size for slot in field.slots]
        self.rows = _pair_prices(field, self.index)
        weights = weights_of(field)
        known = {p.id: p for p in field.players}
        self.flags = [int(slot.size != _preferred(field, slot.ruleset)) for slot in field.slots]
        self.pos = [0] * len(self.order)
        positions = positions_of(field, len(field.slots))
        if positions:
            self.pos = [positions[player] for player in self.order]
        height = self.pos if field.aim == "alike" else [0] * len(self.order)
        self.off = [
            off_size_cost(known[player], weights, position)
            for player, position in zip(self.order, height, strict=True)
        ]
        self.levelled = field.aim == "level"
        self.special = _place_prices(field, [known[player] for player in self.order], weights)
        self.near, self.rooms = _near(field, self.index)
        self.near_price = weights.near
        numbers = {slot.number: place for place, slot in enumerate(field.slots)}
        self.home = {self.index[p]: numbers[t] for p, t in field.pinned.items() if p in self.index}
        self.members: list[list[int]] = [[] for _ in self.sizes]
        self.table = [-1] * len(self.order)
        self.where = [-1] * len(self.order)
        self.sums = [0] * len(self.sizes)

    def seat(self, i: int, table: int) -> None:
        """Put a player without a table on a free seat."""
        self.table[i] = table
        self.where[i] = len(self.members[table])
        self.members[table].append(i)
        self.sums[table] += self.pos[i]

    def clear(self) -> None:
        """Everybody stands up."""
        self.members = [[] for _ in self.sizes]
        self.table = [-1] * len(self.order)
        self.where = [-1] * len(self.order)
        self.sums = [0] * len(self.sizes)

    def free(self, table: int) -> int:
        """How many seats of this table are free."""
        return self.sizes[table] - len(self.members[table])

    def price_at(self, i: int, table: int) -> int:
        """What a player's companions and wishes cost at this table, apart from scores."""
        row = self.rows[i]
        price = 0
        if row:
            for m in self.members[table]:
                if m in row:
                    price += row[m]
        if i in self.special:
            price += self.special[i][table]
        if i in self.near:
            room = self.rooms[table]
            price += sum(
                self.near_price
                for other in self.near[i]
                if self.table[other] >= 0 and self.rooms[self.table[other]] != room
            )
        return price

    def cost(self) -> int:
        """The cost of the whole seating, seats excepted."""
        total = 0
        for table, members in enumerate(self.members):
            for a, b in combinations(members, 2):
                total += self.rows[a].get(b, 0)
            total += self.apart_in_score(table)
            if self.flags[table]:
                total += sum(self.off[i] for i in members)
        total += sum(prices[self.table[i]] for i, prices in self.special.items())
        for i, others in self.near.items():
            room = self.rooms[self.table[i]]
            total += sum(
                self.near_price for j in others if i < j and self.rooms[self.table[j]] != room
            )
        return total

    def spread(self) -> int:
        """What the scores or strengths of all tables cost."""
        return sum(self.apart_in_score(table) for table in range(len(self.sizes)))

    def apart_in_score(self, table: int) -> int:
        """What the scores or strengths of a table cost."""
        if self.levelled:
            return level_cost(self.sums[table], self.sizes[table])
        # The squared distances of all pairs, from two sums.
        squares = sum(self.pos[i] ** 2 for i in self.members[table])
        return len(self.members[table]) * squares - self.sums[table] ** 2

    def gain(self, a: int, b: int) -> int:
        """How the cost changes when two players of different tables swap."""
        here, there = self.table[a], self.table[b]
        row_a, row_b = self.rows[a], self.rows[b]
        change = 0
        if row_a or row_b:
            for m in self.members[there]:
                if m != b:
                    change += row_a.get(m, 0) - row_b.get(m, 0)
            for m in self.members[here]:
                if m != a:
                    change += row_b.get(m, 0) - row_a.get(m, 0)
        turn = self.flags[there] - self.flags[here]
        if turn:
            change += turn * (self.off[a] - self.off[b])
        if a in self.special:
            change += self.special[a][there] - self.special[a][here]
        if b in self.special:
            change += self.special[b][here] - self.special[b][there]
        if self.near and self.rooms[here] != self.rooms[there]:
            change += self._nearer(a, b, there) + self._nearer(b, a, here)
        pa, pb = self.pos[a], self.pos[b]
        if pa != pb and self.levelled:
            for table, sum_then in ((here, pb - pa), (there, pa - pb)):
                size, now = self.sizes[table], self.sums[table]
                change += level_cost(now + sum_then, size) - level_cost(now, size)
        elif pa != pb:
            # Sum of squared distances, expanded, so that only the sums per table are needed.
            others_here, others_there = self.sums[here] - pa, self.sums[there] - pb
            change += (self.sizes[there] - self.sizes[here]) * (pa * pa - pb * pb)
            change -= 2 * (pa - pb) * (others_there - others_here)
        return change

    def _nearer(self, i: int, swapped: int, to: int) -> int:
        """How the price of rooms changes for one of two who swap between two rooms."""
        room, goal = self.rooms[self.table[i]], self.rooms[to]
        change = 0
        for other in self.near.get(i, ()):
            if other != swapped:
                theirs = self.rooms[self.table[other]]
                change += self.near_price * ((theirs != goal) - (theirs != room))
        return change

    def swap(self, a: int, b: int) -> None:
        """Exchange two players of different tables."""
        here, there = self.table[a], self.table[b]
        self.members[here][self.where[a]] = b
        self.members[there][self.where[b]] = a
        self.where[a], self.where[b] = self.where[b], self.where[a]
        self.table[a], self.table[b] = there, here
        self.sums[here] += self.pos[b] - self.pos[a]
        self.sums[there] += self.pos[a] - self.pos[b]

    def troubled(self, floor: int) -> list[int]:
        """Players who can move and whose companions cost more than `floor`."""
        return [
            i
            for i, table in enumerate(self.table)
            if i not in self.home and self.price_at(i, table) > floor
        ]

    def restore(self, tables: Sequence[int]) -> None:
        """Back to a remembered seating, given as the table of each player."""
        self.clear()
        for i, table in enumerate(tables):
            self.seat(i, table)

    def planned(self) -> tuple[PlannedTable, ...]:
        """The seating as values, players in the order of their ids."""
        return tuple(
            PlannedTable(slot.number, slot.ruleset, tuple(sorted(self.order[i] for i in members)))
            for slot, members in zip(self.field.slots, self.members, strict=True)
        )


def _preferred(field: Field, ruleset: int) -> int:
    game = field.game(ruleset)
    return field.sizes.preferred if game is None else field.preferred_of(game)


def _pair_prices(field: Field, index: Mapping[PlayerId, int]) -> list[dict[int, int]]:
    weights = weights_of(field)
    rows: list[dict[int, int]] = [{} for _ in index]

    def add(a: PlayerId, b: PlayerId, price: int) -> None:
        if price and a in index and b in index and a != b:
            i, j = index[a], index[b]
            rows[i][j] = rows[i].get(j, 0) + price
            rows[j][i] = rows[j].get(i, 0) + price

    for key, times in field.met.items():
        if times:
            add(*key, meeting_cost(times, season_weight(field, key), weights))
    for key in field.met_season:
        if not field.met.get(key, 0):
            add(*key, meeting_cost(0, season_weight(field, key), weights))
    for a, b in field.apart:
        add(a, b, APART)
    for a, b in field.rather_apart - field.apart:
        add(a, b, weights.rather_apart)
    for members in _by_group(field).values():
        for a, b in combinations(members, 2):
            add(a, b, field.group_price)
    return rows


def _place_prices(
    field: Field, players: Sequence[FieldPlayer], weights: Weights
) -> dict[int, list[int]]:
    """Per player with wishes the price of every table, because of the game or the place."""
    return {
        i: [
            sum(found.cost for found in place_penalties(player, slot.number, slot.ruleset, weights))
            for slot in field.slots
        ]
        for i, player in enumerate(players)
        if has_wishes(player)
    }


def _near(field: Field, index: Mapping[PlayerId, int]) -> tuple[dict[int, list[int]], list[int]]:
    """Per player those they want to share a room with, and the room of every table."""
    near: dict[int, list[int]] = {}
    for a, b in sorted(field.near):
        if a in index and b in index:
            near.setdefault(index[a], []).append(index[b])
            near.setdefault(index[b], []).append(index[a])
    return near, [field.rooms.get(slot.number, 0) for slot in field.slots]


def _by_group(field: Field) -> dict[int, list[PlayerId]]:
    members: dict[int, list[PlayerId]] = {}
    for player, groups in shared_groups(field).items():
        for group in groups:
            members.setdefault(group, []).append(player)
    return members


def ideal_cost(field: Field) -> int:
    """A cost no seating of this prepared field undercuts; reaching it ends the search."""
    weights = weights_of(field)
    sizes = [slot.size for slot in field.slots]
    ids = [p.id for p in field.players]
    repeats = repeats_bound(ids, sizes, field)
    cost = weights.repeat * cost_bound(ids, sizes, field, repeats)
    for members in _by_group(field).values():
        cost += field.group_price * spread_pairs(len(members), sizes)
    off_seats = sum(
        slot.size for slot in field.slots if slot.size != _preferred(field, slot.ruleset)
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
