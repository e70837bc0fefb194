"""A result that is late: who organizes is told once, and a chat where the club wants it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail

from league.core.enums import Role
from league.core.notices import NoticeState
from league.models import Clock, Notice, Round, Table
from league.services.notices import late_tables, sending
from league.services.records import records
from tests import factories

pytestmark = pytest.mark.django_db

BEGAN = datetime(2031, 5, 6, 18, tzinfo=UTC)
SHEET = {"seats": [{"points": 12}, {"points": 9}, {"points": 7}, {"points": 4}]}


def round_of(tables: int, **fields: Any) -> tuple[Round, list[Table]]:
    """A round that began at 18:00; Orla enters its results and wants to hear of late tables."""
    club = factories.club()
    event = factories.event(club, name="Lantern Night")
    orla = factories.account()
    factories.grant(orla, Role.SCOREKEEPER, event)
    factories.notice_address(orla, "orla@mail.example", wanted=["table_late"])
    row = factories.round_(factories.stage(event), published_at=BEGAN, **fields)
    people = [factories.entry(event, factories.member(club)) for _ in range(4 * tables)]
    return row, [factories.table(row, people[4 * n : 4 * n + 4]) for n in range(tables)]


def hand_in(table: Table) -> None:
    by = factories.actor(Role.ORGANIZER, table.seating.round.stage.event.club)
    records.submit(by=by, table=table, data=SHEET, expected_version=0)


def told_at(minutes: int) -> list[str]:
    """The subjects of what goes out at that minute of the round, also where it sweeps twice."""
    with time_machine.travel(BEGAN + timedelta(minutes=minutes), tick=False):
        late_tables.tell()
        late_tables.tell()
        sending.send_due()
    found = [str(one.subject) for one in mail.outbox]
    mail.outbox.clear()
    return found


def test_when_the_clock_is_over_late_tables_are_told_in_one_message_and_each_once() -> None:
    row, tables = round_of(3)
    Clock.objects.create(round=row, length_s=3600, ends_at=BEGAN + timedelta(minutes=60))
    Clock.objects.create(round=row, table=tables[2], extra_s=1200)
    with time_machine.travel(BEGAN, tick=False):
        hand_in(tables[0])

    assert told_at(64) == []
    assert told_at(65) == ["Lantern Night, round 1: table 2 is late"]
    assert told_at(84) == []
    assert told_at(85) == ["Lantern Night, round 1: table 3 is late"]
    assert told_at(120) == []
    assert told_at(60 * 13) == []


def test_two_tables_that_are_late_at_once_are_one_message() -> None:
    row, _ = round_of(2)
    Clock.objects.create(round=row, length_s=3600, left_s=-1)

    assert told_at(61) == ["Lantern Night, round 1: tables 1, 2 are late"]


def test_without_a_clock_a_table_is_late_once_most_others_have_been_in_for_a_while() -> None:
    _, tables = round_of(3)
    for minute, table in enumerate(tables[:2], start=40):
        with time_machine.travel(BEGAN + timedelta(minutes=minute), tick=False):
            hand_in(table)
        assert told_at(minute + 14) == []

    assert told_at(56) == ["Lantern Night, round 1: table 3 is late"]


@pytest.mark.parametrize("fields", [{"is_rolling": True}, {"state": "closed"}])
def test_in_open_play_and_in_closed_rounds_nothing_is_late(fields: dict[str, Any]) -> None:
    row, _ = round_of(1, **fields)
    Clock.objects.create(round=row, length_s=3600, left_s=-1)

    assert told_at(100) == []


def test_what_comes_in_before_the_message_goes_out_is_not_told() -> None:
    row, (table,) = round_of(1)
    Clock.objects.create(round=row, length_s=3600, left_s=-1)
    with time_machine.travel(BEGAN + timedelta(minutes=70), tick=False):
        late_tables.tell()
        hand_in(table)
        sending.send_due()

    assert mail.outbox == []
    assert Notice.objects.get().state == NoticeState.DROPPED
