"""What an imperfect seating costs, and the named penalties of any set of tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from math import lcm
from statistics import median

from league.seating.types import (
    Bye,
    Field,
    FieldPlayer,
    Pair,
    Param,
    Penalty,
    PlannedTable,
    PlayerId,
    RulesetId,
    pair,
)

APART = 10**12
"""Above any sum of everything else, so an avoidable ban is never broken."""

ILLEGAL_SIZE = 10**9
SCORE_STEP = 32
"""Resolution of a score step; a difference of one step costs 32 * 32, about a soft meeting."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Prices per criterion: bans over repeats over third meetings over clubs and short tables."""

    repeat: int
    season: int = 1000
    off_size: int = 50
    rather_apart: int = 40_000
    wish: int = 600
    near: int = 400
    likes: int = 200
    seat: int = 1


CASUAL = Weights(repeat=1000)
RANKED = Weights(repeat=5_000_000)
"""By standings or strength a repeat outweighs every difference, and differences the rest."""

CRITERIA: Mapping[str, str] = {
    "apart": "apart",
    "met_event": "repeats",
    "met_season": "season",
    "same_group": "groups",
    "rather_apart": "groups",
    "refused_game": "wishes",
    "needs_table": "wishes",
    "unmet_wish": "wishes",
    "other_table": "wishes",
    "not_near": "wishes",
    "plays_elsewhere": "elsewhere",
    "level_gap": "scores",
    "off_size": "sizes",
    "off_size_again": "sizes",
    "size_not_allowed": "sizes",
    "score_gap": "scores",
    "bye_again": "byes",
    "bye_in_a_row": "byes",
    "bye_over_limit": "byes",
    "seat_again": "seats",
}
"""Which sum each code belongs to."""


def weights_of(field: Field) -> Weights:
    """The prices that hold for this field."""
    return CASUAL if field.aim == "none" else RANKED


EVENER = 20
"""The share of a repeat that a third meeting costs beyond two second ones; a fourth thrice that."""


@lru_cache(maxsize=4096)
def meeting_cost(event: int, season: Fraction, weights: Weights) -> int:
    """The price of one more meeting after so many in the event and a weighted number before.

    Each meeting that the pair has had counts once, so m of them come to m(m-1)/2. A third meeting
    costs a little more than two second ones, so that nobody meets the same all evening where
    others may take a turn.
    """
    uneven = weights.repeat // EVENER * (event * (event - 1) // 2)
    return weights.repeat * event + uneven + int(season * weights.season)


NEVER_MET = Fraction(0)


def season_weight(field: Field, key: Pair) -> Fraction:
    """How much the meetings of a pair in other events of the season weigh."""
    times = field.met_season.get(key, 0)
    if not times:
        return NEVER_MET
    return field.faded.get(key, times) * field.season_weight


def off_size_cost(player: FieldPlayer, weights: Weights, position: int = 0) -> int:
    """The price of one more table off the preferred size: the growth of a square.

    By standings it grows with the player's position too, so such tables are the lowest.
    """
    return weights.off_size * (2 * player.off_size + 1) + SCORE_STEP * position


def score_positions(field: Field, tables: int) -> dict[PlayerId, int]:
    """Scores on a scale where one usual step between score groups is `SCORE_STEP`.

    A missing score counts as zero.
    """
    scores = whole_scores(field)
    levels = sorted(set(scores.values()))
    if len(levels) < 2:
        return dict.fromkeys(scores, 0)
    gaps = [Fraction(high - low) for low, high in pairwise(levels)]
    step = max(median(gaps), Fraction(levels[-1] - levels[0], max(tables, 1)))
    place = {level: round((level - levels[0]) / step * SCORE_STEP) for level in levels}
    return {player: place[score] for player, score in scores.items()}


def strength_of(player: FieldPlayer) -> Fraction:
    """What balanced tables share out: the rating, without one the points, else nothing."""
    for value in (player.strength, player.score):
        if value is not None:
            return value
    return Fraction(0)


