"""Which games are put on the tables when people have wishes: as few unmet ones as possible.

Sizes and games are chosen together: the mixes of games are looked at in the order of a cost they
cannot undercut, until no better one can come. A further kind of size costs so little that it only
ranks the mixes found.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import comb

from league.seating.split import (
    as_split,
    deviation,
    remaining_games,
    table_limit,
    table_splits,
)
from league.seating.types import Field, FieldPlayer, GameChoice, RulesetId, Split

MOST_SHARES = 150_000
"""With more ways to share the seats out among the games only those near the wishes are tried."""
NEAR_SHARES = 200
"""About so many of them: a few seats more or fewer for every game."""
MOST_MIXES = 3000
"""After so many mixes of games the best one found is taken."""

Taste = tuple[frozenset[RulesetId], frozenset[RulesetId]]
"""Rulesets wished for, and all that are not refused; players of one taste are alike."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """Tables of one game: how many, at what cost, which sizes."""

    tables: int
    cost: Fraction
    sizes: tuple[int, ...]


NOTHING = _Cut(0, Fraction(0), ())
Cuts = Mapping[int, tuple[_Cut, ...]]
"""Tables of one game by the number of its seats."""


def tastes(players: Sequence[FieldPlayer], rulesets: frozenset[RulesetId]) -> Counter[Taste]:
    """How many players there are of each taste, among these rulesets."""
    found: Counter[Taste] = Counter()
    for player in players:
        allowed = rulesets - player.refuses
        wished = player.wants & allowed if player.wants else allowed
        found[wished, allowed] += 1
    return found


def unmet(seats: Mapping[RulesetId, int], wanted: Mapping[Taste, int]) -> int | None:
    """The fewest players without a game of their wishes; None when a refusal must be overridden."""
    found = _shared(seats, wanted)
    return None if found is None else found[0]


def _shared(
    seats: Mapping[RulesetId, int], wanted: Mapping[Taste, int]
) -> tuple[int, Counter[RulesetId]] | None:
    """How many wishes stay unmet at best, and how many players each game gets by that.

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
    taken: Counter[RulesetId] = Counter()
    for (_, place), count in placed.items():
        taken[games[place]] += count
    return total, taken


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
    n = len(players)
    if comb(n + len(games) - 1, len(games) - 1) <= MOST_SHARES:
        room = table_limit(field)
        return _best(n, games, [_cuts(n, game, field, room) for game in games], wanted, field, keep)
    for cuts in _cuts_near(n, games, wanted, field):
        found = _best(n, games, cuts, wanted, field, keep)
        if found:
            return found
    return _judged(table_splits(n, field, keep), wanted, field)


def _best(
    n: int,
    games: Sequence[GameChoice],
    cuts: Sequence[Cuts],
    wanted: Mapping[Taste, int],
    field: Field,
    keep: int,
) -> tuple[Split, ...]:
    """The best splits that these cuts make."""
    found: list[Split] = []
    for looked, (least, tables) in enumerate(_mixes(n, games, cuts, wanted, field)):
        enough = len(found) >= keep and total_cost(found[keep - 1], field) <= least
        if enough or looked >= MOST_MIXES:
            break
        found = [*found, *_judged((as_split(tables, field, games),), wanted, field)]
        found.sort(key=lambda split: _rank(split, field))
    return tuple(found[:keep])


def _judged(
    splits: Sequence[Split], wanted: Mapping[Taste, int], field: Field
) -> tuple[Split, ...]:
    """The splits that override no refusal, with their unmet wishes, the best first."""
    found = []
    for split in splits:
        seats: Counter[RulesetId] = Counter()
        for size, ruleset in zip(split.sizes, split.rulesets, strict=True):
            seats[ruleset] += size
        missing = unmet(seats, wanted)
        if missing is not None:
            found.append(replace(split, unmet=missing))
    return tuple(sorted(found, key=lambda split: _rank(split, field)))


def _rank(
    split: Split, field: Field
) -> tuple[Fraction, Fraction, tuple[int, ...], tuple[RulesetId, ...]]:
    return total_cost(split, field), split.cost, split.sizes, split.rulesets


def total_cost(split: Split, field: Field) -> Fraction:
    """The cost of the sizes and of the wishes that stay unmet."""
    return split.cost + field.sizes.wish * split.unmet


