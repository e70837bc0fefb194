"""One numbered attempt at a schedule: the number decides everything, so it can be repeated."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from league.seating.schedule.anneal import ADD, BAN, ideal_cost
from league.seating.schedule.bounds import bounds
from league.seating.schedule.instance import Instance
from league.seating.schedule.measures import Measures, measure
from league.seating.schedule.offline.kernel import anneal

Schedule = list[list[list[int]]]

GROWING = tuple(ADD[:BAN])
FLAT = (0, *[20 + c for c in range(BAN - 1)])
STEEP = (0, *[20 + 60 * c for c in range(BAN - 1)])


@dataclass(frozen=True, slots=True)
class Profile:
    """How an attempt walks: prices of meetings, what evenness weighs, from how hot to how cold."""

    prices: Sequence[int]
    even: int
    hot: float
    cold: float


PROFILES = (
    Profile(GROWING, 1, 8.0, 0.4),
    Profile(FLAT, 1, 8.0, 0.4),
    Profile(GROWING, 1, 14.0, 0.5),
    Profile(STEEP, 1, 10.0, 0.5),
    Profile(GROWING, 3, 10.0, 1.0),
    Profile(FLAT, 0, 14.0, 2.0),
)
FIRST_STEPS = 1_000_000
MOST_DOUBLINGS = 5


@dataclass(frozen=True, slots=True)
class Find:
    """A schedule with its figures; `key` orders finds, the smallest is best."""

    rounds: Schedule
    figures: Measures

    @property
    def key(self) -> tuple[int, int, int]:
        """Repeats first, then the most meetings of a pair, then everything together."""
        return self.figures.repeats, self.figures.most_meetings, self.figures.cost


def instance_of(sizes: Sequence[int], rounds: int, preferred: int) -> Instance:
    """A plain instance with the same sizes in every round, large tables first."""
    row = tuple(sorted(sizes, reverse=True))
    return Instance(n=sum(row), sizes=(row,) * rounds, preferred=preferred)


def judged(instance: Instance, rounds: Schedule) -> Find:
    """A schedule with its figures."""
    return Find(rounds, measure(instance, rounds))


def is_settled(instance: Instance, find: Find) -> bool:
    """Whether nothing better is conceivable: proven repeats, no pair too often, even tables."""
    return find.figures.repeats == bounds(instance).repeats and (
        find.figures.cost // 50 <= ideal_cost(instance)
    )


def attempt(instance: Instance, number: int) -> Find:
    """What this attempt finds; the same number finds the same."""
    sizes = instance.sizes[0]
    rng = random.Random(f"{sizes}/{instance.rounds}/{instance.preferred}/{number}")
    profile = PROFILES[number % len(PROFILES)]
    steps = FIRST_STEPS << min(number // len(PROFILES), MOST_DOUBLINGS)
    start: Schedule = []
    for _ in range(instance.rounds):
        order = list(range(instance.n))
        rng.shuffle(order)
        seats = iter(order)
        start.append([[next(seats) for _ in range(size)] for size in sizes])
    ideal = ideal_cost(instance)
    _, walked = anneal(
        start,
        n=instance.n,
        preferred=instance.preferred,
        even=profile.even,
        seed=rng.getrandbits(32),
        steps=steps,
        hot=profile.hot,
        cold=profile.cold,
        ideal=ideal if profile.prices is GROWING and profile.even == 1 else 0,
        add=profile.prices,
    )
    finds = [judged(instance, walked)]
    _, polished = anneal(
        walked,
        n=instance.n,
        preferred=instance.preferred,
        even=1,
        seed=rng.getrandbits(32),
        steps=steps // 2,
        hot=1.6,
        cold=0.3,
        ideal=ideal,
    )
    finds.append(judged(instance, polished))
    return min(finds, key=lambda find: find.key)
