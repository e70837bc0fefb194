"""Reminding a table: who may, when there is something to remind of, and what ends it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from league.core.actors import Actor
from league.core.enums import Role, RoundState
from league.core.errors import LeagueError
from league.models import JournalLine, Table
from league.queries.records import records as reading
from league.services.evening import reminders, rounds
from league.services.records import links, records
from tests import factories
from tests.league.services.seating.test_seatings import enter

pytestmark = pytest.mark.django_db

EIGHT = datetime(2026, 11, 3, 20, 0, tzinfo=UTC)


def a_table() -> tuple[Table, Actor]:
    round_ = factories.round_()
    event = round_.stage.event
    table = factories.table(round_, [factories.entry(event) for _ in range(4)])
    return table, factories.actor(Role.ORGANIZER, event.club)


def reminded(table: Table, by: Actor) -> datetime | None:
    fresh = Table.objects.select_related("seating__round__stage__event").get(pk=table.pk)
    return reading.table_row(viewer=by, table=fresh).reminded_at


def refused(by: Actor, table: Table) -> str:
    with pytest.raises(LeagueError) as caught:
        reminders.remind(by=by, table=table)
    return caught.value.code


def test_a_table_is_reminded_until_somebody_reports_and_again_until_somebody_confirms() -> None:
    table, by = a_table()
    with time_machine.travel(EIGHT, tick=False) as hand:
        reminders.remind(by=by, table=table)
        first = reminded(table, by)
        hand.shift(timedelta(minutes=5))
        record = enter(links.claim(code=table.link.code, position=1, device="ada"), table)
        answered = reminded(table, by)
        hand.shift(timedelta(minutes=5))
        reminders.remind(by=by, table=table)
        second = reminded(table, by)
        records.confirm(by=by, record=record)

    assert (first, answered) == (EIGHT, None)
    assert second == EIGHT + timedelta(minutes=10)
    assert reminded(table, by) is None
    assert refused(by, table) == "nothing_to_remind_of"


def test_a_reminder_is_taken_back_and_both_stand_in_the_journal() -> None:
    table, by = a_table()

    reminders.remind(by=by, table=table)
    reminders.take_back(by=by, table=table)

    assert reminded(table, by) is None
    kinds = ["table_reminded", "reminder_withdrawn"]
    lines = JournalLine.objects.filter(kind__in=kinds).order_by("seq")
    assert [(line.kind, line.payload) for line in lines] == [
        (kind, {"table": table.number}) for kind in kinds
    ]


def test_only_organizers_remind_and_only_where_play_goes_on() -> None:
    table, by = a_table()

    assert refused(factories.actor(), table) == "not_allowed"
    rounds.close(by=by, round_=table.seating.round, accept_missing=True)
    table.seating.round.refresh_from_db()
    assert table.seating.round.state == RoundState.CLOSED
    assert refused(by, table) == "not_playing_now"


def test_an_objection_is_the_desks_turn_and_not_the_tables() -> None:
    table, by = a_table()
    record = enter(by, table)
    records.dispute(by=by, record=record, reason="eleven, not nine")

    assert refused(by, table) == "nothing_to_remind_of"
