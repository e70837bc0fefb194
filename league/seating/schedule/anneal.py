"""Local search for whole schedules: swap two players of one round, mostly those with a problem."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import exp
from time import process_time

from league.seating.schedule.board import ADD, REMOVE, UNIT, Board, Schedule, Worth
from league.seating.types import StoppedBy

CHUNK = 2000
"""Steps between two looks at the clock and two temperatures."""


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

    def _walk(  # noqa: C901  the inner loop of everything; a call per step would cost a third
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
