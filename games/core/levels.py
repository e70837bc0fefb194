"""How well bots play: the levels by name, the weakest first, and the easy one of every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from games.core.game import Bot, BotFactory
from games.core.rng import Rng

RANDOM, EASY, SMART, STRONG = "random", "easy", "smart", "strong"
LEVELS = (RANDOM, EASY, SMART, STRONG)

THINKS = frozenset({STRONG})
"""Bots that try out what may come: they take up to 0.3 s where others answer at once."""

V = TypeVar("V")
A = TypeVar("A")


class EasyBot(Generic[V, A]):
    """Knows what is good, and does as it likes every second time."""

    def __init__(self, careless: BotFactory[V, A], careful: BotFactory[V, A]) -> None:
        self._careless: Bot[V, A] = careless()
        self._careful: Bot[V, A] = careful()

    def choose(self, view: V, legal: Sequence[A], rng: Rng) -> A:
        if len(legal) == 1:
            return legal[0]
        asked = self._careful if rng.below(2) else self._careless
        return asked.choose(view, legal, rng)
