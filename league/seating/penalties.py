"""What an imperfect seating costs, and the named penalties of any set of tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from statistics import median

from league.seating.types import (
    Bye,
    Field,
    FieldPlayer,
    Param,
    Penalty,
    PlannedTable,
    PlayerId,
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
    same_group: int = 300
    off_size: int = 50
    seat: int = 1


CASUAL = Weights(repeat=1000)
RANKED = Weights(repeat=5_000_000)
"""By standings a repeat outweighs every score difference, and scores outweigh the rest."""

CRITERIA: Mapping[str, str] = {
    "apart": "apart",
    "met_event": "repeats",
    "met_season": "season",
    "same_group": "groups",
    "off_size": "sizes",
    "off_size_again": "sizes",
    "size_not_allowed": "sizes",
    "score_gap": "scores",
    "bye_again": "byes",
    "bye_in_a_row": "byes",
    "seat_again": "seats",
}
"""Which sum each code belongs to."""


def weights_of(field: Field) -> Weights:
    """The prices that hold for this field."""
    return RANKED if field.ranked else CASUAL


def meeting_cost(event: int, season: Fraction, weights: Weights) -> int:
    """The price of one more meeting after so many in the event and a weighted number before.

    It grows with every meeting; a flat price would let one pair meet five times.
    """
    if event == 0:
        return int(season * weights.season)
    return int(weights.repeat * (1 + Fraction(event - 1) / 2)) + int(season * weights.season) // 2


def season_weight(field: Field, a: PlayerId, b: PlayerId) -> Fraction:
    """How much the meetings of a pair in other events of the season weigh."""
    return Fraction(field.met_season.get(pair(a, b), 0)) * field.season_weight


def off_size_cost(player: FieldPlayer, weights: Weights) -> int:
    """The price of one more table off the preferred size: the growth of a square."""
    return weights.off_size * (2 * player.off_size + 1)


def score_positions(field: Field, tables: int) -> dict[PlayerId, int]:
    """Scores on a scale where one usual step between score groups is `SCORE_STEP`.

    A missing score counts as zero.
    """
    scores = {p.id: p.score if p.score is not None else Fraction(0) for p in field.players}
    levels = sorted(set(scores.values()))
    if len(levels) < 2:
        return dict.fromkeys(scores, 0)
    gaps = [high - low for low, high in pairwise(levels)]
    step = max(median(gaps), (levels[-1] - levels[0]) / max(tables, 1))
    return {p: round((score - levels[0]) / step * SCORE_STEP) for p, score in scores.items()}


def shared_groups(field: Field) -> dict[PlayerId, frozenset[int]]:
    """Groups per player, without those that everybody belongs to: they part nobody."""
    if not field.players:
        return {}
    everybody = frozenset.intersection(*(p.groups for p in field.players))
    return {p.id: p.groups - everybody for p in field.players}


def is_off_size(table: PlannedTable, field: Field) -> bool:
    """Whether a table does not have the size its game likes best."""
    game = field.game(table.ruleset)
    preferred = field.sizes.preferred if game is None else field.preferred_of(game)
    return len(table.players) != preferred


def explain(
    tables: Sequence[PlannedTable], field: Field, byes: Sequence[Bye] = ()
) -> tuple[Penalty, ...]:
    """Every imperfection of these tables by name, the dearest first.

    Works for any tables, also hand-made ones; players outside the field count as without history.
    """
    weights = weights_of(field)
    known = {p.id: p for p in field.players}
    groups = shared_groups(field)
    positions = score_positions(field, len(tables)) if field.ranked else {}
    found: list[Penalty] = []
    for table in tables:
        found.extend(_pair_penalties(table, field, groups, weights))
        found.extend(_size_penalties(table, field, known, weights))
        found.extend(_seat_penalties(table, known, weights))
        if field.ranked:
            found.extend(_score_penalties(table, known, positions))
    for bye in byes:
        found.extend(_bye_penalties(bye, known))
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
        season = Fraction(before) * field.season_weight
        cost = meeting_cost(times, season, weights)
        if key in field.apart:
            found.append(Penalty("apart", key, table.number, {}, APART))
        if times:
            params: dict[str, Param] = {"times": times, "season": before}
            found.append(Penalty("met_event", key, table.number, params, cost))
        elif before:
            found.append(Penalty("met_season", key, table.number, {"times": before}, cost))
        common = groups.get(a, frozenset()) & groups.get(b, frozenset())
        if common:
            named: dict[str, Param] = {"groups": tuple(sorted(common))}
            price = weights.same_group * len(common)
            found.append(Penalty("same_group", key, table.number, named, price))
    return found


def _size_penalties(
    table: PlannedTable, field: Field, known: Mapping[PlayerId, FieldPlayer], weights: Weights
) -> list[Penalty]:
    size = len(table.players)
    found = []
    game = field.game(table.ruleset)
    low, high = (0, 0) if game is None else (game.low, game.high)
    if not low <= size <= high:
        limits: dict[str, Param] = {"size": size, "low": low, "high": high}
        found.append(Penalty("size_not_allowed", table.players, table.number, limits, ILLEGAL_SIZE))
    if not is_off_size(table, field):
        return found
    first_time = [p for p in table.players if p not in known or known[p].off_size == 0]
    if first_time:
        cost = weights.off_size * len(first_time)
        found.append(
            Penalty("off_size", tuple(sorted(first_time)), table.number, {"size": size}, cost)
        )
    for player in table.players:
        if player in known and known[player].off_size:
            again: dict[str, Param] = {"size": size, "times": known[player].off_size}
            cost = off_size_cost(known[player], weights)
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


def _bye_penalties(bye: Bye, known: Mapping[PlayerId, FieldPlayer]) -> list[Penalty]:
    player = known.get(bye.player)
    if player is None or bye.reason == "requested":
        return []
    found = []
    if player.byes:
        params: dict[str, Param] = {"times": player.byes}
        found.append(Penalty("bye_again", (player.id,), None, params, 1000 * player.byes))
    if player.sat_out_last:
        found.append(Penalty("bye_in_a_row", (player.id,), None, {}, 1000))
    return found
