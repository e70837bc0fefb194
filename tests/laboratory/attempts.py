"""One numbered attempt at a schedule: the number decides everything, so it can be repeated."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from league.seating.schedule.board import ADD, BAN, ideal_cost
from league.seating.schedule.bounds import bounds, least_most
from league.seating.schedule.construct import doubled, joined
from league.seating.schedule.draw import extended
from league.seating.schedule.instance import Instance
from league.seating.schedule.measures import Measures, measure
from tests.laboratory.groups import nearly
from tests.laboratory.kernel import anneal

Schedule = list[list[list[int]]]

GROWING = tuple(ADD[:BAN])
GENTLE = (0, *[20 + 10 * c for c in range(BAN - 1)])
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
    Profile(GENTLE, 8, 8.0, 2.0),
    Profile(FLAT, 1, 8.0, 0.4),
    Profile(GROWING, 0, 12.0, 1.0),
    Profile(GENTLE, 1, 14.0, 0.5),
    Profile(STEEP, 3, 10.0, 1.0),
    Profile(GROWING, 1, 14.0, 2.0),
    Profile(GROWING, 3, 8.0, 1.0),
)
FIRST_STEPS = 1_000_000
MOST_DOUBLINGS = 5
TURNS = 60
"""So many base rounds are tried."""

EXTENDING = 100_000
"""Steps of the search for the rounds that a construction lacks."""


@dataclass(frozen=True, slots=True)
class Find:
    """A schedule with its figures."""

    rounds: Schedule
    figures: Measures

    @property
    def key(self) -> tuple[int, int, int, int]:
        """The smallest is best: cost of repeats, the most of one pair, uneven short tables, price.

        A third meeting of two costs as much as two second ones of others. At one cost, who is at a
        short table twice more often than somebody else matters more than anything but a pair that
        meets all evening.
        """
        of = self.figures
        return of.repeat_cost, max(2, of.most_meetings), max(1, of.short_table_spread), of.cost

    def improves(self, other: Find | None) -> bool:
        """Whether this one is to take the other's place: never at a higher cost of repeats."""
        return other is None or self.key < other.key


def instance_of(sizes: Sequence[int], rounds: int, preferred: int) -> Instance:
    """A plain instance with the same sizes in every round, large tables first."""
    row = tuple(sorted(sizes, reverse=True))
    return Instance(n=sum(row), sizes=(row,) * rounds, preferred=preferred)


def judged(instance: Instance, rounds: Schedule) -> Find:
    """A schedule with its figures."""
    return Find(rounds, measure(instance, rounds))


def is_settled(instance: Instance, find: Find) -> bool:
    """Whether nothing better is conceivable: a proven cost, no pair too often, even tables."""
    of = find.figures
    return (
        of.repeat_cost == bounds(instance).cost
        and of.most_meetings <= max(2, least_most(instance, of.repeat_cost))
        and of.cost // 50 <= ideal_cost(instance)
    )


def attempt(instance: Instance, number: int) -> Find:
    """What this attempt finds; the same number finds the same."""
    sizes = instance.sizes[0]
    rng = random.Random(f"{sizes}/{instance.rounds}/{instance.preferred}/{number}")
    profile = PROFILES[number % len(PROFILES)]
    steps = FIRST_STEPS << min(number // len(PROFILES), MOST_DOUBLINGS)
    found = walk(instance, anyhow(instance, rng), profile, rng, steps)
    return min((found, _polished(instance, found.rounds, rng, steps // 2)), key=by_key)


def walk(
    instance: Instance, start: Schedule, profile: Profile, rng: random.Random, steps: int
) -> Find:
    """The best that is met on the way from a schedule, as the profile says."""
    _, rounds = anneal(
        start,
        n=instance.n,
        preferred=instance.preferred,
        even=profile.even,
        seed=rng.getrandbits(32),
        steps=steps,
        hot=profile.hot,
        cold=profile.cold,
        ideal=0,
        add=profile.prices,
    )
    return judged(instance, rounds)


def structured(instance: Instance, number: int) -> Find | None:
    """An attempt that starts from rounds without a repeat, or from pairs who stay together."""
    rng = random.Random(f"structured/{instance.sizes[0]}/{instance.rounds}/{number}")
    starts = [
        start
        for start in (
            extended(instance, rng, EXTENDING, number // 3),
            doubled(instance, rng),
            joined(instance, rng),
            _turned(instance, rng),
        )
        if start is not None
    ]
    finds = []
    for start in starts:
        finds += [judged(instance, start), _polished(instance, start, rng, FIRST_STEPS)]
    return min(finds, key=by_key, default=None)


EVEN = (4, 12, 30, 60)
"""What a short table too many weighs in a walk that is to even them out; 20 is a repeat."""
EVEN_HOT = (14.0, 6.0, 3.0, 20.0)
EVEN_STEPS = 600_000


def evened(instance: Instance, given: Schedule, number: int) -> Find:
    """A walk that weighs short tables heavily, from a schedule that is known or from anywhere."""
    sizes = instance.sizes[0]
    rng = random.Random(f"evened/{sizes}/{instance.rounds}/{number}")
    hot = EVEN_HOT[number // len(EVEN) % len(EVEN_HOT)]
    start = [[list(table) for table in tables] for tables in given]
    if number % 3:
        start = anyhow(instance, rng)
    else:
        hot = min(hot, 6.0)
    profile = Profile(GROWING, EVEN[number % len(EVEN)], hot, 0.8)
    return walk(instance, start, profile, rng, EVEN_STEPS << min(number // 12, 3))


def anyhow(instance: Instance, rng: random.Random) -> Schedule:
    """Everybody anywhere."""
    rounds: Schedule = []
    for sizes in instance.sizes:
        order = list(range(instance.n))
        rng.shuffle(order)
        seats = iter(order)
        rounds.append([[next(seats) for _ in range(size)] for size in sizes])
    return rounds


def _turned(instance: Instance, rng: random.Random) -> Schedule | None:
    sizes = instance.sizes[0]
    if len(set(sizes)) > 1:
        return None
    return nearly(sizes[0], len(sizes), instance.rounds, rng, tries=TURNS)


def by_key(find: Find) -> tuple[int, int, int, int]:
    """Orders finds."""
    return find.key


def _polished(instance: Instance, rounds: Schedule, rng: random.Random, steps: int) -> Find:
    """A cold walk that mostly evens out short tables."""
    _, polished = anneal(
        rounds,
        n=instance.n,
        preferred=instance.preferred,
        even=1,
        seed=rng.getrandbits(32),
        steps=steps,
        hot=2.0,
        cold=0.3,
        ideal=ideal_cost(instance),
    )
    return judged(instance, polished)
