"""The clock of a round and of its tables, second by second."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from league.core.actors import ANONYMOUS, Actor
from league.core.enums import EventState, Role, RoundState, StageMode, Visibility
from league.core.errors import BadInput, Conflict, NotAllowed, NotFound, Refused
from league.models import Clock, JournalLine, Round, Table
from league.queries.evening import clocks as reading
from league.services.evening import clocks, open_play
from league.services.occasions import stages
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import setting

pytestmark = pytest.mark.django_db

EIGHT = datetime(2026, 11, 3, 20, 0, tzinfo=UTC)


@dataclass
class Room:
    """A round that is being played at two tables, and the hand at the clock."""

    round: Round
    tables: list[Table]
    by: Actor
    hand: time_machine.Traveller

    def wait(self, **span: float) -> None:
        self.hand.shift(timedelta(**span))

    def left(self, table: Table | None = None) -> int | None:
        """Seconds left for the round, or for one table."""
        found = reading.of_round(self.by, self.round)
        face = found.face if table is None else found.of(table.pk)
        return None if face is None else face.left_at(datetime.now(UTC))

    @property
    def all_left(self) -> list[int | None]:
        return [self.left(), *(self.left(table) for table in self.tables)]


@pytest.fixture
def room() -> Iterator[Room]:
    yield from rooms()


def rooms(**stage: Any) -> Iterator[Room]:
    """Any: free fields of the stage."""
    at = factories.stage(**stage)
    round_ = factories.round_(at)
    people = [factories.entry(at.event) for _ in range(8)]
    tables = [factories.table(round_, people[:4]), factories.table(round_, people[4:])]
    by = factories.actor(Role.ORGANIZER, at.event.club)
    with time_machine.travel(EIGHT, tick=False) as hand:
        yield Room(round_, tables, by, hand)


def test_a_clock_runs_down_and_past_zero_without_ending_anything(room: Room) -> None:
    clocks.start(by=room.by, round_=room.round, minutes=60)

    room.wait(minutes=59, seconds=58)
    before = room.all_left
    room.wait(seconds=12)

    assert (before, room.all_left) == ([2] * 3, [-10] * 3)
    room.round.refresh_from_db()
    assert room.round.state == RoundState.PUBLISHED


def test_the_stage_says_how_long_and_the_organizer_may_say_otherwise() -> None:
    for room in rooms(round_minutes=45):
        clocks.start(by=room.by, round_=room.round)
        usual = room.left()
        clocks.start(by=room.by, round_=room.round, minutes=10)

        assert (usual, room.left()) == (45 * 60, 600)


@pytest.mark.parametrize("minutes", [0, -5, 601])
def test_a_length_that_is_none_is_refused(room: Room, minutes: int) -> None:
    with pytest.raises(BadInput) as refused:
        clocks.start(by=room.by, round_=room.round, minutes=minutes)

    assert (refused.value.code, refused.value.field) == ("number_out_of_range", "minutes")


def test_without_any_length_the_organizer_is_asked_for_one(room: Room) -> None:
    with pytest.raises(BadInput) as refused:
        clocks.start(by=room.by, round_=room.round)

    assert refused.value.code == "clock_length_missing"


def test_a_pause_stops_all_tables_and_going_on_loses_no_second(room: Room) -> None:
    clocks.start(by=room.by, round_=room.round, minutes=60)
    room.wait(minutes=10)
    clocks.hold(by=room.by, round_=room.round)
    room.wait(minutes=30)
    held = room.all_left
    clocks.resume(by=room.by, round_=room.round)
    room.wait(minutes=1)

    assert (held, room.all_left) == ([50 * 60] * 3, [49 * 60] * 3)


def test_pausing_twice_and_going_on_twice_change_nothing(room: Room) -> None:
    clocks.start(by=room.by, round_=room.round, minutes=60)
    clocks.hold(by=room.by, round_=room.round)
    lines = JournalLine.objects.count()
    clocks.hold(by=room.by, round_=room.round)
    room.wait(minutes=5)
    clocks.resume(by=room.by, round_=room.round)
    clocks.resume(by=room.by, round_=room.round)

    assert (room.left(), JournalLine.objects.count()) == (3600, lines + 1)


def test_minutes_for_all_reach_every_table_and_minutes_for_one_only_that_one(room: Room) -> None:
    clocks.start(by=room.by, round_=room.round, minutes=60)
    clocks.extend(by=room.by, round_=room.round, minutes=5)
    clocks.extend(by=room.by, round_=room.round, minutes=10, table=room.tables[1])
    clocks.extend(by=room.by, round_=room.round, minutes=-15)

    assert room.all_left == [50 * 60, 50 * 60, 60 * 60]


def test_minutes_added_to_a_clock_that_is_held_wait_with_it(room: Room) -> None:
    clocks.start(by=room.by, round_=room.round, minutes=60)
    clocks.hold(by=room.by, round_=room.round)
    clocks.extend(by=room.by, round_=room.round, minutes=5)
    clocks.extend(by=room.by, round_=room.round, minutes=1, table=room.tables[0])
    room.wait(minutes=3)

    assert room.all_left == [65 * 60, 66 * 60, 65 * 60]


def test_more_minutes_after_time_was_up_count_from_now(room: Room) -> None:
    clocks.start(by=room.by, round_=room.round, minutes=10)
    room.wait(minutes=14)
    clocks.extend(by=room.by, round_=room.round, minutes=2, table=room.tables[0])
    one = room.left(room.tables[0])
    clocks.extend(by=room.by, round_=room.round, minutes=5)

    assert (one, room.left(), room.left(room.tables[1])) == (120, 300, 300)


@pytest.mark.parametrize("minutes", [0, 121, -121])
def test_no_minutes_and_hours_of_them_are_refused(room: Room, minutes: int) -> None:
    clocks.start(by=room.by, round_=room.round, minutes=60)

    with pytest.raises(BadInput) as refused:
        clocks.extend(by=room.by, round_=room.round, minutes=minutes)

    assert refused.value.code == "number_out_of_range"


def test_a_table_that_was_held_keeps_what_it_had_when_it_goes_on(room: Room) -> None:
    table = room.tables[0]
    clocks.start(by=room.by, round_=room.round, minutes=60)
    room.wait(minutes=20)
    clocks.hold(by=room.by, round_=room.round, table=table)
    room.wait(minutes=7)
    held = room.all_left
    clocks.resume(by=room.by, round_=room.round, table=table)
    room.wait(minutes=3)
    clocks.hold(by=room.by, round_=room.round)

    assert held == [33 * 60, 40 * 60, 33 * 60]
    assert room.all_left == [30 * 60, 37 * 60, 30 * 60]


def test_a_table_goes_on_by_itself_while_its_round_is_held(room: Room) -> None:
    table = room.tables[0]
    clocks.start(by=room.by, round_=room.round, minutes=60)
    clocks.hold(by=room.by, round_=room.round, table=table)
    clocks.hold(by=room.by, round_=room.round)
    clocks.resume(by=room.by, round_=room.round, table=table)
    room.wait(minutes=10)

    assert room.all_left == [3600, 3000, 3600]


def test_a_table_may_start_where_its_round_has_no_clock(room: Room) -> None:
    clocks.start(by=room.by, round_=room.round, table=room.tables[1], minutes=30)
    room.wait(minutes=1)

    assert room.all_left == [None, None, 29 * 60]


def test_starting_for_all_and_setting_back_make_all_tables_follow_again(room: Room) -> None:
    one, other = room.tables
    clocks.start(by=room.by, round_=room.round, minutes=60)
    clocks.extend(by=room.by, round_=room.round, minutes=10, table=one)
    clocks.hold(by=room.by, round_=room.round, table=other)
    clocks.start(by=room.by, round_=room.round, minutes=40)
    begun = room.all_left
    clocks.extend(by=room.by, round_=room.round, minutes=10, table=one)
    clocks.reset(by=room.by, round_=room.round)

    assert (begun, room.all_left) == ([2400] * 3, [None] * 3)


def test_a_table_that_is_set_back_follows_its_round(room: Room) -> None:
    clocks.start(by=room.by, round_=room.round, minutes=60)
    clocks.extend(by=room.by, round_=room.round, minutes=10, table=room.tables[0])
    clocks.reset(by=room.by, round_=room.round, table=room.tables[0])

    assert room.all_left == [3600] * 3


def test_a_clock_that_nobody_started_cannot_be_held_or_lengthened(room: Room) -> None:
    codes = []
    for table in (None, room.tables[0]):
        for verb in (clocks.hold, clocks.resume):
            with pytest.raises(Refused) as refused:
                verb(by=room.by, round_=room.round, table=table)
            codes.append(refused.value.code)
        with pytest.raises(Refused) as refused:
            clocks.extend(by=room.by, round_=room.round, table=table, minutes=5)
        codes.append(refused.value.code)

    assert codes == ["clock_not_started"] * 6
    assert Clock.objects.count() == 0


def test_two_organizers_who_add_minutes_at_once_add_them_once(room: Room) -> None:
    row = clocks.start(by=room.by, round_=room.round, minutes=60)
    seen = row.version
    clocks.extend(by=room.by, round_=room.round, minutes=5, expected_version=seen)

    with pytest.raises(Conflict) as conflict:
        clocks.extend(by=room.by, round_=room.round, minutes=5, expected_version=seen)

    assert (conflict.value.code, room.left()) == ("clock_changed_meanwhile", 65 * 60)


def test_a_version_is_never_used_twice_also_after_setting_back(room: Room) -> None:
    versions = []
    for _ in range(2):
        versions.append(clocks.start(by=room.by, round_=room.round, minutes=60).version)
        versions.append(clocks.reset(by=room.by, round_=room.round).version)

    assert versions == [1, 2, 3, 4]


def test_every_change_leaves_a_line_that_names_the_table(room: Room) -> None:
    table = room.tables[1]
    clocks.start(by=room.by, round_=room.round, minutes=60)
    clocks.extend(by=room.by, round_=room.round, minutes=5, table=table)
    clocks.hold(by=room.by, round_=room.round)
    clocks.resume(by=room.by, round_=room.round)
    clocks.reset(by=room.by, round_=room.round)

    lines = JournalLine.objects.filter(kind__startswith="clock").order_by("id")
    assert [
        (line.kind, line.payload.get("table"), line.payload.get("minutes")) for line in lines
    ] == [
        ("clock_started", None, 60),
        ("clock_extended", 2, 5),
        ("clock_held", None, None),
        ("clock_resumed", None, None),
        ("clock_reset", None, None),
    ]


def test_a_clock_moves_no_standing(room: Room) -> None:
    stage = room.round.stage
    before = stage.stale_at
    clocks.start(by=room.by, round_=room.round, minutes=60)

    stage.refresh_from_db()
    assert stage.stale_at == before


def test_a_round_that_is_not_played_has_no_clock(room: Room) -> None:
    clocks.start(by=room.by, round_=room.round, minutes=60)
    Round.objects.filter(pk=room.round.pk).update(state=RoundState.CLOSED)

    with pytest.raises(Refused) as refused:
        clocks.extend(by=room.by, round_=room.round, minutes=5)

    assert (refused.value.code, room.all_left) == ("not_playing_now", [None] * 3)


def test_nobody_sets_the_clock_of_an_event_that_is_over(room: Room) -> None:
    event = room.round.stage.event
    event.state = EventState.FINISHED
    event.save()

    with pytest.raises(Refused) as refused:
        clocks.start(by=room.by, round_=room.round, minutes=5)

    assert refused.value.code == "event_over"


def test_a_table_of_another_round_is_not_there(room: Room) -> None:
    other = factories.table(factories.round_(room.round.stage), [])

    with pytest.raises(NotFound):
        clocks.start(by=room.by, round_=room.round, table=other, minutes=5)


def test_a_visitor_reads_the_clock_and_cannot_touch_it(room: Room) -> None:
    clocks.start(by=room.by, round_=room.round, minutes=60)

    with pytest.raises(NotAllowed):
        clocks.hold(by=ANONYMOUS, round_=room.round)

    face = reading.of_round(ANONYMOUS, room.round).face
    assert face is not None
    assert face.ends_at == EIGHT + timedelta(hours=1)


def test_the_clock_of_a_hidden_club_is_not_there_for_strangers() -> None:
    club = factories.club(visibility=Visibility.MEMBERS)
    for room in rooms(of=factories.event(club)):
        clocks.start(by=room.by, round_=room.round, minutes=60)

        assert reading.of_round(room.by, room.round).face is not None
        assert reading.of_round(ANONYMOUS, room.round).face is None


@pytest.mark.parametrize(
    ("fields", "left"),
    [
        ({"round_minutes": 50, "clock_starts": True}, 3000),
        ({"round_minutes": 50}, None),
        ({"clock_starts": True}, None),
    ],
)
def test_publishing_starts_the_clock_if_the_stage_says_so(
    fields: dict[str, Any], left: int | None
) -> None:
    stage, _, by = setting(8, **fields)
    with time_machine.travel(EIGHT, tick=False):
        seating = seatings.draw(by=by, stage=stage)
        seatings.publish(by=by, seating=seating)

        face = reading.of_round(by, seating.round).face
        assert (face.left_at(EIGHT) if face else None) == left


def test_a_round_that_is_published_again_does_not_go_on_with_the_old_clock() -> None:
    stage, _, by = setting(8)
    seating = seatings.draw(by=by, stage=stage)
    seatings.publish(by=by, seating=seating)
    clocks.start(by=by, round_=seating.round, minutes=60)
    seatings.withdraw(by=by, round_=seating.round)
    again = seatings.draw(by=by, stage=stage)
    seatings.publish(by=by, seating=again)

    assert reading.of_round(by, again.round).face is None


@pytest.mark.parametrize("minutes", [0, 601])
def test_a_stage_takes_only_sensible_lengths(minutes: int) -> None:
    stage, _, by = setting(0)

    with pytest.raises(BadInput) as refused:
        stages.change(by=by, stage=stage, expected_version=1, round_minutes=minutes)

    assert (refused.value.code, refused.value.field) == ("number_out_of_range", "round_minutes")


def test_the_length_of_a_round_changes_without_moving_a_standing() -> None:
    stage, _, by = setting(0)
    changed = stages.change(
        by=by, stage=stage, expected_version=1, round_minutes=75, clock_starts=True
    )

    assert (changed.round_minutes, changed.clock_starts, changed.stale_at) == (75, True, 0)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0:00"), (-3, "0:00"), (5, "0:05"), (425, "7:05"), (3599, "59:59"), (4025, "1:07:05")],
)
def test_a_clock_writes_minutes_and_seconds_and_hours_where_there_are_any(
    seconds: int, words: str
) -> None:
    assert reading.spelled(seconds) == words


def test_every_table_of_open_play_has_its_own_clock_if_the_stage_says_so() -> None:
    stage, people, by = setting(8, mode=StageMode.OPEN_PLAY, round_minutes=40, clock_starts=True)
    with time_machine.travel(EIGHT, tick=False) as hand:
        first = open_play.form_table(by=by, stage=stage, entries=people[:4])
        hand.shift(timedelta(minutes=15))
        second = open_play.form_table(by=by, stage=stage, entries=people[4:])
        found = reading.of_round(by, first.seating.round)
        left = [found.of(table.pk) for table in (first, second)]

        assert found.face is None
        assert [face.left_at(datetime.now(UTC)) for face in left if face] == [25 * 60, 40 * 60]
