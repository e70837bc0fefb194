"""How many repeated meetings one round cannot avoid, and at what cost, whoever seats it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from league.seating.types import Field, Pair, PlayerId

CLIQUE_PLAYERS = 120
"""Above this many players acquainted circles larger than the number of tables are not sought."""


def repeats_bound(players: Sequence[PlayerId], sizes: Sequence[int], field: Field) -> int:
    """A number of repeats that no seating of these players at tables of these sizes undercuts.

    The largest of three counts: pairs needed against pairs not met yet; companions each player
    needs against strangers left; and circles who all met each other spread over the tables.
    """
    known = _known(players, field.met)
    n = len(players)
    needed = sum(size * (size - 1) // 2 for size in sizes)
    by_pairs = needed - (n * (n - 1) // 2 - sum(known.values()) // 2)
    found = max(0, by_pairs, _by_strangers(known, sizes))
    if n > CLIQUE_PLAYERS:
        return found
    return max(found, _by_circles(_acquaintances(players, field.met), sizes))


def cost_bound(
    players: Sequence[PlayerId], sizes: Sequence[int], field: Field, repeats: int
) -> int:
    """What the repeats of such a round cost at the least, each as often as its pair had met.

    `repeats` is their bound. Where there must be some, the pairs who met least often come first.
    """
    if not repeats:
        return 0
    here = set(players)
    times = [often for (a, b), often in field.met.items() if often and a in here and b in here]
    n = len(players)
    needed = sum(size * (size - 1) // 2 for size in sizes)
    fresh = n * (n - 1) // 2 - len(times)
    return max(repeats, least_cost(needed, [fresh, *levels(times)]))


def least_cost(needed: int, known: Sequence[int]) -> int:
    """What so many meetings cost at the least; `known` counts pairs who met 0, 1, 2 … times before.

    A pair that met c times may meet again for c, then for c + 1: the cheapest come first.
    """
    cost = level = pairs = 0
    while needed > 0:
        pairs += known[level] if level < len(known) else 0
        if level >= len(known) and not pairs:
            break
        taken = min(needed, pairs)
        cost += taken * level
        needed -= taken
        level += 1
    return cost


def levels(times: Iterable[int]) -> list[int]:
    """How many pairs met once, twice, and so on."""
    counts = Counter(times)
    return [counts[level] for level in range(1, max(counts, default=0) + 1)]


def _known(players: Sequence[PlayerId], met: Mapping[Pair, int]) -> dict[PlayerId, int]:
    """How many of the others each player has met."""
    known = dict.fromkeys(players, 0)
    for (a, b), times in met.items():
        if times and a in known and b in known:
            known[a] += 1
            known[b] += 1
    return known


def _acquaintances(
    players: Sequence[PlayerId], met: Mapping[Pair, int]
) -> dict[PlayerId, set[PlayerId]]:
    acquainted: dict[PlayerId, set[PlayerId]] = {p: set() for p in players}
    for (a, b), times in met.items():
        if times and a in acquainted and b in acquainted:
            acquainted[a].add(b)
            acquainted[b].add(a)
    return acquainted


def _by_strangers(known: Mapping[PlayerId, int], sizes: Sequence[int]) -> int:
    # Those with the most strangers get the largest tables: the cheapest matching of both lists.
    strangers = sorted(len(known) - 1 - others for others in known.values())
    companions = sorted(size - 1 for size in sizes for _ in range(size))
    short = sum(max(0, need - fresh) for need, fresh in zip(companions, strangers, strict=True))
    return -(-short // 2)


def _by_circles(acquainted: Mapping[PlayerId, set[PlayerId]], sizes: Sequence[int]) -> int:
    left = {player: set(others) for player, others in acquainted.items()}
    total = 0
    for player in sorted(left):
        while True:
            circle = _circle(player, left)
            unavoidable = spread_pairs(len(circle), sizes)
            if not unavoidable:
                break
            total += unavoidable
            for member in circle:
                left[member] -= circle
    return total


def _circle(player: PlayerId, acquainted: Mapping[PlayerId, set[PlayerId]]) -> set[PlayerId]:
    circle = {player}
    candidates = set(acquainted[player])
    while candidates:
        best = max(candidates, key=lambda p: (len(acquainted[p] & candidates), -p))
        circle.add(best)
        candidates &= acquainted[best]
    return circle


def spread_pairs(people: int, sizes: Sequence[int]) -> int:
    """The fewest pairs of so many people who share a table when spread as evenly as possible."""
    counts = [0] * len(sizes)
    pairs = 0
    for _ in range(people):
        open_tables = [t for t, size in enumerate(sizes) if counts[t] < size]
        if not open_tables:
            break
        table = min(open_tables, key=lambda t: counts[t])
        pairs += counts[table]
        counts[table] += 1
    return pairs
