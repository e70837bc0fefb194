"""Choosing table sizes together with the schedule: fewest unavoidable repeats, then least cost."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from league.seating.schedule.bounds import bounds
from league.seating.schedule.instance import Instance, refuse
from league.seating.schedule.library import schedule_entry
from league.seating.split import check, splits
from league.seating.types import Objection, Split

ABOVE = Fraction(3, 2)
TOLERANCE = Fraction(2)
"""How much dearer than the best a split may be that spares repeats: two tables one seat off."""


def instance_for(
    players: int,
    rounds: int,
    *,
    low: int = 3,
    high: int = 6,
    preferred: int = 4,
    max_tables: int | None = None,
    above: Fraction = ABOVE,
    weights: Mapping[int, Fraction] | None = None,
) -> Instance:
    """An instance for so many players and rounds, its table sizes chosen for the whole schedule.

    `above` and `weights` price sizes as `SizeRule` does.

    Raises `SeatingRefused` where no sizes fit, with what would help.
    """
    if rounds < 1:
        refuse([Objection("no_rounds", {"rounds": rounds})])
    chosen = ranked_splits(
        players,
        rounds,
        low=low,
        high=high,
        preferred=preferred,
        max_tables=max_tables,
        above=above,
        weights=weights,
    )[0]
    return Instance(
        n=players,
        sizes=(chosen.sizes,) * rounds,
        preferred=min(max(preferred, low), high),
    )


def ranked_splits(
    players: int,
    rounds: int,
    *,
    low: int,
    high: int,
    preferred: int,
    max_tables: int | None = None,
    above: Fraction = ABOVE,
    weights: Mapping[int, Fraction] | None = None,
) -> tuple[Split, ...]:
    """All splits worth a thought, the one to take first; those far from the preference last.

    Among splits that cost little more than the best, the one whose repeats cost least wins (those a
    long search could not avoid where one was made, else those proven to be unavoidable), then the
    one whose short tables can be spread evenly.
    """
    if players < 1:
        refuse([Objection("nobody", {"byes": 0})])
    if players < low:
        refuse([Objection("too_few", {"players": players, "low": low})])
    found = splits(
        players, low, high, preferred, above=above, weights=weights, max_tables=max_tables
    )
    if not found:
        impossible = check(players, low, high, max_tables)
        assert impossible is not None
        refuse([Objection("impossible_count", dict(impossible.params()))])
    dearest = found[0].cost + TOLERANCE
    near = [split for split in found if split.cost <= dearest]
    far = [split for split in found if split.cost > dearest]
    near.sort(key=lambda split: (*_expected(players, rounds, split), split.cost))
    return (*near, *far)


def _expected(players: int, rounds: int, split: Split) -> tuple[int, int]:
    """What repeats should cost, and by how much short tables are spread worse than by one."""
    entry = schedule_entry(split.sizes, rounds)
    if entry is not None:
        return entry.cost, max(0, entry.spread - 1)
    return bounds(Instance(n=players, sizes=(split.sizes,) * rounds)).cost, 0
