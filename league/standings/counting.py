"""Which of a player's results a season's rule counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from league.standings.contract import Why
from league.standings.exact import exact_sum
from league.standings.rules import SeasonRule


class Worth(NamedTuple):
    """A result, or all results of an evening, as the rule looks at it.

    `raw` is before and `weighted` after the weight; `mass` is the weight of the matches in it,
    what an average divides by.
    """

    raw: Fraction
    weighted: Fraction
    mass: Fraction


def dropped(
    worths: Sequence[Worth], rule: SeasonRule, scaled: Sequence[int] | None = None
) -> frozenset[int]:
    """The positions of results that do not count; of equal ones the earlier counts.

    `scaled` are the weighted values as whole numbers, if they are known already.
    """
    keep = len(worths)
    if rule.kind == "best_n" or (rule.kind == "evening_places" and rule.n):
        keep = min(keep, rule.n)
    elif rule.kind == "drop_worst_k":
        keep = max(0, keep - rule.k)
    elif rule.kind == "average" and rule.k:
        keep = min(keep, max(1, keep - rule.k))
    if keep == len(worths):
        return frozenset()
    if rule.by_average and rule.judged == "best":
        return _best_average(worths, keep)
    if rule.judged == "before":
        return _lowest([worth.raw for worth in worths], keep)
    return _least(scaled or scaled_up([worth.weighted for worth in worths]), keep)


def why_dropped(rule: SeasonRule) -> Why:
    return "worst" if rule.kind in ("drop_worst_k", "average") else "beyond_best"


def _lowest(values: Sequence[Fraction], keep: int) -> frozenset[int]:
    return _least(scaled_up(values), keep)


def _least(scaled: Sequence[int], keep: int) -> frozenset[int]:
    order = sorted(range(len(scaled)), key=scaled.__getitem__, reverse=True)
    return frozenset(order[keep:])


def _best_average(worths: Sequence[Worth], keep: int) -> frozenset[int]:
    """The results to leave out so that the weighted mean of the others is as high as can be.

    Starting from some choice, keeping the results with the largest surplus over the present
    mean never lowers the mean, and leaves it unchanged only at the best choice.
    """
    best = _lowest([worth.raw for worth in worths], keep)
    mean = _mean(worths, best)
    while True:
        surplus = [worth.weighted - mean * worth.mass for worth in worths]
        choice = _lowest(surplus, keep)
        found = _mean(worths, choice)
        if found <= mean:
            return best
        best, mean = choice, found


def _mean(worths: Sequence[Worth], out: frozenset[int]) -> Fraction:
    kept = [worth for index, worth in enumerate(worths) if index not in out]
    mass = exact_sum(worth.mass for worth in kept)
    return exact_sum(worth.weighted for worth in kept) / mass if mass else Fraction(0)


def scaled_worths(worths: Sequence[Worth]) -> tuple[list[int], int]:
    """The weighted values as whole numbers, and what they were multiplied by."""
    if len(worths) == 1:
        return [worths[0].weighted.numerator], worths[0].weighted.denominator
    # The same few values come up again and again: each is worked out once.
    distinct = {id(worth): worth.weighted for worth in worths}
    shared = lcm(*{value.denominator for value in distinct.values()})
    tops = {key: value.numerator * (shared // value.denominator) for key, value in distinct.items()}
    return [tops[id(worth)] for worth in worths], shared


def scaled_up(values: Iterable[Fraction]) -> list[int]:
    """Whole numbers in the same order and at the same distances, fast to compare."""
    told = list(values)
    shared = lcm(*{value.denominator for value in told})
    if shared == 1:
        return [value.numerator for value in told]
    return [value.numerator * (shared // value.denominator) for value in told]
