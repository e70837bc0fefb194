"""Matches by turns: days for each decision, days off, and people who decide what follows."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.utils import timezone

from league.core.enums import PlayAccess, PlayPace, PlayState, Role
from league.core.errors import BadInput, NotAllowed, Refused
from league.models import Play, PlayPause
from league.queries.people import account_actors
from league.queries.play import lists, paces
from league.queries.play import pauses as days_off
from league.queries.play import plays as reading
from league.services.people import erasure
from league.services.play import overdue, pauses, play_endings, play_seats, plays
from tests import factories
from tests.factories.plays import begun, guest, move, owing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.core.actors import Actor
    from league.models import Club

pytestmark = pytest.mark.django_db

ADA, BO, CLEO = guest("Ada"), guest("Bo"), guest("Cleo")


@contextmanager
def after(**time: float) -> Iterator[None]:
    with time_machine.travel(timezone.now() + timedelta(**time), tick=False):
        yield


def by_turns(game: str = "dice-devils", days: int = 3, club: Club | None = None) -> Play:
    """Ada is the host; at the beginning all of them are to decide in one of the games."""
    by = ADA
    if club is not None:
        by = account_actors.person(factories.account(player=factories.member(club, "Ada Brand")))
    play = plays.open_table(
        by=by, game=game, size=3, pace=PlayPace.TURNS, days=days, name="Ada", club=club
    )
    for actor, name in ((BO, "Bo"), (CLEO, "Cleo")):
        play_seats.sit(by=actor, play=play, name=name)
    return plays.begin(by=by, play=play)


def late_seat(play: Play) -> int:
    return min(paces.late(play, list(play.seats.all())))


def due(play: Play) -> dict[int, timedelta]:
    """How long from now each seat has."""
    found = paces.deadlines(play, list(play.seats.all()))
    return {
        number: timedelta(seconds=round((until.at - timezone.now()).total_seconds()))
        for number, until in found.items()
    }


def where_bo_owes() -> Play:
    """A match by turns in which it is Bo who is to decide."""
    for _ in range(20):
        play = by_turns("teufel-teufel")
        chance = Random(1)
        for _ in range(6):
            if [actor.guest for actor in owing(play)] == [BO.guest]:
                return play
            play = move(play, chance)
    raise AssertionError("Bo is never to decide")


@pytest.mark.parametrize("days", [0, 15, 40])
def test_a_decision_by_turns_has_one_to_fourteen_days(days: int) -> None:
    with pytest.raises(BadInput, match="play_days"):
        plays.open_table(
            by=ADA, game="dice-devils", size=3, pace=PlayPace.TURNS, days=days, name="Ada"
        )


def test_together_has_no_days_and_by_turns_three_unless_said_otherwise() -> None:
    together, turns = (
        plays.open_table(by=guest(name), game="dice-devils", size=3, pace=pace, name=name)
        for name, pace in (("Ada", PlayPace.TOGETHER), ("Bo", PlayPace.TURNS))
    )

    assert (together.days, turns.days) == (None, 3)


def test_nobody_loses_by_the_clock_and_a_minute_of_silence_is_nothing() -> None:
    play = where_bo_owes()

    with after(days=20):
        assert Play.objects.get(pk=play.pk).state == PlayState.RUNNING
    with after(minutes=5), pytest.raises(Refused, match="play_not_late"):
        play_endings.take_over(by=ADA, play=play, number=1)


def test_the_time_of_a_decision_begins_with_it() -> None:
    play = where_bo_owes()
    with after(days=2):
        before = due(play)
        play = move(play, Random(1))

        assert before == {1: timedelta(days=1)}
        assert set(due(play).values()) == {timedelta(days=3)}


def test_a_warning_comes_a_day_before_the_end() -> None:
    play = where_bo_owes()
    found = []
    for hours in (1, 49, 73):
        with after(hours=hours):
            until = paces.deadlines(play, list(play.seats.all()))[1]
            found.append((until.is_near, until.is_over))

    assert found == [(False, False), (True, False), (False, True)]


def test_the_host_lets_a_bot_play_on_once_the_time_has_run_out_and_its_player_comes_back() -> None:
    play = where_bo_owes()
    with after(days=3, seconds=1):
        with pytest.raises(NotAllowed, match="play_host_decides"):
            play_endings.take_over(by=CLEO, play=play, number=1)
        play = play_endings.take_over(by=ADA, play=play, number=1)
        assert play.seats.get(number=1).bot == "smart"
        play = play_endings.come_back(by=BO, play=play)
        assert play.seats.get(number=1).bot == ""


def test_the_host_gives_more_time_from_now_on() -> None:
    play = where_bo_owes()
    with after(days=4, hours=1):
        overdue.give_time(by=ADA, play=play, number=1, days=2)

        assert timedelta(days=2) <= due(play)[1] < timedelta(days=3)
        with pytest.raises(Refused, match="play_not_late"):
            overdue.give_time(by=ADA, play=play, number=1, days=2)


def test_time_that_was_given_is_for_one_decision() -> None:
    play = where_bo_owes()
    with after(days=3, hours=1):
        overdue.give_time(by=ADA, play=play, number=1, days=9)
        play = move(play, Random(1))

        assert {seat.more_days for seat in play.seats.all()} == {0}


def test_the_host_ends_a_match_that_waits_for_nobody_and_it_counts_as_it_stands() -> None:
    play = where_bo_owes()
    with after(days=4):
        play = overdue.stop(by=ADA, play=play)

    assert (play.state, play.end) == (PlayState.STOPPED, "cut")
    assert play.outcome is not None


def test_where_the_host_is_the_one_who_is_late_any_other_decides() -> None:
    play = where_bo_owes()
    Play.objects.update(host=1)
    with after(days=4):
        assert "give_time" not in reading.shown(viewer=BO, play=play).may
        play = overdue.stop(by=CLEO, play=Play.objects.get(pk=play.pk))

    assert play.state == PlayState.STOPPED


def test_an_organizer_of_the_club_decides_without_a_seat() -> None:
    club = factories.club()
    play = by_turns(club=club)
    organizer = factories.actor(Role.ORGANIZER, club)
    with after(days=4):
        seen = reading.shown(viewer=organizer, play=play)
        assert ("take_over" in seen.may, late_seat(play) in seen.away) == (True, True)
        play = play_endings.take_over(by=organizer, play=play, number=late_seat(play))

    assert play.seats.exclude(bot="").exists()


def test_days_off_hold_the_clock_for_as_long() -> None:
    play = where_bo_owes()
    with after(days=1):
        pauses.pause(by=BO, days=5)
        assert due(play) == {1: timedelta(days=7)}
    with after(days=4):
        pauses.end(by=BO)
        assert due(play) == {1: timedelta(days=2)}


def test_days_off_come_too_late_for_a_time_that_has_run_out() -> None:
    play = where_bo_owes()
    with after(days=4):
        pauses.pause(by=BO, days=5)

        assert late_seat(play) == 1


def test_days_off_are_limited_at_a_time_and_in_a_year() -> None:
    with pytest.raises(BadInput, match="play_pause_days"):
        pauses.pause(by=BO, days=22)
    pauses.pause(by=BO, days=21)
    with after(days=22):
        pauses.pause(by=BO, days=15)
    with after(days=40):
        assert days_off.days_left(viewer=BO) == 6
        with pytest.raises(BadInput, match="play_pause_days"):
            pauses.pause(by=BO, days=7)
    with after(days=500):
        assert days_off.days_left(viewer=BO) == 21


def test_what_is_due_first_stands_on_top_of_my_turns_and_the_next_is_one_press_away() -> None:
    later, sooner = where_bo_owes(), None
    Play.objects.filter(pk=later.pk).update(days=9)
    sooner = where_bo_owes()

    mine = [row.code for row in lists.mine(viewer=BO) if row.owes]

    assert mine == [sooner.code, later.code]
    assert lists.following(viewer=BO, after=sooner.code) == later.code
    assert lists.following(viewer=BO, after=later.code) == sooner.code
    assert lists.following(viewer=guest("Dee")) is None
    assert reading.shown(viewer=BO, play=sooner).waiting == 1


def member(club: Club, name: str) -> Actor:
    return account_actors.person(factories.account(player=factories.member(club, name)))


def test_a_table_for_members_is_listed_to_them_alone_and_nobody_else_sits_down() -> None:
    club = factories.club()
    ida, max_ = member(club, "Ida Brand"), member(club, "Max Moor")
    play = plays.open_table(
        by=ida, game="dice-devils", size=3, access=PlayAccess.CLUB, club=club, name="Ida"
    )

    assert [row.code for row in lists.lobby(viewer=max_)] == [play.code]
    assert lists.lobby(viewer=BO) == ()
    assert "sit" not in reading.shown(viewer=BO, play=play).may
    with pytest.raises(NotAllowed, match="play_members_only"):
        play_seats.sit(by=BO, play=play, name="Bo")
    play_seats.sit(by=max_, play=play, name="Max")


def test_a_table_for_members_needs_their_club_and_somebody_of_it() -> None:
    club = factories.club()
    with pytest.raises(BadInput, match="play_club_missing"):
        plays.open_table(by=ADA, game="dice-devils", size=3, access=PlayAccess.CLUB, name="Ada")
    with pytest.raises(NotAllowed):
        plays.open_table(by=ADA, game="dice-devils", size=3, club=club, name="Ada")


def test_who_is_erased_has_no_days_off_any_more() -> None:
    club = factories.club()
    person = factories.member(club, "Ida Brand")
    pauses.pause(by=account_actors.person(factories.account(player=person)), days=3)

    erasure.erase(by=factories.actor(Role.CLUB_ADMIN, club), player=person)

    assert not PlayPause.objects.exists()


def test_days_off_that_are_ended_and_taken_again_stay_one_pause() -> None:
    for hours in (1, 3, 5):
        with after(hours=hours):
            pauses.pause(by=BO, days=2)
        with after(hours=hours + 1):
            pauses.end(by=BO)

    with after(hours=6):
        row = PlayPause.objects.get()
        assert round((row.until - row.since) / timedelta(hours=1)) == 3


def test_an_hour_off_taken_again_gives_no_time_that_was_not_off() -> None:
    play = where_bo_owes()
    with after(hours=1):
        pauses.pause(by=BO, days=2)
    with after(hours=2):
        pauses.end(by=BO)
    with after(hours=10):
        pauses.pause(by=BO, days=2)
    with after(hours=11):
        pauses.end(by=BO)

        assert due(play) == {1: timedelta(days=3, hours=2 - 11)}


def test_clocks_ask_for_pauses_since_the_decision_began_alone() -> None:
    with after(days=-300):
        pauses.pause(by=BO, days=3)
    play = where_bo_owes()
    with after(days=1):
        pauses.pause(by=BO, days=5)

        found = paces.pauses_of(play.seats.all())

    assert [len(rows) for rows in found.values()] == [1]


def test_what_is_overdue_is_listed_however_many_matches_moved_since(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lists, "MOST_LISTED", 2)
    overdue, sooner = where_bo_owes(), where_bo_owes()
    later = where_bo_owes()
    Play.objects.filter(pk=later.pk).update(days=9)
    by_turns()
    begun(people=2)

    with after(days=1):
        Play.objects.exclude(pk=overdue.pk).update(moved_at=timezone.now())
        overdue.seats.filter(number=1).update(owes_since=timezone.now() - timedelta(days=20))

        assert [row.code for row in lists.mine(viewer=BO)] == [overdue.code, sooner.code]
