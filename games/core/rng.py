"""Where chance comes from: exact and reproducible for matches of record, quick for simulation."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES = 32


class Rng(Protocol):
    """A source of whole numbers."""

    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, each equally likely."""


class SeededRng:
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


class QuickRng:
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


def new_seed() -> bytes:
    """A seed nobody can guess, for a match of record."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """What is published before a match, so that the seed revealed after it can be checked."""
    return hashlib.sha256(b"stammtisch match seed" + seed).hexdigest()


def derived(seed: bytes, name: str) -> bytes:
    """A seed of its own for a stream that must not touch the draws of the match."""
    return hashlib.sha256(b"stammtisch " + name.encode() + b" " + seed).digest()
