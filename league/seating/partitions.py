"""All ways to cut players into tables of one game that can be best, ranked by what they cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm

from league.seating.types import Split

KIND_COST = Fraction(1, 20)
"""What every further kind of table size costs: uniform evenings are easier to run."""

ENUMERATED_PLAYERS = 80
"""Up to here all partitions are listed when a table limit makes the short cut unsound."""


@lru_cache(maxsize=1024)  # a desk asks for the same numbers of people again and again
def ranked(
    n: int,
    low: int,
    preferred: int,
    costs: tuple[Fraction, ...],
    max_tables: int | None,
    keep: int,
) -> tuple[Split, ...]:
    """The best splits first; ``costs`` says what a table of each size costs, from ``low`` on."""
    cost_of = dict(enumerate(costs, start=low))
    high = max(cost_of)
    # Whole numbers of the smallest common part: there may be thousands to rank.
    scale = lcm(KIND_COST.denominator, *(cost.denominator for cost in costs))
    price = {size: int(cost * scale) for size, cost in cost_of.items()}
    kind = int(KIND_COST * scale)

    def rank(sizes: tuple[int, ...]) -> tuple[int, int, int, tuple[int, ...]]:
        counts = {s: sizes.count(s) for s in set(sizes)}
        cost = sum((price[s] * many for s, many in counts.items()), kind * (len(counts) - 1))
        return cost, len(sizes) - counts.get(preferred, 0), -sizes[-1], sizes

    found = _candidates(n, low, high, preferred, cost_of)
    fitting = {s for s in found if max_tables is None or len(s) <= max_tables}
    if max_tables is not None and len(fitting) < len(found):
        if n <= ENUMERATED_PLAYERS:
            every = set(_partitions(n, tuple(range(high, low - 1, -1))))
        else:
            every = set(_balanced(n, low, high))
        fitting |= {s for s in every if len(s) <= max_tables}
    best = sorted(rank(sizes) for sizes in fitting)[:keep]
    return tuple(Split(sizes, Fraction(cost, scale)) for cost, _, _, sizes in best)


def _candidates(
    n: int, low: int, high: int, preferred: int, cost_of: Mapping[int, Fraction]
) -> set[tuple[int, ...]]:
    # p tables of size s can be traded for s tables of the size with the least cost per seat, so
    # every other size occurs fewer than p times: set the rest aside and list what remains.
    cheap = min(cost_of, key=lambda s: (cost_of[s] / s, s != preferred, s))
    limit = (cheap - 1) * sum(s for s in cost_of if s != cheap)
    aside = max(0, (n - limit) // cheap)
    found = {
        tuple(sorted((*sizes, *[cheap] * aside), reverse=True))
        for sizes in _partitions(n - aside * cheap, tuple(range(high, low - 1, -1)))
    }
    found |= {(s,) * (n // s) for s in cost_of if n % s == 0}
    return found


def _partitions(n: int, sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
        return
    if not sizes:
        return
    size, rest = sizes[0], sizes[1:]
    if not rest:
        if n % size == 0:
            yield (size,) * (n // size)
        return
    for count in range(n // size, -1, -1):
        for tail in _partitions(n - count * size, rest):
            yield (size,) * count + tail


def _balanced(n: int, low: int, high: int) -> Iterator[tuple[int, ...]]:
    for tables in range(-(-n // high), n // low + 1):
        size, larger = divmod(n, tables)
        yield (size + 1,) * larger + (size,) * (tables - larger)
