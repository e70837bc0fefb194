"""The end of a match at an evening's table is the table's result, once, or says why it is not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.utils import timezone

from league.core.actors import PLAYED_HERE, system
from league.core.enums import (
    Confirmation,
    EventState,
    PlayState,
    RecordState,
    Role,
    RoundState,
    SeatingState,
)
from league.core.errors import LeagueError, NotAllowed, Refused
from league.models import Event, MatchRecord, Play, Ruleset, Seat, Seating, Table
from league.queries.play import table_plays
from league.queries.play.verbs import QUIET_S
from league.queries.standings import standings as reading
from league.services.people import erasure
from league.services.play import hand_ins, play_endings
from league.services.records import records, voids
from league.services.seating import seatings
from league.services.standings import standings
from tests import factories
from tests.factories import plays as make

if TYPE_CHECKING:
    from pytest_django import DjangoCaptureOnCommitCallbacks

    from league.core.actors import Actor

pytestmark = pytest.mark.django_db


def over(table: Table) -> Play:
    """The table's match, played to its end; nobody has handed in anything yet."""
    play, people = make.sat_at(table)
    return Play.objects.get(pk=make.played_out(play, people, Random(1)).pk)


def handed_in(play: Play) -> tuple[MatchRecord | None, str]:
    record = hand_ins.hand_in(by=PLAYED_HERE, play=play)
    return record, Play.objects.get(pk=play.pk).kept_out


def organizer(table: Table) -> Actor:
    return factories.actor(Role.ORGANIZER, table.seating.round.stage.event.club)


def test_a_finished_match_is_the_confirmed_result_and_the_standings_follow() -> None:
    table = make.at_table()
    play = over(table)
    assert play.outcome is not None

    record, kept_out = handed_in(play)

    assert record is not None
    assert (record.state, record.version, record.reported_by) == ("confirmed", 1, "system:play")
    assert record.outcome["places"] == list(play.outcome["places"])
    assert record.outcome["points"] == list(play.outcome["points"])
    assert (record.reason, kept_out) == ("", "")
    assert Play.objects.get().record == record
    stage = table.seating.round.stage
    standings.recompute_stage(stage.pk)
    rows = reading.payload(stage, organizer(table)).payload["rows"]
    best = play.outcome["places"].index(1)
    assert rows[0]["player"] == play.seats.get(number=best).player_id


def test_the_end_wakes_the_worker_and_the_sweep_finds_what_it_lost(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        play = over(make.at_table())
    woken = MatchRecord.objects.count()
    lost = over(make.at_table())  # its process is killed: nothing after the commit happens

    found = hand_ins.catch_up()
    again = hand_ins.catch_up()

    assert (woken, found, again) == (1, 1, 0)
    assert Play.objects.filter(record__state="confirmed").count() == 2
    assert {row.table_id for row in MatchRecord.objects.all()} == {play.table_id, lost.table_id}


def test_a_long_queue_of_results_is_handed_in_part_by_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_plays, "MOST_AT_ONCE", 2)
    for _ in range(3):
        over(make.at_table())

    assert [hand_ins.catch_up() for _ in range(3)] == [2, 1, 0]


def test_handed_in_again_it_stays_one_version() -> None:
    play = over(make.at_table())

    first, second = handed_in(play)[0], handed_in(play)[0]

    assert (first is not None, second, MatchRecord.objects.count()) == (True, None, 1)


def test_nobody_but_the_service_hands_in() -> None:
    table = make.at_table()
    play = over(table)

    with pytest.raises(NotAllowed):
        hand_ins.hand_in(by=organizer(table), play=play)


def test_rows_follow_people_whose_seats_were_swapped() -> None:
    table = make.at_table()
    play = over(table)
    assert play.outcome is not None
    seatings.swap_seats(by=organizer(table), table=table, position_a=1, position_b=2)

    record, _ = handed_in(play)

    assert record is not None
    places = play.outcome["places"]
    assert record.outcome["places"] == [places[1], places[0], places[2]]


def _cancelled(table: Table) -> None:
    Event.objects.filter(pk=table.seating.round.stage.event_id).update(state=EventState.CANCELLED)


def _withdrawn(table: Table) -> None:
    seatings.withdraw(by=organizer(table), round_=table.seating.round)


def _gone(table: Table) -> None:
    Table.objects.filter(pk=table.pk).delete()


