"""Which games are put on the tables when people have wishes: as few unmet ones as possible.

Choosing sizes and games together is exact while few enough mixes of games exist; beyond
`MOST_MIXES` the cheapest of those looked at is taken.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from league.seating.split import as_split, remaining_games, splits, table_limit
from league.seating.types import Field, FieldPlayer, GameChoice, RulesetId, Split

MOST_MIXES = 4000
ALTERNATIVES = 4
"""So many ways to cut the seats of one game are combined with those of the others."""

Taste = tuple[frozenset[RulesetId], frozenset[RulesetId]]
"""Rulesets wished for, and all that are not refused; players of one taste are alike."""


def tastes(players: Sequence[FieldPlayer], rulesets: frozenset[RulesetId]) -> Counter[Taste]:
    """How many players there are of each taste, among these rulesets."""
    found: Counter[Taste] = Counter()
    for player in players:
        allowed = rulesets - player.refuses
        wished = player.wants & allowed if player.wants else allowed
        found[wished, allowed] += 1
    return found


def unmet(seats: Mapping[RulesetId, int], wanted: Mapping[Taste, int]) -> int | None:
    """The fewest players who get no game of their wishes; None when a refusal must be overridden.

    A cheapest flow from tastes to games: whoever is placed last may push others to another game.
    """
    games = sorted(seats)
    kinds = sorted(wanted, key=lambda taste: (sorted(taste[0]), sorted(taste[1])))
    placed: dict[tuple[int, int], int] = {}
    free = {place: seats[game] for place, game in enumerate(games)}
    total = 0
    for kind, taste in enumerate(kinds):
        left = wanted[taste]
        while left:
            path = _cheapest_path(kind, kinds, games, placed, free)
            if path is None:
                return None
            moved = min(
                [left, free[path[-1][1]]]
                + [placed[taste_of, came_from] for (_, came_from), (taste_of, _) in pairwise(path)]
            )
            for step, (taste_of, game) in enumerate(path):
                cost = int(games[game] not in kinds[taste_of][0])
                placed[taste_of, game] = placed.get((taste_of, game), 0) + moved
                total += moved * cost
                if step:
                    before = path[step - 1][1]
                    placed[taste_of, before] -= moved
                    total -= moved * int(games[before] not in kinds[taste_of][0])
            free[path[-1][1]] -= moved
            left -= moved
    return total


def _cheapest_path(
    start: int,
    kinds: Sequence[Taste],
    games: Sequence[RulesetId],
    placed: Mapping[tuple[int, int], int],
    free: Mapping[int, int],
) -> list[tuple[int, int]] | None:
    """Steps (taste, game): each taste goes to the game, making room by the next step's taste."""
    best: dict[int, int] = {}
    came: dict[int, tuple[int, int | None]] = {}
    waiting: deque[int] = deque()
    for place, game in enumerate(games):
        if game in kinds[start][1]:
            best[place] = int(game not in kinds[start][0])
            came[place] = (start, None)
            waiting.append(place)
    while waiting:
        place = waiting.popleft()
        for kind, (wished, allowed) in enumerate(kinds):
            if not placed.get((kind, place)):
                continue
            for other, game in enumerate(games):
                if other == place or game not in allowed:
                    continue
                cost = best[place] + int(game not in wished) - int(games[place] not in wished)
                if other not in best or cost < best[other]:
                    best[other] = cost
                    came[other] = (kind, place)
                    if other not in waiting:
                        waiting.append(other)
    ends = [place for place in best if free[place] > 0]
    if not ends:
        return None
    path: list[tuple[int, int]] = []
    place_or_none: int | None = min(ends, key=lambda place: (best[place], place))
    while place_or_none is not None:
        kind, before = came[place_or_none]
        path.append((kind, place_or_none))
        place_or_none = before
    return path[::-1]


def wished_splits(players: Sequence[FieldPlayer], field: Field, keep: int) -> tuple[Split, ...]:
    """Splits of these players with as good a mix of games as their wishes allow, best first.

    Judged by the cost of the sizes plus `SizeRule.wish` for everybody without a wished game.
    Empty when refusals leave no way.
    """
    games = remaining_games(field)
    wanted = tastes(players, frozenset(game.ruleset for game in games))
    found: dict[tuple[tuple[int, RulesetId], ...], Split] = {}
    for mixes, split in enumerate(_mixes(len(players), games, field)):
        if mixes >= MOST_MIXES:
            break
        seats: Counter[RulesetId] = Counter()
        for size, ruleset in zip(split.sizes, split.rulesets, strict=True):
            seats[ruleset] += size
        missing = unmet(seats, wanted)
        if missing is not None:
            key = tuple(zip(split.sizes, split.rulesets, strict=True))
            found[key] = replace(split, unmet=missing)
    ranked = sorted(found.values(), key=lambda s: (total_cost(s, field), s.cost, s.sizes))
    return tuple(ranked[:keep])


def total_cost(split: Split, field: Field) -> Fraction:
    """The cost of the sizes and of the wishes that stay unmet."""
    return split.cost + field.sizes.wish * split.unmet


def _mixes(n: int, games: Sequence[GameChoice], field: Field) -> Iterator[Split]:
    """Every way to give the games numbers of seats, each with its best few cuts into tables."""
    rule, room = field.sizes, table_limit(field)
    known: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {}

    def cuts(place: int, seats: int) -> tuple[tuple[int, ...], ...]:
        if seats == 0:
            return ((),)
        if (place, seats) not in known:
            game = games[place]
            limits = [limit for limit in (room, game.copies) if limit is not None]
            preferred = rule.preferred if game.preferred is None else game.preferred
            known[place, seats] = tuple(
                split.sizes
                for split in splits(
                    seats,
                    game.low,
                    game.high,
                    preferred,
                    rule.below,
                    rule.above,
                    rule.weights,
                    min(limits) if limits else None,
                    ALTERNATIVES,
                )
            )
        return known[place, seats]

    def extended(place: int, left: int, tables: list[tuple[int, int]]) -> Iterator[Split]:
        if place == len(games):
            if left == 0 and (room is None or len(tables) <= room):
                yield as_split(tables, field, games)
            return
        last = place == len(games) - 1
        for seats in (left,) if last else range(left, -1, -1):
            for sizes in cuts(place, seats):
                yield from extended(
                    place + 1, left - seats, [*tables, *((size, place) for size in sizes)]
                )

    yield from extended(0, n, [])
