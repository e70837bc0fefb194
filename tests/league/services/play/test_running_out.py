"""Clocks of matches played together: what is used, what is left, and what follows at the end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.utils import timezone

from league import tasks
from league.core.actors import system
from league.core.enums import PlayPace, PlayState
from league.core.errors import BadInput, NotAllowed, Refused
from league.models import Play, PlaySecret, Trouble
from league.queries.play import plays as reading
from league.queries.play import reserves, states
from league.services.play import play_endings, play_seats, plays, running_out
from tests.factories.plays import guest, move, owing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from league.core.actors import Actor

pytestmark = pytest.mark.django_db

ADA, BO, CLEO = guest("Ada"), guest("Bo"), guest("Cleo")
NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)
RESERVE, INCREMENT = timedelta(seconds=180), timedelta(seconds=10)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as travelled:
        yield travelled


def timed(game: str = "teufel-teufel", people: int = 3, bots: int = 0) -> Play:
    """A match of 3 min + 10 s that has begun."""
    play = plays.open_table(
        by=ADA,
        game=game,
        size=people + bots,
        bots=["random"] * bots,
        reserve=180,
        increment=10,
        name="Ada",
    )
    for by, name in ((BO, "Bo"), (CLEO, "Cleo"))[: people - 1]:
        play_seats.sit(by=by, play=play, name=name)
    return plays.begin(by=ADA, play=play)


def again(play: Play) -> Play:
    """As it stands in the database: nothing is remembered."""
    return Play.objects.get(pk=play.pk)


def left(play: Play) -> list[timedelta | None]:
    """What each seat has left now."""
    clocks = [reserves.of_seat(play, row) for row in play.seats.order_by("number")]
    return [None if each is None else each.left_at(timezone.now()) for each in clocks]


def bots(play: Play) -> list[str]:
    return [row.bot for row in play.seats.order_by("number")]


def by_bots(play: Play) -> list[int | None]:
    """The seats for which a bot decided, in order."""
    return list(play.actions.exclude(bot="").order_by("seq").values_list("seat", flat=True))


def seat_due(play: Play) -> int:
    return play.seats.filter(owes_since__isnull=False).earliest("number").number


def act(play: Play, by: Actor) -> Play:
    found = reading.shown(viewer=by, play=again(play))
    return plays.act(by=by, play=play, seen=found.seq, action=found.choices[0].action)


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ((59, 10), "reserve"),
        ((180, 0), "increment"),
        ((180, None), "increment"),
        ((None, 10), "reserve"),
        ((7201, 10), "reserve"),
    ],
)
def test_a_clock_has_a_reserve_and_an_increment_that_people_can_play_with(
    asked: tuple[int | None, int | None], field: str
) -> None:
    with pytest.raises(BadInput, match="play_seconds") as refused:
        plays.open_table(
            by=ADA, game="dice-devils", size=3, name="Ada", reserve=asked[0], increment=asked[1]
        )

    assert refused.value.field == field


def test_by_turns_there_are_days_and_no_clock() -> None:
    play = plays.open_table(
        by=ADA,
        game="dice-devils",
        size=3,
        name="Ada",
        pace=PlayPace.TURNS,
        reserve=180,
        increment=10,
    )

    assert (play.days, play.reserve, play.increment) == (3, None, None)


def test_a_decision_costs_its_time_and_brings_the_increment(
    clock: time_machine.Traveller,
) -> None:
    play = timed()
    due = seat_due(play)
    clock.shift(30)
    while_it_runs = left(again(play))
    play = act(play, owing(play)[0])

    for seat in range(3):
        is_due = seat == due
        assert while_it_runs[seat] == (RESERVE - timedelta(seconds=30) if is_due else RESERVE)
        assert left(again(play))[seat] == (RESERVE - timedelta(seconds=20) if is_due else RESERVE)


@pytest.mark.parametrize("game", ["dice-devils", "teufel-teufel", "the-devil-with-it"])
def test_what_was_used_and_what_is_left_add_up_over_any_sequence(
    clock: time_machine.Traveller, game: str
) -> None:
    """Against a ledger of the test's own; everything is read anew after each step."""
    chance = Random(game)
    play = timed(game)
    ledger, has_run_out = dict.fromkeys(range(3), RESERVE), 0
    for _ in range(60):
        states.kept.clear()  # as after a restart
        play = again(play)
        due = set(play.seats.filter(owes_since__isnull=False).values_list("number", flat=True))
        waited = timedelta(milliseconds=chance.choice([0, 40, 3_000, 12_000, 95_000]))
        clock.shift(waited)
        for number in due:
            ledger[number] = max(ledger[number] - waited, timedelta())
        before = play.seq
        if running_out.look(play):
            assert any(not ledger[number] for number in due)
            has_run_out += 1
        else:
            play = move(play, chance)
        for seat in set(play.actions.filter(seq__gt=before).values_list("seat", flat=True)):
            if seat is not None:
                ledger[seat] += INCREMENT
        play = again(play)
        if play.state != PlayState.RUNNING:
            break
        for number, bot in enumerate(bots(play)):
            if bot:
                play_endings.come_back(by=(ADA, BO, CLEO)[number], play=play)
        assert left(play) == [ledger[number] for number in range(3)]
    assert has_run_out


