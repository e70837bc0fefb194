"""Choosing by trying: every action in many worlds that agree with what a player knows.

A world fixes all that is hidden and all that chance will bring. Each is tried with every action
still in question, so actions are compared under the same luck; then the worse half of them is left
and the rest is tried further. The same numbers from ``rng`` and as many trials give the same
choice, however busy a machine is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2
from typing import TypeAlias, TypeVar

from games.core.rng import Rng

A = TypeVar("A")

World: TypeAlias = Callable[[A], float]
"""How well an action turns out in one world."""

_SEEDS = 1 << 48


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
    left = list(range(len(actions)))
    sums = [trust * worth for worth in worths] or [0.0] * len(actions)
    halvings = ceil(log2(len(actions)))
    for _halving in range(halvings):
        for _ in range(max(1, trials // (halvings * len(left)))):
            turns_out = world(rng.below(_SEEDS))
            for at in left:
                sums[at] += turns_out(actions[at])
        left.sort(key=lambda at: (-sums[at], at))
        del left[(len(left) + 1) // 2 :]
    return actions[left[0]]
