"""Which player takes which place of a ready-made schedule, so that bans and clubs are kept."""

from __future__ import annotations

import random
from itertools import combinations

from league.seating.schedule.instance import Instance, pairs_of
from league.seating.schedule.measures import APART, SAME_CLUB
from league.seating.types import pair

Schedule = list[list[list[int]]]
TRIES = 40
"""So many swaps per player are tried before the rest is left to the search."""


def relabelled(instance: Instance, rounds: Schedule, rng: random.Random) -> Schedule:
    """The same schedule with players renamed so that few of those meet who should not."""
    n = instance.n
    wish: list[dict[int, int]] = [{} for _ in range(n)]
    members: dict[int, list[int]] = {}
    for player, club in enumerate(instance.clubs):
        if club is not None:
            members.setdefault(club, []).append(player)
    unwanted = [(key, APART) for key in sorted(instance.apart)]
    for mates in members.values():
        unwanted += [(key, SAME_CLUB) for key in combinations(mates, 2)]
    for (a, b), price in unwanted:
        wish[a][b] = wish[a].get(b, 0) + price
        wish[b][a] = wish[a][b]
    met = pairs_of(rounds)
    place = list(range(n))
    rng.shuffle(place)

    def price_of(player: int, at: int, other: int) -> int:
        return sum(
            weight * met.get(pair(at, place[mate]), 0)
            for mate, weight in wish[player].items()
            if mate != other
        )

    anxious = [player for player in range(n) if wish[player]]
    left = TRIES * n
    while left > 0:
        troubled = [p for p in anxious if price_of(p, place[p], p)]
        if not troubled:
            break
        for a in troubled:
            left -= 1
            b = rng.randrange(n)
            if a == b:
                continue
            here, there = place[a], place[b]
            old = price_of(a, here, b) + price_of(b, there, a)
            if price_of(a, there, b) + price_of(b, here, a) <= old:
                place[a], place[b] = there, here
    owner = [0] * n
    for player, at in enumerate(place):
        owner[at] = player
    return [[[owner[at] for at in table] for table in tables] for tables in rounds]
