"""Records that are taken out with a reason, and brought back as a new version."""

from __future__ import annotations

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import STANDING_STATES, RecordState, SeatingState
from league.core.errors import Conflict, Gone, Refused
from league.core.facts import Fact
from league.models import MatchRecord, Round, Table
from league.services.records import record_rows
from league.services.records.record_rows import fresh, reason_of


def void(*, by: Actor, record: MatchRecord, reason: str) -> MatchRecord:
    """Takes a version out with a reason; the table may report again."""
    permissions.require(by, Action.CORRECT_RECORD, record)
    reason = reason_of(reason, needed=True)
    with transaction.atomic():
        _, table = record_rows.locked(record.table)
        record = fresh(record, table)
        if record.state not in STANDING_STATES:
            raise Conflict("changed_meanwhile", current=record_rows.current(table))
        _voided(by, record, table, reason)
    return record


def restore(*, by: Actor, record: MatchRecord) -> MatchRecord:
    """Brings a voided version back as a new one that says the same; returns the new one.

    It counts again from now on if it counted before. Refused once another version stands.
    """
    permissions.require(by, Action.CORRECT_RECORD, record)
    with transaction.atomic():
        _, table = record_rows.locked(record.table)
        record = fresh(record, table)
        if record.state != RecordState.VOIDED:
            raise Refused("not_voided")
        if table.seating.state == SeatingState.WITHDRAWN:
            raise Gone("seating_withdrawn")
        found = record_rows.current(table)
        if not _may_stand_beside(record, found):
            raise Conflict("changed_meanwhile", current=found)
        return _restored(by, record, table)


def void_all(*, by: Actor, round_: Round, reason: str) -> list[MatchRecord]:
    """Voids whatever stands at the tables of a round; for a seating that is withdrawn."""
    permissions.require(by, Action.CORRECT_RECORD, round_)
    reason = reason_of(reason, needed=True)
    with transaction.atomic():
        voided = []
        for table in _tables(round_):
            _, table = record_rows.locked(table)
            for record in record_rows.standing(table):
                record = fresh(record, table)
                _voided(by, record, table, reason)
                voided.append(record)
    return voided


def _voided(by: Actor, record: MatchRecord, table: Table, reason: str) -> None:
    ended = record_rows.set_aside([record], RecordState.VOIDED, by=by, reason=reason)
    record_rows.reopen_seats(table)
    record_rows.told(Fact.RECORD_VOIDED, record, by=by, ended=ended, reason=reason)


def _restored(by: Actor, record: MatchRecord, table: Table) -> MatchRecord:
    if record.confirmed_at is not None:
        state = RecordState.CONFIRMED
    else:
        state = RecordState.DISPUTED if record.dispute_reason else RecordState.REPORTED
    seats = record_rows.seats_of(table)
    before = list(record.scores.order_by("position").values_list("entry_id", flat=True))
    now = [seat.entry_id for seat in seats]
    if sorted(before) != sorted(now):
        raise Refused("record_names_others")
    order = [before.index(entry) for entry in now]
    copy = record_rows.copied(record, table, seats, order, state=state, reason=record.reason)
    counts = state == RecordState.CONFIRMED
    if counts:
        record_rows.close_seats(table)
    record_rows.told(Fact.RECORD_RESTORED, copy, by=by, counts=counts, restored=record.version)
    return copy


def _may_stand_beside(record: MatchRecord, found: MatchRecord | None) -> bool:
    """A table has one standing version, or a report beside the disputed one it answers."""
    if found is None:
        return True
    return found.state == RecordState.DISPUTED and record.confirmed_at is None


def _tables(round_: Round) -> list[Table]:
    return list(
        Table.objects.select_related("seating__round__stage__event")
        .filter(seating__round=round_)
        .order_by("seating_id", "number")
    )
