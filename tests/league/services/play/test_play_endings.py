"""Leaving a match in the browser, coming back to it, stopping it, playing again."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
import time_machine

from games import catalogue
from games.core.lines import from_lines
from games.core.transcript import played
from games.core.types import Seat
from games.core.verification import verify
from games.dice_devils.play.state import Phase
from league.core.actors import ANONYMOUS
from league.core.enums import PlayState, Role
from league.core.errors import NotAllowed, Refused, TooMany
from league.models import Play, PlaySeat
from league.queries.people import account_actors
from league.queries.play import plays as reading
from league.queries.play import states, transcripts
from league.queries.play.verbs import QUIET_S
from league.services.people import erasure
from league.services.play import play_endings, play_seats, plays
from tests import factories
from tests.factories.plays import begun, guest, move, owing, sat_down

pytestmark = pytest.mark.django_db


def test_a_bot_plays_on_for_whoever_resigns() -> None:
    play = begun(people=2)
    for name in ("Ada", "Bo"):
        play = play_endings.resign(by=guest(name), play=play)

    assert (play.state, play.end) == (PlayState.OVER, "played")
    assert [(seat.bot, seat.has_resigned) for seat in play.seats.all()] == [
        ("smart", True),
        ("smart", True),
        ("random", False),
    ]
    assert [seat.name for seat in play.seats.all()] == ["Ada", "Bo", ""]


def test_bots_among_themselves_go_only_so_far_and_the_match_counts_as_it_stands() -> None:
    sheet = catalogue.get("the-devil-with-it").sheet
    usual = sheet.options_to_json(sheet.default_options())
    assert isinstance(usual, dict)
    endless = {**usual, "end_threshold": 100_000, "track": [*usual["track"][:-1], 100_000]}
    play = plays.open_table(
        by=guest("Ada"),
        game="the-devil-with-it",
        size=2,
        options=endless,
        bots=["random"],
        name="Ada",
    )
    plays.begin(by=guest("Ada"), play=play)

    play = play_endings.resign(by=guest("Ada"), play=play)

    assert (play.state, play.end) == (PlayState.OVER, "cut")
    assert play.outcome is not None
    record = from_lines(transcripts.lines(viewer=ANONYMOUS, play=play))
    assert verify(catalogue.get("the-devil-with-it"), record)


def test_bots_that_think_do_so_only_so_often_in_one_press_and_quick_ones_go_on() -> None:
    play = plays.open_table(
        by=guest("Ada"), game="dice-devils", size=3, bots=["strong"] * 2, name="Ada"
    )
    play = plays.begin(by=guest("Ada"), play=play)
    while not play.actions.filter(bot="strong").exists():  # as long as Ada comes first
        play = move(play, Random(1))

    play = play_endings.resign(by=guest("Ada"), play=play)

    assert (play.state, play.end) == (PlayState.OVER, "played")
    decided = play.actions.filter(seat__in=[1, 2]).order_by("seq").values_list("bot", flat=True)
    assert {*decided} == {"strong", "smart"}
    assert decided.last() == "smart"


def test_of_five_bots_that_think_one_places_dice_with_care_in_one_press() -> None:
    play = plays.open_table(
        by=guest("Ada"), game="dice-devils", size=6, bots=["strong"] * 5, name="Ada"
    )
    play = plays.begin(by=guest("Ada"), play=play)
    play = move(play, Random(1))
    play = play_endings.resign(by=guest("Ada"), play=play)

    rules = played(catalogue.get("dice-devils"))
    presses = Counter(
        row.at
        for row, step in zip(play.actions.order_by("seq"), states.steps(play), strict=True)
        if row.seat is not None and row.bot == "strong" and step.before.phase is Phase.PLACE
        if len(rules.legal(step.before, Seat(row.seat))) > 1
    )
    assert set(presses.values()) == {1}
    assert max(presses) < play.moved_at  # in the last one nobody played against them


def test_a_bot_steps_in_for_a_silent_player_until_they_are_back() -> None:
    play = begun(people=2)
    by = owing(play)[0]
    silent = next(seat for seat in play.seats.all() if guest(seat.name) == by)
    other = next(guest(name) for name in ("Ada", "Bo") if guest(name) != by)
    with pytest.raises(Refused, match="play_not_away"):
        play_endings.take_over(by=other, play=play, number=silent.number)

    with time_machine.travel(play.moved_at + timedelta(seconds=QUIET_S + 1), tick=False):
        assert reading.shown(viewer=other, play=play).away == (silent.number,)
        play = play_endings.take_over(by=other, play=play, number=silent.number)
        assert play.actions.filter(seat=silent.number, bot="smart").exists()
        play = play_endings.come_back(by=by, play=play)

        while by not in owing(play):
            play = move(play, Random(1))

    assert not play.seats.get(number=silent.number).bot
    assert reading.shown(viewer=by, play=play).choices != ()


def test_who_has_resigned_may_not_say_that_others_are_away() -> None:
    play = begun("the-devil-with-it", people=3)
    play = play_endings.resign(by=guest("Ada"), play=play)

    with time_machine.travel(play.moved_at + timedelta(seconds=QUIET_S + 1), tick=False):
        assert "take_over" in reading.shown(viewer=guest("Bo"), play=play).may
        with pytest.raises(Refused, match="play_not_away"):
            play_endings.take_over(by=guest("Ada"), play=play, number=1)


def test_a_bot_that_takes_a_seat_over_before_its_turn_leaves_the_table_as_it_was() -> None:
    play = begun(people=2)
    waiting = next(guest(name) for name in ("Ada", "Bo") if guest(name) not in owing(play))
    before = (play.seq, play.moved_at)

    play = play_endings.resign(by=waiting, play=play)

    assert (play.seq, play.moved_at) == before
    assert reading.shown(viewer=owing(play)[0], play=play).choices != ()


def test_a_match_stops_where_it_stands_once_everybody_agrees() -> None:
    play = begun(people=2, bots=1)
    play = play_endings.agree_to_stop(by=guest("Ada"), play=play)
    assert play.state == PlayState.RUNNING
    play = play_endings.agree_to_stop(by=guest("Ada"), play=play, agreed=False)
    play = play_endings.agree_to_stop(by=guest("Bo"), play=play)
    assert play.state == PlayState.RUNNING

    play = play_endings.agree_to_stop(by=guest("Ada"), play=play)

    assert (play.state, play.end, play.seed != "") == (PlayState.STOPPED, "cut", True)
    assert [seat.owes_since for seat in play.seats.all()] == [None] * 3
    with pytest.raises(Refused, match="play_is_stopped"):
        plays.act(by=guest("Ada"), play=play, seen=play.seq, action={})


def test_the_same_people_play_again_on_the_same_seats_and_bring_along_anew() -> None:
    play = begun(people=2, bots=1)
    for name in ("Ada", "Bo"):
        play = play_endings.agree_to_stop(by=guest(name), play=play)

    new = play_endings.again(by=guest("Bo"), play=play)
    same = play_endings.again(by=guest("Ada"), play=play)

    assert (new.pk, new.host, new.state) == (same.pk, 1, PlayState.OPEN)
    assert new.commitment != play.commitment
    assert [(seat.name, seat.bot, seat.contribution) for seat in new.seats.all()] == [
        ("Ada", "", ""),
        ("Bo", "", ""),
        ("", "random", ""),
    ]
    assert reading.shown(viewer=guest("Ada"), play=play).rematch == new.code


def test_playing_again_is_limited_like_opening_a_table() -> None:
    play = begun(people=1, bots=2)
    play_endings.agree_to_stop(by=guest("Ada"), play=play)
    for _ in range(plays.OPENED):
        plays.limit_openings("192.0.2.9")

    with pytest.raises(TooMany, match="play_too_many_opened"):
        play_endings.again(by=guest("Ada"), play=play, address="192.0.2.9")


@pytest.mark.parametrize("is_running", [False, True])
def test_who_is_erased_leaves_a_seat_without_a_name_at_which_a_bot_plays_on(
    is_running: bool,
) -> None:
    club = factories.club()
    person = factories.member(club, "Ida Brand")
    by = account_actors.person(factories.account(player=person))
    play = plays.open_table(by=by, game="dice-devils", size=3, bots=["random"], name="Ida Brand")
    play_seats.sit(by=guest("Bo"), play=play, name="Bo")
    if is_running:
        plays.begin(by=by, play=play)

    erasure.erase(by=factories.actor(Role.CLUB_ADMIN, club), player=person)

    play = Play.objects.get(pk=play.pk)
    seat = play.seats.get(number=0)
    label = f"Former player {person.pk}"
    assert (seat.account_id, seat.name, seat.bot) == (
        (None, label, "smart") if is_running else (None, "", "")
    )
    assert play.host == (0 if is_running else 1)
    while play.state == PlayState.RUNNING:
        play = move(play, Random(1))


def test_who_is_erased_leaves_a_match_by_rules_that_are_no_longer_here_too() -> None:
    club = factories.club()
    person = factories.member(club, "Ida Brand")
    by = account_actors.person(factories.account(player=person))
    play = plays.open_table(
        by=by, game="dice-devils", size=3, bots=["random", "random"], name="Ida Brand"
    )
    plays.begin(by=by, play=play)
    Play.objects.update(edition=0)

    erasure.erase(by=factories.actor(Role.CLUB_ADMIN, club), player=person)

    seat = play.seats.get(number=0)
    assert (seat.account_id, seat.name) == (None, f"Former player {person.pk}")


def test_the_host_frees_the_seat_of_somebody_who_has_gone_and_others_may_sit_there() -> None:
    play = sat_down(people=3)

    play_seats.free_seat(by=guest("Ada"), play=play, number=1)

    play_seats.sit(by=guest("Dee"), play=play, name="Dee")
    assert [seat.name for seat in play.seats.all()] == ["Ada", "Dee", "Cleo"]


def test_a_person_is_not_taken_away_like_a_bot() -> None:
    play = sat_down(people=3)

    with pytest.raises(Refused, match="play_seat_of_person"):
        play_seats.remove_bot(by=guest("Ada"), play=play, number=1)


def test_only_the_host_frees_seats_of_others_and_nobody_their_own() -> None:
    play = sat_down(people=3)

    with pytest.raises(NotAllowed, match="play_host_only"):
        play_seats.free_seat(by=guest("Bo"), play=play, number=2)
    with pytest.raises(Refused, match="play_leave_yourself"):
        play_seats.free_seat(by=guest("Ada"), play=play, number=0)


def test_who_is_away_with_a_bot_in_their_place_need_not_agree_to_stop() -> None:
    play = begun(people=3)
    PlaySeat.objects.filter(play=play, number=2).update(bot="smart")

    play_endings.agree_to_stop(by=guest("Ada"), play=play)
    play = play_endings.agree_to_stop(by=guest("Bo"), play=play)

    assert play.state == PlayState.STOPPED


def test_a_match_that_all_others_would_stop_ends_when_a_bot_takes_the_last_one_s_place() -> None:
    play = begun(people=3)
    for name in ("Ada", "Bo"):
        play_endings.agree_to_stop(by=guest(name), play=play)

    play = play_endings.resign(by=guest("Cleo"), play=play)

    assert play.state == PlayState.STOPPED
