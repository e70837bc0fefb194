"""What a collection of items can be worth, worked out from the pieces in the box.

A state of a collection is (n, v, t): items, sum of their values, complete sets of equal items
("triples"). The sums v that go with n and t are kept as the bits of one number, so that adding a
kind of item is a shift. Sums reached with at least one item of value 1 are kept apart, because
whoever holds one item more than a fight can bring must have stolen one, and only items of value 1
can be stolen (R26).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from games.dice_devils.options import DiceDevilsOptions

Pieces = tuple[tuple[int, ...], ...]
_Sums = tuple[int, int]
"""Bits of the sums without, and with, an item of value 1."""

STEALABLE = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds that follow from one set of options."""

    end: int
    bonus: int
    supply: int
    """All pieces in the box."""
    supply_of_sets: int
    """The most triples the whole box can make."""
    something_to_steal: bool
    states: dict[tuple[int, int], _Sums]
    least_value: tuple[int, ...]
    """By number of pieces from the whole box: the smallest sum of values."""
    most_value: tuple[int, ...]
    most_points: tuple[int, ...]
    """By number of pieces from the whole box: the most points, triples included."""

    def possible(self, n: int, v: int, t: int) -> bool:
        """Whether one player can own n items worth v with t triples at the end."""
        if v < 0:
            return False
        without, having = self.states.get((n, t), (0, 0))
        sums = having if n > self.end else without | having
        return bool(sums >> v & 1)

    def values(self, n: int) -> tuple[int, int]:
        """The smallest and the largest sum of n items of one player."""
        sums = [self._sums(key) for key in self.states if key[0] == n]
        joined = 0
        for each in sums:
            joined |= each
        return _lowest(joined), joined.bit_length() - 1

    def most_sets(self, n: int) -> int:
        """The most triples n items of one player can make."""
        return max(
            (t for (count, t) in self.states if count == n and self._sums((n, t))), default=0
        )

    def totals(self, least: int, most: int) -> int:
        """The points one player can have with least to most items, as bits."""
        found = 0
        for n, t in self.states:
            if least <= n <= most:
                found |= self._sums((n, t)) << t * self.bonus
        return found

    def _sums(self, key: tuple[int, int]) -> int:
        without, having = self.states[key]
        return having if key[0] > self.end else without | having


def limits_for(options: DiceDevilsOptions) -> Limits:
    """The bounds for these options; worked out once per box."""
    return _limits(
        options.pieces, options.end_item_count, options.triple_size, options.triple_bonus
    )


@lru_cache(maxsize=64)
def _limits(pieces: Pieces, end: int, size: int, bonus: int) -> Limits:
    everything = sorted(value for kind in pieces for value in kind)
    return Limits(
        end=end,
        bonus=bonus,
        supply=len(everything),
        supply_of_sets=sum(len(kind) // size for kind in pieces),
        something_to_steal=STEALABLE in everything,
        states=_states(pieces, end + 1, size),
        least_value=tuple(accumulate(everything, initial=0)),
        most_value=tuple(accumulate(reversed(everything), initial=0)),
        most_points=_most_points(pieces, size, bonus),
    )


def _states(pieces: Pieces, most: int, size: int) -> dict[tuple[int, int], _Sums]:
    states: dict[tuple[int, int], _Sums] = {(0, 0): (1, 0)}
    for kind in pieces:
        grown: dict[tuple[int, int], _Sums] = {}
        choices = kind_sums(kind)
        for (n, t), (without, having) in states.items():
            for k, (plain, stealable) in enumerate(choices[: most - n + 1]):
                key = (n + k, t + k // size)
                old_without, old_having = grown.get(key, (0, 0))
                grown[key] = (
                    old_without | added(without, plain),
                    old_having | added(having, plain | stealable) | added(without, stealable),
                )
        states = grown
    return states


@lru_cache(maxsize=256)
def kind_sums(kind: tuple[int, ...]) -> tuple[_Sums, ...]:
    """By number of pieces taken from one kind: the sums they can have."""
    ones = kind.count(STEALABLE)
    others = [1]  # by number of pieces
    for value in kind:
        if value != STEALABLE:
            others = [
                (others[k] if k < len(others) else 0) | (others[k - 1] << value if k else 0)
                for k in range(len(others) + 1)
            ]
    result = []
    for k in range(len(kind) + 1):
        plain = others[k] if k < len(others) else 0
        having = 0
        for taken in range(1, min(ones, k) + 1):
            if k - taken < len(others):
                having |= others[k - taken] << taken
        result.append((plain, having))
    return tuple(result)


def added(left: int, right: int) -> int:
    """The sums of one of ``left`` and one of ``right``."""
    result = 0
    for shift in bits(right):
        result |= left << shift
    return result


def bits(number: int) -> Iterator[int]:
    """The positions of the set bits, lowest first."""
    while number:
        yield _lowest(number)
        number &= number - 1


def _lowest(number: int) -> int:
    return (number & -number).bit_length() - 1


def _most_points(pieces: Pieces, size: int, bonus: int) -> tuple[int, ...]:
    best = [0]
    for kind in pieces:
        worth = [0]
        for k, value in enumerate(sorted(kind, reverse=True), start=1):
            worth.append(worth[-1] + value + (bonus if k % size == 0 else 0))
        grown = [0] * (len(best) + len(kind))
        for n, points in enumerate(best):
            for k, more in enumerate(worth):
                grown[n + k] = max(grown[n + k], points + more)
        best = grown
    return tuple(best)
