"""Where chance comes from: exact and reproducible for matches of record, quick for simulation.

A match of record keys each draw by its *name*: ``deck``, ``round 3, seat 2, roll``. What comes up
follows from the match's seed and that name alone, so two tables with one seed get the same deck,
and the same dice for the same seat and round, however differently they are played. A name that
tells a seat belongs to that seat, any other to the table; seats count from 0, as in the record.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import prod
from random import Random
from typing import Protocol, TypeAlias, TypeVar

from games.core.types import Seat

T = TypeVar("T")

SEED_BYTES = 32
LONGEST_CONTRIBUTION = 256
"""So many bytes a seat may add to the seed."""

Numbers: TypeAlias = "tuple[tuple[int, int], ...]"
"""What was drawn under one name: ``n`` and the number below it, in order."""
Drawn: TypeAlias = "dict[str, Numbers]"
"""The numbers behind one draw, by name."""

_SEAT = re.compile(r"\bseat ([0-9]+)\b")


class Rng(Protocol):
    """A source of whole numbers."""

    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, each equally likely."""


class NamedRng(Protocol):
    """Where the draws of a match come from: nothing is drawn without a name."""

    def of(self, name: str) -> Rng:
        """The source of what is drawn under this name. No other draw of the match has it."""

    def together(self, throws: Sequence[tuple[str, Sequence[int]]]) -> Sequence[int]:
        """What is thrown at once: for each name, whose dice have so many sides, how they fall.

        That is a number below the product of the sides; its digits are what each die shows, the
        first the most significant.
        """


class OneStream(ABC):
    """Takes every draw from one stream, in the order of asking: names change nothing.

    What is thrown together is one number below the number of ways all of it can fall.
    """

    __slots__ = ()

    @abstractmethod
    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, each equally likely."""

    def of(self, name: str) -> Rng:
        return self

    def together(self, throws: Sequence[tuple[str, Sequence[int]]]) -> Sequence[int]:
        ways = [prod(sides) for _, sides in throws]
        number = self.below(prod(ways))
        fallen = []
        for each in reversed(ways):
            number, way = divmod(number, each)
            fallen.append(way)
        return fallen[::-1]


class SeededRng(OneStream):
    """SHA-256 over the seed and a counter: the same on every machine and in every Python."""

    __slots__ = ("_buffer", "_counter", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._buffer = b""

    def below(self, n: int) -> int:
        if n < 1:
            raise ValueError("there is no number below 1")
        size = ((n - 1).bit_length() + 7) // 8
        limit = (1 << 8 * size) // n * n
        while True:
            number = int.from_bytes(self._take(size), "big")
            if number < limit:
                return number % n

    def _take(self, size: int) -> bytes:
        while len(self._buffer) < size:
            block = self._seed + self._counter.to_bytes(8, "big")
            self._buffer += hashlib.sha256(block).digest()
            self._counter += 1
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken


class KeyedRng:
    """Takes every draw from the seed and its own name, whatever else is drawn, and notes it."""

    __slots__ = ("_seed", "_sources")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._sources: dict[str, _Noted] = {}

    def of(self, name: str) -> Rng:
        if name not in self._sources:
            self._sources[name] = _Noted(derived(self._seed, f"draw {name}"))
        return self._sources[name]

    def together(self, throws: Sequence[tuple[str, Sequence[int]]]) -> Sequence[int]:
        fallen = []
        for name, sides in throws:
            source, way = self.of(name), 0
            for n in sides:
                way = way * n + source.below(n)
            fallen.append(way)
        return fallen

    def drawn(self) -> Drawn:
        """Everything drawn so far."""
        return {name: tuple(source.noted) for name, source in self._sources.items()}


class _Noted(SeededRng):
    """Remembers what it drew."""

    __slots__ = ("noted",)

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.noted: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        number = super().below(n)
        self.noted.append((n, number))
        return number


class QuickRng(OneStream):
    """The generator of simulations: ``below(n)`` is ``int(random() * n)``.

    A fast path that calls ``random`` itself and multiplies draws the very same numbers.
    """

    __slots__ = ("random",)

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random

    def below(self, n: int) -> int:
        return int(self.random() * n)


def shuffled(rng: Rng, items: Sequence[T]) -> tuple[T, ...]:
    """The items in random order: from the last place down, swap with ``below(place + 1)``."""
    pool = list(items)
    for last in range(len(pool) - 1, 0, -1):
        other = rng.below(last + 1)
        pool[last], pool[other] = pool[other], pool[last]
    return tuple(pool)


def seat_of(name: str) -> Seat | None:
    """Whose draw it is by its name: a seat's, or with None the table's."""
    found = _SEAT.search(name)
    return None if found is None else Seat(int(found[1]))


def new_seed() -> bytes:
    """Bytes nobody can guess: the service's part of the seed of a match of record."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(secret: bytes) -> str:
    """What is published before anybody adds to the seed, so that the secret can be checked."""
    return hashlib.sha256(b"stammtisch match seed" + secret).hexdigest()


def seed_of(secret: bytes, contributions: Sequence[bytes]) -> bytes:
    """The seed of a match: everybody's bytes, so that nobody alone can choose it.

    SHA-256 over the service's secret and what each seat added, in the order of the seats, each
    behind its length in four bytes.
    """
    seed = hashlib.sha256(b"stammtisch seed of all")
    for part in (secret, *contributions):
        seed.update(len(part).to_bytes(4, "big") + part)
    return seed.digest()


def derived(seed: bytes, name: str) -> bytes:
    """The seed of a stream of its own, for one purpose."""
    return hashlib.sha256(b"stammtisch " + name.encode() + b" " + seed).digest()
