"""Cutting a number of players into tables: the best sizes, the alternatives, and the ways out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from league.seating.partitions import KIND_COST, ranked
from league.seating.types import Field, GameChoice, Param, Split


@dataclass(frozen=True, slots=True)
class WaysOut:
    """What would help when a number of players cannot be cut into tables.

    `byes` is the fewest players who must sit out (None when not even that helps), `wider` holds
    size ranges (low, high) that would do, `near` the closest numbers that work below and above.
    `staggered` says in how many rounds everybody can play how often, all equally often.
    """

    byes: int | None
    wider: tuple[tuple[int, int], ...]
    near: tuple[int, ...]
    staggered: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Impossible:
    """This many players do not fit tables of these sizes."""

    n: int
    low: int
    high: int
    ways_out: WaysOut

    def params(self) -> Mapping[str, Param]:
        """The same facts as parameters of a sentence."""
        return {
            "players": self.n,
            "low": self.low,
            "high": self.high,
            "byes": -1 if self.ways_out.byes is None else self.ways_out.byes,
            "near": self.ways_out.near,
            "wider": " / ".join(f"{low}-{high}" for low, high in self.ways_out.wider),
            "rounds": 0 if self.ways_out.staggered is None else self.ways_out.staggered[0],
            "games": 0 if self.ways_out.staggered is None else self.ways_out.staggered[1],
        }


def is_feasible(n: int, low: int, high: int, max_tables: int | None = None) -> bool:
    """Whether n players fill whole tables of low to high seats."""
    fewest = -(-n // high)
    most = n // low
    if max_tables is not None:
        most = min(most, max_tables)
    return fewest <= most


def check(n: int, low: int, high: int, max_tables: int | None = None) -> Impossible | None:
    """None when n players fit, else what is wrong and what would help."""
    if n > 0 and is_feasible(n, low, high, max_tables):
        return None
    below = next((m for m in range(n - 1, 0, -1) if is_feasible(m, low, high, max_tables)), None)
    above = next((m for m in range(n + 1, n + high * low + 2) if is_feasible(m, low, high)), None)
    if above is not None and not is_feasible(above, low, high, max_tables):
        above = None
    wider: list[tuple[int, int]] = []
    for lower, upper in ((low - 1, high), (low, high + 1), (low - 1, high + 1), (low - 2, high)):
        if lower >= 2 and n > 0 and is_feasible(n, lower, upper, max_tables):
            wider.append((lower, upper))
    near = tuple(m for m in (below, above) if m is not None)
    byes = None if below is None else n - below
    outs = [n - m for m in range(1, n) if is_feasible(m, low, high, max_tables)]
    return Impossible(n, low, high, WaysOut(byes, tuple(wider), near, staggered(n, outs)))


def staggered(n: int, outs: Sequence[int]) -> tuple[int, int] | None:
    """The fewest rounds, and games for each, in which n players all sit out equally often.

    In each round one of these numbers of players sits out. With the fewest rounds, as many games
    as possible; None when nobody would play.
    """
    # Fewest rounds, then fewest times sitting out, to each remainder of the total.
    best: dict[int, tuple[int, int]] = {0: (0, 0)}
    layer = {0: 0}
    for rounds in range(1, n + 1):
        grown: dict[int, int] = {}
        for rest, total in layer.items():
            for out in outs:
                key = (rest + out) % n
                if total + out < grown.get(key, n * n):
                    grown[key] = total + out
        if 0 in grown:
            games = rounds - grown[0] // n
            return (rounds, games) if games > 0 else None
        layer = {key: total for key, total in grown.items() if key not in best}
        best.update({key: (rounds, total) for key, total in layer.items()})
        if not layer:
            return None
    return None


def deviation(
    size: int,
    preferred: int,
    below: Fraction = Fraction(1),
    above: Fraction = Fraction(3, 2),
    weights: Mapping[int, Fraction] | None = None,
) -> Fraction:
    """What one table of this size costs."""
    if weights is not None and size in weights:
        return Fraction(weights[size])
    distance = size - preferred
    return Fraction((above if distance > 0 else below) * distance * distance)


def splits(
    n: int,
    low: int,
    high: int,
    preferred: int = 4,
    below: Fraction = Fraction(1),
    above: Fraction = Fraction(3, 2),
    weights: Mapping[int, Fraction] | None = None,
    max_tables: int | None = None,
    keep: int = 12,
) -> tuple[Split, ...]:
    """The best split of n players first, then alternatives; empty when none exists.

    Order: cost, fewer tables off the preferred size, larger smallest table. The first one is
    exact (with a binding table limit beyond 80 players: exact for convex costs).
    """
    if n <= 0 or not is_feasible(n, low, high, max_tables):
        return ()
    preferred = min(max(preferred, low), high)
    costs = tuple(deviation(s, preferred, below, above, weights) for s in range(low, high + 1))
    return ranked(n, low, preferred, costs, max_tables, keep)


def nearest_splits(n: int, low: int, high: int, preferred: int = 4) -> tuple[Split, ...]:
    """All splits as near to the preferred size as any, by squared distance above as below."""
    found = splits(n, low, high, preferred, above=Fraction(1))
    return tuple(split for split in found if split.cost < int(found[0].cost) + 1)


def table_splits(n: int, field: Field, keep: int = 12) -> tuple[Split, ...]:
    """Splits of n players with a ruleset for every table, best first; empty when none exists.

    Kept tables have already taken their players; here they use up copies and the table limit.
    """
    games = remaining_games(field)
    room = table_limit(field)
    if n == 0 or not games or (room is not None and room <= 0):
        return ()
    if len(games) == 1:
        return _one_game(n, field, games[0], room, keep)
    return _many_games(n, field, games, room, keep)


def table_limit(field: Field) -> int | None:
    """How many tables may still be set besides the kept ones; None without a limit."""
    room = field.sizes.max_tables
    return None if room is None else room - len(field.kept)


def check_field(n: int, field: Field) -> Impossible | None:
    """None when n players can be cut into tables of this field's games, else what would help."""
    if table_splits(n, field, keep=1):
        return None
    ranges = [field.sizes_of(game) for game in field.games]
    low, high = min(r[0] for r in ranges), max(r[1] for r in ranges)
    plain = check(n, low, high, field.sizes.max_tables)
    wider = () if plain is None else plain.ways_out.wider
    below = fewest_byes(n, field)
    span = range(n + 1, n + high * low + 2)
    above = next((m for m in span if table_splits(m, field, keep=1)), None) if n < 200 else None
    near = tuple(m for m in (None if below is None else n - below, above) if m is not None)
    outs = [m for m in range(1, n) if table_splits(n - m, field, keep=1)] if n <= 60 else ()
    ways = WaysOut(below, wider, near, staggered(n, outs))
    return Impossible(n, low, high, ways)


