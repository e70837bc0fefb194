"""Table numbers for ready-made tables, so that whoever needs a certain table has it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from league.seating.errors import SeatingRefused
from league.seating.penalties import (
    are_near,
    has_wishes,
    off_size_cost,
    place_penalties,
    weights_of,
)
from league.seating.types import Field, Objection, Pair, PlannedTable, PlayerId, RulesetId, pair

Needs = Mapping[PlayerId, frozenset[int]]
"""Per player with such a need the numbers of the tables that will do."""


def numbered(
    tables: Sequence[tuple[PlayerId, ...]], needs: Needs
) -> tuple[tuple[PlayerId, ...], ...] | None:
    """The same tables in the order of numbers 1, 2, … that meets all needs, or None.

    Tables without a need keep their order among each other.
    """
    wanted = {
        place: frozenset.intersection(*found)
        for place, table in enumerate(tables)
        if (found := [needs[player] for player in table if player in needs])
    }
    holder: dict[int, int] = {}

    def take(place: int, seen: set[int]) -> bool:
        for number in sorted(wanted[place]):
            if not 1 <= number <= len(tables) or number in seen:
                continue
            seen.add(number)
            if number not in holder or take(holder[number], seen):
                holder[number] = place
                return True
        return False

    if not all(take(place, set()) for place in sorted(wanted)):
        return None
    others = iter(place for place in range(len(tables)) if place not in wanted)
    order = [
        holder[number] if number in holder else next(others) for number in range(1, len(tables) + 1)
    ]
    return tuple(tables[place] for place in order)


def places_by_need(
    players: Iterable[PlayerId],
    needs: Needs,
    sizes: Sequence[int],
    apart: frozenset[Pair],
    *,
    turn: int,
) -> dict[PlayerId, int]:
    """The index of a table for everybody present who needs one, spread over the tables that do.

    `turn` is the number of the round: whoever needs a table meets others of them in turn. Raises
    `SeatingRefused` with `no_table_left` where those tables have no room.
    """
    needy = [player for player in sorted(players) if player in needs]
    if needy:
        first = turn % len(needy)
        needy = needy[first:] + needy[:first]
    needy.sort(key=lambda player: len(needs[player]))
    members: list[list[PlayerId]] = [[] for _ in sizes]
    found = {}
    for player in needy:
        open_tables = [
            place
            for place, size in enumerate(sizes)
            if place + 1 in needs[player] and len(members[place]) < size
        ]
        if not open_tables:
            raise SeatingRefused((Objection("no_table_left", {"player": player}),))
        chosen = min(
            open_tables,
            key=lambda place: (
                any(pair(player, other) in apart for other in members[place]),
                len(members[place]),
                (place + turn) % len(sizes),
            ),
        )
        members[chosen].append(player)
        found[player] = chosen
    return found


def exchanged(tables: Sequence[PlannedTable], field: Field) -> tuple[PlannedTable, ...]:
    """The same companies with games and numbers exchanged so that most wishes are met.

    Games change hands between tables of one size; a number may go to any table but that of
    somebody pinned. Tables nobody wishes anything of keep their order. Where nothing is gained
    everything stays.
    """
    wishing = {p.id: p for p in field.players if has_wishes(p)}
    if not wishing:
        return tuple(tables)
    known = {p.id: p for p in field.players}
    weights = weights_of(field)

    def price(table: PlannedTable) -> int:
        found = [
            penalty.cost
            for player in table.players
            if player in wishing
            for penalty in place_penalties(wishing[player], table.number, table.ruleset, weights)
        ]
        if len(table.players) != field.usual_size(table.ruleset):
            found += [off_size_cost(known[p], weights) for p in table.players if p in known]
        return sum(found)

    def total(made: Sequence[PlannedTable]) -> int:
        return sum(price(table) for table in made) + _far_apart(made, field)

    held = set(field.pinned)
    loose = [place for place, table in enumerate(tables) if held.isdisjoint(table.players)]
    best = made = list(tables)
    by_size: dict[int, list[int]] = defaultdict(list)
    for place in loose:
        by_size[len(tables[place].players)].append(place)
    for places in by_size.values():
        if len({made[place].ruleset for place in places}) > 1:
            games = [made[place].ruleset for place in places]
            made = _dealt(made, places, games, _with_game, price, wishing.keys())
    numbers = [made[place].number for place in loose]
    made = _dealt(made, loose, numbers, _with_number, price, wishing.keys())
    if total(made) < total(best):
        best = made
    return tuple(sorted(best, key=lambda table: table.number))


def _with_game(table: PlannedTable, ruleset: RulesetId) -> PlannedTable:
    return replace(table, ruleset=ruleset)


def _with_number(table: PlannedTable, number: int) -> PlannedTable:
    return replace(table, number=number)


def _dealt(
    tables: list[PlannedTable],
    places: Sequence[int],
    values: Sequence[int],
    given: Callable[[PlannedTable, int], PlannedTable],
    price: Callable[[PlannedTable], int],
    wishing: Iterable[PlayerId],
) -> list[PlannedTable]:
    """The tables at these places with their games or numbers dealt out anew at the least price.

    Among equal prices everything stays as near to where it is as can be.
    """
    wanting = set(wishing)
    rows = [i for i, place in enumerate(places) if not wanting.isdisjoint(tables[place].players)]
    scale = len(places) ** 3 + 1
    prices = [
        [
            price(given(tables[places[i]], value)) * scale + (i - j) ** 2
            for j, value in enumerate(values)
        ]
        for i in rows
    ]
    taken = dict(zip(rows, _cheapest(prices), strict=True))
    gone = set(taken.values())
    others = iter([j for j in range(len(values)) if j not in gone])
    made = list(tables)
    for i, place in enumerate(places):
        j = taken[i] if i in taken else next(others)
        made[place] = given(tables[place], values[j])
    return made


def _cheapest(prices: Sequence[Sequence[int]]) -> list[int]:
    """A column of its own for every row at the least sum: shortest augmenting paths."""
    columns = len(prices[0]) if prices else 0
    over_row, over_column = [0] * (len(prices) + 1), [0] * (columns + 1)
    row_of, way = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, len(prices) + 1):
        row_of[0], column = row, 0
        least = [1 << 200] * (columns + 1)
        used = [False] * (columns + 1)
        while row_of[column]:
            used[column] = True
            here, step, target = row_of[column], 1 << 200, 0
            for j in range(1, columns + 1):
                if not used[j]:
                    reduced = prices[here - 1][j - 1] - over_row[here] - over_column[j]
                    if reduced < least[j]:
                        least[j], way[j] = reduced, column
                    if least[j] < step:
                        step, target = least[j], j
            for j in range(columns + 1):
                if used[j]:
                    over_row[row_of[j]] += step
                    over_column[j] -= step
                else:
                    least[j] -= step
            column = target
        while column:
            row_of[column] = row_of[way[column]]
            column = way[column]
    found = [0] * len(prices)
    for j in range(1, columns + 1):
        if row_of[j]:
            found[row_of[j] - 1] = j - 1
    return found


def _far_apart(tables: Sequence[PlannedTable], field: Field) -> int:
    """What pairs who want to be in one room pay for being in two."""
    number = {player: table.number for table in tables for player in table.players}
    return weights_of(field).near * sum(
        a in number and b in number and not are_near(field, number[a], number[b])
        for a, b in field.near
    )
