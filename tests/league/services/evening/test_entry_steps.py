"""Taking back what was done to one person at the desk, when the evening has gone on since."""

from __future__ import annotations

import pytest

from league.core.enums import EntryState
from league.models import Seat, Table
from league.queries.evening import entry_steps as steps
from league.services.evening import dropouts, entries, entry_steps
from league.services.seating import seating_changes
from tests import factories
from tests.league.services.seating.test_seatings import exactly, round_of, setting

pytestmark = pytest.mark.django_db


def test_whoever_leaves_and_comes_back_takes_no_seat_that_somebody_else_has_by_now() -> None:
    stage, people, by = exactly(3, 4, 8)
    seating = round_of(by, stage)
    late = factories.entry(stage.event)
    table = Seat.objects.get(entry=people[0]).table
    assert table is not None
    dropouts.drop(by=by, entry=people[0])
    line = steps.line_of_leaving(people[0])
    assert line is not None
    seating_changes.add_late(by=by, seating=seating, entry=late, table=table)

    entry_steps.take_back(by=by, event=stage.event, line_id=line)

    people[0].refresh_from_db()
    assert people[0].state == EntryState.REGISTERED
    assert sorted(one.seats.count() for one in Table.objects.all()) == [4, 4]


def test_whoever_was_let_in_and_sits_at_a_table_by_now_does_not_wait_again() -> None:
    stage, _, by = setting(7)
    waiting = factories.entry(stage.event, "Ute", state=EntryState.WAITING)
    entry = entries.promote_waiting(by=by, entry=waiting)
    line = steps.last(entry)
    entries.set_present(by=by, event=stage.event, entries=[entry.pk], present=True)
    round_of(by, stage)

    entry_steps.take_back(by=by, event=stage.event, line_id=line)

    entry.refresh_from_db()
    assert entry.state == EntryState.DROPPED
