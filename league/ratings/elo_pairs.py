"""Elo for tables: every pair is a game of two, all from the ratings before the match."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, ClassVar

from league.ratings.settings import flag, number, whole
from league.ratings.texts import ELO_PAIRS, ELO_PAIRS_SENTENCE

if TYPE_CHECKING:
    from league.ratings.contract import Settings, State

HIGHEST_GAP = 300.0  # in powers of ten: beyond it the weaker one's chance is nothing


class EloPairs:
    """``k / (n - 1)`` points are at stake per pair: what one wins, the other loses.

    With ``provisional`` newcomers move faster: everybody's own stake falls evenly from
    ``k_first`` to ``k_last`` over ``k_matches`` matches and is divided by √(n − 1). What one
    wins the other then need not lose.
    """

    key: ClassVar[str] = "elo_pairs"
    label: ClassVar[str] = ELO_PAIRS
    sentence: ClassVar[str] = ELO_PAIRS_SENTENCE
    has_deviation: ClassVar[bool] = False

    def __init__(
        self,
        *,
        start: float = 1000.0,
        k: float = 32.0,
        scale: float = 400.0,
        provisional: bool = False,
        k_first: float = 60.0,
        k_last: float = 14.0,
        k_matches: int = 30,
    ) -> None:
        self._start = start
        self._k = k
        self._scale = scale
        self._provisional = provisional
        self._k_first = k_first
        self._k_last = k_last
        self._k_matches = k_matches

    @classmethod
    def from_settings(cls, settings: Settings) -> EloPairs:
        return cls(
            start=number(settings, "start", 1000.0, low=0.0, high=100_000.0),
            k=number(settings, "k", 32.0, low=0.1, high=1_000.0),
            scale=number(settings, "scale", 400.0, low=1.0, high=10_000.0),
            provisional=flag(settings, "provisional", False),
            k_first=number(settings, "k_first", 60.0, low=0.1, high=1_000.0),
            k_last=number(settings, "k_last", 14.0, low=0.1, high=1_000.0),
            k_matches=whole(settings, "k_matches", 30, low=1, high=1_000),
        )

    def settings(self) -> Settings:
        return {
            "start": self._start,
            "k": self._k,
            "scale": self._scale,
            "provisional": self._provisional,
            "k_first": self._k_first,
            "k_last": self._k_last,
            "k_matches": self._k_matches,
        }

    def start(self) -> State:
        return (self._start, 0.0, 0)

    def shown(self, state: State) -> float:
        return state[0]

    def shown_deviation(self, state: State) -> float | None:
        return None

    def rate(
        self,
        places: Sequence[int],
        before: Sequence[State],
        beta: float | None = None,
        sides: Sequence[int] = (),
    ) -> list[State]:
        count = len(before)
        gains = [0.0] * count  # wins beyond what was expected, summed over the pairs
        scale = self._scale
        for one in range(count):
            for other in range(one + 1, count):
                if sides and sides[one] == sides[other]:
                    continue  # nobody plays against the own side
                gap = (before[other][0] - before[one][0]) / scale
                expected = 1.0 / (1.0 + 10.0 ** min(max(gap, -HIGHEST_GAP), HIGHEST_GAP))
                won = 1.0 if places[one] < places[other] else 0.5
                gains[one] += won - expected
                gains[other] -= won - expected
        if not self._provisional:
            per_pair = self._k / (count - 1)
            return [
                (state[0] + per_pair * gain, 0.0, state[2] + 1)
                for state, gain in zip(before, gains, strict=True)
            ]
        divisor = sqrt(count - 1)
        return [
            (state[0] + self._own_k(state[2]) / divisor * gain, 0.0, state[2] + 1)
            for state, gain in zip(before, gains, strict=True)
        ]

    def _own_k(self, matches: int) -> float:
        if matches >= self._k_matches:
            return self._k_last
        return self._k_first + (self._k_last - self._k_first) * matches / self._k_matches
