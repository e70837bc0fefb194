"""What earlier events of a season still weigh: the longer ago, the less."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from league.seating.types import Pair, PlayerId, pair


@dataclass(frozen=True, slots=True)
class Past:
    """Meetings in earlier events: how many, and what they weigh after fading."""

    times: dict[Pair, int]
    weights: dict[Pair, Fraction]


def faded(events: Sequence[Iterable[Sequence[PlayerId]]], keep: Fraction) -> Past:
    """The meetings at the tables of earlier events, the latest event first.

    Each further event back keeps the share `keep` of the weight: with 1/2 a meeting three events
    ago weighs a quarter of one at the last event. With 1 nothing fades, with 0 only the last event
    counts.
    """
    times: dict[Pair, int] = {}
    weights: dict[Pair, Fraction] = {}
    weight = Fraction(1)
    for tables in events:
        for table in tables:
            for a, b in combinations(table, 2):
                key = pair(a, b)
                times[key] = times.get(key, 0) + 1
                weights[key] = weights.get(key, Fraction(0)) + weight
        weight *= keep
    return Past(times, weights)
