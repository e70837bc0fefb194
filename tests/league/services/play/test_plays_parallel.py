"""Two at once at one table: one is first, the other is told, and no action is stored twice."""

from __future__ import annotations

from functools import partial

import pytest

from league.core.enums import PlayState, Role
from league.core.errors import Conflict, LeagueError, Refused
from league.models import Play, PlayAction, Player, PlayPause, PlaySeat
from league.queries.people import account_actors
from league.queries.play import plays as reading
from league.services import idempotency
from league.services.people import erasure
from league.services.play import pauses, play_endings, play_seats, plays
from tests import factories
from tests.factories.plays import begun, guest, owing
from tests.league.services.records.test_records_parallel import together

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_presses_of_one_decision_are_one_decision() -> None:
    play = begun(people=2)
    by = owing(play)[0]
    page = reading.shown(viewer=by, play=play)
    press = partial(plays.act, by=by, play=play, seen=page.seq, action=page.choices[0].action)

    answers = together(press, press)

    codes = sorted(each.code if isinstance(each, LeagueError) else "done" for each in answers)
    assert codes == ["done", "play_moved_on"]
    numbers = list(PlayAction.objects.filter(play=play).values_list("seq", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_one_press_sent_twice_under_its_key_is_answered_twice_and_done_once() -> None:
    play = begun(people=2)
    by = owing(play)[0]
    page = reading.shown(viewer=by, play=play)

    def press() -> object:
        def do() -> int:
            action = page.choices[0].action
            return plays.act(by=by, play=play, seen=page.seq, action=action).seq

        return idempotency.once(by=by, key="press", digest="same", do=do)

    first, second = together(press, press)

    assert first == second == PlayAction.objects.filter(play=play).count()


def test_one_seat_asked_for_by_two_at_once_is_given_to_one() -> None:
    play = plays.open_table(by=guest("Ada"), game="dice-devils", size=3, name="Ada")

    answers = together(
        *(
            partial(play_seats.sit, by=guest(name), play=play, name=name, number=1)
            for name in ("Bo", "Cleo")
        )
    )

    assert sorted(type(each) is Refused for each in answers) == [False, True]
    sat = next(each for each in answers if isinstance(each, PlaySeat))
    assert play.seats.get(number=1).name == sat.name


def test_all_may_decide_at_the_same_moment() -> None:
    play = begun("the-devil-with-it", people=3)
    presses = []
    for by in owing(play):
        page = reading.shown(viewer=by, play=play)
        action = page.choices[0].action
        presses.append(partial(plays.act, by=by, play=play, seen=page.seq, action=action))

    answers = together(*presses)

    assert [each for each in answers if isinstance(each, Conflict)] == []
    assert PlayAction.objects.filter(play=play, seat__isnull=False).count() >= 3


def test_somebody_is_erased_while_the_others_of_their_table_play_again() -> None:
    club, bo = factories.club(), guest("Bo")
    by = factories.actor(Role.CLUB_ADMIN, club)
    pairs = []
    for number in range(6):
        person = factories.member(club, f"Ida {number}")
        ida = account_actors.person(factories.account(player=person))
        play = plays.open_table(by=ida, game="dice-devils", size=3, club=club, name="Ida")
        play_seats.sit(by=bo, play=play, name="Bo")
        pairs.append((person, play))
    Play.objects.update(state=PlayState.STOPPED)

    answers = [
        together(
            partial(erasure.erase, by=by, player=person),
            partial(play_endings.again, by=bo, play=play),
        )
        for person, play in pairs
    ]

    assert [[type(each) for each in pair] for pair in answers] == [[Player, Play]] * 6


@pytest.mark.parametrize("is_guest", [True, False])
def test_two_first_presses_for_days_off_are_one_pause(is_guest: bool) -> None:
    by = guest("Ada") if is_guest else factories.actor()
    plays.open_table(by=by, game="dice-devils", size=3, name="Ada")
    press = partial(pauses.pause, by=by, days=3)

    together(press, press, press)

    assert PlayPause.objects.count() == 1
