"""Records of matches: report, second look, dispute, correction. Nothing is overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from league import permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import STANDING_STATES, Confirmation, RecordState, SeatingState
from league.core.errors import (
    BadInput,
    Conflict,
    Gone,
    LeagueError,
    NotAllowed,
    NotFound,
    Refused,
    SheetRejected,
)
from league.core.facts import Fact
from league.models import Event, MatchRecord, RecordConfirmation, Seat, Table
from league.queries.records import sheets
from league.services import idempotency
from league.services.occasions import stage_fit
from league.services.records import links, record_rows
from league.services.records.record_rows import fresh, reason_of

if TYPE_CHECKING:
    from games.core.types import JSON


@dataclass(frozen=True, slots=True)
class TableSheet:
    """One table's sheet among several that are handed in together."""

    table_id: int
    data: JSON
    expected_version: int
    accept_warnings: bool = False
    accept_errors: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SheetAnswer:
    """What became of one sheet of several: a record, or the error that kept it out."""

    table_id: int
    record: MatchRecord | None
    error: LeagueError | None


def submit(
    *,
    by: Actor,
    table: Table,
    data: JSON,
    expected_version: int,
    accept_warnings: bool = False,
    accept_errors: bool = False,
    reason: str = "",
    over_confirmed: bool = True,
    is_second_look_due: bool = False,
) -> MatchRecord:
    """Stores a sheet as the next version: reported, or confirmed where no second look is due.

    Args:
        over_confirmed: whether the writer knows that a confirmed result stands, if one does.
        is_second_look_due: whether an organizer's sheet, too, only counts once it is confirmed.

    Raises:
        SheetRejected: with every issue; warnings may be accepted with a reason. An
            organizer may let errors stand with a reason when every seat has a place.
        Conflict: the table's newest version is not ``expected_version``, it was confirmed in
            the meantime (``over_confirmed``), or another seat's report waits for a second look;
            ``current`` is what stands.
        NotAllowed: ``already_confirmed``: a seat's way from here is a dispute.
        Gone: a seat whose round, event, seating or link is over; anybody whose seating
            was withdrawn.
    """
    _require(by, Action.SUBMIT_RECORD, table)
    reason = reason_of(reason)
    with transaction.atomic():
        event, table = record_rows.locked(table)
        _check_open(by, Action.SUBMIT_RECORD, event, table)
        found = record_rows.current(table)
        _check_version(table, expected_version, found)
        corrects = permissions.can(by, Action.CORRECT_RECORD, event)
        if found is not None and found.state == RecordState.CONFIRMED:
            if not corrects:
                raise NotAllowed("already_confirmed", version=found.version)
            if not over_confirmed:
                raise Conflict("confirmed_meanwhile", current=found)
            if not reason:
                raise BadInput("reason_missing", field="reason")
        if found is not None and found.state == RecordState.REPORTED:
            is_own = found.reporter_key == by.key or _same_seat(by, table, found)
            if not is_own and not permissions.can(by, Action.SUBMIT_RECORD, event):
                raise Conflict("already_reported", current=found)
        return _stored(
            by,
            event,
            table,
            data,
            at_once=(corrects and not is_second_look_due)
            or event.confirmation == Confirmation.NONE,
            accept_warnings=accept_warnings,
            accept_errors=accept_errors and corrects,
            reason=reason,
        )


def correct(
    *,
    by: Actor,
    table: Table,
    data: JSON,
    expected_version: int,
    reason: str,
    accept_warnings: bool = False,
    accept_errors: bool = False,
) -> MatchRecord:
    """Stores an organizer's version with a reason; it counts at once, the earlier no longer."""
    permissions.require(by, Action.CORRECT_RECORD, table)
    reason = reason_of(reason, needed=True)
    with transaction.atomic():
        event, table = record_rows.locked(table)
        _check_open(by, Action.CORRECT_RECORD, event, table)
        _check_version(table, expected_version, record_rows.current(table))
        return _stored(
            by,
            event,
            table,
            data,
            at_once=True,
            accept_warnings=accept_warnings,
            accept_errors=accept_errors,
            reason=reason,
        )


def submit_many(
    *, by: Actor, event: Event, sheets: Sequence[TableSheet], key: str = ""
) -> tuple[SheetAnswer, ...]:
    """Hands in several tables' sheets, each on its own: a wrong one keeps no other out.

    Args:
        key: of the form they came in; sent again, no sheet of it is stored twice.
    """
    permissions.require(by, Action.SUBMIT_RECORD, event)
    tables = Table.objects.select_related(
        "seating__round__stage__event__club", "ruleset__club_game"
    ).filter(seating__round__stage__event=event, pk__in=[sheet.table_id for sheet in sheets])
    known = {table.pk: table for table in tables}
    return tuple(_answered(by, known.get(sheet.table_id), sheet, key) for sheet in sheets)


