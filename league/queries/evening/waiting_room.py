"""The room of open play: who waits and since when, who plays and until about when, who is away."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from league.core.enums import EntryState
from league.models import Entry, Seat, Table
from league.queries.evening import endings, open_play

if TYPE_CHECKING:
    from datetime import datetime

    from league.models import Seating, Stage
    from league.queries.evening.open_play import Free


class Running(NamedTuple):
    """A table that plays: since when, and until about when, where ``endings`` can say."""

    table: Table
    entries: tuple[int, ...]
    since: datetime | None
    until: datetime | None


class Room(NamedTuple):
    """Everybody of an evening of open play, each in one of four lists."""

    free: tuple[Free, ...]
    running: tuple[Running, ...]
    pausing: tuple[Entry, ...]
    left: tuple[Entry, ...]


def room(stage: Stage) -> Room:
    """The room as it is now. Names are for the doors: they know who looks."""
    left = Entry.objects.filter(event=stage.event_id, state=EntryState.DROPPED)
    return Room(
        free=tuple(open_play.free(stage)),
        running=_running(open_play.rolling_seating(stage)),
        pausing=tuple(open_play.pausing(stage)),
        left=tuple(left.select_related("player").order_by("pk")),
    )


def seat_of(entry: Entry) -> Seat | None:
    """The open seat of somebody in open play, with its table; None for who is at no table."""
    return (
        Seat.objects.filter(entry=entry, is_rolling=True, is_open=True, table__isnull=False)
        .select_related("table__ruleset", "table__link")
        .first()
    )


def company_of(seat: Seat) -> list[Entry]:
    """Everybody at the table of this seat, in the order of seats."""
    around = Seat.objects.filter(table=seat.table_id).order_by("position")
    return [row.entry for row in around.select_related("entry__player")]


def _running(seating: Seating | None) -> tuple[Running, ...]:
    found = open_play.running(seating) if seating else []
    ends = endings.expected([table for table, _ in found], seating.round) if seating else {}
    return tuple(
        Running(table, entries, table.played_at, ends.get(table.pk)) for table, entries in found
    )