LEVEL_STEP = 16
"""Resolution of strength: a standard deviation of the field."""


def strength_positions(field: Field) -> dict[PlayerId, int]:
    """Strengths as distances from the mean, a standard deviation being `LEVEL_STEP`.

    A player without a rating counts as the mean of those who have one.
    """
    if any(p.strength is not None for p in field.players):
        values = {p.id: p.strength for p in field.players if p.strength is not None}
    else:
        values = {p.id: strength_of(p) for p in field.players}
    if not values:
        return {}
    mean = sum(values.values(), Fraction(0)) / len(values)
    variance = float(sum((value - mean) ** 2 for value in values.values()) / len(values))
    if not variance:
        return dict.fromkeys((p.id for p in field.players), 0)
    step = LEVEL_STEP / variance**0.5
    return {p.id: round(float(values.get(p.id, mean) - mean) * step) for p in field.players}


def level_cost(total: int, size: int) -> int:
    """The price of a table whose players' positions add up to this: its mean, squared."""
    return (4 * total) ** 2 // (size * size)


def positions_of(field: Field, tables: int) -> dict[PlayerId, int]:
    """Where everybody stands on the scale that the aim of the field compares; else empty."""
    if field.aim == "alike":
        return score_positions(field, tables)
    return strength_positions(field) if field.aim == "level" else {}


