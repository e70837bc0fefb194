"""Finds better fixtures of equal tables and writes them to the data folder; stop as you like.

    python -m tests.laboratory.turned --players 4-24 --sizes 3-6 --matches 1-10 --seconds 5

Fixtures are sought that stay the same when the players move on in circles: a few base tables then
stand for all, and a walk over those alone is short. Attempts are numbered, and the number decides
which circles there are (none in every fourth, so that each table stands for itself). An entry
changes only for the better; `by` says which attempt found it.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from league.seating.fixtures.bounds import bound_of
from league.seating.fixtures.draw import fixtures
from league.seating.fixtures.library import key_of, written_board
from league.seating.fixtures.task import Shape, Task, shape_of
from league.seating.schedule.library import DATA
from tests.laboratory.kernel import SOURCE, built

Board = list[list[int]]
WALKS = (5_000, 20_000, 100_000, 400_000)
HOT, COLD = 0.8, 0.15
SEEDS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Circles:
    """Players moving on in circles: who takes whose place after so many steps, up to `order`."""

    order: int
    circle: Sequence[int]
    turns: Sequence[Sequence[int]]

    @classmethod
    def of(cls, lengths: Sequence[int], order: int) -> Circles:
        """Circles of these lengths, each a divisor of `order`, players in a row."""
        circle: list[int] = []
        after: list[int] = []
        for number, length in enumerate(lengths):
            first = len(circle)
            circle += [number] * length
            after += [first + (place + 1) % length for place in range(length)]
        turns = [list(range(len(circle)))]
        while len(turns) < order:
            turns.append([after[player] for player in turns[-1]])
        return cls(order, circle, turns)

    def members(self, number: int) -> list[int]:
        return [p for p, mine in enumerate(self.circle) if mine == number]


def attempt(n: int, size: int, shape: Shape, number: int, ideal: int) -> Board | None:
    """What the attempt with this number finds, or None where its circles do not fit."""
    rng = random.Random(f"{n}x{size}|{len(shape.sizes)}: {number}")
    steps = rng.choice(WALKS)
    circles = Circles.of([1] * n, 1) if number % 4 == 0 else _circles(n, rng)
    if circles is None:
        return None
    short = _short(size, len(shape.sizes), circles, rng)
    target = _targets(shape, circles, rng)
    if short is None or target is None:
        return None
    base = _base(size, len(shape.sizes) - len(short), circles, target, short, rng)
    if base is None:
        return None
    if base:
        base = _walked(n, base, circles, short, rng.getrandbits(40), steps, ideal)
    every = [[turn[p] for p in table] for table in base for turn in circles.turns]
    return _numbered([*short, *every], n)


def _circles(n: int, rng: random.Random) -> Circles | None:
    order = rng.choice([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, n, n - 1, n // 2, n // 3])
    if not 2 <= order <= n:
        return None
    lengths: list[int] = []
    uniform = rng.random() < 0.6
    while (left := n - sum(lengths)) > 0:
        fitting = [d for d in range(1, min(order, left) + 1) if order % d == 0]
        lengths.append(order if uniform and left >= order else rng.choice(fitting))
    return Circles.of(lengths, order) if order in lengths and lengths.count(1) <= 4 else None


def _targets(shape: Shape, circles: Circles, rng: random.Random) -> list[int] | None:
    """Matches per circle: who plays one more, or one fewer, fills whole circles."""
    usual = max(set(shape.counts), key=shape.counts.count)
    other = next((count for count in shape.counts if count != usual), usual)
    left = len(shape.counts) - shape.counts.count(usual)
    numbers = list(range(max(circles.circle) + 1))
    target = [usual] * len(numbers)
    rng.shuffle(numbers)
    for number in numbers:
        many = len(circles.members(number))
        if many <= left:
            target[number] = other
            left -= many
    return None if left else target


def _short(size: int, tables: int, circles: Circles, rng: random.Random) -> Board | None:
    """Tables with fewer images than the circles have turns, as many as are left over."""
    left = tables % circles.order
    if tables >= circles.order > 1 and rng.random() < 0.2:
        left += circles.order
    found: Board = []
    while left:
        many = rng.choice([d for d in range(1, circles.order) if circles.order % d == 0] or [0])
        if not 0 < many <= left:
            return None
        table: list[int] = []
        for cycle in _cycles(circles.turns[many], rng):
            if len(table) + len(cycle) <= size:
                table += cycle
        images = [[turn[p] for p in table] for turn in circles.turns[:many]]
        if len(table) < size or len({frozenset(image) for image in images}) < many:
            return None
        found += images
        left -= many
    return found


def _cycles(after: Sequence[int], rng: random.Random) -> Board:
    found: Board = []
    seen: set[int] = set()
    for player in range(len(after)):
        cycle: list[int] = []
        while player not in seen:
            seen.add(player)
            cycle.append(player)
            player = after[player]
        if cycle:
            found.append(cycle)
    rng.shuffle(found)
    return found


def _base(
    size: int,
    tables: int,
    circles: Circles,
    target: Sequence[int],
    short: Board,
    rng: random.Random,
) -> Board | None:
    """Base tables by lot in which every circle has as many places as its matches need."""
    many = tables // circles.order
    places: list[int] = []
    for number, wish in enumerate(target):
        members = circles.members(number)
        had = sum(table.count(members[0]) for table in short)
        share, rest = divmod((wish - had) * len(members), circles.order)
        if rest or share < 0 or share > many * len(members):
            return None
        places += [number] * share
    if len(places) != many * size:
        return None
    for _ in range(20):
        rng.shuffle(places)
        places.sort(key=lambda number: len(circles.members(number)) > 1)
        board: Board = [[] for _ in range(many)]
        for number in places:
            members = circles.members(number)
            open_ = [t for t in board if len(t) < size and not set(members) <= set(t)]
            if not open_:
                break
            fewest = min(len(t) for t in open_)
            table = rng.choice([t for t in open_ if len(t) <= fewest + 1])
            table.append(rng.choice([p for p in members if p not in table]))
        else:
            return board
    return None


def _walked(
    n: int, base: Board, circles: Circles, short: Board, seed: int, steps: int, ideal: int
) -> Board:
    orbit = [0] * (n * n)
    length: list[int] = []
    for a, b in combinations(range(n), 2):
        images = {tuple(sorted((turn[a], turn[b]))) for turn in circles.turns}
        if min(images) == (a, b):
            for x, y in images:
                orbit[x * n + y] = orbit[y * n + x] = len(length)
            length.append(len(images))
    given = [0] * len(length)
    for table in short:
        for a, b in combinations(table, 2):
            given[orbit[a * n + b]] += 1
    size = len(base[0])
    seat = _ints([player for table in base for player in table])
    _kernel().turned(
        n,
        len(base),
        size,
        _ints(orbit),
        len(length),
        _ints(length),
        _ints([circles.order // many for many in length]),
        _ints([met // many for met, many in zip(given, length, strict=True)]),
        _ints(circles.circle),
        seat,
        ctypes.c_uint64(seed),
        ctypes.c_long(steps),
        ctypes.c_double(HOT * circles.order),
        ctypes.c_double(COLD * circles.order),
        ctypes.c_long(ideal),
    )
    return [list(seat[at : at + size]) for at in range(0, len(seat), size)]


def _kernel() -> ctypes.CDLL:
    loaded = built(SOURCE.with_name("turned.c"))
    loaded.turned.restype = ctypes.c_long
    return loaded


def _ints(values: Sequence[int]) -> ctypes.Array[ctypes.c_int]:
    return (ctypes.c_int * len(values))(*values)


def _numbered(board: Board, n: int) -> Board:
    """The same tables with low numbers for those who play most."""
    plays = [sum(player in table for table in board) for player in range(n)]
    order = sorted(range(n), key=lambda player: -plays[player])
    number = {player: place for place, player in enumerate(order)}
    return [sorted(number[player] for player in table) for table in board]


def price(board: Board) -> int:
    """What the meetings of these tables cost."""
    met: dict[tuple[int, int], int] = {}
    cost = 0
    for table in board:
        for pair in combinations(sorted(table), 2):
            cost += met.get(pair, 0)
            met[pair] = met.get(pair, 0) + 1
    return cost


def improve(n: int, size: int, matches: int, seconds: float, first: int) -> str | None:
    """Attempts at one case until it is proven best or time is up; what to say of it."""
    task = Task(n=n, matches=matches, low=size, high=size)
    shape = shape_of(task)
    bound = bound_of(task, shape).cost
    tables = len(shape.sizes)
    # What the service does not find whatever the seed is to be stored.
    known = max(fixtures(task, seed=seed).figures.cost for seed in SEEDS)
    best = known
    until = time.process_time() + seconds
    number = first
    while best > bound and time.process_time() < until:
        board = attempt(n, size, shape, number, bound)
        if board is not None and price(board) < best:
            best = price(board)
            _save(key_of(n, size, tables), board, best, bound, number)
        number += 1
    if known == bound:
        return None
    return f"{key_of(n, size, tables)}: {known} -> {best}, bound {bound}, up to attempt {number}"


def _save(key: str, board: Board, cost: int, bound: int, number: int) -> None:
    path = DATA / "fixtures.json"
    entries = json.loads(path.read_text(encoding="utf-8"))["entries"]
    by = f"attempt {number}"
    entries[key] = {"cost": cost, "bound": bound, "by": by, "tables": written_board(board)}
    names = sorted(entries, key=_order)
    rows = (f"{json.dumps(name)}: {json.dumps(entries[name])}" for name in names)
    path.write_text('{"entries": {\n' + ",\n".join(rows) + "\n}}\n", encoding="utf-8")


def _order(key: str) -> list[int]:
    return [int(number) for number in key.replace("x", "|").split("|")]


def _range(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=_range, default=range(4, 25))
    parser.add_argument("--sizes", type=_range, default=range(3, 7))
    parser.add_argument("--matches", type=_range, default=range(1, 11))
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--first", type=int, default=0, help="the first attempt's number")
    options = parser.parse_args()
    for n, size, matches in _cases(options):
        said = improve(n, size, matches, options.seconds, options.first)
        if said is not None:
            print(said, flush=True)


def _cases(options: argparse.Namespace) -> Iterator[tuple[int, int, int]]:
    for size in options.sizes:
        for n in options.players:
            for matches in options.matches:
                if n >= size:
                    yield n, size, matches


if __name__ == "__main__":
    main()
