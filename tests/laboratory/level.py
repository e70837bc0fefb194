"""Numbered attempts at schedules whose short tables are even, which nothing may spoil on the way.

A player more or less at a short table is never bought with repeats here: a walk exchanges players
only where the counts stay as even as they can be, a symmetry or a choice of players to take out
gives even counts by itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

from league.seating.schedule.construct import taken_out
from league.seating.schedule.instance import Instance, pairs_of
from tests.laboratory.attempts import (
    FLAT,
    GROWING,
    PROFILES,
    Find,
    Profile,
    Schedule,
    anyhow,
    by_key,
    instance_of,
    judged,
    walk,
)
from tests.laboratory.symmetry import EXACTLY, drawn, orders_for, symmetrical

STEPS = 2_000_000
MOST_DOUBLINGS = 4
WALKS = (
    *(Profile(p.prices, EXACTLY, p.hot, p.cold) for p in PROFILES if p.even),
    Profile(FLAT, EXACTLY, 6.0, 2.0),
    Profile(FLAT, EXACTLY, 5.0, 3.0),
    Profile(GROWING, EXACTLY, 14.0, 0.5),
)
TURNS = (
    Profile(FLAT, EXACTLY, 6.0, 1.5),
    Profile(GROWING, EXACTLY, 8.0, 2.0),
    Profile(FLAT, EXACTLY, 4.0, 1.0),
)
TURNED_STEPS = 600_000
POLISH = 300_000
POLISH_HOT = (3.0, 2.0, 4.0)
CHOICES = 400
"""So many choices of players to take out are compared."""


def level(instance: Instance, number: int) -> Find | None:
    """What this attempt finds; the same number finds the same. None where it does not apply."""
    rng = random.Random(
        f"level/{instance.sizes[0]}/{instance.rounds}/{instance.preferred}/{number}"
    )
    way = WAYS[number % len(WAYS)]
    return way(instance, number // len(WAYS), rng)


def walked(instance: Instance, number: int, rng: random.Random) -> Find:
    """A walk from anywhere that never gives up how evenly short tables are spread."""
    profile = WALKS[number % len(WALKS)]
    steps = STEPS << min(number // len(WALKS), MOST_DOUBLINGS)
    return walk(instance, anyhow(instance, rng), profile, rng, steps)


def _turned(instance: Instance, number: int, rng: random.Random) -> Find | None:
    """A few rounds and their images; a cold walk then breaks the symmetry where that pays."""
    found = _symmetrical(instance, number, rng)
    if found is None:
        return None
    return _polished(instance, judged(instance, found), number, rng)


def _taken_out(instance: Instance, number: int, rng: random.Random) -> Find | None:
    """A symmetry of equal tables from which players are taken out who never meet."""
    size, tables = instance.sizes[0][0], len(instance.sizes[0])
    missing = size * tables - instance.n
    if not missing or size - 1 != instance.sizes[0][-1]:
        return None
    whole = _symmetrical(instance_of((size,) * tables, instance.rounds, size), number, rng)
    if whole is None:
        return None
    met = pairs_of(whole)
    finds = []
    for _ in range(CHOICES):
        out = sorted(rng.sample(range(size * tables), missing))
        if not any(pair in met for pair in combinations(out, 2)):
            finds.append(judged(instance, taken_out(whole, out, instance.sizes[0])))
    if not finds:
        return None
    return _polished(instance, min(finds, key=by_key), number, rng)


WAYS: tuple[Callable[[Instance, int, random.Random], Find | None], ...] = (
    _turned,
    _turned,
    _taken_out,
    _turned,
    walked,
    _turned,
)


def _polished(instance: Instance, found: Find, number: int, rng: random.Random) -> Find:
    """What a cold walk makes of it, if that is better."""
    hot = POLISH_HOT[number % 3]
    profile = Profile(GROWING, EXACTLY, hot, hot / 3)
    return min(found, walk(instance, found.rounds, profile, rng, POLISH), key=by_key)


def _symmetrical(instance: Instance, number: int, rng: random.Random) -> Schedule | None:
    orders = orders_for(instance)
    if not orders:
        return None
    profile = TURNS[number // len(orders) % len(TURNS)]
    return symmetrical(
        instance,
        drawn(instance.n, rng.choice(orders), rng),
        rng,
        prices=profile.prices,
        steps=TURNED_STEPS,
        hot=profile.hot,
        cold=profile.cold,
    )