def fewest_byes(n: int, field: Field) -> int | None:
    """How many of n players must sit out so that the others fill tables; None when nobody can play.

    Zero when all can be seated.
    """
    for out in range(n):
        if table_splits(n - out, field, keep=1):
            return out
    return None


def remaining_games(field: Field) -> list[GameChoice]:
    """The games with a copy left besides the kept tables, each with the sizes that hold here."""
    used: dict[int, int] = {}
    for lock in field.kept:
        used[lock.ruleset] = used.get(lock.ruleset, 0) + 1
    games = []
    for game in field.games:
        left = None if game.copies is None else game.copies - used.get(game.ruleset, 0)
        low, high = field.sizes_of(game)
        if left is None or left > 0:
            games.append(
                GameChoice(
                    ruleset=game.ruleset,
                    low=low,
                    high=high,
                    copies=left,
                    preferred=field.preferred_of(game),
                )
            )
    return games


def _one_game(
    n: int, field: Field, game: GameChoice, room: int | None, keep: int
) -> tuple[Split, ...]:
    limits = [limit for limit in (room, game.copies) if limit is not None]
    rule = field.sizes
    found = splits(
        n,
        game.low,
        game.high,
        field.sizes.preferred if game.preferred is None else game.preferred,
        rule.below,
        rule.above,
        rule.weights,
        min(limits) if limits else None,
        keep,
    )
    return tuple(Split(s.sizes, s.cost, (game.ruleset,) * len(s.sizes)) for s in found)


Table = tuple[int, int]
"""Size and the game's place in the list."""
Chain = tuple[Table, "Chain"] | None
"""Tables chosen so far, newest first, as a linked list: cheap to extend, shared between states."""
State = tuple[int, int]
"""Players seated and tables used."""


