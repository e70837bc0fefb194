"""What a plan of all rounds is made of: the field as a schedule's instance, and back to entries."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league.queries.seating import round_plans
from league.seating.contract import NEVER
from league.seating.errors import SeatingRefused
from league.seating.numbering import numbered, places_by_need
from league.seating.penalties import has_wishes
from league.seating.prepare import splits_by_wish
from league.seating.rotation import MOST_IN_POOL, pool, rotation
from league.seating.schedule.chairs import order_chairs
from league.seating.schedule.choice import instance_for
from league.seating.schedule.comfort import Wishful, settle
from league.seating.schedule.instance import Instance, Rounds, objections, refuse
from league.seating.schedule.measures import measure
from league.seating.split import fewest_byes, table_splits
from league.seating.types import Objection

if TYPE_CHECKING:
    from league.models import Stage
    from league.seating.schedule.draw import Schedule
    from league.seating.schedule.measures import Measures
    from league.seating.types import Field


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is to be planned: the instance, its players' ids in order, the game of every table in
    the order of its sizes, and who sits out when."""

    instance: Instance
    ids: list[int]
    games: tuple[tuple[int, ...], ...]
    outs: tuple[frozenset[int], ...]


def checked(stage: Stage, field: Field, count: int, seed: int) -> Drawn:
    """What is to be planned, refused at once where it is known to have no schedule."""
    drawn = _instance(stage, field, count, seed)
    try:
        refuse(objections(drawn.instance))
    except SeatingRefused as refused:
        raise about_entries(refused, drawn.ids) from refused
    return drawn


def about_entries(refused: SeatingRefused, ids: list[int]) -> SeatingRefused:
    """The same refusal, players named by their entries instead of their places in the instance."""

    def entry(place: object) -> int:
        return ids[place] if isinstance(place, int) and 0 <= place < len(ids) else 0

    told = []
    for one in refused.objections:
        params = dict(one.params)
        if "player" in params:
            params["player"] = entry(params["player"])
        players = params.get("players")
        if isinstance(players, tuple):
            params["players"] = tuple(entry(place) for place in players)
        told.append(Objection(one.code, params))
    return SeatingRefused(tuple(told))


def _instance(stage: Stage, field: Field, count: int, seed: int) -> Drawn:
    ids = sorted(player.id for player in field.players)
    place = {player: number for number, player in enumerate(ids)}
    absent = [field.requested_byes] + [frozenset[int]()] * (count - 1)
    outs = []
    for away in absent:
        here = len(ids) - len(away)
        out = fewest_byes(here, field) if here else None
        if out is None:
            low = min((field.sizes_of(game)[0] for game in field.games), default=2)
            few = Objection("too_few", {"players": here, "low": low})
            raise SeatingRefused((few if here else Objection("nobody", {"byes": len(away)}),))
        outs.append(out)
    if _is_pool(len(ids), outs, field) and not field.requested_byes:
        resting = pool(field.players, len(ids) - outs[0], count, seed=seed)
    else:
        resting = rotation(field.players, outs, seed=seed, absent=absent)
    out_of = tuple(rest | away for rest, away in zip(resting, absent, strict=True))
    playing = [[p for p in ids if p not in out] for out in out_of]
    groups = {player.id: min(player.groups, default=None) for player in field.players}
    is_whole = not any(out_of)
    sizes, games = _tables(playing, field)
    instance = Instance(
        n=len(ids),
        sizes=sizes,
        preferred=field.sizes.preferred,
        present=None if is_whole else tuple(tuple(place[p] for p in here) for here in playing),
        history=tuple(
            tuple(
                kept
                for table in tables
                if (kept := tuple(place[player] for player in table if player in place))
            )
            for tables in round_plans.played_tables(stage)
        ),
        apart=frozenset(
            (min(place[a], place[b]), max(place[a], place[b]))
            for a, b in field.apart
            if a in place and b in place
        ),
        clubs=tuple(groups[player] for player in ids) if any(groups.values()) else (),
    )
    return Drawn(instance, ids, games, out_of)


