"""After a move is taken back all is as if it had never been made, and nobody knows more."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as some

from games import catalogue
from games.core.lines import from_lines
from games.core.verification import verify
from league.core.actors import ANONYMOUS
from league.core.enums import PlayPace, PlayState
from league.core.errors import BadInput, Conflict, NotAllowed, Refused
from league.models import Play
from league.queries.play import paces, states, take_backs, transcripts
from league.queries.play import plays as reading
from league.services.play import play_endings, play_seats, plays
from league.services.play.take_backs import grant_back, refuse_back, take_back
from tests.factories.plays import NAMES, at_table, begun, guest, move, owing, sat_at, sat_down
from tests.tiers import examples

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.queries.play.plays import Shown

pytestmark = pytest.mark.django_db

GAMES = ("dice-devils", "teufel-teufel", "the-devil-with-it")
PEOPLE = 3


def seen(by: Actor, play: Play) -> Shown:
    return reading.shown(viewer=by, play=play)


def took(by: Actor, play: Play) -> Play:
    """The seat takes its last move back, and everybody who has to agrees."""
    play = take_back(by=by, play=play, seen=play.seq, back=play.taken_back)
    while (asked := take_backs.asked(play, list(play.seats.order_by("number")))) is not None:
        play = grant_back(by=guest(NAMES[asked.awaited[0]]), play=play, number=asked.number)
    return play


def forget() -> None:
    """As in a process that has not seen this match yet."""
    states.kept.clear()
    states.late.clear()


def acted(by: Actor, play: Play, number: int = 0) -> Play:
    page = seen(by, play)
    action = page.choices[number].action
    return plays.act(by=by, play=play, seen=page.seq, back=page.taken_back, action=action)


def placing() -> tuple[Play, Actor, Actor, Actor]:
    """Three who claim an item one after the other, and who they are in that order."""
    play = begun(people=3)
    first = owing(play)[0]
    play = acted(first, play)
    second = owing(play)[0]
    third = next(by for by in map(guest, NAMES[:3]) if by not in (first, second))
    return play, first, second, third


# --- the same as if it had not been ---------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=examples(3), deadline=None)
@given(seed=some.integers(0, 10**6))
def test_what_is_left_is_the_match_without_the_moves_taken_back(game: str, seed: int) -> None:
    # one moment for all of it: no state may be found by when its last action was
    with time_machine.travel("2026-11-03T20:00:00Z", tick=False):
        play = _with_moves_taken_back(game, Random(seed))
        twin = _without(play, game)

        for by in (*map(guest, NAMES[:PEOPLE]), ANONYMOUS):
            assert _told(by, play) == _told(by, twin)
        forget()
        assert _told(ANONYMOUS, play) == _told(ANONYMOUS, twin)
        assert _rows(play) == _rows(twin)

        for name in NAMES[:PEOPLE]:
            if play.state == PlayState.RUNNING:
                play = play_endings.agree_to_stop(by=guest(name), play=play)
        record = from_lines(transcripts.lines(viewer=ANONYMOUS, play=play))
        assert verify(catalogue.get(game), record)


def _with_moves_taken_back(game: str, chance: Random) -> Play:
    play = begun(game, people=PEOPLE)
    for _ in range(12):
        play = move(play, chance)
        rows = list(play.seats.order_by("number"))
        for number in range(PEOPLE):
            while chance.random() < 0.6 and take_backs.last_of(play, rows, number):
                play = took(guest(NAMES[number]), play)
    return play


def _without(play: Play, game: str) -> Play:
    """Another table with the same secrets, at which the moves that are left were the only ones."""
    twin = sat_down(game, people=PEOPLE)
    twin.secret.drawn = play.secret.drawn
    twin.secret.save()
    Play.objects.filter(pk=twin.pk).update(commitment=play.commitment)
    for seat in play.seats.all():
        twin.seats.filter(number=seat.number).update(contribution=seat.contribution)
    twin = plays.begin(by=guest(NAMES[0]), play=twin)
    for row in play.actions.filter(seat__isnull=False, bot="").order_by("seq"):
        by = guest(NAMES[row.seat or 0])
        twin = plays.act(by=by, play=twin, seen=twin.seq, action=row.action)
    return twin


def _told(by: Actor, play: Play) -> list[str]:
    """All that somebody is told, but for the trace of what was taken back."""
    play = reading.by_code(viewer=by, code=play.code)
    page = replace(seen(by, play), code="", taken_back=0, backs=(), waiting=0)
    return [repr(page), *transcripts.lines(viewer=by, play=play)]


def _rows(play: Play) -> list[tuple[object, ...]]:
    return list(play.actions.order_by("seq").values_list("seq", "seat", "bot", "action", "drawn"))


# --- at once, or when those agree who know it -------------------------------------------------


def test_a_hidden_bet_is_changed_at_once_though_another_has_bet_since() -> None:
    play = begun("the-devil-with-it", people=3)
    ada, bo, cleo = map(guest, NAMES[:3])
    before, page = seen(ada, play), seen(cleo, play)

    play = acted(bo, acted(ada, play, 0), 1)
    asks = seen(ada, play).asks_back
    play = took(ada, play)

    assert not asks  # no one knows of the bet, so no one is asked
    after = seen(ada, play)
    assert isinstance(before.view, dict)
    now = {"acting": [0, 2], "has_bet": [False, True, False]}
    assert (after.view, after.choices) == ({**before.view, **now}, before.choices)
    assert [row.has_decided for row in after.seats] == [False, True, False]
    assert [(row.seat, row.seq) for row in after.backs] == [(0, page.seq + 1)]
    # Cleo's page is as it was: what was bet, and taken back, leaves her choice as it is.
    play = plays.act(by=cleo, play=play, seen=page.seq, action=page.choices[0].action)
    play = acted(ada, play, 2)
    chosen = [before.choices[number].action for number in (1, 0, 2)]
    assert [row.action for row in play.actions.filter(action__t="bet")] == chosen


def test_a_move_that_others_know_comes_back_once_all_of_them_agree() -> None:
    play, ada, bo, cleo = placing()
    page, theirs = seen(ada, play), seen(bo, play)
    assert page.asks_back

    play = take_back(by=ada, play=play, seen=page.seq)
    again = take_back(by=ada, play=play, seen=page.seq)

    asked = seen(bo, play).asked_back
    assert asked is not None
    assert (len(asked.awaited), again.take_backs.count()) == (2, 1)
    assert {"grant_back", "refuse_back"} <= seen(bo, play).may
    assert seen(ANONYMOUS, play).may == frozenset()
    play = grant_back(by=bo, play=play, number=asked.number)
    assert play.seq == page.seq
    play = grant_back(by=cleo, play=play, number=asked.number)
    assert play.seq == page.seq - 1
    assert owing(play) == [ada]
    assert grant_back(by=cleo, play=play, number=asked.number).seq == page.seq - 1
    assert seen(ada, play).choices

    play = acted(ada, play, 1)
    assert play.seq == theirs.seq
    with pytest.raises(Conflict, match="play_moved_on"):
        plays.act(by=bo, play=play, seen=theirs.seq, action=theirs.choices[0].action)
    with pytest.raises(Conflict, match="play_moved_on"):
        take_back(by=bo, play=play, seen=page.seq)


def test_one_who_refuses_ends_it_and_so_does_the_next_decision() -> None:
    play, ada, bo, cleo = placing()
    page = seen(ada, play)
    play = take_back(by=ada, play=play, seen=page.seq)
    asked = seen(bo, play).asked_back
    assert asked is not None

    play = refuse_back(by=cleo, play=play, number=asked.number)

    told = seen(ada, play)
    assert told.asked_back is not None
    assert told.asked_back.refused_by is not None
    assert not {"take_back", "refuse_back"} & told.may
    with pytest.raises(Refused, match="play_back_refused"):
        take_back(by=ada, play=play, seen=page.seq)
    with pytest.raises(Refused, match="play_back_not_asked"):
        grant_back(by=bo, play=play, number=asked.number)

    play = acted(bo, play)
    assert seen(ada, play).asked_back is None
    play = take_back(by=bo, play=play, seen=play.seq)
    asked = seen(bo, play).asked_back
    assert asked is not None
    play = acted(cleo, play)
    with pytest.raises(Refused, match="play_back_not_asked"):
        grant_back(by=ada, play=play, number=asked.number)


def test_whoever_thinks_better_of_it_may_ask_again() -> None:
    play, ada, bo, _cleo = placing()
    play = take_back(by=ada, play=play, seen=play.seq)
    first = seen(ada, play).asked_back
    assert first is not None

    play = refuse_back(by=ada, play=play, number=first.number)
    with pytest.raises(NotAllowed, match="play_not_seated"):
        refuse_back(by=ANONYMOUS, play=play, number=first.number)
    play = take_back(by=ada, play=play, seen=play.seq)

    asked = seen(bo, play).asked_back
    assert asked is not None
    assert asked.number == first.number + 1


# --- what stays -------------------------------------------------------------------------------


def test_nothing_comes_back_once_chance_or_a_bot_has_answered_or_where_a_table_forbids_it() -> None:
    answered = begun(people=1, bots=2)
    while owing(answered) and answered.length < 2:
        answered = acted(owing(answered)[0], answered)
    forbidden, ada, _bo, _cleo = placing()
    Play.objects.filter(pk=forbidden.pk).update(takes_back=False)
    evening, people = sat_at(at_table())
    first = next(by for by in people if seen(by, evening).choices)
    evening = acted(first, evening)

    for by, play in ((guest("Ada"), answered), (ada, forbidden), (first, evening)):
        play.refresh_from_db()
        assert "take_back" not in seen(by, play).may
        with pytest.raises(Refused, match="play_back_not_now"):
            take_back(by=by, play=play, seen=play.seq)
    with pytest.raises(BadInput, match="play_seen_unknown"):
        take_back(by=ada, play=forbidden, seen=forbidden.seq, back=1)


def test_a_clock_by_turns_goes_on_from_where_it_was() -> None:
    with time_machine.travel("2026-11-03T20:00:00Z", tick=False) as clock:
        play = plays.open_table(
            by=guest("Ada"), game="the-devil-with-it", size=2, pace=PlayPace.TURNS, days=2, name="A"
        )
        play_seats.sit(by=guest("Bo"), play=play, name="Bo")
        play = plays.begin(by=guest("Ada"), play=play)
        clock.shift(timedelta(days=1))
        play = acted(guest("Ada"), play)
        clock.shift(timedelta(hours=20))

        play = took(guest("Ada"), play)

        rows = list(play.seats.order_by("number"))
        left = {
            number: row.at - timezone.now() for number, row in paces.deadlines(play, rows).items()
        }
        assert left == {0: timedelta(days=1), 1: timedelta(hours=4)}


def test_a_clock_of_the_table_keeps_what_was_thought_and_loses_what_the_move_gave() -> None:
    with time_machine.travel("2026-11-03T20:00:00Z", tick=False) as clock:
        ada, bo = guest("Ada"), guest("Bo")
        play = plays.open_table(
            by=ada, game="the-devil-with-it", size=2, reserve=300, increment=10, name="Ada"
        )
        play_seats.sit(by=bo, play=play, name="Bo")
        play = plays.begin(by=ada, play=play)
        clock.shift(timedelta(seconds=7))
        play = acted(ada, play)
        clock.shift(timedelta(seconds=20))

        took(ada, play)

        first, second = play.seats.order_by("number")
        assert first.reserve_left == timedelta(seconds=293)
        assert first.owes_since == timezone.now()
        assert second.reserve_left == timedelta(seconds=300)
        assert second.owes_since == timezone.now() - timedelta(seconds=27)


def test_a_page_that_was_read_before_a_move_came_back_is_answered_from_what_is_left() -> None:
    play, ada, bo, cleo = placing()
    old = Play.objects.get(pk=play.pk)
    play = took(ada, play)
    forget()

    assert len(states.steps(old)) == play.seq
    assert states.steps(old, play.seq) == ()
    assert take_backs.last_of(old, list(old.seats.all()), 0) is None
    assert seen(bo, old).description == seen(bo, play).description
    # whoever caught up with the action that is gone is told anew from before it
    play = acted(ada, play, 1)
    since = reading.shown(viewer=cleo, play=play, since=old.seq, back=0)
    assert [line.seq for line in since.lines] == [old.seq]
    assert not reading.shown(viewer=cleo, play=play, since=play.seq, back=1).lines
