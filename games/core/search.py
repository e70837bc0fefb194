"""Choosing by trying: every action in many worlds that agree with what a player knows.

A world fixes all that is hidden and all that chance will bring. Each is tried with every action
still in question, so actions are compared under the same luck; then the worse half of them is left
and the rest is tried further. The same numbers from ``rng`` and as many trials give the same
choice, however busy a machine is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Generic, Protocol, TypeAlias, TypeVar

from games.core.rng import Rng

A = TypeVar("A")
V_con = TypeVar("V_con", contravariant=True)

World: TypeAlias = Callable[[A], float]
"""How well an action turns out in one world."""

_SEEDS = 1 << 48


@dataclass(frozen=True, slots=True)
class Question(Generic[A]):
    """A decision to be tried out.

    Attributes:
        choices: those worth trying, at least one.
        world: the world of a number; what it gives is the chance to win.
        weight: how much work one trial is, as in ``levels.Thinker``.
    """

    choices: Sequence[A]
    world: Callable[[int], World[A]]
    weight: float


class Adviser(Protocol[V_con, A]):
    """Puts decisions so that they can be tried out; like a bot, it is handed a view, no state."""

    def question(self, view: V_con, legal: Sequence[A]) -> Question[A]:
        """What is in question for whoever sees this and may do one of ``legal``."""


def searched(
    actions: Sequence[A],
    world: Callable[[int], World[A]],
    trials: int,
    rng: Rng,
    *,
    worths: Sequence[float] = (),
    trust: float = 0.0,
) -> A:
    """The action that turned out best on average; the first of equals.

    ``world`` makes the world of a number. About ``trials`` actions are tried in all. ``worths`` are
    guesses made beforehand, each of which counts like ``trust`` trials.
    """
    sums = [trust * worth for worth in worths] or [0.0] * len(actions)
    (best,) = _narrowed(actions, world, trials, rng, sums, 1)
    return actions[best]


def compared(
    question: Question[A], most: int, trials: int, rng: Rng
) -> list[tuple[A, Sequence[float]]]:
    """The ``most`` best actions, the best first, and how each turned out in the same worlds.

    Half of the trials find out which these are. The others are made in worlds of their own, lest an
    action looks good because it is here for its luck.
    """
    actions, world = question.choices, question.world
    left: Sequence[int] = range(len(actions))
    if len(left) > most:
        left = sorted(_narrowed(actions, world, trials // 2, rng, [0.0] * len(left), most))
        trials -= trials // 2
    found: dict[int, list[float]] = {at: [] for at in left}
    for _ in range(max(1, trials // len(left))):
        turns_out = world(rng.below(_SEEDS))
        for at in left:
            found[at].append(turns_out(actions[at]))
    return [(actions[at], found[at]) for at in sorted(left, key=lambda at: (-sum(found[at]), at))]


def _narrowed(
    actions: Sequence[A],
    world: Callable[[int], World[A]],
    trials: int,
    rng: Rng,
    sums: list[float],
    most: int,
) -> list[int]:
    """Which are left when only ``most`` are; ``sums`` are what is known of each beforehand."""
    left = list(range(len(actions)))
    halvings = ceil(log2(len(actions) / most))
    while len(left) > most:
        for _ in range(max(1, trials // (halvings * len(left)))):
            turns_out = world(rng.below(_SEEDS))
            for at in left:
                sums[at] += turns_out(actions[at])
        left.sort(key=lambda at: (-sums[at], at))
        del left[max(most, (len(left) + 1) // 2) :]
    return left
