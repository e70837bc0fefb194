"""How well bots play: the levels by name, the weakest first, and the easy one of every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar, runtime_checkable

from games.core.game import Bot, BotFactory
from games.core.rng import Rng

RANDOM, EASY, SMART, STRONG = "random", "easy", "smart", "strong"
LEVELS = (RANDOM, EASY, SMART, STRONG)

V = TypeVar("V")
A = TypeVar("A")
V_con = TypeVar("V_con", contravariant=True)


@runtime_checkable
class Thinker(Protocol[V_con]):
    """A bot that tries out what may come, where others answer at once."""

    def weight(self, view: V_con) -> int:
        """How much work the decision is, by the trials made and the seats that play in each.

        Follows from the view alone, never from a clock. A thousand are about 35 ms on a machine
        that has much else to do: 0.2 to 0.4 s where one of six places dice in Dice Devils.
        """


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