def by_number(rounds: Rounds, ids: list[int], field: Field) -> list[list[int]] | None:
    """The tables of each round in the order of their numbers, needs met; None where that fails."""
    needs = {player.id: player.needs for player in field.players if player.needs}
    found: list[list[int]] = []
    for tables in rounds:
        people = [tuple(ids[player] for player in table) for table in tables]
        ordered = numbered(people, needs)
        if ordered is None:
            return None
        found.append([people.index(table) for table in ordered])
    return found


@dataclass(frozen=True, slots=True)
class Settled:
    """A schedule with its tables in the order of their numbers, wishes met as far as it pays.

    `rests` says that this made nothing else worse; `unmet` counts the wishes left.
    """

    rounds: Rounds
    games: tuple[tuple[int, ...], ...]
    measures: Measures
    rests: bool
    unmet: int


def settled(drawn: Drawn, made: Schedule, order: list[list[int]], field: Field) -> Settled:
    """The schedule with its tables in this order, wishes met as far as it pays.

    Raises `SeatingRefused` where a refusal or a need cannot be met.
    """
    rounds = [
        [list(tables[t]) for t in row] for tables, row in zip(made.rounds, order, strict=True)
    ]
    games = [[row[t] for t in places] for row, places in zip(drawn.games, order, strict=True)]
    place = {player: number for number, player in enumerate(drawn.ids)}
    people = {player.id: player for player in field.players}
    wishful = Wishful(
        field=field,
        players=tuple(people[player] for player in drawn.ids),
        near=frozenset(
            (min(place[a], place[b]), max(place[a], place[b]))
            for a, b in field.near
            if a in place and b in place
        )
        if field.rooms
        else frozenset(),
    )
    if not wishful.near and not any(has_wishes(player) for player in wishful.players):
        kept = tuple(tuple(tuple(table) for table in tables) for tables in rounds)
        return Settled(kept, tuple(map(tuple, games)), made.measures, True, 0)
    rng = random.Random(made.seed)
    left = settle(drawn.instance, rounds, games, wishful, rng)
    if left.broken:
        refuse([Objection(NEVER[code], {"players": (who,)}) for who, code in left.broken])
    order_chairs(drawn.instance, rounds, rng)
    kept = tuple(tuple(tuple(table) for table in tables) for tables in rounds)
    figures = measure(drawn.instance, kept)
    rests = figures.cost <= made.measures.cost
    return Settled(kept, tuple(map(tuple, games)), figures, rests, left.unmet)


def needed(instance: Instance, field: Field) -> dict[tuple[int, int], int]:
    """The table of everybody who needs a certain one, round by round."""
    needs = {
        place: player.needs
        for place, player in enumerate(sorted(field.players, key=lambda row: row.id))
        if player.needs
    }
    return {
        (number, player): table
        for number, sizes in enumerate(instance.sizes)
        for player, table in places_by_need(
            instance.players_of(number), needs, sizes, instance.apart, turn=number
        ).items()
    }


def _is_pool(players: int, outs: list[int], field: Field) -> bool:
    """Whether in every round a single table plays and somebody sits out."""
    return (
        players <= MOST_IN_POOL
        and min(outs) > 0
        and len(table_splits(players - outs[0], field, keep=1)[0].sizes) == 1
    )


def _tables(
    playing: list[list[int]], field: Field
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Table sizes and games per round; with one game and no limits chosen for the whole schedule,
    else as the wishes of those who play have it."""
    people = {player.id: player for player in field.players}
    counts = [len(here) for here in playing]
    plain = len(field.games) == 1 and field.games[0].copies is None
    chosen: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {}
    found = []
    for here in playing:
        key = (len(here),) if plain else tuple(here)
        if key not in chosen and plain:
            game = field.games[0]
            low, high = field.sizes_of(game)
            sizes = instance_for(
                len(here),
                counts.count(len(here)),
                low=low,
                high=high,
                preferred=field.preferred_of(game),
                max_tables=field.sizes.max_tables,
                above=field.sizes.above,
                weights=field.sizes.weights,
            ).sizes[0]
            chosen[key] = sizes, (game.ruleset,) * len(sizes)
        elif key not in chosen:
            split = splits_by_wish([people[player] for player in here], field, 1)[0]
            chosen[key] = split.sizes, split.rulesets
        found.append(chosen[key])
    return tuple(sizes for sizes, _ in found), tuple(games for _, games in found)