def whole_scores(field: Field) -> dict[PlayerId, int]:
    """Scores over their common denominator: whole numbers are compared much faster."""
    scores = [p.score for p in field.players if p.score is not None]
    scale = lcm(*{score.denominator for score in scores}) if scores else 1
    return {
        p.id: 0 if p.score is None else p.score.numerator * (scale // p.score.denominator)
        for p in field.players
    }


def shared_groups(field: Field) -> dict[PlayerId, frozenset[int]]:
    """Groups per player, without those that everybody belongs to: they part nobody."""
    if not field.players:
        return {}
    everybody = frozenset.intersection(*(p.groups for p in field.players))
    return {p.id: p.groups - everybody for p in field.players}


def is_off_size(table: PlannedTable, field: Field) -> bool:
    """Whether a table does not have the size its game likes best."""
    return len(table.players) != field.usual_size(table.ruleset)


def explain(
    tables: Sequence[PlannedTable], field: Field, byes: Sequence[Bye] = ()
) -> tuple[Penalty, ...]:
    """Every imperfection of these tables by name, the dearest first.

    Works for any tables, also hand-made ones; players outside the field count as without history.
    """
    weights = weights_of(field)
    known = {p.id: p for p in field.players}
    groups = shared_groups(field)
    positions = positions_of(field, len(tables))
    wishing = {p.id for p in field.players if has_wishes(p)}
    found: list[Penalty] = []
    for table in tables:
        found.extend(_pair_penalties(table, field, groups, weights))
        found.extend(_size_penalties(table, field, known, weights, positions))
        found.extend(_seat_penalties(table, known, weights))
        if wishing.intersection(table.players):
            found.extend(_wish_penalties(table, known, weights))
        if field.aim == "alike":
            found.extend(_score_penalties(table, known, positions))
        elif field.aim == "level":
            found.extend(_level_penalties(table, known, positions))
        found.extend(
            Penalty("plays_elsewhere", (player,), table.number, {}, 0)
            for player in table.players
            if player in field.elsewhere
        )
    found.extend(_near_penalties(tables, field, weights))
    for bye in byes:
        found.extend(_bye_penalties(bye, known, field.bye_limit))
    return tuple(sorted(found, key=lambda p: (-p.cost, p.table or 0, p.code, p.players)))


def costs_of(penalties: Iterable[Penalty]) -> dict[str, int]:
    """The sum per criterion, in the order of `CRITERIA`; criteria without cost are left out."""
    sums = dict.fromkeys(CRITERIA.values(), 0)
    for penalty in penalties:
        sums[CRITERIA[penalty.code]] += penalty.cost
    return {criterion: cost for criterion, cost in sums.items() if cost}


def repeats_of(tables: Iterable[PlannedTable], field: Field) -> int:
    """How many pairs at these tables met before in this event."""
    return sum(
        field.met.get(pair(a, b), 0) > 0
        for table in tables
        for a, b in combinations(table.players, 2)
    )


def repeat_cost_of(tables: Iterable[PlannedTable], field: Field) -> int:
    """What these repeats cost: each as often as the pair met before in this event."""
    return sum(
        field.met.get(pair(a, b), 0) for table in tables for a, b in combinations(table.players, 2)
    )


def _pair_penalties(
    table: PlannedTable,
    field: Field,
    groups: Mapping[PlayerId, frozenset[int]],
    weights: Weights,
) -> list[Penalty]:
    found = []
    for a, b in combinations(sorted(table.players), 2):
        key = pair(a, b)
        times = field.met.get(key, 0)
        before = field.met_season.get(key, 0)
        if key in field.apart:
            found.append(Penalty("apart", key, table.number, {}, APART))
        elif key in field.rather_apart:
            found.append(Penalty("rather_apart", key, table.number, {}, weights.rather_apart))
        cost = 0
        if times or before:
            cost = meeting_cost(times, season_weight(field, key), weights)
        if times:
            params: dict[str, Param] = {"times": times, "season": before}
            found.append(Penalty("met_event", key, table.number, params, cost))
        elif before:
            found.append(Penalty("met_season", key, table.number, {"times": before}, cost))
        common = groups.get(a, frozenset()) & groups.get(b, frozenset())
        if common:
            named: dict[str, Param] = {"groups": tuple(sorted(common))}
            price = field.group_price * len(common)
            found.append(Penalty("same_group", key, table.number, named, price))
    return found


def _size_penalties(
    table: PlannedTable,
    field: Field,
    known: Mapping[PlayerId, FieldPlayer],
    weights: Weights,
    positions: Mapping[PlayerId, int],
) -> list[Penalty]:
    size = len(table.players)
    found = []
    usual = field.usual_size(table.ruleset)
    game = field.game(table.ruleset)
    low, high = (0, 0) if game is None else (game.low, game.high)
    if not low <= size <= high:
        limits: dict[str, Param] = {"size": size, "low": low, "high": high}
        found.append(Penalty("size_not_allowed", table.players, table.number, limits, ILLEGAL_SIZE))
    if not is_off_size(table, field):
        return found
    first_time = [p for p in table.players if p not in known or known[p].off_size == 0]
    height = positions if field.aim == "alike" else {}
    if first_time:
        cost = weights.off_size * len(first_time)
        cost += SCORE_STEP * sum(height.get(p, 0) for p in first_time)
        sizes: dict[str, Param] = {"size": size, "usual": usual}
        found.append(Penalty("off_size", tuple(sorted(first_time)), table.number, sizes, cost))
    for player in table.players:
        if player in known and known[player].off_size:
            again: dict[str, Param] = {
                "size": size,
                "usual": usual,
                "times": known[player].off_size,
            }
            cost = off_size_cost(known[player], weights, height.get(player, 0))
            found.append(Penalty("off_size_again", (player,), table.number, again, cost))
    return found


def _seat_penalties(
    table: PlannedTable, known: Mapping[PlayerId, FieldPlayer], weights: Weights
) -> list[Penalty]:
    found = []
    for seat, player in enumerate(table.players):
        if player not in known:
            continue
        counts = seat_counts(known[player], len(table.players))
        excess = counts[seat] - min(counts)
        if excess:
            params: dict[str, Param] = {"seat": seat + 1, "times": counts[seat]}
            cost = weights.seat * excess
            found.append(Penalty("seat_again", (player,), table.number, params, cost))
    return found


def seat_counts(player: FieldPlayer, size: int) -> tuple[int, ...]:
    """How often the player had each of the seats of a table of this size."""
    return tuple(player.seats[q] if q < len(player.seats) else 0 for q in range(size))


def _score_penalties(
    table: PlannedTable,
    known: Mapping[PlayerId, FieldPlayer],
    positions: Mapping[PlayerId, int],
) -> list[Penalty]:
    seated = [p for p in table.players if p in known]
    cost = sum((positions[a] - positions[b]) ** 2 for a, b in combinations(seated, 2))
    if not cost:
        return []
    scores = [known[p].score or Fraction(0) for p in seated]
    params: dict[str, Param] = {"high": max(scores), "low": min(scores)}
    return [Penalty("score_gap", tuple(sorted(seated)), table.number, params, cost)]


def _level_penalties(
    table: PlannedTable,
    known: Mapping[PlayerId, FieldPlayer],
    positions: Mapping[PlayerId, int],
) -> list[Penalty]:
    seated = [p for p in table.players if p in known]
    total = sum(positions[p] for p in seated)
    cost = level_cost(total, len(seated)) if seated else 0
    if not cost:
        return []
    means = sum((strength_of(known[p]) for p in seated), Fraction(0)) / len(seated)
    everybody = sum((strength_of(p) for p in known.values()), Fraction(0)) / len(known)
    params: dict[str, Param] = {"mean": round(means), "usual": round(everybody)}
    return [Penalty("level_gap", tuple(sorted(seated)), table.number, params, cost)]


def _wish_penalties(
    table: PlannedTable, known: Mapping[PlayerId, FieldPlayer], weights: Weights
) -> list[Penalty]:
    found = []
    for player in table.players:
        if player in known:
            found += place_penalties(known[player], table.number, table.ruleset, weights)
    return found


def has_wishes(player: FieldPlayer) -> bool:
    """Whether it matters to the player which game is played and at which table."""
    return bool(player.wants or player.refuses or player.needs or player.likes)


def place_penalties(
    player: FieldPlayer, table: int, ruleset: RulesetId, weights: Weights
) -> list[Penalty]:
    """What a seat at this table costs because of the player's own wishes."""
    who = (player.id,)
    found = []
    if ruleset in player.refuses:
        found.append(Penalty("refused_game", who, table, {}, APART))
    elif player.wants and ruleset not in player.wants:
        found.append(Penalty("unmet_wish", who, table, {}, weights.wish))
    if player.needs and table not in player.needs:
        found.append(Penalty("needs_table", who, table, {}, APART))
    elif player.likes and table not in player.likes:
        found.append(Penalty("other_table", who, table, {}, weights.likes))
    return found


def _near_penalties(
    tables: Sequence[PlannedTable], field: Field, weights: Weights
) -> list[Penalty]:
    if not field.near:
        return []
    number = {player: table.number for table in tables for player in table.players}
    return [
        Penalty("not_near", key, None, {"tables": (number[key[0]], number[key[1]])}, weights.near)
        for key in sorted(field.near)
        if key[0] in number
        and key[1] in number
        and not are_near(field, number[key[0]], number[key[1]])
    ]


def are_near(field: Field, one: int, other: int) -> bool:
    """Whether two table numbers are in one room; tables without a room are all in the same."""
    return field.rooms.get(one, 0) == field.rooms.get(other, 0)


def _bye_penalties(
    bye: Bye, known: Mapping[PlayerId, FieldPlayer], limit: int | None
) -> list[Penalty]:
    player = known.get(bye.player)
    if player is None or bye.reason != "rotation" or player.part != "player":
        return []
    found = []
    if player.byes:
        params: dict[str, Param] = {"times": player.byes}
        found.append(Penalty("bye_again", (player.id,), None, params, 1000 * player.byes))
    if limit is not None and player.byes >= limit:
        over: dict[str, Param] = {"times": player.byes, "limit": limit}
        found.append(Penalty("bye_over_limit", (player.id,), None, over, 2000))
    if player.sat_out_last:
        found.append(Penalty("bye_in_a_row", (player.id,), None, {}, 1000))
    return found
