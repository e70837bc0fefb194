"""The clock of an evening's tables in the browser: their stage's, until a match has begun."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from league.core.actors import PLAYED_HERE
from league.core.enums import RecordState, Role
from league.core.errors import BadInput
from league.models import JournalLine, Play, Stage, Table
from league.services.occasions import stages
from league.services.play import hand_ins, play_endings, running_out, table_plays
from tests import factories
from tests.factories import plays as make

pytestmark = pytest.mark.django_db


def clocked(table: Table, reserve: int | None = 180, increment: int | None = 10) -> Stage:
    """The stage of the table, after its organizer has chosen a clock, or none."""
    stage = Stage.objects.get(pk=table.seating.round.stage_id)
    return stages.change(
        by=factories.actor(Role.ORGANIZER, stage.event.club),
        stage=stage,
        expected_version=stage.version,
        play_reserve=reserve,
        play_increment=increment,
    )


def clock(play: Play) -> tuple[int | None, int | None]:
    return Play.objects.values_list("reserve", "increment").get(pk=play.pk)


def test_a_table_opened_after_the_choice_has_its_stages_clock_and_the_journal_tells_of_it() -> None:
    table, plain = make.at_table(), make.at_table()
    stage = clocked(table)

    play, _ = make.sat_at(table)
    other, _ = make.sat_at(plain)

    line = JournalLine.objects.get(kind="stage_changed")
    assert line.payload["changed"] == {
        "play_reserve": {"old": None, "new": 180},
        "play_increment": {"old": None, "new": 10},
    }
    assert (stage.stale_at, clock(play), clock(other)) == (0, (180, 10), (None, None))
    left = play.seats.values_list("reserve_left", flat=True)
    assert set(left) == {timedelta(seconds=180)}


def test_a_match_that_waits_takes_a_new_clock_and_one_that_has_begun_keeps_its_own() -> None:
    table = make.at_table()
    clocked(table)
    waiting = table_plays.sit_down(by=make.seated(table, 1), table=table)
    stage, round_ = table.seating.round.stage, table.seating.round
    entries = [factories.entry(stage.event, factories.member(stage.event.club)) for _ in range(3)]
    begun, _ = make.sat_at(factories.table(round_, entries))

    clocked(table, 600, 30)
    changed = clock(waiting), clock(begun)
    clocked(table, None, None)

    assert changed == ((600, 30), (180, 10))
    assert (clock(waiting), clock(begun)) == ((None, None), (180, 10))


@pytest.mark.parametrize(
    ("reserve", "increment", "field"),
    [(59, 10, "play_reserve"), (180, None, "play_increment"), (None, 10, "play_reserve")],
)
def test_a_stage_has_no_clock_that_a_casual_table_could_not_have(
    reserve: int | None, increment: int | None, field: str
) -> None:
    with pytest.raises(BadInput, match="play_seconds") as refused:
        clocked(make.at_table(), reserve, increment)

    assert refused.value.field == field


def test_time_runs_out_as_elsewhere_and_the_result_counts_with_a_note_of_the_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("league.services.play._seeds.new_seed", lambda: bytes(32))
    table = make.at_table(end_item_count=5)
    clocked(table)
    chance = Random(1)
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        play, people = make.sat_at(table)
        for _ in range(2):  # the second time in a row a bot stays
            while owing(play) != {2}:
                play = make.decided(play, [*people[:2], None], chance)
            traveller.shift(timedelta(seconds=200))
            running_out.look(play)
            play = Play.objects.get(pk=play.pk)
        stayed = list(play.seats.order_by("number").values_list("bot", flat=True))
        play = play_endings.come_back(by=people[2], play=play)
        play = make.played_out(play, people, chance)
        record = hand_ins.hand_in(by=PLAYED_HERE, play=play)

    assert stayed == ["", "", "smart"]
    assert record is not None
    assert (record.state, record.reason) == (
        RecordState.CONFIRMED,
        "A bot stood in for Cleo for a while.",
    )


def owing(play: Play) -> set[int]:
    return set(play.seats.filter(owes_since__isnull=False).values_list("number", flat=True))
