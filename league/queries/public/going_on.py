"""Where events stand that are being played: the round, the tables that are in, its clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Count

from league.core.enums import RecordState, RoundState, SeatingState
from league.models import Clock, MatchRecord, Round, Table
from league.permissions import visible
from league.queries.evening import clocks
from league.withheld import told_rounds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from league.core.actors import Actor
    from league.models import Event
    from league.queries.evening.clocks import Face


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an event stands: its running round; ``done`` is None where results are kept back."""

    round: Round
    tables: int
    done: int | None
    face: Face | None


def of_events(viewer: Actor, events: Iterable[Event]) -> dict[int, Standing]:
    """The running round of each event that has one, read with the same few queries for all."""
    running = {
        row.stage.event_id: row
        for row in visible(Round.objects.all(), viewer)
        .filter(stage__event__in=list(events), state=RoundState.PUBLISHED)
        .select_related("stage")
        .order_by("stage__number", "number")
    }
    if not running:
        return {}
    wanted = [row.pk for row in running.values()]
    tables = _tables(wanted)
    told = set(
        Round.objects.filter(told_rounds(viewer), pk__in=wanted).values_list("pk", flat=True)
    )
    done = _done(viewer, wanted)
    faces = {
        row.round_id: clocks.read([row]).face
        for row in Clock.objects.filter(round__in=wanted, table=None)
    }
    return {
        event: Standing(
            round=row,
            tables=tables.get(row.pk, 0),
            done=done.get(row.pk, 0) if row.pk in told else None,
            face=faces.get(row.pk),
        )
        for event, row in running.items()
    }


def _tables(rounds: list[int]) -> dict[int, int]:
    rows = Table.objects.filter(
        seating__round__in=rounds, seating__state=SeatingState.PUBLISHED
    ).order_by()
    counted = rows.values("seating__round").annotate(count=Count("pk"))
    return dict(counted.values_list("seating__round", "count"))


def _done(viewer: Actor, rounds: list[int]) -> dict[int, int]:
    """How many tables have a result that counts."""
    rows = visible(MatchRecord.objects.all(), viewer).filter(
        table__seating__round__in=rounds,
        table__seating__state=SeatingState.PUBLISHED,
        state=RecordState.CONFIRMED,
    )
    counted = rows.order_by().values("table__seating__round").annotate(count=Count("pk"))
    return dict(counted.values_list("table__seating__round", "count"))
