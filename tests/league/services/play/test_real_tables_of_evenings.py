"""Real dice and cards at a table of an evening: one device or several, and the result counts."""

from __future__ import annotations

from random import Random

import pytest

from games import catalogue
from games.core.rng import QuickRng
from league.core.actors import PLAYED_HERE
from league.core.enums import PlayState, RecordState
from league.core.errors import BadInput, LeagueError
from league.models import Play, Stage, Table
from league.queries.play import plays as reading
from league.queries.play import states, transcripts
from league.queries.play import table_plays as tables
from league.services.play import hand_ins, play_seats, plays, real_table, table_plays
from tests.factories import plays as make

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make.at_table(game="the-devil-with-it", max_rounds=1)


def opened(table: Table, position: int = 2) -> Play:
    """The match that somebody, Bo unless said otherwise, opens with real coal."""
    return table_plays.sit_down(by=make.seated(table, position), table=table, by_hand=True)


def test_one_device_plays_for_everybody_and_the_result_counts_and_says_how_it_came(
    table: Table,
) -> None:
    Stage.objects.update(play_reserve=180, play_increment=10)
    bo = make.seated(table, 2)
    play = opened(table)
    may = reading.shown(viewer=bo, play=play).may
    for number in (2, None):
        real_table.seat_here(by=bo, play=play, number=number)
    play = Play.objects.get()
    begun = (play.state, play.host, play.reserve, reading.shown(viewer=bo, play=play).real.held)
    while play.state == PlayState.RUNNING:
        shown = reading.shown(viewer=bo, play=play, since=play.seq)
        if shown.real.asked is not None:
            values = [box.values[0].value for box in shown.real.asked.boxes]
            play = real_table.enter(by=bo, play=play, seen=play.seq, values=values)
            continue
        seat = shown.real.closed[0] if shown.real.closed else shown.real.acting
        own = reading.shown(viewer=bo, play=play, since=play.seq, seat=seat)
        action = own.choices[0].action
        play = plays.act(by=bo, play=play, seen=play.seq, action=action, seat=seat)
    record = hand_ins.hand_in(by=PLAYED_HERE, play=play)
    told = tables.newest(table)

    assert "seat_here" in may
    assert begun == ("running", 1, None, (0, 1, 2))
    assert record is not None
    assert (record.state, record.reason) == (
        RecordState.CONFIRMED,
        "Played with real dice or cards, entered by hand.",
    )
    assert transcripts.header(play).is_by_hand
    assert told is not None
    assert (told.by_hand, told.record_id) == (True, record.pk)


def test_an_evening_s_table_plays_with_real_dice_and_its_result_counts() -> None:
    rules = catalogue.get("dice-devils").play
    assert rules is not None
    play, bo = opened(table := make.at_table()), make.seated(table, 2)
    chance = Random(2)
    for number in (0, 2):
        real_table.seat_here(by=bo, play=play, number=number)
    play = Play.objects.get()
    while play.state == PlayState.RUNNING:
        shown = reading.shown(viewer=bo, play=play, since=play.seq)
        if shown.real.asked is not None:
            fell = rules.chance(states.newest(play), QuickRng(play.seq))
            values = list(fell.values) if shown.real.asked.boxes else []
            play = real_table.enter(by=bo, play=play, seen=play.seq, values=values)
            continue
        action = chance.choice(shown.choices).action
        seat = shown.real.acting
        play = plays.act(by=bo, play=play, seen=play.seq, action=action, seat=seat)
    record = hand_ins.hand_in(by=PLAYED_HERE, play=play)

    assert record is not None
    assert record.state == RecordState.CONFIRMED
    assert [score.points for score in record.scores.order_by("entry_id")] == [
        *(play.outcome or {})["points"],
    ]


def test_everybody_may_come_with_a_device_of_their_own_even_once_it_goes_on(table: Table) -> None:
    ada, bo, cleo = (make.seated(table, position) for position in (1, 2, 3))
    play = opened(table)
    real_table.seat_here(by=bo, play=play, number=0)
    table_plays.sit_down(by=cleo, table=table, by_hand=True)
    alone = reading.shown(viewer=bo, play=Play.objects.get()).real.held

    table_plays.sit_down(by=ada, table=table)

    play = Play.objects.get()
    held = [reading.shown(viewer=by, play=play).real.held for by in (ada, bo, cleo)]
    assert (play.state, alone, held) == (PlayState.RUNNING, (0, 1), [(0,), (1,), (2,)])


def test_a_match_that_waits_stays_as_it_was_opened_until_whoever_opened_it_leaves(
    table: Table,
) -> None:
    ada, bo = make.seated(table, 1), make.seated(table, 2)
    first = opened(table)
    same = table_plays.sit_down(by=ada, table=table)
    play_seats.leave(by=ada, play=first)
    play_seats.leave(by=bo, play=first)
    other = table_plays.sit_down(by=ada, table=table)

    assert (same.pk, same.by_hand, other.pk == first.pk, other.by_hand) == (
        first.pk,
        True,
        False,
        False,
    )


def refusal(by: object, play: Play, number: int | None = None) -> str:
    with pytest.raises(LeagueError) as caught:
        real_table.seat_here(by=by, play=play, number=number)  # type: ignore[arg-type]
    return caught.value.code


def test_only_who_opened_a_real_table_puts_only_people_who_have_not_come_at_their_device(
    table: Table,
) -> None:
    play, bo = opened(table), make.seated(table, 2)
    ada = make.seated(table, 1)
    outside = refusal(make.guest("Zed"), play)
    table_plays.sit_down(by=ada, table=table)
    seated = [refusal(ada, play), refusal(bo, play, 0)]
    seed = make.at_table()
    drawn = table_plays.sit_down(by=make.seated(seed, 1), table=seed)

    assert [outside, *seated] == ["play_not_seated", "play_host_only", "play_seat_taken"]
    assert refusal(make.seated(seed, 1), drawn) == "play_draws_from_seed"
    Play.objects.filter(pk=play.pk).update(table=None)
    assert refusal(bo, Play.objects.get(pk=play.pk)) == "play_table_gone"


def test_a_game_whose_draws_lie_hidden_is_not_opened_with_real_ones() -> None:
    table = make.at_table(game="teufel-teufel")

    with pytest.raises(BadInput, match="play_by_hand_not_offered"):
        opened(table)

    assert not catalogue.get("teufel-teufel").by_hand
    assert not Play.objects.exists()