def _closed(table: Table) -> None:
    round_ = table.seating.round
    round_.state = RoundState.CLOSED
    round_.save()


def _other_people(table: Table) -> None:
    event = table.seating.round.stage.event
    Seat.objects.filter(table=table, position=1).update(entry=factories.entry(event))


def _other_rules(table: Table) -> None:
    old = table.ruleset
    other = Ruleset.objects.create(
        club=old.club,
        club_game=old.club_game,
        name="Long",
        version=1,
        options={**old.options, "end_item_count": 10},
        seats_min=3,
        seats_max=6,
    )
    Table.objects.filter(pk=table.pk).update(ruleset=other)


def _other_edition(table: Table) -> None:
    Play.objects.filter(table=table).update(edition=0)


@pytest.mark.parametrize(
    ("happens", "code"),
    [
        (make.written_by_hand, "play_table_has_record"),
        (_cancelled, "event_cancelled"),
        (_withdrawn, "play_table_gone"),
        (_gone, "play_table_gone"),
        (_closed, "round_closed"),
        (_other_people, "play_other_people"),
        (_other_rules, "play_other_rules"),
        (_other_edition, "play_kept_out"),
    ],
)
def test_what_became_of_the_table_meanwhile_keeps_the_result_out_and_the_match_whole(
    happens: Callable[[Table], None], code: str
) -> None:
    table = make.at_table()
    play = over(table)
    happens(table)
    before = MatchRecord.objects.count()

    record, kept_out = handed_in(play)

    assert (record, kept_out, MatchRecord.objects.count()) == (None, code, before)
    assert Play.objects.get().outcome == play.outcome


def test_an_organizer_takes_over_what_was_kept_out_and_may_correct_it_later() -> None:
    table = make.at_table()
    play = over(table)
    assert play.outcome is not None
    make.written_by_hand(table)
    handed_in(play)

    record = hand_ins.use_result(by=organizer(table), play=play, reason="They played it online")

    assert (record.version, record.state, record.reason) == (
        2,
        "confirmed",
        "They played it online",
    )
    assert record.outcome["places"] == list(play.outcome["places"])
    assert list(Play.objects.values_list("record", "kept_out")) == [(record.pk, "")]
    with pytest.raises(Refused) as caught:
        hand_ins.use_result(by=organizer(table), play=play, reason="Again")
    assert caught.value.code == "play_handed_in"
    corrected = records.correct(
        by=organizer(table),
        table=table,
        data=record.sheet,
        expected_version=2,
        reason="Looked at the replay",
    )
    assert (corrected.version, corrected.state) == (3, "confirmed")


def test_nobody_takes_over_without_a_reason_or_for_other_people() -> None:
    table = make.at_table()
    play = over(table)
    _other_people(table)
    handed_in(play)
    told = []

    for reason in ("", "They agree"):
        with pytest.raises(LeagueError) as caught:
            hand_ins.use_result(by=organizer(table), play=play, reason=reason)
        told.append(caught.value.code)

    assert told == ["reason_missing", "play_other_people"]


@pytest.mark.parametrize(
    ("allowed", "told"),
    [(True, ("confirmed", "")), (False, (None, "play_stopped_unforeseen"))],
)
def test_a_match_stopped_by_agreement_counts_where_the_rules_of_the_table_provide_for_it(
    allowed: bool, told: tuple[str | None, str]
) -> None:
    table = make.at_table(early_end_allowed=allowed)
    play, people = make.sat_at(table)
    play = make.played_out(play, people, Random(1), rounds=2)
    for by in people:
        play = play_endings.agree_to_stop(by=by, play=play)

    record, kept_out = handed_in(play)

    assert (record.state if record else None, kept_out) == told
    assert record is None or "Stopped by agreement" in record.reason


def test_nobody_stops_an_evenings_match_alone_by_letting_bots_play_for_the_others() -> None:
    table = make.at_table(early_end_allowed=True)
    play, people = make.sat_at(table)
    play.seats.exclude(number=0).update(bot="smart")

    play = play_endings.agree_to_stop(by=people[0], play=play)
    alone = play.state
    for by in people[1:]:
        play = play_endings.agree_to_stop(by=by, play=play)

    assert (alone, play.state) == (PlayState.RUNNING, PlayState.STOPPED)


