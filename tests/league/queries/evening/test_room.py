"""The room of open play: who waits since when, and until about when a table plays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from league.core.enums import EntryState, StageMode
from league.queries.evening import endings, open_play, waiting_room
from league.services.evening import dropouts, entries
from league.services.seating import seatings
from tests.league.services.seating.test_seatings import enter, setting

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 3, 19, 0, tzinfo=UTC)


def test_a_table_plays_about_as_long_as_the_clubs_last_matches_of_its_game() -> None:
    stage, people, by = setting(4, mode=StageMode.OPEN_PLAY)
    said = []
    with time_machine.travel(START, tick=False) as clock:
        for minutes in (20, 40, 30, 1, 60):
            table = seatings.form_table(by=by, stage=stage, entries=people)
            (found,) = waiting_room.room(stage).running
            assert found.since is not None
            said.append(None if found.until is None else found.until - found.since)
            clock.shift(timedelta(minutes=minutes))
            enter(by, table)
        lengths = endings.usual_lengths({stage.ruleset.club_game_id})

    # three matches say something; one that was over in a minute was a slip
    assert said == [None, None, None, timedelta(minutes=30), timedelta(minutes=30)]
    assert lengths == {stage.ruleset.club_game_id: timedelta(minutes=35)}


def test_everybody_is_in_one_list_of_the_room_with_the_time_they_wait() -> None:
    with time_machine.travel(START, tick=False) as clock:
        stage, people, by = setting(7, mode=StageMode.OPEN_PLAY)
        clock.shift(timedelta(minutes=10))
        first = seatings.form_table(by=by, stage=stage, entries=people[:3])
        clock.shift(timedelta(minutes=30))
        enter(by, first)
        seatings.form_table(by=by, stage=stage, entries=people[3:5])
        entries.set_present(by=by, event=stage.event, entries=[people[0].pk], present=False)
        dropouts.drop(by=by, entry=people[6])

        found = waiting_room.room(stage)

    minutes = {row.entry.pk: (row.at - START) // timedelta(minutes=1) for row in found.free}
    assert minutes == {people[1].pk: 40, people[2].pk: 40, people[5].pk: 0}
    assert [row.entries for row in found.running] == [(people[3].pk, people[4].pk)]
    assert [row.pk for row in found.pausing] == [people[0].pk]
    assert [(row.pk, row.state) for row in found.left] == [(people[6].pk, EntryState.DROPPED)]


def test_who_comes_back_waits_from_that_moment_on() -> None:
    with time_machine.travel(START, tick=False) as clock:
        stage, people, by = setting(3, mode=StageMode.OPEN_PLAY)
        dropouts.drop(by=by, entry=people[0])
        entries.set_present(by=by, event=stage.event, entries=[people[1].pk], present=False)
        clock.shift(timedelta(minutes=25))
        dropouts.reinstate(by=by, entry=people[0])
        clock.shift(timedelta(minutes=5))
        entries.set_present(by=by, event=stage.event, entries=[people[1].pk], present=True)

        found = open_play.free(stage)

    assert [(row.entry, row.at) for row in found] == [
        (people[2], START),
        (people[0], START + timedelta(minutes=25)),
        (people[1], START + timedelta(minutes=30)),
    ]
