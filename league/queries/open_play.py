"""Who is free in open play, since when, and which tables are running."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Count, Max, Q

from league.enums import EntryState
from league.models import Entry, Table
from league.seating.rolling import Waiting

if TYPE_CHECKING:
    from league.models import Seating, Stage


class Free(NamedTuple):
    """Somebody in the room without an open seat: matches so far, and since when they wait."""

    entry: Entry
    matches: int
    since: int


def free(stage: Stage) -> list[Free]:
    """Entries in the room without an open seat, in the order of their turn."""
    rows = (
        Entry.objects.filter(event=stage.event_id, state=EntryState.REGISTERED, is_present=True)
        .annotate(
            playing=Count("seats", filter=Q(seats__is_open=True, seats__is_rolling=True)),
            matches=Count(
                "seats",
                filter=Q(seats__is_rolling=True, seats__table__isnull=False),
                distinct=True,
            ),
            since=Max("scores__record__from_seq"),
        )
        .filter(playing=0)
        .select_related("player")
    )
    found = [Free(row, row.matches, row.since or 0) for row in rows]
    return sorted(found, key=lambda row: (row.matches, row.since, row.entry.pk))


def waiting(stage: Stage) -> list[Waiting]:
    return [
        Waiting(player=row.entry.pk, since=row.since, played=row.matches) for row in free(stage)
    ]


def running(seating: Seating) -> list[tuple[Table, tuple[int, ...]]]:
    """Tables with open seats, and who sits there."""
    tables = (
        Table.objects.filter(seating=seating, seats__is_open=True)
        .distinct()
        .prefetch_related("seats")
        .order_by("number")
    )
    return [
        (
            table,
            tuple(
                seat.entry_id
                for seat in sorted(table.seats.all(), key=lambda seat: seat.position or 0)
            ),
        )
        for table in tables
    ]
