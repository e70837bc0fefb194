"""How many repeated meetings a whole schedule cannot avoid, and what they cost at the least.

A pair that meets m times costs m(m-1)/2, which is the number of twos of rounds that it shares. So
what all pairs cost is what all twos of rounds share, and the least is reached by meetings spread as
evenly over the pairs as can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from league.seating.bounds import least_cost, levels
from league.seating.schedule.instance import Instance, pairs_of
from league.seating.schedule.library import proven, proven_cost, proven_most, proven_spread
from league.seating.types import Pair


@dataclass(frozen=True, slots=True)
class Bounds:
    """Four lower bounds on repeats; each holds alone, so the largest does. `cost` is one on cost.

    `counting`: meetings needed against pairs who have not met; `strangers`: companions each player
    needs against strangers left (equal tables); `pigeonhole`: tables with more seats than the
    other rounds have tables; `searched`: what is left when an offline search has looked at
    every way to seat a few rounds at a few tables (`tests/laboratory/exact.py`).
    """

    counting: int
    strangers: int
    pigeonhole: int
    searched: int = 0
    cost: int = 0

    @property
    def repeats(self) -> int:
        """The best of them."""
        return max(self.counting, self.strangers, self.pigeonhole, self.searched)


def bounds(instance: Instance, before: Mapping[Pair, int] | None = None) -> Bounds:
    """The lower bounds on repeats; `before` are the meetings of the history, if already counted."""
    met = pairs_of(instance.history) if before is None else before
    full = instance.present is None or all(len(p) == instance.n for p in instance.present)
    needed = sum(size * (size - 1) // 2 for sizes in instance.sizes for size in sizes)
    everybody = instance.n * (instance.n - 1) // 2 - len(met)
    fresh = everybody if full else _fresh_pairs(instance, met)
    pigeonhole, shared = _pigeonhole(instance) if full else (0, 0)
    found = Bounds(
        counting=max(0, needed - fresh),
        strangers=_strangers(instance, met),
        pigeonhole=pigeonhole,
        searched=_searched(instance, proven) if full else 0,
    )
    looked = _searched(instance, proven_cost) if full else 0
    even = least_cost(needed, [fresh, *levels(met.values())]) if needed > fresh else 0
    alone = _strangers_cost(instance, met) if found.strangers else 0
    return replace(found, cost=max(found.repeats, shared, even, alone, looked))


NEVER = 1 << 40
"""More pairs than there are."""

MOST_SEARCHED = 5
"""No search has looked at every way to seat more tables, or more rounds."""


def _searched(instance: Instance, known: Callable[[Sequence[int], int], int]) -> int:
    sizes = {tuple(sorted(row, reverse=True)) for row in instance.sizes}
    few = instance.rounds <= MOST_SEARCHED and len(instance.sizes[0]) <= MOST_SEARCHED
    if not few or len(sizes) > 1 or instance.history:
        return 0
    return known(sizes.pop(), instance.rounds)


def least_most(instance: Instance, cost: int) -> int:
    """Meetings that some pair has at the least in every schedule whose repeats cost so little.

    Known for everybody present in every round and nothing played before, else 1: all meetings fall
    on no more pairs than there are. An offline search may have looked at every way
    (`tests/laboratory/exact.py`).
    """
    pairs = instance.n * (instance.n - 1) // 2
    if instance.history or instance.present is not None or not pairs:
        return 1
    rows = [tuple(sorted(sizes)) for sizes in instance.sizes]
    least = -(-sum(size * (size - 1) // 2 for row in rows for size in row) // pairs)
    return max(least, proven_most(rows[0], len(rows), cost)) if len(set(rows)) == 1 else least


def least_spread(instance: Instance, cost: int, most: int) -> int:
    """By how much short tables are spread at the least, with so cheap repeats and no pair so often.

    Known for everybody present at the same sizes in every round and nothing played before, else 0.
    Two rounds that have x players at short tables in both share some pairs, the fewer the more
    evenly these x and all others come from the tables of the other round. And all twos of rounds
    together share as many pairs as the repeats cost. That leaves few sums of x; even short tables
    need a certain one. An offline search may have
    looked at every way (`tests/laboratory/exact.py`).
    """
    if instance.history or instance.present is not None or len(set(instance.sizes)) > 1:
        return 0
    sizes, rounds, n = instance.sizes[0], instance.rounds, instance.n
    short = [size for size in sizes if size != instance.preferred]
    if len(short) in (0, len(sizes)) or rounds < 2:
        return 0
    twos = rounds * (rounds - 1) // 2

    def shares(total: int) -> int:
        # The price of one x grows ever faster, so that equal ones are cheapest.
        each, more = divmod(total, twos)
        cheap = (twos - more) * _shared_at(sizes, short, each) if more < twos else 0
        return cheap + (more * _shared_at(sizes, short, each + 1) if more else 0)

    seats = sum(short) * rounds
    spread = 0 if seats % n == 0 else 1
    while spread < rounds:
        low, high = _together(seats, n, spread)
        if any(shares(total) <= cost for total in range(low, high + 1)):
            break
        spread += 1
    return max(spread, proven_spread(sizes, rounds, cost, most))


def _shared_at(sizes: Sequence[int], short: Sequence[int], both: int) -> int:
    """Pairs at one table in two rounds at the least, if so many have a short table in both."""
    n, seats, few, many = sum(sizes), sum(short), len(short), len(sizes) - len(short)
    return sum(
        _evenly(players, places)
        for players, places in (
            (both, few * few),
            (seats - both, few * many),
            (seats - both, many * few),
            (n - 2 * seats + both, many * many),
        )
    )


def _evenly(players: int, places: int) -> int:
    if players < 0:
        return NEVER
    each, more = divmod(players, places)
    return places * (each * (each - 1) // 2) + more * each


def _together(seats: int, n: int, spread: int) -> tuple[int, int]:
    """Twos of short tables of one player, over all players: the fewest and most in this spread."""
    each, more = divmod(seats, n)
    fewest = n * (each * (each - 1) // 2) + more * each
    most = fewest
    for low in range(max(0, each - spread), each + 1) if spread > 1 else ():
        above = seats - n * low
        if above > n * spread:
            continue
        high, rest = divmod(above, spread)
        counts = [low + spread] * high + [low + rest] * (high < n)
        counts += [low] * (n - len(counts))
        most = max(most, sum(count * (count - 1) // 2 for count in counts))
    return fewest, most


def _fresh_pairs(instance: Instance, met: Mapping[Pair, int]) -> int:
    """Pairs present together at least once who have not met, counted by pattern of presence."""
    masks = [0] * instance.n
    for number in range(instance.rounds):
        for player in instance.players_of(number):
            masks[player] |= 1 << number
    kinds = sorted(Counter(masks).items())
    fresh = 0
    for i, (mask, people) in enumerate(kinds):
        if mask:
            fresh += people * (people - 1) // 2
        fresh += sum(people * others for other, others in kinds[:i] if mask & other)
    return fresh - sum(1 for a, b in met if masks[a] & masks[b])


def _strangers(instance: Instance, met: Mapping[Pair, int]) -> int:
    if any(len(set(sizes)) > 1 for sizes in instance.sizes):
        return 0
    companions = [0] * instance.n
    for number, sizes in enumerate(instance.sizes):
        for player in instance.players_of(number):
            companions[player] += sizes[0] - 1
    known = Counter(player for key in met for player in key)
    short = sum(
        max(0, need - (instance.n - 1 - known[player])) for player, need in enumerate(companions)
    )
    return -(-short // 2)


def _strangers_cost(instance: Instance, met: Mapping[Pair, int]) -> int:
    """What companions cost, player by player, those met least often first (equal tables)."""
    companions = [0] * instance.n
    for number, sizes in enumerate(instance.sizes):
        for player in instance.players_of(number):
            companions[player] += sizes[0] - 1
    times: list[list[int]] = [[] for _ in range(instance.n)]
    for (a, b), often in met.items():
        times[a].append(often)
        times[b].append(often)
    alike = Counter((need, tuple(sorted(row))) for need, row in zip(companions, times, strict=True))
    total = sum(
        people * least_cost(need, [instance.n - 1 - len(row), *levels(row)])
        for (need, row), people in alike.items()
    )
    return -(-total // 2)


def _pigeonhole(instance: Instance) -> tuple[int, int]:
    """Repeats, and pairs that all twos of rounds share, at the least."""
    old = [
        tuple(sorted(len(table) for table in tables))
        for tables in instance.history
        if sum(len(table) for table in tables) == instance.n
    ]
    rounds = [*old, *(tuple(sorted(sizes)) for sizes in instance.sizes)]
    memo: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}

    def shared(one: tuple[int, ...], other: tuple[int, ...]) -> int:
        key = (one, other) if one <= other else (other, one)
        if key not in memo:
            memo[key] = shared_pairs(*key)
        return memo[key]

    in_turn = sum(
        max((shared(rounds[q], rounds[r]) for q in range(r)), default=0)
        for r in range(len(old), len(rounds))
    )
    everywhere = sum(
        shared(rounds[q], rounds[r]) for r in range(len(old), len(rounds)) for q in range(r)
    )
    if old:
        return in_turn, everywhere
    # Every pair of rounds shares so many pairs; a pair that meets c times is counted at most
    # c(c-1)/2 times, which is at most (c-1) R/2.
    return max(in_turn, -(-2 * everywhere // len(rounds))), everywhere


def shared_pairs(one: Sequence[int], other: Sequence[int]) -> int:
    """The fewest pairs who share a table in both of two rounds with these table sizes."""
    if max(*one, *other) <= min(len(one), len(other)):
        return 0
    return max(_spread(one, other), _spread(other, one))


def _spread(tables: Sequence[int], over: Sequence[int]) -> int:
    # Each table's players go one by one to the table of the other round where fewest of them sit.
    total = 0
    for size in tables:
        there = [0] * len(over)
        for _ in range(size):
            place = min((t for t in range(len(over)) if there[t] < over[t]), key=there.__getitem__)
            total += there[place]
            there[place] += 1
    return total
