"""Clocks through the API: read by anybody, set by organizers."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from league.models import Round, Table
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db

EIGHT = datetime(2026, 11, 3, 20, 0, tzinfo=UTC)


@pytest.fixture
def table() -> Table:
    round_ = factories.round_(factories.stage())
    return factories.table(round_, [factories.entry(round_.stage.event) for _ in range(4)])


def round_of(table: Table) -> Round:
    return table.seating.round


def test_a_clock_is_set_by_organizers_and_read_by_everybody(table: Table) -> None:
    organizer = doors.organizer(round_of(table).stage.event.club)
    path = f"/rounds/{round_of(table).pk}/clock/"
    none = doors.visitor().get(path).json()
    with time_machine.travel(EIGHT, tick=False):
        set_ = organizer.post(path, {"do": "start", "minutes": 50})

    expected = {
        "round": round_of(table).pk,
        "table": None,
        "state": "running",
        "ends_at": "2026-11-03T20:50:00Z",
        "left_s": None,
        "length_s": 3000,
        "extra_s": 0,
        "version": 1,
    }
    assert (none["state"], none["version"]) == ("none", 0)
    assert (set_.status_code, set_.json(), doors.visitor().get(path).json()) == (
        200,
        expected,
        expected,
    )
    assert doors.visitor().post(path, {"do": "reset"}).status_code == 403


def test_one_table_is_given_more_time_and_held(table: Table) -> None:
    organizer = doors.organizer(round_of(table).stage.event.club)
    path = f"/tables/{table.pk}/clock/"
    with time_machine.travel(EIGHT, tick=False):
        organizer.post(f"/rounds/{round_of(table).pk}/clock/", {"do": "start", "minutes": 50})
        more = organizer.post(path, {"do": "extend", "minutes": 5}).json()
        held = organizer.post(path, {"do": "hold"}).json()

    assert (more["ends_at"], more["extra_s"], more["version"]) == ("2026-11-03T20:55:00Z", 300, 1)
    assert (held["state"], held["left_s"], held["ends_at"]) == ("held", 3300, None)


def test_a_repeat_under_the_same_key_adds_the_minutes_once(table: Table) -> None:
    organizer = doors.organizer(round_of(table).stage.event.club)
    path = f"/rounds/{round_of(table).pk}/clock/"
    organizer.post(path, {"do": "start", "minutes": 50})

    answers = [
        organizer.post(path, {"do": "extend", "minutes": 5}, Idempotency_Key="five").json()
        for _ in range(2)
    ]

    assert answers[0] == answers[1]
    assert doors.visitor().get(path).json()["length_s"] == 55 * 60


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"do": "hold"}, 409, "clock_not_started"),
        ({"do": "start"}, 400, "clock_length_missing"),
        ({"do": "extend"}, 400, "clock_length_missing"),
        ({"do": "start", "minutes": 5, "version": 3}, 409, "clock_changed_meanwhile"),
        ({"do": "start", "minutes": -5}, 400, "number_out_of_range"),
    ],
)
def test_what_cannot_be_is_said_so(
    table: Table, body: dict[str, object], status: int, code: str
) -> None:
    organizer = doors.organizer(round_of(table).stage.event.club)

    answer = organizer.post(f"/rounds/{round_of(table).pk}/clock/", body)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_an_unchanged_clock_is_304(table: Table) -> None:
    path = f"/rounds/{round_of(table).pk}/clock/"
    first = doors.visitor().get(path)

    again = doors.visitor().get(path, If_None_Match=first.headers["ETag"])

    assert (again.status_code, again.content) == (304, b"")
