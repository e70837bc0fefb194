"""A seating of one round under change, with the prices of everything on it as plain lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

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
from league.seating.types import Field, FieldPlayer, PlannedTable, PlayerId


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
        self.flags = [int(slot.size != preferred_size(field, slot.ruleset)) for slot in field.slots]
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


def preferred_size(field: Field, ruleset: int) -> int:
    """How many a table of this game had best seat."""
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
    for members in by_group(field).values():
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


def by_group(field: Field) -> dict[int, list[PlayerId]]:
    """The members of every club that counts, by its number."""
    members: dict[int, list[PlayerId]] = {}
    for player, groups in shared_groups(field).items():
        for group in groups:
            members.setdefault(group, []).append(player)
    return members
