"""The room of open play: who waits and since when, who plays and until about when, who is away."""

from __future__ import annotations

from datetime import timedelta
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Min

from league.enums import EntryState
from league.models import Entry, Seat, Table
from league.queries import open_play

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from league.models import Stage
    from league.queries.open_play import Free

# The last matches of a game say how long one lasts; fewer than these say nothing yet.
LAST, FEWEST = 40, 3
# What was written down days later, or at once by mistake, tells no time.
SHORTEST, LONGEST = timedelta(minutes=2), timedelta(hours=6)


class Running(NamedTuple):
    """A table that plays: since when, and when matches of this game at this club are usually over.

    ``until`` is None where the club has too few matches of the game to say.
    """

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
    seating = open_play.rolling_seating(stage)
    tables = open_play.running(seating) if seating else []
    usual = usual_lengths({table.ruleset.club_game_id for table, _ in tables})
    left = Entry.objects.filter(event=stage.event_id, state=EntryState.DROPPED)
    return Room(
        free=tuple(open_play.free(stage)),
        running=tuple(_running(table, entries, usual) for table, entries in tables),
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


def usual_lengths(games: Collection[int]) -> dict[int, timedelta]:
    """How long a match of each game lasts: the median of the club's last ones.

    From the moment its table was published to its first sheet. ``games`` are ids of ``ClubGame``,
    which belong to one club; a game with fewer than three such matches is left out.
    """
    found = {}
    for game in games:
        times = (
            Table.objects.filter(ruleset__club_game=game, record_version__gt=0)
            .exclude(played_at=None)
            .annotate(first=Min("records__reported_at"))
            .order_by("-played_at", "-pk")
            .values_list("played_at", "first")[:LAST]
        )
        lengths = [
            length
            for start, first in times
            if start and first and SHORTEST <= (length := first - start) <= LONGEST
        ]
        if len(lengths) >= FEWEST:
            found[game] = median(lengths)
    return found


def _running(table: Table, entries: tuple[int, ...], usual: Mapping[int, timedelta]) -> Running:
    length = usual.get(table.ruleset.club_game_id)
    since = table.played_at
    return Running(table, entries, since, since + length if since and length else None)