def _many_games(
    n: int, field: Field, games: Sequence[GameChoice], room: int | None, keep: int
) -> tuple[Split, ...]:
    """Exact by dynamic programming over (players, tables), one game after the other.

    The price of every further kind of size is added afterwards, so it ranks only the best splits
    of each number of tables among themselves. Where neither alternatives are asked for nor tables
    limited, the number of tables is left out of the state (always 0), which is far quicker.
    """
    counted = int(keep > 1 or room is not None)
    aside, anchor = _set_aside(n, field, games, room)
    n_left = n - aside * (anchor[0] if anchor else 0)
    price = _prices(field, games)
    most = n_left // min(game.low for game in games)
    if room is not None:
        most = min(most, room)
    best: dict[State, tuple[int, Chain]] = {(0, 0): (0, None)}
    for place, game in enumerate(games):
        best = _with_game(best, place, game, price, n_left, most, counted)
    finished: list[Split] = []
    for (players, _), (_, chain) in best.items():
        if players == n_left:
            tables = [*_unrolled(chain), *([anchor] * aside if anchor else [])]
            finished.append(as_split(tables, field, games))

    def rank(split: Split) -> tuple[Fraction, int, int, tuple[int, ...]]:
        off = sum(
            size != field.preferred_of(_game(games, ruleset))
            for size, ruleset in zip(split.sizes, split.rulesets, strict=True)
        )
        return split.cost, off, -split.sizes[-1], split.sizes

    return tuple(sorted(finished, key=rank)[:keep])


def _set_aside(
    n: int, field: Field, games: Sequence[GameChoice], room: int | None
) -> tuple[int, Table | None]:
    """Preferred tables of an unlimited game that a big field may take without looking further."""
    if n <= 240 or room is not None:
        return 0, None
    for place, game in enumerate(games):
        if game.copies is None:
            size = field.preferred_of(game)
            return (n - 200) // size, (size, place)
    return 0, None


def _prices(field: Field, games: Sequence[GameChoice]) -> dict[Table, int]:
    rule = field.sizes
    exact = {
        (size, place): deviation(
            size, field.preferred_of(game), rule.below, rule.above, rule.weights
        )
        for place, game in enumerate(games)
        for size in range(game.low, game.high + 1)
    }
    scale = lcm(*(cost.denominator for cost in exact.values()))
    # Cost first, then fewer off-size tables, then the games in the organizer's order.
    return {
        (size, place): int(cost * scale) * 10**9
        + (size != field.preferred_of(games[place])) * 10**5
        + place
        for (size, place), cost in exact.items()
    }


def _with_game(
    best: dict[State, tuple[int, Chain]],
    place: int,
    game: GameChoice,
    price: Mapping[Table, int],
    n: int,
    most: int,
    counted: int,
) -> dict[State, tuple[int, Chain]]:
    merged = dict(best)
    layer = best
    layers = most if game.copies is None else min(most, game.copies)
    for _ in range(layers):
        grown: dict[State, tuple[int, Chain]] = {}
        for (players, tables), (cost, chain) in layer.items():
            if tables == most and counted:
                continue
            for size in range(game.low, game.high + 1):
                state = (players + size, tables + counted)
                if state[0] > n:
                    break
                total = cost + price[size, place]
                if state not in grown or total < grown[state][0]:
                    # With unlimited copies a state that is no better than one already known
                    # never needs to grow further.
                    if game.copies is None and state in merged and merged[state][0] <= total:
                        continue
                    grown[state] = (total, ((size, place), chain))
        if not grown:
            break
        for state, entry in grown.items():
            if state not in merged or entry[0] < merged[state][0]:
                merged[state] = entry
        layer = grown
    return merged


def _unrolled(chain: Chain) -> list[Table]:
    tables = []
    while chain is not None:
        tables.append(chain[0])
        chain = chain[1]
    return tables


def _game(games: Sequence[GameChoice], ruleset: int) -> GameChoice:
    return next(game for game in games if game.ruleset == ruleset)


def as_split(tables: list[Table], field: Field, games: Sequence[GameChoice]) -> Split:
    """Tables as a split with its exact cost, the largest first."""
    rule = field.sizes
    ordered = sorted(tables, key=lambda table: (-table[0], table[1]))
    cost = sum(
        (
            deviation(size, field.preferred_of(games[place]), rule.below, rule.above, rule.weights)
            for size, place in ordered
        ),
        KIND_COST * (len({size for size, _ in ordered}) - 1),
    )
    return Split(
        tuple(size for size, _ in ordered),
        cost,
        tuple(games[place].ruleset for _, place in ordered),
    )
