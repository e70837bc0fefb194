"""The rows behind a record: a new version, its scores, and what counts from when to when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils import timezone

from league import permissions
from league.after_commit import jobs
from league.core.actors import Actor
from league.core.enums import STANDING_STATES, ActorKind, RecordState, RoundState
from league.core.errors import BadInput
from league.core.facts import Fact
from league.journal import append, lock_event
from league.models import Event, Fixture, MatchRecord, RecordConfirmation, Seat, SeatScore, Table
from league.queries.records import sheets
from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON, Outcome
    from league.models import JournalLine

COUNT_BADGES = "league.tasks.count_badges"
OPEN_STATES = (RecordState.REPORTED, RecordState.DISPUTED)
LONGEST_REASON = 400


def locked(table: Table) -> tuple[Event, Table]:
    """Locks the event's row and reads the table as it is now."""
    lock_event(table.seating.round.stage.event_id)
    fresh = Table.objects.select_related(
        "seating__round__stage__event__club", "ruleset__club_game"
    ).get(pk=table.pk)
    return fresh.seating.round.stage.event, fresh


def seats_of(table: Table) -> list[Seat]:
    """The seats of a table in the order of a sheet's rows."""
    return list(table.seats.select_related("entry").order_by("position", "id"))


def current(table: Table) -> MatchRecord | None:
    """The newest version that is neither superseded nor voided."""
    return table.records.filter(state__in=STANDING_STATES).order_by("-version").first()


def added(
    table: Table,
    seats: Sequence[Seat],
    judged: sheets.Judged,
    outcome: Outcome,
    *,
    scale: int,
    by: Actor,
    state: RecordState,
    reason: str,
) -> MatchRecord:
    """Version n+1 of the table's record with the scores of its seats."""
    now = timezone.now()
    if table.played_at is None:  # a fixture: it was played when its people agreed, or just now
        agreed = Fixture.objects.filter(table=table).values_list("agreed_at", flat=True).first()
        table.played_at = agreed if agreed is not None and agreed < now else now
        table.save(update_fields=["played_at"])
    confirmed = state == RecordState.CONFIRMED
    record = MatchRecord.objects.create(
        table=table,
        stage=table.seating.round.stage,
        version=table.record_version + 1,
        state=state,
        ruleset=table.ruleset,
        sheet=judged.sheet,
        outcome=sheets.outcome_json(outcome, scale),
        issues=[sheets.issue_json(issue) for issue in judged.issues],
        reason=reason,
        reported_by=by.key,
        reporter_kind=by.kind,
        reporter_key=by.key,
        reporter_seat=permissions.seat_of(by, table),
        reported_at=now,
        confirmed_by=by.key if confirmed else "",
        confirmed_at=now if confirmed else None,
    )
    _scored(record, seats, outcome.places, outcome.points, outcome.sides)
    _numbered(table, record)
    return record


def copied(
    record: MatchRecord,
    table: Table,
    seats: Sequence[Seat],
    order: Sequence[int],
    *,
    state: RecordState,
    reason: str,
) -> MatchRecord:
    """A further version that says the same as ``record``, rows in a new order.

    Reporter and confirmers stay those of ``record``.
    """
    outcome = dict(record.outcome)
    for name in ("places", "points"):
        if outcome[name] is not None:
            outcome[name] = [outcome[name][old] for old in order]
    copy = MatchRecord.objects.create(
        table=table,
        stage=record.stage,
        version=table.record_version + 1,
        state=state,
        ruleset=record.ruleset,
        sheet=sheets.reordered(record.sheet, order),
        outcome=outcome,
        issues=_moved(record.issues, order),
        reason=reason,
        reported_by=record.reported_by,
        reporter_kind=record.reporter_kind,
        reporter_key=record.reporter_key,
        reporter_seat=record.reporter_seat,
        reported_at=record.reported_at,
        confirmed_by=record.confirmed_by,
        confirmed_at=record.confirmed_at,
        disputed_by=record.disputed_by,
        dispute_reason=record.dispute_reason,
    )
    _scored(copy, seats, outcome["places"], outcome["points"], outcome.get("sides"))
    for seen in record.confirmations.all():
        RecordConfirmation.objects.create(
            record=copy, seat_id=seen.seat_id, actor_key=seen.actor_key, at=seen.at
        )
    _numbered(table, copy)
    return copy


