"""Local search for whole schedules: swap two players of one round, mostly those with a problem.

Prices are in fiftieths of the room's: 20 is one repeat. A byte per pair holds the meetings so far,
with one bit for a ban and one for a common club, so that one look-up gives the price of a meeting.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from heapq import heapify, heapreplace
from math import exp
from time import process_time

from league.seating.schedule.bounds import bounds
from league.seating.schedule.instance import Instance, pairs_of
from league.seating.schedule.measures import APART, OFF_SIZE, REPEAT, SAME_CLUB, meetings_cost
from league.seating.types import StoppedBy

UNIT = OFF_SIZE
BAN = 64
CLUB = 128
CHUNK = 2000
"""Steps between two looks at the clock and two temperatures."""

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


class Annealing:
    """One search with its budget; `best` is the best schedule seen at the end of a leg."""

    def __init__(
        self,
        board: Board,
        rng: random.Random,
        *,
        steps: int,
        until: float | None,
        ideal: int,
        progress: Callable[[int, int], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.stop = stop
        self.board = board
        self.rng = rng
        self.left = steps
        self.done = 0
        self.until = until
        self.ideal = ideal
        self.progress = progress
        self.out_of_time = False
        self.worth: Worth | None = None
        self.best: Schedule = []

    @property
    def is_ideal(self) -> bool:
        """Whether nothing better is conceivable than what has been found."""
        return self.worth is not None and self.worth[3] <= self.ideal

    @property
    def stopped_by(self) -> StoppedBy:
        """Why the search has ended."""
        if self.is_ideal:
            return "ideal"
        return "time" if self.out_of_time else "steps"

    @property
    def is_over(self) -> bool:
        """Whether nothing better can be hoped for, or the budget is spent."""
        if self.until is not None and process_time() > self.until:
            self.out_of_time = True
        if self.stop is not None and self.stop():
            self.out_of_time = True
        return self.is_ideal or self.left <= 0 or self.out_of_time

    def take(self) -> Worth:
        """Look at the board as it is; remember it if nothing was better before."""
        worth = self.board.worth()
        if self.worth is None or worth < self.worth:
            self.worth = worth
            self.best = [[list(table) for table in tables] for tables in self.board.seated]
            if self.progress is not None:
                self.progress(self.done, worth[3] * UNIT)
        return worth

    def leg(self, steps: int, hot: float, cold: float, even: int = 1) -> None:
        """Swap so many times from hot to cold and leave the board at the best place seen.

        `even` is what the evenness of short tables weighs on this walk beside repeats.
        """
        board = self.board
        cells = [(number, p) for number, row in enumerate(board.movable) for p in row]
        worth = self.take()
        if not cells:
            self.left = 0
            return
        extra = even - 1
        cost = best_here = worth[3] + extra * board.unevenness()
        ideal = self.ideal + extra * board.even_squares
        journal: list[tuple[int, int, int]] = []
        bad = board.troubled()
        rebuild = max(CHUNK, len(cells) // 4)
        since = 0
        done = 0
        while done < steps and not self.is_over:
            heat = hot * (cold / hot) ** (done / steps)
            accept = [exp(-d / heat) for d in range(int(heat * 12) + 1)]
            count = min(CHUNK, steps - done, self.left)
            cost, best_here, walked = self._walk(
                count, cost, best_here, ideal, even, accept, bad, cells, journal
            )
            done += walked
            since += walked
            self.left -= walked
            self.done += walked
            if best_here <= ideal:
                break
            if since >= rebuild or not bad:
                bad = board.troubled()
                since = 0
        if journal:
            board.put(self._rewound(journal))
        self.take()

    def _rewound(self, journal: Sequence[tuple[int, int, int]]) -> Schedule:
        """The schedule as it was before these swaps."""
        seated = [[list(table) for table in tables] for tables in self.board.seated]
        where = [list(row) for row in self.board.table_of]
        for number, a, b in reversed(journal):
            row = where[number]
            here, there = seated[number][row[a]], seated[number][row[b]]
            here[here.index(a)] = b
            there[there.index(b)] = a
            row[a], row[b] = row[b], row[a]
        return seated

    def _walk(
        self,
        count: int,
        cost: int,
        best: int,
        ideal: int,
        even: int,
        accept: Sequence[float],
        bad: list[tuple[int, int]],
        cells: Sequence[tuple[int, int]],
        journal: list[tuple[int, int, int]],
    ) -> tuple[int, int, int]:
        # The inner loop of everything: names are local, nothing is called but `random`.
        board = self.board
        add, remove, met = ADD, REMOVE, board.met
        off, flags_of = board.off, board.off_tables
        seated, table_of, movable, locked = (
            board.seated,
            board.table_of,
            board.movable,
            board.locked,
        )
        draw = self.rng.random
        limit = len(accept)
        even *= 2
        places = len(cells)
        for step in range(count):
            if bad and draw() < 0.75:
                i = int(draw() * len(bad))
                number, a = bad[i]
                where = table_of[number]
                here = where[a]
                row_a = met[a]
                table = seated[number][here]
                for x in table:
                    if remove[row_a[x]] and x != a:
                        break
                else:
                    # Nothing wrong any more with the companions: try the place once, then forget.
                    bad[i] = bad[-1]
                    bad.pop()
            else:
                number, a = cells[int(draw() * places)]
                where = table_of[number]
                here = where[a]
                row_a = met[a]
                table = seated[number][here]
            row = movable[number]
            b = row[int(draw() * len(row))]
            there = where[b]
            if there == here:
                continue
            row_b = met[b]
            other = seated[number][there]
            change = 0
            for x in table:
                if x != a:
                    change += add[row_b[x]] - remove[row_a[x]]
            for x in other:
                if x != b:
                    change += add[row_a[x]] - remove[row_b[x]]
            flags = flags_of[number]
            if flags[here] != flags[there]:
                if flags[here]:
                    change += even * (off[b] - off[a] + 1)
                else:
                    change += even * (off[a] - off[b] + 1)
            if change > 0 and (change >= limit or draw() >= accept[change]):
                continue
            for x in table:
                if x != a:
                    row_x = met[x]
                    row_a[x] -= 1
                    row_x[a] -= 1
                    row_b[x] += 1
                    row_x[b] += 1
            for x in other:
                if x != b:
                    row_x = met[x]
                    row_b[x] -= 1
                    row_x[b] -= 1
                    row_a[x] += 1
                    row_x[a] += 1
            if flags[here] != flags[there]:
                if flags[here]:
                    off[a] -= 1
                    off[b] += 1
                else:
                    off[a] += 1
                    off[b] -= 1
            table[table.index(a)] = b
            other[other.index(b)] = a
            where[a] = there
            where[b] = here
            if a not in locked[number]:
                bad.append((number, a))
            bad.append((number, b))
            cost += change
            if cost < best:
                best = cost
                journal.clear()
                if best <= ideal:
                    return cost, best, step + 1
            else:
                journal.append((number, a, b))
        return cost, best, count


EVENNESS = (400, 1, 3)
"""What evenness weighs on one start after the other: first more than any repeat, so that players
change places only where short tables stay as even as they can be, then as little as it is worth."""


def search(annealing: Annealing, *, given: bool) -> None:
    """Anneal from `given` (the board as it is) or from new starts until the search is over.

    Every start is followed by a cold leg from the best schedule, which evens out short tables
    without giving up what the hot one has won.
    """
    board, rng = annealing.board, annealing.rng
    cells = sum(len(row) for row in board.movable)
    mixed = any(any(flags) and not all(flags) for flags in board.off_tables)
    steps = max(16_000, 8 * cells)
    if given:
        annealing.leg(steps, 1.6, 0.4)
    attempt = 0
    while not annealing.is_over:
        if attempt % 2 or cells > 3000:
            board.random_start(rng)
        else:
            board.greedy_start(rng)
        even = EVENNESS[attempt % len(EVENNESS)] if mixed else 1
        hot, cold = (8.0, 2.0) if cells <= 3000 else (3.0, 1.0)
        annealing.leg(steps, hot, cold, even)
        if not annealing.is_over:
            annealing.leg(steps // 3, 1.6, 0.4)
        steps = int(steps * 1.3)
        attempt += 1
