"""Appointments: the people of a fixture find the day on which they play."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.db import transaction

from league import journal, permissions
from league.core.actions import Action
from league.core.enums import STANDING_STATES
from league.core.errors import BadInput, NotFound, Refused
from league.core.facts import Fact
from league.models import Fixture, FixtureAnswer, FixtureMoment, Seat, Table
from league.services.records import record_rows
from league.services.seating import seating_rows
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Event

MOST_MOMENTS = 5
LONGEST_PLACE = 200


def propose(*, by: Actor, table: Table, moments: Sequence[datetime]) -> Fixture:
    """Proposes moments for a match; they suit whoever proposes them.

    What others proposed stays. Where a moment is proposed already, it suits the proposer now.

    Raises:
        BadInput: ``moments_missing``; ``moments_too_many``: more than five stand together;
            ``moment_in_the_past``, ``moment_after_due``.
        Refused: ``match_arranged``, ``table_has_record``, ``not_a_fixture``.
    """
    permissions.require(by, Action.SUBMIT_RECORD, table)
    with transaction.atomic():
        event, fixture = _open(table)
        if not moments:
            raise BadInput("moments_missing", field="moments")
        wanted = sorted(
            {moment.astimezone(UTC).replace(second=0, microsecond=0) for moment in moments}
        )
        for moment in wanted:
            _require_time(event, fixture, moment, field="moments")
        known = {row.starts_at: row for row in fixture.moments.all()}
        fresh = [moment for moment in wanted if moment not in known]
        if len(known) + len(fresh) > MOST_MOMENTS:
            raise BadInput("moments_too_many", field="moments", most=MOST_MOMENTS)
        rows = [
            *(known[moment] for moment in wanted if moment in known),
            *(FixtureMoment.objects.create(fixture=fixture, starts_at=one) for one in fresh),
        ]
        if fresh:
            _tell(Fact.APPOINTMENT_PROPOSED, by, fixture, moments=[at.isoformat() for at in fresh])
        _answered(by, fixture, {row.pk: True for row in rows})
    return fixture


def answer(*, by: Actor, table: Table, suits: Mapping[int, bool]) -> Fixture:
    """Says which proposed moments suit one's own seat; the first that suits all is fixed.

    Args:
        suits: by id of the moment; moments left out keep their answer.

    Raises:
        NotFound: a moment that is not proposed here.
        Refused: ``match_arranged``, ``table_has_record``, ``only_seats_answer``.
    """
    permissions.require(by, Action.SUBMIT_RECORD, table)
    with transaction.atomic():
        _, fixture = _open(table)
        if not {*suits} <= {row.pk for row in fixture.moments.all()}:
            raise NotFound("not_found")
        if permissions.seat_of(by, fixture.table) is None:
            raise Refused("only_seats_answer")
        _answered(by, fixture, suits)
    return fixture


def fix(*, by: Actor, table: Table, at: datetime, place: str = "") -> Fixture:
    """Writes down when and where a match is played: an organizer, or what all have said.

    Raises:
        BadInput: ``moment_in_the_past``, ``moment_after_due``, ``too_long``.
        Refused: ``table_has_record``, ``not_a_fixture``.
    """
    permissions.require(by, Action.MANAGE_EVENT, table)
    with transaction.atomic():
        event, fixture = _open(table, is_arranged=True)
        _require_time(event, fixture, at, field="at")
        _fixed(by, fixture, at, _place(place))
    return fixture


def set_place(*, by: Actor, table: Table, place: str) -> Fixture:
    """Says where an arranged match is played: whoever sits there, or an organizer.

    Raises:
        BadInput: ``too_long``.
        Refused: ``match_not_arranged``, ``table_has_record``, ``not_a_fixture``.
    """
    permissions.require(by, Action.SUBMIT_RECORD, table)
    with transaction.atomic():
        _, fixture = _open(table, is_arranged=True)
        if fixture.agreed_at is None:
            raise Refused("match_not_arranged")
        if fixture.place != _place(place):
            _fixed(by, fixture, fixture.agreed_at, _place(place))
    return fixture


def lift(*, by: Actor, table: Table) -> Fixture:
    """Takes an appointment back: the match is to be arranged again, with new moments.

    Raises:
        Refused: ``match_not_arranged``, ``table_has_record``, ``not_a_fixture``.
    """
    permissions.require(by, Action.SUBMIT_RECORD, table)
    with transaction.atomic():
        _, fixture = _open(table, is_arranged=True)
        if fixture.agreed_at is None:
            raise Refused("match_not_arranged")
        fixture.agreed_at, fixture.place = None, ""
        fixture.save(update_fields=["agreed_at", "place"])
        fixture.moments.all().delete()
        _tell(Fact.APPOINTMENT_LIFTED, by, fixture)
    return fixture


def _open(table: Table, *, is_arranged: bool = False) -> tuple[Event, Fixture]:
    """The fixture behind the event's lock, while it can still be arranged."""
    event, fresh = record_rows.locked(table)
    seating_rows.refuse_when_over(event)
    fixture = Fixture.objects.filter(table=fresh).first()
    if fixture is None:
        raise Refused("not_a_fixture")
    if fresh.records.filter(state__in=STANDING_STATES).exists():
        raise Refused("table_has_record", table=fresh.number)
    if fixture.agreed_at is not None and not is_arranged:
        raise Refused("match_arranged")
    fixture.table = fresh
    return event, fixture


def _require_time(event: Event, fixture: Fixture, at: datetime, *, field: str) -> None:
    if at < seating_rows.moment():
        raise BadInput("moment_in_the_past", field=field)
    day = wall_time.day_of(at, wall_time.zone_of(event))
    if fixture.due_on is not None and day > fixture.due_on:
        raise BadInput("moment_after_due", field=field, day=fixture.due_on.isoformat())


def _answered(by: Actor, fixture: Fixture, suits: Mapping[int, bool]) -> None:
    """Keeps the answers of the actor's seat, and fixes the first moment that suits every seat."""
    seat = permissions.seat_of(by, fixture.table)
    if seat is not None:
        for pk, is_fine in suits.items():
            FixtureAnswer.objects.update_or_create(
                moment_id=pk, entry_id=seat.entry_id, defaults={"suits": is_fine}
            )
        _tell(Fact.APPOINTMENT_ANSWERED, by, fixture, entry=seat.entry_id)
    seated = set(Seat.objects.filter(table=fixture.table).values_list("entry", flat=True))
    for moment in fixture.moments.order_by("starts_at"):
        if moment.starts_at >= seating_rows.moment() and seated <= _suited(moment):
            _fixed(by, fixture, moment.starts_at, "")
            return


def _suited(moment: FixtureMoment) -> set[int]:
    return set(moment.answers.filter(suits=True).values_list("entry", flat=True))


def _fixed(by: Actor, fixture: Fixture, at: datetime, place: str) -> None:
    fixture.agreed_at, fixture.place = at, place
    fixture.save(update_fields=["agreed_at", "place"])
    _tell(Fact.APPOINTMENT_FIXED, by, fixture, at=at.isoformat())


def _place(place: str) -> str:
    told = " ".join(place.split())
    if len(told) > LONGEST_PLACE:
        raise BadInput("too_long", field="place", most=LONGEST_PLACE)
    return told


def _tell(kind: Fact, by: Actor, fixture: Fixture, **told: JSON) -> None:
    table = fixture.table
    payload: dict[str, JSON] = {"stage": table.seating.round.stage_id, "table": table.number}
    event = table.seating.round.stage.event
    journal.append(kind, by=by, event=event, payload={**payload, "id": table.pk, **told})
