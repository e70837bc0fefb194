"""The random bot."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.rng import Rng
from games.teufel_teufel.play.actions import (
    Pass,
    ShuffleTake,
    Step,
    TeufelAction,
)
from games.teufel_teufel.play.state import Phase
from games.teufel_teufel.play.views import TeufelView

MOVE_WEIGHT, SHUFFLE_WEIGHT, SWAP_WEIGHT = 40, 1, 4
"""Mostly moving: exchanging opens nothing and shuffling hides cards again, so that matches of
players who did everything equally often would hardly ever end."""


class RandomBot:
    """Chooses first what kind of turn it takes, then one of the ways, all equally likely.

    Draws, none of them for a choice among one: at the beginning of a turn ``below`` the sum of the
    weights of the kinds that are possible (moving, devil shuffle, swap, in this order), then which
    of the legal actions of this kind, in their order. In a devil shuffle that may go on or be
    laid: ``below(2)``, 0 to take one more card, then which. Everything else: which of the legal
    actions. It passes only where nothing else is possible.
    """

    def choose(self, view: TeufelView, legal: Sequence[TeufelAction], rng: Rng) -> TeufelAction:
        if len(legal) == 1:
            return legal[0]
        if view.phase is Phase.TURN:
            return _turn(legal, rng)
        if view.phase is Phase.TAKE:
            takes = _leading(legal, ShuffleTake, 0)
            if 0 < takes < len(legal):
                return (
                    _one(legal, 0, takes, rng)
                    if rng.below(2) == 0
                    else _one(legal, takes, len(legal), rng)
                )
        return legal[rng.below(len(legal))]


def _turn(legal: Sequence[TeufelAction], rng: Rng) -> TeufelAction:
    steps = _leading(legal, Step, 0)
    takes = _leading(legal, ShuffleTake, steps)
    swaps = len(legal) - isinstance(legal[-1], Pass)
    ways = [
        (weight, start, end)
        for weight, start, end in (
            (MOVE_WEIGHT, 0, steps),
            (SHUFFLE_WEIGHT, steps, takes),
            (SWAP_WEIGHT, takes, swaps),
        )
        if start < end
    ]
    if len(ways) == 1:
        return _one(legal, *ways[0][1:], rng)
    drawn = rng.below(sum(weight for weight, _, _ in ways))
    for weight, start, end in ways:
        if drawn < weight:
            return _one(legal, start, end, rng)
        drawn -= weight
    raise AssertionError("the weights add up")


def _leading(legal: Sequence[TeufelAction], kind: type, start: int) -> int:
    """Where the actions of this kind end that begin at ``start``."""
    while start < len(legal) and isinstance(legal[start], kind):
        start += 1
    return start


def _one(legal: Sequence[TeufelAction], start: int, end: int, rng: Rng) -> TeufelAction:
    return legal[start + rng.below(end - start) if end - start > 1 else start]
