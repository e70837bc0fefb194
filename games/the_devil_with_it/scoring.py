"""Points and places from what everybody owns at the end (R44, R45)."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.places import places_from_points
from games.core.types import Outcome

REASON_END = "points"
REASON_EARLY = "early_end"


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """The highest total wins; equal totals share their places, there is no further key."""
    return places_from_points(totals, higher_wins=True)


def outcome(totals: Sequence[int], *, ended_early: bool) -> Outcome:
    """The outcome of a match in which nobody plays on."""
    return Outcome(tuple(totals), places(totals), REASON_EARLY if ended_early else REASON_END)
