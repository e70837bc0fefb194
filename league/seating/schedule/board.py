"""A whole schedule under change, with the price of one more meeting of every pair.

Prices are in fiftieths of the room's: 20 is one repeat. A byte per pair holds the meetings so far,
with one bit for a ban and one for a common club, so that one look-up gives the price of a meeting.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from heapq import heapify, heapreplace

from league.seating.schedule.bounds import bounds
from league.seating.schedule.instance import Instance, pairs_of
from league.seating.schedule.measures import APART, OFF_SIZE, REPEAT, SAME_CLUB, meetings_cost

UNIT = OFF_SIZE
BAN = 64
CLUB = 128

Schedule = list[list[list[int]]]
Worth = tuple[int, int, int, int]
"""What a schedule comes to; the smaller is better. The last part is the price in these units."""


def prices() -> tuple[list[int], list[int]]:
    """What one more meeting costs for every byte, and what taking one away saves."""
    add = []
    for byte in range(256):
        met = byte % BAN
        price = meetings_cost(met, 1)
        if byte & BAN:
            price = APART
        if byte & CLUB:
            price += SAME_CLUB
        add.append(price // UNIT)
    return add, [0, *add[:-1]]


ADD, REMOVE = prices()


class Board:
    """A whole schedule under change, with the meetings of all pairs."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.n = instance.n
        self.rounds = instance.rounds
        self.off_tables = [
            [int(size != instance.preferred) for size in sizes] for sizes in instance.sizes
        ]
        self.base = [bytearray(self.n) for _ in range(self.n)]
        for (a, b), times in pairs_of(instance.history).items():
            self.base[a][b] = self.base[b][a] = min(times, BAN // 2)
        for a, b in instance.apart:
            self.base[a][b] |= BAN
            self.base[b][a] |= BAN
        members: dict[int, list[int]] = {}
        for player, club in enumerate(instance.clubs):
            if club is not None:
                members.setdefault(club, []).append(player)
        for mates in members.values():
            for a in mates:
                for b in mates:
                    if a != b:
                        self.base[a][b] |= CLUB
        self.earlier_off = [0] * self.n
        for tables in instance.history:
            for table in tables:
                if len(table) != instance.preferred:
                    for player in table:
                        self.earlier_off[player] += 1
        self.locked = [
            frozenset(p for (r, p) in instance.fixed if r == number)
            for number in range(self.rounds)
        ]
        self.movable = [
            [p for p in instance.players_of(number) if p not in self.locked[number]]
            if len(instance.sizes[number]) > 1
            else []
            for number in range(self.rounds)
        ]
        self.movable = [row if len(row) > 1 else [] for row in self.movable]
        counts, self.level = even_off_sizes(instance)
        self.even_squares = sum(o * o for o in counts)
        self.seated: Schedule = []
        self.table_of: list[list[int]] = []
        self.met: list[bytearray] = []
        self.off: list[int] = []

    def put(self, rounds: Sequence[Sequence[Sequence[int]]]) -> None:
        """Take over a schedule; its tables must have the sizes of the instance."""
        self.seated = [[list(table) for table in tables] for tables in rounds]
        self.met = [bytearray(row) for row in self.base]
        self.off = list(self.earlier_off)
        self.table_of = []
        for number, tables in enumerate(self.seated):
            where = [-1] * self.n
            for t, table in enumerate(tables):
                for a in table:
                    where[a] = t
                    row = self.met[a]
                    for b in table:
                        if a != b:
                            row[b] += 1
                    self.off[a] += self.off_tables[number][t]
            self.table_of.append(where)

    def worth(self) -> Worth:
        """Bans broken, the price of the meetings, the most of one pair, the price of everything."""
        broken = most = price = 0
        for (a, b), times in pairs_of(self.seated).items():
            byte = self.base[a][b]
            earlier = byte % BAN
            if earlier + times > most:
                most = earlier + times
            if byte or times > 1:
                price += sum(ADD[byte : byte + times])
                if byte & BAN:
                    broken += times
        return broken, price, most, price + self.unevenness()

    def unevenness(self) -> int:
        """What tables of unusual size cost."""
        return sum([o * o for o in self.off])

    def random_start(self, rng: random.Random) -> None:
        """Everybody anywhere, locked players in their places."""
        rounds: Schedule = []
        for number, sizes in enumerate(self.instance.sizes):
            tables: list[list[int]] = [[] for _ in sizes]
            for player in sorted(self.locked[number]):
                tables[self.instance.fixed[number, player]].append(player)
            loose = [p for p in self.instance.players_of(number) if p not in self.locked[number]]
            rng.shuffle(loose)
            for table, size in zip(tables, sizes, strict=True):
                while len(table) < size:
                    table.append(loose.pop())
            rounds.append(tables)
        self.put(rounds)

    def greedy_start(self, rng: random.Random) -> None:
        """Player by player to the cheapest table with a free seat, round after round."""
        met = [bytearray(row) for row in self.base]
        off = list(self.earlier_off)
        rounds: Schedule = []
        for number, sizes in enumerate(self.instance.sizes):
            flags = self.off_tables[number]
            tables: list[list[int]] = [[] for _ in sizes]
            for player in sorted(self.locked[number]):
                tables[self.instance.fixed[number, player]].append(player)
            loose = [p for p in self.instance.players_of(number) if p not in self.locked[number]]
            rng.shuffle(loose)
            free = [t for t, size in enumerate(sizes) if len(tables[t]) < size]
            for player in loose:
                row = met[player]
                extra = 2 * off[player] + 1
                best, cheapest = free[0], 1 << 60
                for t in free:
                    price = sum([ADD[row[x]] for x in tables[t]]) * 8 + flags[t] * extra
                    price = price * 8 + len(tables[t])
                    if price < cheapest:
                        best, cheapest = t, price
                tables[best].append(player)
                if len(tables[best]) == sizes[best]:
                    free.remove(best)
            for t, table in enumerate(tables):
                for a in table:
                    off[a] += flags[t]
                    for b in table:
                        if a != b:
                            met[a][b] += 1
            rounds.append(tables)
        self.put(rounds)

    def troubled(self) -> list[tuple[int, int]]:
        """(round, player) of everybody who can move and whose place costs something."""
        found = []
        level = self.level
        for number, tables in enumerate(self.seated):
            if not self.movable[number]:
                continue
            flags = self.off_tables[number]
            locked = self.locked[number]
            for t, table in enumerate(tables):
                for a in table:
                    if a in locked:
                        continue
                    row = self.met[a]
                    uneven = self.off[a] > level if flags[t] else self.off[a] < level - 1
                    if uneven or any(REMOVE[row[x]] for x in table if x != a):
                        found.append((number, a))
        return found


def ideal_cost(instance: Instance) -> int:
    """A cost, in the units of this file, that no schedule of the instance undercuts."""
    least = bounds(instance).cost * (REPEAT // UNIT)
    pairs = instance.n * (instance.n - 1) // 2
    if not instance.history and pairs:
        needed = sum(size * (size - 1) // 2 for sizes in instance.sizes for size in sizes)
        share, more = divmod(needed, pairs)
        even = sum(ADD[:share]) * pairs + (ADD[share] * more if more else 0)
        least = max(least, even)
    return least + sum(o * o for o in even_off_sizes(instance)[0])


def even_off_sizes(instance: Instance) -> tuple[list[int], int]:
    """The evenest counts of off-size tables conceivable, and the highest that was filled up to.

    Counts of the history and of locked seats stay; every other such seat goes to the lowest.
    """
    off = [0] * instance.n
    for tables in instance.history:
        for table in tables:
            for player in table:
                off[player] += len(table) != instance.preferred
    unusual = sum(size for sizes in instance.sizes for size in sizes if size != instance.preferred)
    for (number, player), place in instance.fixed.items():
        if instance.sizes[number][place] != instance.preferred:
            off[player] += 1
            unusual -= 1
    heapify(off)
    level = 0
    for _ in range(unusual):
        level = off[0] + 1
        heapreplace(off, level)
    return off, level
