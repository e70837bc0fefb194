"""A press and the end of its time, and two that notice it at once: exactly one of them wins."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.utils import timezone

from league.core.errors import LeagueError
from league.models import Play, PlayAction
from league.queries.play import plays as reading
from league.services.play import plays, running_out
from tests.factories.plays import owing
from tests.league.services.play.test_running_out import RESERVE, timed
from tests.league.services.records.test_records_parallel import together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("early", "by_people", "by_bots"), [(timedelta(milliseconds=1), 1, 0), (timedelta(), 0, 1)]
)
def test_a_press_and_the_end_of_its_time_at_once_are_one_decision(
    early: timedelta, by_people: int, by_bots: int
) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        play = timed()
        by = owing(play)[0]
        page = reading.shown(viewer=by, play=play)
        press = partial(plays.act, by=by, play=play, seen=page.seq, action=page.choices[0].action)
        clock.shift(RESERVE - early)
        play = Play.objects.get(pk=play.pk)

        answers = together(press, partial(running_out.look, play), partial(running_out.look, play))

    rows = PlayAction.objects.filter(play=play, seq__gt=page.seq, seat__isnull=False)
    assert (rows.filter(bot="").count(), rows.exclude(bot="").count()) == (by_people, by_bots)
    assert isinstance(answers[0], LeagueError) == bool(by_bots)
    assert sum(answer is True for answer in answers[1:]) == by_bots
    numbers = list(PlayAction.objects.filter(play=play).values_list("seq", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