def test_time_that_has_run_out_makes_one_decision_a_bot_s_and_the_next_is_the_player_s_again(
    clock: time_machine.Traveller,
) -> None:
    play = timed()
    due = seat_due(play)
    clock.shift(RESERVE - timedelta(milliseconds=1))
    early = running_out.look(again(play))
    clock.shift(timedelta(milliseconds=1))
    late = running_out.look(again(play)), running_out.look(again(play))

    play = again(play)
    row = play.seats.get(number=due)
    assert (early, late) == (False, (True, False))
    assert by_bots(play) == [due]
    assert (row.bot, row.ran_out, row.reserve_left) == ("", True, INCREMENT)
    assert play.state == PlayState.RUNNING


def until_due(play: Play, number: int, clock: time_machine.Traveller) -> Play:
    """Others decide at once until this seat is to."""
    for _ in range(200):
        play = again(play)
        if play.seats.get(number=number).owes_since is not None:
            return play
        play = act(play, owing(play)[0])
    raise AssertionError("never to decide")


def gone_for_good(clock: time_machine.Traveller) -> tuple[Play, int]:
    """A match in which one seat let its time run out twice in a row."""
    play = timed()
    due = seat_due(play)
    clock.shift(RESERVE)
    running_out.look(again(play))
    play = until_due(play, due, clock)
    clock.shift(INCREMENT)
    running_out.look(play)
    return again(play), due


def test_a_bot_plays_on_after_the_second_time_until_its_player_is_back_with_the_increment(
    clock: time_machine.Traveller,
) -> None:
    play, due = gone_for_good(clock)
    assert bots(play)[due] == "smart"
    assert left(play)[due] is None

    play_endings.come_back(by=(ADA, BO, CLEO)[due], play=play)

    row = again(play).seats.get(number=due)
    assert (row.bot, row.ran_out, row.reserve_left) == ("", False, INCREMENT)


def test_an_own_decision_in_time_forgives_the_time_that_ran_out(
    clock: time_machine.Traveller,
) -> None:
    play = timed()
    due = seat_due(play)
    clock.shift(RESERVE)
    running_out.look(again(play))
    play = act(until_due(play, due, clock), (ADA, BO, CLEO)[due])

    assert not again(play).seats.get(number=due).ran_out


def test_where_nobody_is_there_any_more_bots_do_not_play_the_match_to_its_end(
    clock: time_machine.Traveller,
) -> None:
    play = timed("dice-devils")
    for _ in range(12):
        clock.shift(RESERVE)
        running_out.sweep(by=system("sweep"))

    play = again(play)
    assert play.state == PlayState.RUNNING
    assert "" in bots(play)
    act(play, next(by for by in owing(play) if not play.seats.get(guest=by.guest).bot))


def test_somebody_alone_among_bots_loses_one_decision_and_then_has_all_the_time(
    clock: time_machine.Traveller,
) -> None:
    play = timed("dice-devils", people=1, bots=2)
    for _ in range(5):
        clock.shift(RESERVE)
        running_out.look(again(play))

    assert by_bots(again(play)).count(0) == 1
    assert bots(again(play))[0] == ""
    act(play, ADA)


def test_a_press_after_the_end_is_too_late_even_where_nobody_has_noticed(
    clock: time_machine.Traveller,
) -> None:
    play = timed()
    by = owing(play)[0]
    clock.shift(RESERVE)

    with pytest.raises(Refused, match="play_time_is_out"):
        act(play, by)


def test_with_a_clock_nobody_puts_a_bot_there_by_hand(clock: time_machine.Traveller) -> None:
    play = timed()
    due = seat_due(play)
    clock.shift(120)
    other = (ADA, BO, CLEO)[(due + 1) % 3]

    assert reading.shown(viewer=other, play=again(play)).away == ()
    with pytest.raises(Refused, match="play_clock_decides"):
        play_endings.take_over(by=other, play=play, number=due)


def test_the_sweeper_notices_what_nobody_looks_at_and_one_broken_match_holds_up_no_other(
    clock: time_machine.Traveller,
) -> None:
    broken, other = timed(), timed()
    PlaySecret.objects.filter(play=broken).delete()
    clock.shift(RESERVE)

    tasks.sweep()

    assert (len(by_bots(broken)), len(by_bots(other))) == (0, 1)
    assert [trouble.subject for trouble in Trouble.objects.filter(kind="clocks")] == [broken.pk]
    with pytest.raises(NotAllowed):
        running_out.sweep(by=ADA)
    assert running_out.sweep(by=system("sweep")) == 0


def test_a_rematch_has_the_same_clock(clock: time_machine.Traveller) -> None:
    play = timed("dice-devils", people=2, bots=1)
    for by in (ADA, BO):
        play_endings.agree_to_stop(by=by, play=play)

    new = play_endings.again(by=ADA, play=play)

    assert (new.reserve, new.increment) == (180, 10)
    assert [row.reserve_left for row in new.seats.all()] == [None] * 3