def test_a_bot_that_steps_in_does_not_agree_to_stop_but_whoever_gives_up_is_not_asked() -> None:
    table = make.at_table(early_end_allowed=True)
    play, people = make.sat_at(table)
    silent = play.seats.filter(owes_since__isnull=False).first()
    assert silent is not None
    others = [by for number, by in enumerate(people) if number != silent.number]
    for by in others:
        play = play_endings.agree_to_stop(by=by, play=play)
    with time_machine.travel(timezone.now() + timedelta(seconds=QUIET_S + 1), tick=False):
        play = play_endings.take_over(by=others[0], play=play, number=silent.number)
    stood_in = play.state

    play = play_endings.resign(by=people[silent.number], play=play)

    assert (stood_in, play.state) == (PlayState.RUNNING, PlayState.STOPPED)


def test_a_match_that_was_stopped_without_everybodys_word_waits_for_a_second_look() -> None:
    table = make.at_table(early_end_allowed=True)
    play, people = make.sat_at(table)
    play = make.played_out(play, people, Random(1), rounds=2)
    for by in people:
        play = play_endings.agree_to_stop(by=by, play=play)
    play.seats.filter(number=2).update(wants_stop=False)

    record, kept_out = handed_in(play)

    assert record is not None
    assert (record.state, kept_out, record.reason) == (RecordState.REPORTED, "", "")
    seen = records.confirm(by=make.seated(table, 3), record=record)
    assert seen.state == RecordState.CONFIRMED


@pytest.mark.parametrize(
    ("rule", "state"),
    [
        (Confirmation.OTHER_SEAT, RecordState.CONFIRMED),
        (Confirmation.ALL_SEATS, RecordState.CONFIRMED),
        (Confirmation.NONE, RecordState.CONFIRMED),
        (Confirmation.ORGANIZER, RecordState.REPORTED),
    ],
)
def test_where_organizers_confirm_results_the_one_of_a_match_waits_for_them(
    rule: Confirmation, state: RecordState
) -> None:
    table = make.at_table()
    Event.objects.update(confirmation=rule)
    play = over(table)

    record, _ = handed_in(play)

    assert record is not None
    assert record.state == state
    counted = records.confirm(by=organizer(table), record=record)
    assert counted.state == RecordState.CONFIRMED


def test_whoever_gave_up_is_named_in_the_record() -> None:
    table = make.at_table()
    play, people = make.sat_at(table)
    play_endings.resign(by=people[1], play=play)
    play = make.played_out(Play.objects.get(), people, Random(1))

    record, _ = handed_in(play)

    assert record is not None
    assert "Bo" in record.reason


def test_an_erased_player_leaves_a_match_that_ends_and_counts() -> None:
    table = make.at_table()
    play, people = make.sat_at(table)
    seat = play.seats.get(number=0)
    assert seat.player is not None
    erasure.erase(by=system("test"), player=seat.player)
    play = make.played_out(Play.objects.get(), people, Random(1))

    record, kept_out = handed_in(play)

    assert record is not None
    assert (record.state, kept_out) == (RecordState.CONFIRMED, "")
    assert "Ada" not in record.reason + Play.objects.get().seats.get(number=0).name


def test_who_is_erased_after_the_end_has_not_given_up() -> None:
    table = make.at_table()
    play = over(table)
    seat = play.seats.get(number=0)
    assert seat.player is not None

    erasure.erase(by=system("test"), player=seat.player)
    record, _ = handed_in(play)

    seat.refresh_from_db()
    assert (seat.has_resigned, record.reason if record else None) == (False, "")


def test_a_voided_result_lets_the_table_play_once_more() -> None:
    table = make.at_table()
    record, _ = handed_in(over(table))
    assert record is not None
    voids.void(by=organizer(table), record=record, reason="Wrong table")

    again = over(table)
    second, _ = handed_in(again)

    assert second is not None
    assert (second.version, Play.objects.count()) == (2, 2)


def test_a_withdrawn_seating_that_comes_back_takes_the_result() -> None:
    table = make.at_table()
    play, people = make.sat_at(table)
    by, round_ = organizer(table), table.seating.round
    seatings.withdraw(by=by, round_=round_)
    assert Seating.objects.get().state == SeatingState.WITHDRAWN
    seatings.restore(by=by, round_=round_)
    play = make.played_out(play, people, Random(1))

    record, kept_out = handed_in(play)

    assert (record is not None, kept_out, play.state) == (True, "", PlayState.OVER)