def _answered(by: Actor, table: Table | None, sheet: TableSheet, key: str) -> SheetAnswer:
    if table is None:
        return SheetAnswer(sheet.table_id, None, NotFound("not_found"))

    def do() -> int:
        record = submit(
            by=by,
            table=table,
            data=sheet.data,
            expected_version=sheet.expected_version,
            accept_warnings=sheet.accept_warnings,
            accept_errors=sheet.accept_errors,
            reason=sheet.reason,
        )
        return record.pk

    try:
        answer = idempotency.once(
            by=by,
            key=f"{key}-{table.pk}" if key else "",
            digest=idempotency.digest_of(
                table.pk, sheet.data, sheet.expected_version, sheet.reason
            ),
            do=do,
        )
    except LeagueError as error:
        return SheetAnswer(sheet.table_id, None, error)
    return SheetAnswer(sheet.table_id, MatchRecord.objects.get(pk=answer), None)


def confirm(*, by: Actor, record: MatchRecord, reason: str = "") -> MatchRecord:
    """Agrees with a reported version; it counts as soon as the event's rule is met.

    Confirming what is confirmed already changes nothing, but an organizer settles an open
    dispute by it.
    """
    _require(by, Action.CONFIRM_RECORD, record)
    reason = reason_of(reason)
    with transaction.atomic():
        event, table = record_rows.locked(record.table)
        record = fresh(record, table)
        _check_open(by, Action.CONFIRM_RECORD, event, table, record)
        if record.state not in STANDING_STATES:
            raise Conflict("changed_meanwhile", current=record_rows.current(table))
        is_organizer = permissions.can(by, Action.CORRECT_RECORD, event)
        is_staff = permissions.can(by, Action.CONFIRM_RECORD, event)
        if record.state == RecordState.CONFIRMED and not (record.dispute_reason and is_staff):
            return record
        if record.state == RecordState.DISPUTED and not is_staff:
            raise NotAllowed("dispute_needs_organizer")
        if event.confirmation == Confirmation.ORGANIZER and not is_organizer:
            raise NotAllowed("organizer_confirms")
        seat = permissions.seat_of(by, table)
        if seat is not None:
            RecordConfirmation.objects.get_or_create(
                record=record,
                seat=seat,
                defaults={"actor_key": by.key, "at": timezone.now()},
            )
        if event.confirmation == Confirmation.ALL_SEATS and not is_staff:
            missing = _seats_to_agree(record, table)
            if missing:
                record_rows.told(Fact.RECORD_AGREED, record, by=by, missing=missing)
                return record
        # an objection is settled by this; what it said stays in the journal
        record.disputed_by = record.dispute_reason = ""
        record.save(update_fields=["disputed_by", "dispute_reason"])
        if record.state == RecordState.CONFIRMED:
            record_rows.told(Fact.RECORD_CONFIRMED, record, by=by, reason=reason, settled=True)
            return record
        others = [row for row in record_rows.standing(table) if row.pk != record.pk]
        ended = record_rows.set_aside(others, RecordState.SUPERSEDED, by=by, reason=reason)
        record.state = RecordState.CONFIRMED
        record.confirmed_by = by.key
        record.confirmed_at = timezone.now()
        record.save(update_fields=["state", "confirmed_by", "confirmed_at"])
        record_rows.close_seats(table)
        record_rows.told(
            Fact.RECORD_CONFIRMED, record, by=by, ended=ended, counts=True, reason=reason
        )
    return record


def dispute(*, by: Actor, record: MatchRecord, reason: str) -> MatchRecord:
    """Says that a version is wrong, and why. An organizer then confirms, corrects or voids it.

    A confirmed version goes on counting until then: one seat cannot take a result away.
    """
    _require(by, Action.DISPUTE_RECORD, record)
    reason = reason_of(reason, needed=True)
    with transaction.atomic():
        event, table = record_rows.locked(record.table)
        record = fresh(record, table)
        _check_open(by, Action.DISPUTE_RECORD, event, table, record)
        if record.state not in STANDING_STATES:
            raise Conflict("changed_meanwhile", current=record_rows.current(table))
        if record.dispute_reason:
            raise Refused("already_disputed", reason=record.dispute_reason)
        if record.state == RecordState.REPORTED:
            record.state = RecordState.DISPUTED
        record.disputed_by = by.key
        record.dispute_reason = reason
        record.save(update_fields=["state", "disputed_by", "dispute_reason"])
        seat = permissions.seat_of(by, table)
        record_rows.told(
            Fact.RECORD_DISPUTED,
            record,
            by=by,
            reason=reason,
            seat=None if seat is None else seat.pk,
        )
    return record