def _mixes(
    n: int,
    games: Sequence[GameChoice],
    cuts: Sequence[Cuts],
    wanted: Mapping[Taste, int],
    field: Field,
) -> list[tuple[Fraction, list[tuple[int, int]]]]:
    """Every way to share the seats out among the games, those that may be cheapest first.

    Each comes with a cost it cannot undercut: the sizes, and those who want one game alone and
    are more than its seats.
    """
    room = table_limit(field)
    ascending = [sorted(one) for one in cuts]
    alone = [
        sum(count for (wished, _), count in wanted.items() if wished == {game.ruleset})
        for game in games
    ]
    wish = field.sizes.wish
    found: list[tuple[Fraction, list[tuple[int, int]]]] = []

    def extended(
        place: int, left: int, used: int, least: Fraction, tables: list[tuple[int, int]]
    ) -> None:
        if place == len(games):
            if left == 0:
                found.append((least, tables))
            return
        last = place == len(games) - 1
        for seats in (left,) if last else ascending[place]:
            if seats > left:
                continue
            for cut in cuts[place].get(seats, ()):
                if room is not None and used + cut.tables > room:
                    continue
                short = max(0, alone[place] - seats)
                extended(
                    place + 1,
                    left - seats,
                    used + cut.tables,
                    least + cut.cost + wish * short,
                    [*tables, *((size, place) for size in cut.sizes)],
                )

    extended(0, n, 0, Fraction(0), [])
    # Among equals the games come in the organizer's order.
    return sorted(found, key=lambda mix: (mix[0], sum(place for _, place in mix[1])))


def _cuts_near(
    n: int, games: Sequence[GameChoice], wanted: Mapping[Taste, int], field: Field
) -> Iterator[list[Cuts]]:
    """Cuts for about as many seats of every game as the wishes ask for, whatever sizes cost.

    First the cheapest cut of each number of seats, then also those with fewer tables, in case the
    room has no more. None where refusals leave no way.
    """
    room = table_limit(field)
    most = {game.ruleset: n if game.copies is None else game.copies * game.high for game in games}
    shared = _shared(most, wanted)
    if shared is None:
        return
    wide = max(2, int(NEAR_SHARES ** (1 / max(1, len(games) - 1))) // 2)
    near = [
        range(max(0, shared[1][game.ruleset] - wide), min(n, shared[1][game.ruleset] + wide) + 1)
        for game in games
    ]
    cheapest: list[Cuts] = []
    for game, span in zip(games, near, strict=True):
        alone = replace(field, games=(game,), kept=(), sizes=replace(field.sizes, max_tables=room))
        ways = {seats: table_splits(seats, alone, keep=1) for seats in span if seats}
        cuts = {
            seats: (_Cut(len(best.sizes), best.cost, best.sizes),)
            for seats, (best, *_) in ((seats, found) for seats, found in ways.items() if found)
        }
        cheapest.append({0: (NOTHING,), **cuts} if 0 in span else cuts)
    yield cheapest
    if room is not None:
        yield [
            {seats: ways for seats, ways in _cuts(n, game, field, room).items() if seats in span}
            for game, span in zip(games, near, strict=True)
        ]


def _cuts(n: int, game: GameChoice, field: Field, room: int | None) -> dict[int, tuple[_Cut, ...]]:
    """The best tables of one game for every number of seats; with a limited number of tables in
    the room also dearer ones with fewer tables."""
    rule = field.sizes
    preferred = rule.preferred if game.preferred is None else game.preferred
    price = {
        size: deviation(size, preferred, rule.below, rule.above, rule.weights)
        for size in range(game.low, game.high + 1)
    }
    limits = [limit for limit in (room, game.copies, n // game.low) if limit is not None]
    layer = {0: NOTHING}
    found: dict[int, list[_Cut]] = {0: [layer[0]]}
    for tables in range(1, min(limits) + 1):
        grown: dict[int, _Cut] = {}
        for seats, cut in layer.items():
            for size, cost in price.items():
                total, reached = cut.cost + cost, seats + size
                if reached <= n and (reached not in grown or total < grown[reached].cost):
                    grown[reached] = _Cut(tables, total, (*cut.sizes, size))
        for seats, cut in grown.items():
            known = found.setdefault(seats, [])
            if room is not None:
                if not known or cut.cost < known[-1].cost:
                    known.append(cut)
            elif not known or cut.cost < known[0].cost:
                known[:] = [cut]
        layer = grown
    return {seats: tuple(known) for seats, known in found.items()}
