"""Designs by exact cover: a group of order 8 leaves some rounds as they are and swaps others.

Players are orbits of the group Z2×Z2×Z2, written as numbers whose last three bits the group
changes. Bit 0 alone leaves every round as it is, and the two players who differ in nothing else
are the only ones who never meet. A round is left alone by the whole group (a *whole* one), or by
half of it, so that it makes two rounds (a *half* one). What a table and its images use up, places
of the round and orbits of pairs, is one number of bits; every bit has to be used once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from time import process_time

Schedule = list[list[list[int]]]

ORDER = 8
WHOLE: tuple[int, ...] = tuple(range(ORDER))
HALVES = ((0, 1, 2, 3), (0, 1, 4, 5), (0, 1, 6, 7))
"""The subgroups of index 2 that hold bit 0."""

NODES = 3000
"""After so many steps a search begins anew in another order."""


def covered(size: int, tables: int, rounds: int, seconds: float) -> tuple[Schedule, str] | None:
    """So many rounds in which everybody meets all others but one, or None when time is over."""
    n = size * tables
    if n % ORDER or (size - 1) * rounds != n - 2:
        return None
    until = process_time() + seconds
    cover = _Cover(size, n)
    seed = 0
    while process_time() < until:
        rng = random.Random(f"cover/{size}/{tables}/{rounds}/{seed}")
        halves = rng.randrange(rounds // 2 + 1)
        kept = [WHOLE] * (rounds - 2 * halves)
        kept += [rng.choice(HALVES) for _ in range(halves)]
        found = cover.search(kept, rng)
        if found is not None:
            return found, f"exact cover under eight swaps, {halves} round(s) doubled, seed {seed}"
        seed += 1
    return None


class _Cover:
    """The ways to lay tables, for fields of one size."""

    def __init__(self, size: int, n: int) -> None:
        self.size, self.n = size, n
        self.orbit: dict[tuple[int, int], int] = {}
        orbits = 0
        for a, b in combinations(range(n), 2):
            if (a, b) in self.orbit or a ^ b == 1:
                continue
            for g in range(ORDER):
                x, y = a ^ g, b ^ g
                self.orbit[min(x, y), max(x, y)] = orbits
            orbits += 1
        self.orbits = orbits
        self.ways: dict[Sequence[int], list[tuple[int, int, list[list[int]]]]] = {}

    def search(self, kept: Sequence[Sequence[int]], rng: random.Random) -> Schedule | None:
        """Rounds of which number i is left alone by the subgroup `kept[i]`."""
        tables_of: dict[int, tuple[int, list[list[int]]]] = {}
        for number, subgroup in enumerate(kept):
            if subgroup not in self.ways:
                self.ways[subgroup] = list(self._ways(subgroup))
            for places, pairs, tables in self.ways[subgroup]:
                used = pairs | places << (self.orbits + number * self.n)
                tables_of[used] = (number, tables)
        options = list(tables_of)
        rng.shuffle(options)
        chosen = _exact_cover(options, self.orbits + len(kept) * self.n, NODES)
        if chosen is None:
            return None
        rounds: Schedule = [[] for _ in kept]
        for used in chosen:
            number, tables = tables_of[used]
            rounds[number] += tables
        return [
            [[player ^ turn for player in table] for table in tables]
            for subgroup, tables in zip(kept, rounds, strict=True)
            for turn in _turns(subgroup)
        ]

    def _ways(self, subgroup: Sequence[int]) -> Iterator[tuple[int, int, list[list[int]]]]:
        """Tables with their images: places and pairs they use, in bits, each of them once."""
        for table in combinations(range(self.n), self.size):
            images = {tuple(sorted(player ^ g for player in table)) for g in subgroup}
            if min(images) != table or len(set().union(*images)) < self.size * len(images):
                continue
            met = [
                (min(a ^ turn, b ^ turn), max(a ^ turn, b ^ turn))
                for turn in _turns(subgroup)
                for image in images
                for a, b in combinations(image, 2)
            ]
            if len(set(met)) == len(met) and all(key in self.orbit for key in met):
                places = sum(1 << player for image in images for player in image)
                pairs = sum(1 << orbit for orbit in {self.orbit[key] for key in met})
                yield places, pairs, [list(image) for image in sorted(images)]


def _turns(subgroup: Sequence[int]) -> list[int]:
    """One element of the group for each round that a round left alone by the subgroup makes."""
    return [g for g in range(ORDER) if min(g ^ h for h in subgroup) == g]


def _exact_cover(options: Sequence[int], bits: int, nodes: int) -> list[int] | None:
    """Options that have every bit exactly once together; None where so many steps find none."""
    left = nodes

    def extend(used: int, fitting: Sequence[int]) -> list[int] | None:
        nonlocal left
        left -= 1
        if left < 0:
            return None
        scarce, fewest = 0, len(fitting) + 1
        for place in range(bits):
            bit = 1 << place
            if used & bit:
                continue
            count = 0
            for option in fitting:
                if option & bit:
                    count += 1
                    if count >= fewest:
                        break
            if count < fewest:
                scarce, fewest = bit, count
                if count < 2:
                    break
        if not scarce:
            return []
        for option in [option for option in fitting if option & scarce]:
            rest = [other for other in fitting if not other & option]
            found = extend(used | option, rest)
            if found is not None:
                return [option, *found]
        return None

    return extend(0, options)
