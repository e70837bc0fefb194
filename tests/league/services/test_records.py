"""What may happen to a record, step by step and role by role."""

from __future__ import annotations

import pytest

from league import permissions
from league.actors import ANONYMOUS, Actor
from league.enums import ActorKind, Confirmation, EventState, RecordState, Role, RoundState
from league.errors import (
    BadInput,
    Conflict,
    Gone,
    LeagueError,
    NotAllowed,
    NotFound,
    Refused,
    SheetRejected,
)
from league.models import Event, JournalLine, MatchRecord, Seat, Stage, Table
from league.services import links, records
from tests import factories

pytestmark = pytest.mark.django_db

SHEET = {"seats": [{"points": 12}, {"points": 9}, {"points": 9}, {"points": 4}]}
OTHER = {"seats": [{"points": 12}, {"points": 19}, {"points": 9}, {"points": 4}]}


def a_table(confirmation: Confirmation = Confirmation.OTHER_SEAT, **options: object) -> Table:
    """A published table of four; ``options`` change its free-form ruleset."""
    event = factories.event(confirmation=confirmation)
    ruleset = factories.free_game(event.club, name="Lantern Bay", **options)
    stage = factories.stage(event, ruleset=ruleset)
    round_ = factories.round_(stage)
    people = ("Ada Ahorn", "Ben Buche", "Cleo Zeder", "Dan Dorn")
    return factories.table(round_, [factories.entry(event, name) for name in people])


def event_of(table: Table) -> Event:
    return table.seating.round.stage.event


def seat(table: Table, position: int) -> Actor:
    """The device that sits at ``position`` by the table's link."""
    return links.claim(code=table.link.code, position=position, device=f"phone {position}")


def organizer(table: Table) -> Actor:
    return factories.actor(Role.ORGANIZER, event_of(table))


def scorekeeper(table: Table) -> Actor:
    return factories.actor(Role.SCOREKEEPER, event_of(table))


def states(table: Table) -> list[tuple[int, str]]:
    return list(table.records.order_by("version").values_list("version", "state"))


def facts(table: Table) -> list[str]:
    lines = JournalLine.objects.filter(event=event_of(table), payload__has_key="record")
    return list(lines.order_by("id").values_list("kind", flat=True))


def code_of(error: pytest.ExceptionInfo[LeagueError]) -> str:
    return error.value.code


def report(by: Actor, table: Table, data: object = SHEET, version: int = 0) -> MatchRecord:
    return records.submit(by=by, table=table, data=data, expected_version=version)  # type: ignore[arg-type]


# --- report and second look -------------------------------------------------------------


def test_a_seat_reports_and_another_seat_makes_it_count() -> None:
    table = a_table()
    ada, ben = seat(table, 1), seat(table, 2)

    record = report(ada, table)
    before = Stage.objects.get().stale_at
    records.confirm(by=ben, record=record)

    stored = MatchRecord.objects.get()
    assert (stored.state, stored.version, stored.reported_by) == ("confirmed", 1, "Ada Ahorn")
    assert stored.outcome["places"] == [1, 2, 2, 4]
    assert list(stored.scores.values_list("position", "place", "points")) == [
        (1, 1, 12),
        (2, 2, 9),
        (3, 2, 9),
        (4, 4, 4),
    ]
    assert facts(table) == ["record_reported", "record_confirmed"]
    assert before == 0
    assert Stage.objects.get().stale_at == stored.from_seq == event_of(table).club.journal.count()
    assert not Seat.objects.filter(is_open=True).exists()
