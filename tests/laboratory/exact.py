"""What repeats of a few rounds at a few tables cost at the least: every way to seat them.

The same search tells whether so low a cost can be had with no pair meeting too often, and with
nobody at the large tables too often.

Players who had the same tables so far are alike, so a round is a number of them at each of its
tables, and tables of one size are alike while nobody sits there. All rounds are alike as well, so
those that share least come first (`at_most`). A way is left as soon as it cannot undercut the limit
any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations, product
from math import comb
from time import process_time

from league.seating.schedule.bounds import shared_pairs

Row = tuple[int, ...]
Cells = list[tuple[Row, int]]
"""Players who had the same tables round by round, and how many they are."""


COMPARED = 3
"""After so many rounds a way that is another one in other words is left."""


class OutOfTime(Exception):
    """Not every way could be looked at."""


def fewer(
    sizes: Row,
    rounds: int,
    limit: int,
    *,
    seconds: float,
    most: int | None = None,
    spread: int | None = None,
) -> tuple[int, list[list[list[int]]]] | None:
    """The least that repeats of so many rounds of these sizes cost, and rounds that cost it.

    None when there are none below `limit`, which is a lower bound then. With `most` only
    rounds in which no pair meets more often count, with `spread` only those in which nobody has
    more than so many of the largest tables more than somebody else. Sizes fall. Raises `OutOfTime`.
    """
    best, kept = limit, None
    most = rounds if most is None else most
    later = _later(shared_pairs(sizes, sizes), rounds)
    until = process_time() + seconds

    def room() -> int:
        if process_time() > until:
            raise OutOfTime
        return best

    seen: set[tuple[tuple[Row, int], ...]] = set()

    def next_round(cells: Cells, left: int, met: int) -> None:
        nonlocal best, kept
        if not left:
            if met < best and (spread is None or _unevenness(cells, sizes) <= spread):
                best, kept = met, cells
            return
        if len(cells[0][0]) <= COMPARED:
            form = _form(cells, sizes)
            if form in seen:
                return
            seen.add(form)
        so_far = rounds - left + 1

        def below() -> int:
            return min(room() - later[left - 1], at_most(room() - 1, rounds, so_far) + 1) - met

        for tables, added in ways(cells, sizes, most, below):
            next_round(tables, left - 1, met + added)

    next_round([((t,), size) for t, size in enumerate(sizes)], rounds - 1, 0)
    return None if kept is None else (best, _seated(kept, sizes, rounds))


def _unevenness(cells: Cells, sizes: Row) -> int:
    counts = [sum(sizes[t] == sizes[0] for t in row) for row, _ in cells]
    return max(counts) - min(counts)


def _form(cells: Cells, sizes: Row) -> tuple[tuple[Row, int], ...]:
    """The same for rounds that differ only in the order of rounds and of tables of one size."""
    tables = range(len(sizes))
    orders = [
        order for order in permutations(tables) if all(sizes[t] == sizes[order[t]] for t in tables)
    ]
    rounds = len(cells[0][0])
    return min(
        tuple(
            sorted(
                (tuple(order[row[r]] for r, order in zip(turn, chosen, strict=True)), count)
                for row, count in cells
            )
        )
        for turn in permutations(range(rounds))
        for chosen in product(orders, repeat=rounds)
    )


def _later(shared: int, rounds: int) -> list[int]:
    """What the last 0, 1, 2 … rounds add at the least, each sharing pairs with those before it."""
    later = [0]
    for before in range(rounds - 1, 0, -1):
        later.append(later[-1] + before * shared)
    return later


@cache
def at_most(cost: int, rounds: int, first: int) -> int:
    """What the first so many rounds cost at the most, in some order of the rounds.

    The cost is what twos of rounds share, so each round has its part in it and all parts together
    are twice the cost. Some round takes that share with it, and it is called the last.
    """
    for left in range(rounds, first, -1):
        cost -= -(-2 * cost // left)
    return cost


def _seated(cells: Cells, sizes: Row, rounds: int) -> list[list[list[int]]]:
    found: list[list[list[int]]] = [[[] for _ in sizes] for _ in range(rounds)]
    player = 0
    for tables, count in cells:
        for _ in range(count):
            for number, t in enumerate(tables):
                found[number][t].append(player)
            player += 1
    return found


def ways(
    cells: Cells, sizes: Row, most: int, below: Callable[[], int]
) -> Iterator[tuple[Cells, int]]:
    """Every next round that adds less than `below` says to the cost, and how much.

    Nobody meets more than `most` times.
    """
    cells = sorted(cells, key=lambda cell: -cell[1])
    times = [
        [sum(x == y for x, y in zip(one, other, strict=True)) for other, _ in cells[:c]]
        for c, (one, _) in enumerate(cells)
    ]
    knows = [[(d, met) for d, met in enumerate(row) if met] for row in times]
    alike = len(cells[0][0])
    had_enough = [[d for d, met in enumerate(row) if met >= most] for row in times]
    alone = alike >= most
    seated = [[0] * len(sizes) for _ in cells]

    def seat(place: int, room: Row, met: int) -> Iterator[tuple[Cells, int]]:
        if place == len(cells):
            found = [
                ((*cells[c][0], t), count)
                for c, row in enumerate(seated)
                for t, count in enumerate(row)
                if count
            ]
            yield found, met
            return
        known = [sum(seated[d][t] * met for d, met in knows[place]) for t in range(len(sizes))]
        full = [any(seated[d][t] for d in had_enough[place]) for t in range(len(sizes))]
        for shares in _shares(cells[place][1], room, sizes):
            added = sum(
                comb(here, 2) * alike + here * others
                for here, others in zip(shares, known, strict=True)
            )
            if met + added >= below():
                continue
            if any(
                here and (shut or (alone and here > 1))
                for here, shut in zip(shares, full, strict=True)
            ):
                continue
            seated[place] = list(shares)
            left = tuple(r - here for r, here in zip(room, shares, strict=True))
            yield from seat(place + 1, left, met + added)
            seated[place] = [0] * len(sizes)

    yield from seat(0, sizes, 0)


def _shares(count: int, room: Row, sizes: Row) -> Iterator[Row]:
    """Every way to put so many players at tables with so much room, equal empty ones in order."""

    def fill(t: int, left: int, shares: Row) -> Iterator[Row]:
        if t == len(room):
            if not left:
                yield shares
            return
        most = min(left, room[t])
        alike = t and room[t] == sizes[t] == sizes[t - 1] == room[t - 1]
        if alike:
            most = min(most, shares[-1])
        for here in range(most, -1, -1):
            yield from fill(t + 1, left - here, (*shares, here))

    yield from fill(0, count, ())
