"""Published tables, and played ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from django.db import transaction

from league.core.actors import system
from league.core.enums import ActorKind, RecordState, RoundEntryState, SeatingState
from league.core.facts import Fact
from league.journal import append
from league.models import (
    Entry,
    MatchRecord,
    Round,
    RoundEntry,
    Seat,
    Seating,
    SeatScore,
    Table,
    TableLink,
)

PLAYED_AT = datetime(2026, 11, 3, 19, 0, tzinfo=UTC)


def published(round_: Round) -> Seating:
    """The published seating of ``round_``, made when it is not there."""
    row, _ = Seating.objects.get_or_create(
        round=round_,
        state=SeatingState.PUBLISHED,
        defaults={"method": "fixed", "number": round_.seatings.count() + 1},
    )
    return row


def table(round_: Round, entries: Sequence[Entry], *, played_at: datetime = PLAYED_AT) -> Table:
    """One more published table of ``round_`` with ``entries`` in seat order."""
    seating = published(round_)
    stage = round_.stage
    row = Table.objects.create(
        seating=seating,
        number=seating.tables.count() + 1,
        ruleset=stage.ruleset,
        played_at=played_at,
    )
    TableLink.objects.create(table=row, code=f"code{row.pk:08}")
    for position, entry in enumerate(entries, start=1):
        Seat.objects.create(
            seating=seating,
            table=row,
            entry=entry,
            position=position,
            is_rolling=round_.is_rolling,
            is_open=True,
        )
        if not round_.is_rolling:
            RoundEntry.objects.create(round=round_, entry=entry, state=RoundEntryState.SEATED)
    return row


@transaction.atomic  # as services do: nobody may compute before the record's number is there
def played(
    row: Table, places: Sequence[int], *, points: Sequence[int] | None = None
) -> MatchRecord:
    """A confirmed record of ``row``: places (and points) in seat order."""
    seats = list(row.seats.order_by("position").select_related("entry"))
    stage = row.seating.round.stage
    by = system("factory")
    record = MatchRecord.objects.create(
        table=row,
        stage=stage,
        version=row.record_version + 1,
        state=RecordState.CONFIRMED,
        ruleset=row.ruleset,
        sheet={"seats": [{"place": place} for place in places]},
        outcome={
            "points": list(points) if points is not None else None,
            "places": list(places),
            "reason": "",
            "drawn": False,
            "low_tie": False,
            "scale": 0,
        },
        reported_by=by.key,
        reporter_kind=ActorKind.SYSTEM,
        reporter_key=by.key,
        reported_at=PLAYED_AT,
        confirmed_by=by.key,
        confirmed_at=PLAYED_AT,
    )
    for seat, place in zip(seats, places, strict=True):
        SeatScore.objects.create(
            record=record,
            entry=seat.entry,
            position=seat.position or 0,
            place=place,
            points=points[(seat.position or 1) - 1] if points is not None else None,
        )
    row.seats.update(is_open=False)
    row.record_version = record.version
    row.save(update_fields=["record_version"])
    event = stage.event
    line = append(
        Fact.RECORD_CONFIRMED,
        by=by,
        event=event,
        payload={"record": record.pk},
        stale_stages=[stage.pk],
        stale_seasons=[event.season_id] if event.season_id else [],
    )
    record.from_seq = line.seq
    record.save(update_fields=["from_seq"])
    return record
