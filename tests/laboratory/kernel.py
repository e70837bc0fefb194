"""The compiled inner loops of the offline search: needs a C compiler, nothing else."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from league.seating.schedule.board import ADD, BAN

SOURCE = Path(__file__).with_name("kernel.c")
Schedule = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class PairOrbits:
    """Pairs that a group takes to each other: the orbit of pair (a, b) is `orbit[a * n + b]`.

    Per orbit, `length` pairs, each of which meets `weight` times for a table that holds one.
    """

    orbit: Sequence[int]
    weight: Sequence[int]
    length: Sequence[int]


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL:
    """The kernel."""
    loaded = built(SOURCE)
    loaded.anneal.restype = ctypes.c_long
    loaded.develop.restype = ctypes.c_long
    loaded.starter.restype = ctypes.c_long
    loaded.symmetric.restype = ctypes.c_long
    return loaded


@lru_cache(maxsize=4)
def built(source: Path) -> ctypes.CDLL:
    """Our C, compiled into the temporary folder unless it is there already."""
    compiler = shutil.which("cc")
    if compiler is None:
        raise SystemExit("The offline search needs a C compiler (cc).")
    mark = hashlib.sha256(source.read_bytes()).hexdigest()[:12]
    file = Path(tempfile.gettempdir()) / f"league-seating-{os.getuid()}-{mark}.so"
    if not file.exists():
        fresh = file.with_suffix(f".{os.getpid()}")
        # The command is ours: the compiler found above, our source, a file of our own.
        subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-o", str(fresh), str(source), "-lm"], check=True
        )
        fresh.replace(file)
    return ctypes.CDLL(str(file))


def _ints(values: Sequence[int]) -> ctypes.Array[ctypes.c_int]:
    return (ctypes.c_int * len(values))(*values)


def _places(rounds: Schedule) -> ctypes.Array[ctypes.c_int]:
    """Everybody round after round, table after table."""
    return _ints([player for tables in rounds for table in tables for player in table])


def anneal(
    rounds: Schedule,
    *,
    n: int,
    preferred: int,
    even: int,
    seed: int,
    steps: int,
    hot: float,
    cold: float,
    ideal: int,
    add: Sequence[int] = ADD[:BAN],
) -> tuple[int, Schedule]:
    """The best schedule seen and its cost, in the units of `schedule.anneal`."""
    sizes = [len(table) for table in rounds[0]]
    seat = _places(rounds)
    cost = library().anneal(
        n,
        len(rounds),
        len(sizes),
        _ints(sizes),
        _ints([int(size != preferred) for size in sizes]),
        _ints(add),
        even,
        seat,
        ctypes.c_uint64(seed),
        ctypes.c_long(steps),
        ctypes.c_double(hot),
        ctypes.c_double(cold),
        ctypes.c_long(ideal),
    )
    return int(cost), _cut(list(seat), sizes, len(rounds))


def develop(
    rounds: Schedule,
    *,
    n: int,
    orbit: Sequence[int],
    weight: Sequence[int],
    given: Sequence[int],
    seed: int,
    steps: int,
    hot: float,
    cold: float,
) -> tuple[int, Schedule]:
    """Base rounds at equal tables with few conflicts between orbits of pairs, and how few."""
    sizes = [len(table) for table in rounds[0]]
    seat = _places(rounds)
    left = library().develop(
        n,
        len(rounds),
        sizes[0],
        _ints(orbit),
        _ints(weight),
        len(weight),
        _ints(given),
        seat,
        ctypes.c_uint64(seed),
        ctypes.c_long(steps),
        ctypes.c_double(hot),
        ctypes.c_double(cold),
    )
    return int(left), _cut(list(seat), sizes, len(rounds))


def symmetric(
    rounds: Schedule,
    *,
    n: int,
    preferred: int,
    orbits: PairOrbits,
    given: Sequence[int],
    cycle: Sequence[int],
    many: Sequence[int],
    turns: Sequence[int],
    had: Sequence[int],
    even: int,
    add: Sequence[int],
    seed: int,
    steps: int,
    hot: float,
    cold: float,
) -> tuple[int, Schedule]:
    """Base rounds at tables of any sizes whose turned copies are good together, and their price.

    Player a lies in cycle `cycle[a]` of `many` players, each with `turns` short tables for one
    that one of them has in a base round, after those it `had`.
    """
    sizes = [len(table) for table in rounds[0]]
    seat = _places(rounds)
    cost = library().symmetric(
        n,
        len(rounds),
        len(sizes),
        _ints(sizes),
        _ints([int(size != preferred) for size in sizes]),
        _ints(add),
        even,
        len(orbits.weight),
        _ints(orbits.orbit),
        _ints(orbits.weight),
        _ints(orbits.length),
        _ints(given),
        len(many),
        _ints(cycle),
        _ints(many),
        _ints(turns),
        _ints(had),
        seat,
        ctypes.c_uint64(seed),
        ctypes.c_long(steps),
        ctypes.c_double(hot),
        ctypes.c_double(cold),
    )
    return int(cost), _cut(list(seat), sizes, len(rounds))


def _cut(seat: Sequence[int], sizes: Sequence[int], rounds: int) -> Schedule:
    places = iter(seat)
    return [[[next(places) for _ in range(size)] for size in sizes] for _ in range(rounds)]


def starter(
    tables: list[list[int]],
    *,
    order: int,
    rounds: int,
    moving: bool,
    seed: int,
    steps: int,
    hot: float,
    cold: float,
) -> tuple[int, list[list[int]]]:
    """A round to be turned by a cyclic group, and the conflicts left in it."""
    sizes = [len(table) for table in tables]
    value = _ints([element for table in tables for element in table])
    left = library().starter(
        order,
        rounds,
        len(tables),
        _ints(sizes),
        int(moving),
        value,
        ctypes.c_uint64(seed),
        ctypes.c_long(steps),
        ctypes.c_double(hot),
        ctypes.c_double(cold),
    )
    return int(left), _cut(list(value), sizes, 1)[0]
