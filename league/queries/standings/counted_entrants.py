"""Who is listed in a standing, and in which order among equals."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from league.core.enums import EntryState, NameLevel
from league.models import Club, Player
from league.queries.standings import counted_rows as rows
from league.queries.standings.counted_rows import EntryRow
from league.standings import types as pure
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def sort_keys(people: Iterable[Player], club: Club) -> dict[int, str]:
    """The neutral order among equals, the same for every audience: by what the public sees."""
    return {
        row.pk: row.sort_key
        if names.level_of(row, club) == NameLevel.FULL
        else names.fold(names.public_name(row, club))
        for row in people
    }


def entrants_by_event(
    entries: Iterable[EntryRow], keys: Mapping[int, str], *, guests: bool
) -> defaultdict[int, list[pure.Entrant]]:
    """Whom the standings of an event list; nobody who waits for a place."""
    found: defaultdict[int, list[pure.Entrant]] = defaultdict(list)
    for row in entries:
        if row.state != EntryState.WAITING:
            found[row.event].append(_entrant(row, keys, guests=guests))
    return found


def _entrant(row: EntryRow, keys: Mapping[int, str], *, guests: bool) -> pure.Entrant:
    return pure.Entrant(
        player=row.player,
        state=_state(row),
        void=not row.keeps_results,
        ranked=rows.is_ranked(row, guests=guests),
        filler=row.is_filler,
        joined_round=row.joined_round,
        sort_key=keys[row.player],
    )


def _state(row: EntryRow) -> pure.EntryState:
    if row.state == EntryState.DROPPED:
        return "dropped"
    return "disqualified" if row.state == EntryState.DISQUALIFIED else "registered"


def only_players_of(
    results: pure.Results, entrants: Iterable[pure.Entrant], going_on: set[int]
) -> list[pure.Entrant]:
    """Those of the event's people who go on or have something in these results."""
    there = {seat.player for table in results.tables for seat in table.seats}
    there |= {bye.player for bye in results.byes}
    there |= {row.player for row in results.adjustments}
    return [
        entrant for entrant in entrants if entrant.player in there or entrant.player in going_on
    ]
