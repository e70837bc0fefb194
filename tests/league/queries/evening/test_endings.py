"""Until about when a table of open play plays, and whether it is worth waiting for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine

from league.core.enums import Role, StageMode
from league.queries.evening import endings, open_play
from league.services.evening import clocks
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import enter, setting

if TYPE_CHECKING:
    from league.models import Stage, Table
    from league.queries.evening.open_play import Proposals

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 3, 19, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def ends(table: Table) -> int | None:
    """How many minutes the table is expected to last."""
    found = endings.expected([table], table.seating.round).get(table.pk)
    assert table.played_at is not None
    return None if found is None else (found - table.played_at) // MINUTE


def after_matches_of_half_an_hour(clock: time_machine.Traveller, **fields: object) -> Stage:
    """Eight people whose three first matches took 30 minutes each, at one table."""
    stage, people, by = setting(8, mode=StageMode.OPEN_PLAY, **fields)
    for _ in range(3):
        table = seatings.form_table(by=by, stage=stage, entries=people[:3])
        clock.shift(30 * MINUTE)
        enter(by, table)
    return stage


def test_a_table_ends_after_the_usual_time_or_when_its_clock_does_whichever_comes_first() -> None:
    with time_machine.travel(START, tick=False) as clock:
        stage = after_matches_of_half_an_hour(clock)
        people = list(stage.event.entries.order_by("pk"))
        by = factories.actor(Role.ORGANIZER, stage.event.club)
        told = []
        for minutes in (None, 20, 50):
            stage.round_minutes, stage.clock_starts = minutes, minutes is not None
            stage.save()
            table = seatings.form_table(by=by, stage=stage, entries=people[:3])
            told.append(ends(table))
            seatings.disband(by=by, table=table)

    assert told == [30, 20, 30]


def test_a_table_whose_clock_is_held_ends_nobody_knows_when() -> None:
    with time_machine.travel(START, tick=False) as clock:
        stage, people, by = setting(
            3, mode=StageMode.OPEN_PLAY, round_minutes=40, clock_starts=True
        )
        table = seatings.form_table(by=by, stage=stage, entries=people)
        running = ends(table)
        clock.shift(10 * MINUTE)
        clocks.hold(by=by, round_=table.seating.round, table=table)
        held = ends(table)
        clock.shift(5 * MINUTE)
        clocks.resume(by=by, round_=table.seating.round, table=table)
        goes_on = ends(table)

    assert (running, held, goes_on) == (40, None, 45)


def off_one_table(clock: time_machine.Traveller, **fields: object) -> Stage:
    """Two tables of four at once, the first of which has just ended, 25 minutes on."""
    stage = after_matches_of_half_an_hour(clock, **fields)
    people = list(stage.event.entries.order_by("pk"))
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    first = seatings.form_table(by=by, stage=stage, entries=people[:4])
    seatings.form_table(by=by, stage=stage, entries=people[4:])
    clock.shift(25 * MINUTE)
    enter(by, first)
    return stage


def advised(found: Proposals) -> tuple[str, int | None, int | None]:
    assert found.advice is not None
    return found.advice.why, found.advice.table, found.advice.minutes


def test_who_comes_off_a_table_is_kept_for_the_next_one_but_no_longer_than_the_stage_says() -> None:
    with time_machine.travel(START, tick=False) as clock:
        stage = off_one_table(clock)
        said = []
        for _ in range(4):
            said.append(advised(open_play.proposals(stage)))
            clock.shift(2 * MINUTE)

    # it should be over after thirty minutes: from then on any minute
    assert said == [
        ("wait", 5, 5),
        ("wait", 5, 3),
        ("wait", 5, 1),
        ("waited_enough", None, None),
    ]


def test_a_stage_that_starts_at_once_gives_no_advice() -> None:
    with time_machine.travel(START, tick=False) as clock:
        stage = off_one_table(clock, seating={"hold": 0})

        found = open_play.proposals(stage)

    assert (len(found.options) > 0, found.advice, found.patience) == (True, None, None)
