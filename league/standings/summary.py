"""What must be kept of a player so that a table can be ranked again without all results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from league.standings.contract import Term, Value
from league.standings.types import Adjustment, PlayerId


@dataclass(frozen=True, slots=True)
class Summary:
    """A player's sums and the values of all criteria that need only the own results.

    `have` is what a minimum is measured against.
    """

    player: PlayerId
    points: Fraction
    matches: int
    wins: Fraction
    places: tuple[int, ...]
    average: Fraction | None
    mean_per_match: Fraction | None
    have: int
    adjustments: tuple[Adjustment, ...] = ()
    extras: tuple[Term, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
