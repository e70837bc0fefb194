"""Table numbers for ready-made tables, so that whoever needs a certain table has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from league.seating.errors import SeatingRefused
from league.seating.types import Objection, Pair, PlayerId, pair

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
