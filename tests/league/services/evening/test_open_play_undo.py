"""Open play: what is taken back leaves everybody where they waited, in the same turn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
import time_machine

from league.core.enums import StageMode
from league.models import JournalLine
from league.queries.evening import open_play
from league.services.evening import dropouts, entries
from league.services.seating import seatings
from tests.league.services.seating.test_seatings import enter, setting

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Entry, Stage

pytestmark = pytest.mark.django_db

START = datetime(2026, 11, 3, 19, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def waits(stage: Stage) -> tuple[list[tuple[Entry, datetime, int]], list[Entry]]:
    """Who is free since when, in turn, with their matches; and who pauses."""
    free = [(row.entry, row.at, row.matches) for row in open_play.free(stage)]
    return free, open_play.pausing(stage)


def evening(clock: time_machine.Traveller) -> tuple[Stage, list[Entry], Actor]:
    """Seven people: three have played, one came later, one pauses without having played."""
    stage, people, by = setting(7, mode=StageMode.OPEN_PLAY)
    away(by, people[5])
    clock.shift(10 * MINUTE)
    first = seatings.form_table(by=by, stage=stage, entries=people[:3])
    clock.shift(30 * MINUTE)
    enter(by, first)
    clock.shift(5 * MINUTE)
    entries.set_present(by=by, event=stage.event, entries=[people[5].pk], present=True)
    away(by, people[6], pauses=True)
    clock.shift(5 * MINUTE)
    return stage, people, by


def away(by: Actor, who: Entry, *, pauses: bool = False) -> None:
    entries.set_present(by=by, event=who.event, entries=[who.pk], present=False, pauses=pauses)


def free_again(by: Actor, who: Entry) -> None:
    entries.set_present(by=by, event=who.event, entries=[who.pk], present=True)


def take_back(by: Actor, stage: Stage) -> None:
    done = open_play.last_done(stage)
    assert done is not None
    seatings.step_back(by=by, stage=stage, line=done.line)


Step = Callable[["Actor", "Stage", "list[Entry]"], object]
STEPS: dict[str, Step] = {
    "one who has played pauses": lambda by, _, people: away(by, people[0], pauses=True),
    "one who has played goes home": lambda by, _, people: dropouts.drop(by=by, entry=people[1]),
    "one who never played goes home": lambda by, _, people: dropouts.drop(by=by, entry=people[3]),
    "one who came later is marked as not here": lambda by, _, people: away(by, people[5]),
    "one who pauses is free again": lambda by, _, people: free_again(by, people[6]),
    "one who pauses goes home": lambda by, _, people: dropouts.drop(by=by, entry=people[6]),
    "a table forms": lambda by, stage, people: seatings.form_table(
        by=by, stage=stage, entries=[people[2], people[4], people[0]]
    ),
}


@pytest.mark.parametrize("names", [*((name,) for name in STEPS), *permutations(STEPS, 2)])
def test_steps_taken_back_leave_everybody_waiting_since_when_they_did(
    names: tuple[str, ...],
) -> None:
    with time_machine.travel(START, tick=False) as clock:
        stage, people, by = evening(clock)
        seen = [waits(stage)]
        for name in names:
            lines = JournalLine.objects.count()
            STEPS[name](by, stage, people)
            if JournalLine.objects.count() > lines:  # who has gone home is not free by a press
                seen.append(waits(stage))
            clock.shift(MINUTE)

        assert len(seen) > 1
        for before in reversed(seen[:-1]):
            take_back(by, stage)
            clock.shift(MINUTE)
            assert waits(stage) == before


def test_who_really_goes_and_comes_back_waits_anew_also_after_a_step_taken_back() -> None:
    with time_machine.travel(START, tick=False) as clock:
        stage, people, by = evening(clock)
        dropouts.drop(by=by, entry=people[3])
        take_back(by, stage)
        clock.shift(MINUTE)
        dropouts.drop(by=by, entry=people[3])
        clock.shift(20 * MINUTE)
        dropouts.reinstate(by=by, entry=people[3])

        since = {row.entry: row.at for row in open_play.free(stage)}

    assert since[people[3]] == START + 71 * MINUTE
