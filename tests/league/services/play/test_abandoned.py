"""Matches whose people are gone are ended, and guests are forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games import catalogue
from games.core.lines import from_lines
from games.core.verification import verify
from league import tasks
from league.core.actors import ANONYMOUS, system
from league.core.enums import PlayState, TroubleKind
from league.core.errors import NotAllowed
from league.models import Play, PlaySecret, Trouble
from league.queries.play import plays as reading
from league.queries.play import transcripts
from league.services.play import abandoned, play_endings
from tests import factories
from tests.factories import plays as make
from tests.factories.plays import begun, guest, sat_down

pytestmark = pytest.mark.django_db

BY = system("sweep")


def after(**time: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(**time), tick=False)


def state_of(play: Play) -> str:
    return Play.objects.get(pk=play.pk).state


def test_a_table_that_nobody_began_is_closed_after_a_day() -> None:
    play = sat_down()
    with after(hours=23):
        early = abandoned.sweep(by=BY), state_of(play)
    with after(hours=25):
        late = abandoned.sweep(by=BY), state_of(play)

    assert (early, late) == ((0, PlayState.OPEN), (1, PlayState.STOPPED))


def test_a_match_that_nobody_touched_for_long_ends_without_a_result_and_can_be_checked() -> None:
    play = begun(people=2, bots=1)
    with after(days=29):
        assert abandoned.sweep(by=BY) == 0
    with after(days=31):
        assert abandoned.sweep(by=BY) == 1

    play = Play.objects.get(pk=play.pk)
    assert (play.state, play.end, play.outcome) == (PlayState.STOPPED, "left", None)
    assert not play.seats.filter(owes_since__isnull=False).exists()
    record = from_lines(transcripts.lines(viewer=ANONYMOUS, play=play))
    assert verify(catalogue.get(play.game), record)


def test_how_long_a_match_may_lie_still_is_a_setting(settings: object) -> None:
    settings.PLAY_ABANDONED_DAYS = 3  # type: ignore[attr-defined]
    play = begun()

    with after(days=4):
        abandoned.sweep(by=BY)

    assert state_of(play) == PlayState.STOPPED


def test_one_match_that_cannot_be_ended_holds_up_no_other() -> None:
    broken, other = begun(), begun()
    PlaySecret.objects.filter(play=broken).delete()

    with after(days=31):
        tasks.sweep()

    assert (state_of(broken), state_of(other)) == (PlayState.RUNNING, PlayState.STOPPED)
    found = Trouble.objects.filter(kind=TroubleKind.PLAYS).values_list("subject", flat=True)
    assert list(found) == [broken.pk]


def test_a_match_by_rules_that_are_no_longer_here_is_ended_too() -> None:
    play = begun()
    Play.objects.update(edition=0)

    with after(days=31):
        abandoned.sweep(by=BY)

    assert state_of(play) == PlayState.STOPPED


def test_guests_of_an_ended_match_are_forgotten_after_a_time_and_sat_there_all_the_same() -> None:
    play = begun(people=2, bots=1)
    for name in ("Ada", "Bo"):
        play_endings.agree_to_stop(by=guest(name), play=play)
    with after(days=89):
        assert abandoned.forget_guests(by=BY) == 0
    with after(days=91):
        assert (abandoned.forget_guests(by=BY), abandoned.forget_guests(by=BY)) == (2, 0)

    play = Play.objects.get(pk=play.pk)
    seats = reading.shown(viewer=guest("Ada"), play=play).seats
    told = [(seat.name, seat.is_person, seat.is_free, seat.is_mine) for seat in seats]
    assert told == [
        ("Player 1", True, False, False),
        ("Player 2", True, False, False),
        ("Bot 3", False, False, False),
    ]
    assert "Ada" not in "".join(transcripts.lines(viewer=ANONYMOUS, play=play))


def test_guests_of_a_running_match_keep_their_names() -> None:
    begun()

    with after(days=29):
        assert abandoned.forget_guests(by=BY) == 0


@pytest.mark.parametrize("do", [abandoned.sweep, abandoned.forget_guests])
def test_the_service_alone_sweeps(do: object) -> None:
    with pytest.raises(NotAllowed):
        do(by=ANONYMOUS)  # type: ignore[operator]


def test_a_match_of_an_evening_is_neither_ended_nor_forgotten_by_the_sweeper() -> None:
    open_table, running = sat_down(), begun()
    Play.objects.update(event=factories.event())

    with after(days=200):
        done = abandoned.sweep(by=BY), abandoned.forget_guests(by=BY)

    assert (done, state_of(open_table), state_of(running)) == (
        (0, 0),
        PlayState.OPEN,
        PlayState.RUNNING,
    )


def test_the_key_of_who_played_at_an_evening_is_forgotten_and_the_name_stays() -> None:
    play, _ = make.sat_at(make.at_table())
    Play.objects.update(state=PlayState.OVER, ended_at=timezone.now())

    with after(days=89):
        early = abandoned.forget_guests(by=BY)
    with after(days=91):
        done = [abandoned.forget_guests(by=BY) for _ in range(2)]

    assert (early, done) == (0, [3, 0])
    told = list(play.seats.order_by("number").values_list("name", "guest"))
    assert told == [("Ada", ""), ("Bo", ""), ("Cleo", "")]
