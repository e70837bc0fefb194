"""Tables of a running round whose result is late: by the round's clock, or because others are in.

No ``viewer``: it is asked by the clock, and by messages with the rights of their own reader.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Exists, Max, OuterRef, Q
from django.utils import timezone

from league.core.enums import STANDING_STATES, EventState, RoundState, SeatingState
from league.models import Clock, MatchRecord, Round, Seat, Table
from league.queries.evening import clocks

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from django.db.models import QuerySet

    from league.models import Event

# The last turn is played out, and somebody walks to the desk.
PATIENCE: Final = timedelta(minutes=5)
# Without a clock: so long after the last result, where more than half of the tables are in.
AFTER_THE_OTHERS: Final = timedelta(minutes=15)
# A round of yesterday that nobody closed is none that somebody still waits for.
LONGEST: Final = timedelta(hours=12)


def rounds() -> QuerySet[Round]:
    """The rounds being played that still lack a result; a rolling one is never late."""
    rows = Round.objects.filter(
        state=RoundState.PUBLISHED,
        is_rolling=False,
        published_at__gt=timezone.now() - LONGEST,
        stage__event__state=EventState.RUNNING,
        stage__event__removed_at__isnull=True,
    )
    return rows.filter(Exists(_open().filter(seating__round=OuterRef("pk"))))


def of_round(round_: Round) -> list[Table]:
    """The tables of a round that are late by now, by their numbers."""
    lacking = list(_open().filter(seating__round=round_.pk).order_by("number"))
    if not lacking:
        return []
    found, now = clocks.read(list(Clock.objects.filter(round=round_))), timezone.now()
    past_others = _is_past_others(round_, len(lacking), now)
    return [
        table
        for table in lacking
        if (
            past_others
            if (face := found.of(table.pk)) is None
            else face.left_at(now) <= (-PATIENCE.total_seconds() if face.is_running else 0)
        )
    ]


def still(event: Event, tables: Collection[int]) -> list[Table]:
    """Those of these tables whose result somebody still waits for."""
    return list(
        _open()
        .filter(
            pk__in=tables,
            seating__round__state=RoundState.PUBLISHED,
            seating__round__stage__event=event,
            seating__round__stage__event__state=EventState.RUNNING,
        )
        .select_related("seating__round__stage__event__club")
        .order_by("number")
    )


def _open() -> QuerySet[Table]:
    """Tables where people sit and nobody has reported a result."""
    told = MatchRecord.objects.filter(table=OuterRef("pk"), state__in=STANDING_STATES)
    seated = Seat.objects.filter(table=OuterRef("pk"))
    return Table.objects.filter(
        ~Q(Exists(told)), Exists(seated), seating__state=SeatingState.PUBLISHED
    )


def _is_past_others(round_: Round, lacking: int, now: datetime) -> bool:
    tables = Table.objects.filter(seating__round=round_, seating__state=SeatingState.PUBLISHED)
    if lacking * 2 >= tables.count():
        return False
    told = MatchRecord.objects.filter(table__in=tables, state__in=STANDING_STATES)
    last: datetime | None = told.aggregate(last=Max("reported_at"))["last"]
    return last is not None and last + AFTER_THE_OTHERS <= now
