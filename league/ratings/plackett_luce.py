"""Plackett–Luce: a table's order as a series of choices among those who are left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb, exp, sqrt
from typing import TYPE_CHECKING, ClassVar

from league.ratings.settings import number
from league.ratings.texts import PLACKETT_LUCE, PLACKETT_LUCE_SENTENCE

if TYPE_CHECKING:
    from league.ratings.contract import Settings, State

LEAST_SHARE = 0.0001  # of the variance that one match may leave
LOWEST_EXPONENT = -700.0  # exp of it is still above zero
SCALE = 40.0  # from the model's 25 to the 1000 people read


class PlackettLuce:
    """Bayesian ratings with an uncertainty, after Weng and Lin's approximation.

    **Ties.** Seats that share places count as every order among them, each equally likely. For
    people with equal ratings that is the mean of the shared places, so a better place never
    ends with a lower rating; the common shortcut (dividing a shared choice by its size) lets
    two shared winners end below the third.
    """

    key: ClassVar[str] = "plackett_luce"
    label: ClassVar[str] = PLACKETT_LUCE
    sentence: ClassVar[str] = PLACKETT_LUCE_SENTENCE
    has_deviation: ClassVar[bool] = True

    def __init__(
        self,
        *,
        mu: float = 25.0,
        sigma: float = 25.0 / 3.0,
        beta: float = 12.5,
        tau: float = 25.0 / 300.0,
    ) -> None:
        """
        Args:
            beta: how far luck moves a result; 8 for games of skill, 17 for games of much luck.
            tau: how much strength may drift between two matches.
        """
        self._mu = mu
        self._sigma = sigma
        self._beta = beta
        self._tau = tau
        self._drift = tau * tau

    @classmethod
    def from_settings(cls, settings: Settings) -> PlackettLuce:
        return cls(
            mu=number(settings, "mu", 25.0, low=0.0, high=10_000.0),
            sigma=number(settings, "sigma", 25.0 / 3.0, low=0.01, high=10_000.0),
            beta=number(settings, "beta", 12.5, low=0.5, high=1_000.0),
            tau=number(settings, "tau", 25.0 / 300.0, low=0.0, high=100.0),
        )

    def settings(self) -> Settings:
        return {"mu": self._mu, "sigma": self._sigma, "beta": self._beta, "tau": self._tau}

    def start(self) -> State:
        return (self._mu, self._sigma, 0)

    def shown(self, state: State) -> float:
        return state[0] * SCALE

    def shown_deviation(self, state: State) -> float | None:
        return state[1] * SCALE

    def rate(
        self,
        places: Sequence[int],
        before: Sequence[State],
        beta: float | None = None,
        sides: Sequence[int] = (),
    ) -> list[State]:
        if sides:
            return self._rate_sides(places, before, beta, sides)
        noise = self._beta if beta is None else beta
        drift = self._drift
        count = len(before)
        variances = [state[1] * state[1] + drift for state in before]
        c_squared = sum(variances) + count * noise * noise
        c = sqrt(c_squared)
        highest = max(state[0] for state in before)
        weights = [exp(max((state[0] - highest) / c, LOWEST_EXPONENT)) for state in before]
        if len(set(places)) == count:
            chances, spreads = _ordered(weights)
        else:
            chances, spreads = _shared(weights, places)
        after: list[State] = []
        for index, state in enumerate(before):
            variance = variances[index]
            pull = variance / c
            shrink = 1.0 - sqrt(variance) / c * (variance / c_squared) * spreads[index]
            after.append(
                (
                    state[0] + pull * (1.0 - chances[index]),
                    sqrt(variance * max(shrink, LEAST_SHARE)),
                    state[2] + 1,
                )
            )
        return after

    def _rate_sides(
        self,
        places: Sequence[int],
        before: Sequence[State],
        beta: float | None,
        sides: Sequence[int],
    ) -> list[State]:
        """A side is as strong, and as uncertain, as its members together; each takes the part of
        the change that the own uncertainty has in that of the side.
        """
        noise = self._beta if beta is None else beta
        variances = [state[1] * state[1] + self._drift for state in before]
        members: dict[int, list[int]] = {}
        for index, side in enumerate(sides):
            members.setdefault(side, []).append(index)
        groups = list(members.values())
        strengths = [sum(before[index][0] for index in group) for group in groups]
        doubts = [sum(variances[index] for index in group) for group in groups]
        c_squared = sum(doubts) + len(groups) * noise * noise
        c = sqrt(c_squared)
        highest = max(strengths)
        weights = [exp(max((value - highest) / c, LOWEST_EXPONENT)) for value in strengths]
        chances, spreads = _shared(weights, [places[group[0]] for group in groups])
        after = list(before)
        for group, doubt, chance, spread in zip(groups, doubts, chances, spreads, strict=True):
            for index in group:
                state, variance = before[index], variances[index]
                shrink = 1.0 - sqrt(doubt) / c * (variance / c_squared) * spread
                after[index] = (
                    state[0] + variance / c * (1.0 - chance),
                    sqrt(variance * max(shrink, LEAST_SHARE)),
                    state[2] + 1,
                )
        return after


def _ordered(weights: Sequence[float]) -> tuple[list[float], list[float]]:
    """Per seat the sum of its chances over all choices it stood in, and of p(1 - p)."""
    count = len(weights)
    left = [0.0] * count
    total = 0.0
    for index in range(count - 1, -1, -1):
        total += weights[index]
        left[index] = total
    by_total = 0.0  # of 1/total over the choices so far
    by_square = 0.0
    chances, spreads = [0.0] * count, [0.0] * count
    for index in range(count):
        inverse = 1.0 / left[index]
        by_total += inverse
        by_square += inverse * inverse
        weight = weights[index]
        chances[index] = weight * by_total
        spreads[index] = max(0.0, weight * by_total - weight * weight * by_square)
    return chances, spreads


def _shared(weights: Sequence[float], places: Sequence[int]) -> tuple[list[float], list[float]]:
    """Like ``_ordered``, as the mean over every order of those who share a place."""
    count = len(weights)
    chances, spreads = [0.0] * count, [0.0] * count
    start = 0
    while start < count:
        end = start + 1
        while end < count and places[end] == places[start]:
            end += 1
        size = end - start
        after = sum(weights[end:])
        for gone in range(size):
            share = 1.0 / comb(size, gone)
            # Those of the group who are still there while ``gone`` of them have been chosen.
            for there in combinations(range(start, end), size - gone):
                total = after
                for index in there:
                    total += weights[index]
                for index in (*there, *range(end, count)):
                    chance = weights[index] / total
                    chances[index] += share * chance
                    spreads[index] += share * chance * (1.0 - chance)
        start = end
    return chances, spreads
