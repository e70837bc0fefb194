"""What somebody needs in the evenings that are left, while all others stay as they are.

The season's own rule counts the results that may come, together with those that are there: what
it would drop is dropped here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.standings.counted import Counted
from league.standings.counting import Worth, dropped
from league.standings.exact import NOTHING, exact_sum
from league.standings.rules import SeasonRule
from league.standings.settings import ONE

# What a season may rank by first for this to be told.
MEASURES = ("points", "average")


@dataclass(frozen=True, slots=True)
class Outlook:
    """A player's results as the rule looks at them, and what is still to come.

    Args:
        held: the results that are there.
        fixed: what is never dropped: adjustments, attendance, points carried.
        evenings, matches: how many evenings are left, and how many matches on each.
    """

    rule: SeasonRule
    held: tuple[Worth, ...]
    fixed: Fraction
    evenings: int
    matches: int

    @property
    def units(self) -> int:
        """How many results come that can be dropped one by one: matches or evenings."""
        if self.rule.counted_unit == "matches":
            return self.evenings * self.matches
        return self.evenings

    def value(self, points: Fraction) -> Fraction:
        """The points (or the average) after ``points`` in each of the coming units."""
        mass = ONE if self.rule.counted_unit == "matches" else Fraction(self.matches)
        worths = (*self.held, *(Worth(points, points, mass),) * self.units)
        out = dropped(worths, self.rule)
        kept = [worth for at, worth in enumerate(worths) if at not in out]
        total = exact_sum(worth.weighted for worth in kept) + self.fixed
        if not self.rule.by_average:
            return total
        divisor = exact_sum(worth.mass for worth in kept) + self.rule.c
        return total / divisor if divisor else NOTHING

    @property
    def is_steady(self) -> bool:
        """Whether more points in each unit never make less of the whole.

        Under weights, or where an average drops evenings of different length, they may: a result
        of much weight gives way to one of less.
        """
        if any(worth.raw != worth.weighted for worth in self.held):
            return False
        if not (self.rule.by_average and self.rule.k):
            return True
        masses = {worth.mass for worth in self.held}
        mass = ONE if self.rule.counted_unit == "matches" else Fraction(self.matches)
        return self.rule.judged != "best" and masses <= {mass}


def outlook(counted: Counted, *, adjusted: Fraction, evenings: int, matches: int) -> Outlook:
    """The outlook of somebody of whom ``counted`` counts so far.

    Args:
        adjusted: the sum of penalties and bonuses, for the averages.
    """
    rule = counted.rule
    if rule.by_average:
        fixed = adjusted
    else:
        fixed = exact_sum(term.value for term in counted.extras) + rule.attendance * evenings
    return Outlook(rule, tuple(counted.worths), fixed, evenings, matches)


def least(of: Outlook, goal: Fraction) -> Fraction | None:
    """The fewest points in each coming unit that reach ``goal``; 0 where none are needed.

    None where no number of points does. Exact: the value grows along straight lines, which
    bend only where a coming result overtakes one that is there.

    Raises:
        ValueError: where ``of`` is not steady.
    """
    if not of.is_steady:
        raise ValueError("more points may make less here")
    low, reached = NOTHING, of.value(NOTHING)
    if reached >= goal:
        return NOTHING
    if not of.units:
        return None
    bends: Sequence[Fraction] = sorted({worth.weighted for worth in of.held if worth.weighted > 0})
    for high in (*bends, (bends[-1] if bends else NOTHING) + 1):
        value = of.value(high)
        if value >= goal:
            return low + (goal - reached) * (high - low) / (value - reached)
        if high in bends:
            low, reached = high, value
    slope = of.value(low + 1) - reached
    return low + (goal - reached) / slope if slope > 0 else None
