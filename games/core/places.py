"""Places from keys: 1 + the number of seats strictly better."""

from __future__ import annotations

from collections.abc import Sequence


def places_by(keys: Sequence[int] | Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Places where the smallest key is best and equal keys share: 5, 3, 5, 9 gives 2, 1, 2, 4."""
    ordered = sorted(keys)
    first: dict[object, int] = {}
    for position, key in enumerate(ordered, start=1):
        first.setdefault(key, position)
    return tuple(first[key] for key in keys)


def places_from_points(points: Sequence[int], *, higher_wins: bool) -> tuple[int, ...]:
    """Places where more points are better, or fewer."""
    return places_by([-value if higher_wins else value for value in points])


def renumbered(dense: Sequence[int]) -> tuple[int, ...]:
    """Dense places as places with gaps: 1, 2, 2, 3 becomes 1, 2, 2, 4."""
    return places_by(dense)