def _moved(issues: Sequence[Mapping[str, JSON]], order: Sequence[int]) -> list[dict[str, JSON]]:
    rows = {old: new for new, old in enumerate(order)}
    moved: list[dict[str, JSON]] = []
    for issue in issues:
        path = issue["path"]
        assert isinstance(path, list)
        if len(path) > 1 and path[0] == "seats":
            path = [path[0], rows.get(path[1], path[1]), *path[2:]]
        moved.append({**issue, "path": path})
    return moved


def _scored(
    record: MatchRecord,
    seats: Sequence[Seat],
    places: Sequence[int],
    points: Sequence[int] | None,
    sides: Sequence[int] | None,
) -> None:
    SeatScore.objects.bulk_create(
        SeatScore(
            record=record,
            entry=seat.entry,
            position=seat.position or 0,
            place=places[row],
            points=None if points is None else points[row],
            side=None if sides is None else sides[row],
        )
        for row, seat in enumerate(seats)
    )


def _numbered(table: Table, record: MatchRecord) -> None:
    table.record_version = record.version
    table.save(update_fields=["record_version"])


def set_aside(
    records: Sequence[MatchRecord], state: RecordState, *, by: Actor, reason: str = ""
) -> list[MatchRecord]:
    """Ends the given versions (superseded, voided) and returns those that counted until now."""
    now = timezone.now()
    counted = [record for record in records if record.state == RecordState.CONFIRMED]
    for record in records:
        record.state = state
        record.closed_at = now
        record.closed_by = by.key
        record.closed_reason = reason
        record.save(update_fields=["state", "closed_at", "closed_by", "closed_reason"])
    return counted


def standing(table: Table) -> list[MatchRecord]:
    """Every version of the table that is neither superseded nor voided."""
    return list(table.records.filter(state__in=STANDING_STATES).order_by("version"))


def close_seats(table: Table) -> None:
    """The match is over: its players may sit at another rolling table."""
    table.seats.filter(is_open=True).update(is_open=False)


def reopen_seats(table: Table) -> None:
    """The match has no closed record any more; who has sat down elsewhere stays there."""
    if table.seating.round.state != RoundState.PUBLISHED:
        return
    seats = table.seats.filter(is_open=False)
    if table.seating.round.is_rolling:
        busy = Seat.objects.filter(
            entry__in=table.seats.values("entry"), is_rolling=True, is_open=True
        )
        seats = seats.exclude(entry__in=list(busy.values_list("entry", flat=True)))
    seats.update(is_open=True)


def told(
    fact: Fact,
    record: MatchRecord,
    *,
    by: Actor,
    ended: Sequence[MatchRecord] = (),
    counts: bool = False,
    **more: JSON,
) -> JournalLine:
    """The journal line of a change to ``record``.

    Args:
        ended: versions that counted until this line.
        counts: whether ``record`` counts from this line on.
    """
    round_ = record.table.seating.round
    event = round_.stage.event
    changes_standing = counts or bool(ended)
    payload: dict[str, JSON] = {
        "record": record.pk,
        "version": record.version,
        "table_id": record.table_id,
        "table": record.table.number,
        "round": round_.number,
    }
    if by.kind != ActorKind.SEAT and round_.state == RoundState.CLOSED:
        payload["late"] = True
    payload.update({name: value for name, value in more.items() if value not in ("", None)})
    line = append(
        fact,
        by=by,
        event=event,
        payload=payload,
        stale_stages=[record.stage_id] if changes_standing else [],
        stale_seasons=[event.season_id] if changes_standing and event.season_id else [],
    )
    for old in ended:
        old.to_seq = line.seq
        old.save(update_fields=["to_seq"])
    if counts:
        record.from_seq = line.seq
        record.save(update_fields=["from_seq"])
        jobs.wake(COUNT_BADGES, record.pk)
    return line


def fresh(record: MatchRecord, table: Table) -> MatchRecord:
    """The record as it is behind the lock, at the table that was read there."""
    fresh = MatchRecord.objects.get(pk=record.pk)
    fresh.table = table
    return fresh


def reason_of(written: str, *, needed: bool = False) -> str:
    """What somebody gives as the reason, tidied; refused when too long or missing."""
    cleaned = names.clean(written)
    if needed and not cleaned:
        raise BadInput("reason_missing", field="reason")
    if len(cleaned) > LONGEST_REASON:
        raise BadInput("too_long", field="reason", most=LONGEST_REASON)
    return cleaned