def follow_swap(*, by: Actor, table: Table) -> MatchRecord | None:
    """After seats of ``table`` were swapped: the standing record as a version in the new order.

    Scores stay with the players; positions follow the seats. Returns the new version, None
    where nothing stands. Call it in the transaction that swapped the seats.
    """
    permissions.require(by, Action.MANAGE_EVENT, table)
    with transaction.atomic():
        _, table = record_rows.locked(table)
        found = record_rows.current(table)
        if found is None:
            return None
        record = fresh(found, table)
        seats = record_rows.seats_of(table)
        before = list(record.scores.order_by("position").values_list("entry_id", flat=True))
        now = [seat.entry_id for seat in seats]
        if sorted(before) != sorted(now):
            raise Refused("record_names_others")
        if before == now:
            return record
        order = [before.index(entry) for entry in now]
        state = RecordState(record.state)
        ended = record_rows.set_aside([record], RecordState.SUPERSEDED, by=by)
        copy = record_rows.copied(record, table, seats, order, state=state, reason=record.reason)
        record_rows.told(
            Fact.RECORD_CORRECTED,
            copy,
            by=by,
            ended=ended,
            counts=state == RecordState.CONFIRMED,
            swapped=True,
        )
    return copy


# --- behind the verbs -------------------------------------------------------------------


def _stored(
    by: Actor,
    event: Event,
    table: Table,
    data: JSON,
    *,
    at_once: bool,
    accept_warnings: bool,
    accept_errors: bool,
    reason: str,
) -> MatchRecord:
    seats = record_rows.seats_of(table)
    rules = sheets.rules_of(table.ruleset)
    judged = sheets.judge(rules, data, seats=len(seats))
    if judged.sheet is None:
        raise SheetRejected(judged.issues, "sheet_unreadable")
    if judged.outcome is None or (judged.errors and not accept_errors):
        raise SheetRejected(judged.issues)
    if judged.warnings and not accept_warnings and not judged.errors:
        raise SheetRejected(judged.issues, "sheet_doubtful")
    if judged.issues and not reason:
        raise BadInput("reason_missing", field="reason")
    stage_fit.check_result(table.seating.round.stage, table.ruleset, judged.outcome)
    standing = record_rows.standing(table)
    had_confirmed = any(row.state == RecordState.CONFIRMED for row in standing)
    # a disputed version stays beside the new report until one of them is confirmed
    aside = [row for row in standing if at_once or row.state != RecordState.DISPUTED]
    ended = record_rows.set_aside(aside, RecordState.SUPERSEDED, by=by, reason=reason)
    record = record_rows.added(
        table,
        seats,
        judged,
        judged.outcome,
        scale=rules.scale,
        by=by,
        state=RecordState.CONFIRMED if at_once else RecordState.REPORTED,
        reason=reason,
    )
    if not had_confirmed:
        record_rows.told(Fact.RECORD_REPORTED, record, by=by, reason=reason)
    if at_once:
        record_rows.close_seats(table)
        fact = Fact.RECORD_CORRECTED if had_confirmed else Fact.RECORD_CONFIRMED
        record_rows.told(fact, record, by=by, ended=ended, counts=True, reason=reason)
    return record


def _require(by: Actor, action: Action, subject: Table | MatchRecord) -> None:
    """``permissions.require``, but a seat that comes too late hears that it does."""
    if permissions.can(by, action, subject):
        return
    table = permissions.table_of(subject)
    if table is not None and permissions.seat_of(by, table) is not None:
        late = links.over_at(table)
        if late is not None:
            raise late
        event = table.seating.round.stage.event
        if action == Action.CONFIRM_RECORD and event.confirmation == Confirmation.ORGANIZER:
            raise NotAllowed("organizer_confirms")
        if action == Action.CONFIRM_RECORD:
            raise NotAllowed("own_report")
    permissions.require(by, action, subject)


def _check_open(
    by: Actor,
    action: Action,
    event: Event,
    table: Table,
    record: MatchRecord | None = None,
) -> None:
    """Asks again behind the lock: the round may have closed, the seat been released."""
    if table.seating.state == SeatingState.DRAFT:
        raise Refused("seating_not_published")
    if table.seating.state == SeatingState.WITHDRAWN:
        # Not for organizers either: it would count at a table that no page shows.
        raise Gone("seating_withdrawn")
    if permissions.can(by, action, event):
        return
    late = links.over_at(table)
    if late is not None:
        raise late
    _require(by, action, record or table)


def _check_version(table: Table, expected: int, found: MatchRecord | None) -> None:
    if table.record_version != expected:
        raise Conflict("changed_meanwhile", current=found)


def _same_seat(by: Actor, table: Table, record: MatchRecord) -> bool:
    seat = permissions.seat_of(by, table)
    return seat is not None and seat.pk == record.reporter_seat_id


def _seats_to_agree(record: MatchRecord, table: Table) -> int:
    """How many seats have neither reported nor confirmed this version."""
    agreed = set(record.confirmations.values_list("seat_id", flat=True))
    if record.reporter_seat_id is not None:
        agreed.add(record.reporter_seat_id)
    return Seat.objects.filter(table=table).exclude(pk__in=agreed).count()
