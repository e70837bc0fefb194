"""Open play: tables form one by one from whoever is free."""

from __future__ import annotations

import pytest

from league.core.enums import EventState, RoundEntryState, RoundState, StageMode
from league.core.errors import BadInput, NotFound, Refused
from league.models import Entry, Round, RoundEntry, Seat, Seating, Table, TableLink
from league.queries.evening import desk, open_play
from league.services.evening import dropouts, entries, rounds
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import enter, setting

pytestmark = pytest.mark.django_db


def people_at(table: Table) -> list[Entry]:
    return [seat.entry for seat in table.seats.order_by("position")]


def test_the_first_tables_make_the_one_rolling_round() -> None:
    stage, _, by = setting(9, mode=StageMode.OPEN_PLAY)

    tables = seatings.form_tables(by=by, stage=stage)

    assert sorted(table.seats.count() for table in tables) == [4, 5]
    round_ = Round.objects.get()
    assert (round_.is_rolling, round_.state) == (True, RoundState.PUBLISHED)
    assert TableLink.objects.count() == 2
    assert Seat.objects.filter(is_open=True, is_rolling=True).count() == 9
    assert RoundEntry.objects.count() == 0


def test_a_closed_record_frees_its_people_for_the_next_table() -> None:
    stage, _, by = setting(8, mode=StageMode.OPEN_PLAY)
    first, second = seatings.form_tables(by=by, stage=stage)
    assert open_play.free(stage) == []
    enter(by, first)
    late = entries.add_guest(by=by, event=stage.event, name="Nora Quill")

    free = [row.entry for row in open_play.free(stage)]
    third = seatings.form_tables(by=by, stage=stage)

    assert free[0] == late
    assert {entry.pk for entry in free} == {late.pk, *(e.pk for e in people_at(first))}
    assert [table.number for table in third] == [3]
    assert {e.pk for e in people_at(third[0])} == {entry.pk for entry in free}
    assert Seating.objects.count() == 1
    assert second.seats.filter(is_open=True).count() == 4


def test_who_played_least_comes_first_when_one_copy_is_free() -> None:
    stage, people, by = setting(8, mode=StageMode.OPEN_PLAY)
    box = stage.ruleset.club_game
    box.copies = 1
    box.save()
    first = seatings.form_table(by=by, stage=stage, entries=people[:4])
    enter(by, first)

    (second,) = seatings.form_tables(by=by, stage=stage)

    assert {entry.pk for entry in people[4:]} <= {entry.pk for entry in people_at(second)}


def test_nobody_sits_at_two_open_tables() -> None:
    stage, people, by = setting(8, mode=StageMode.OPEN_PLAY)
    seatings.form_table(by=by, stage=stage, entries=people[:4])

    with pytest.raises(Refused) as refused:
        seatings.form_table(by=by, stage=stage, entries=people[3:7])

    assert refused.value.code == "already_playing"
    assert dict(refused.value.params) == {"name": people[3].player.name, "table": 1}
    assert Table.objects.count() == 1


def test_the_same_person_twice_or_a_stranger_makes_no_table() -> None:
    stage, people, by = setting(4, mode=StageMode.OPEN_PLAY)
    stranger = factories.entry(factories.event())

    with pytest.raises(BadInput) as twice:
        seatings.form_table(by=by, stage=stage, entries=[people[0], people[1], people[0]])
    with pytest.raises(NotFound):
        seatings.form_table(by=by, stage=stage, entries=[people[0], stranger])
    with pytest.raises(BadInput) as alone:
        seatings.form_table(by=by, stage=stage, entries=people[:1])

    assert (twice.value.code, alone.value.code) == ("seating_player_twice", "ruleset_wrong_size")
    assert Table.objects.count() == 0


def test_more_tables_than_copies_are_refused() -> None:
    stage, people, by = setting(8, mode=StageMode.OPEN_PLAY)
    box = stage.ruleset.club_game
    box.copies = 1
    box.save()
    seatings.form_table(by=by, stage=stage, entries=people[:4])

    with pytest.raises(Refused) as refused:
        seatings.form_table(by=by, stage=stage, entries=people[4:])

    assert refused.value.code == "copies_short"


def test_a_table_formed_by_mistake_is_taken_back_until_something_is_reported() -> None:
    stage, people, by = setting(8, mode=StageMode.OPEN_PLAY)
    first = seatings.form_table(by=by, stage=stage, entries=people[:4])
    second = seatings.form_table(by=by, stage=stage, entries=people[4:])
    enter(by, second)

    seatings.disband(by=by, table=first)
    with pytest.raises(Refused) as refused:
        seatings.disband(by=by, table=second)

    assert refused.value.code == "table_has_record"
    assert len(open_play.free(stage)) == 8


def test_a_closed_round_stays_when_its_last_table_is_taken_back() -> None:
    stage, people, by = setting(4, mode=StageMode.OPEN_PLAY)
    table = seatings.form_table(by=by, stage=stage, entries=people)
    rounds.close(by=by, round_=stage.rounds.get(), accept_missing=True)

    seatings.disband(by=by, table=table)

    assert [row.state for row in stage.rounds.all()] == ["closed"]


def test_who_leaves_an_open_table_frees_the_seat() -> None:
    stage, people, by = setting(5, mode=StageMode.OPEN_PLAY)
    table = seatings.form_table(by=by, stage=stage, entries=people)

    dropouts.drop(by=by, entry=people[1])

    assert [seat.position for seat in table.seats.order_by("position")] == [1, 2, 3, 4]
    assert people[1] not in people_at(table)


def test_rounds_of_open_play_end_with_the_event() -> None:
    stage, people, by = setting(4, mode=StageMode.OPEN_PLAY)
    enter(by, seatings.form_table(by=by, stage=stage, entries=people))

    event = rounds.finish(by=by, event=stage.event)

    assert event.state == EventState.FINISHED
    assert Round.objects.get().state == RoundState.CLOSED


def test_tables_do_not_form_one_by_one_in_a_stage_of_rounds() -> None:
    stage, people, by = setting(4)

    with pytest.raises(Refused) as refused:
        seatings.form_table(by=by, stage=stage, entries=people)

    assert refused.value.code == "mode_is_rounds"


def test_the_desk_of_open_play_counts_who_is_free() -> None:
    stage, _, by = setting(9, mode=StageMode.OPEN_PLAY)

    before = desk.next_action(by, stage.event)
    seatings.form_tables(by=by, stage=stage)
    after = desk.next_action(by, stage.event)

    tables = [row.number for row in Table.objects.order_by("number")]
    assert (before.code, before.count) == ("form", 9)
    assert (after.code, list(after.tables)) == ("results", tables)


def test_open_play_is_finished_next_when_nobody_plays_and_nobody_is_free() -> None:
    stage, people, by = setting(4, mode=StageMode.OPEN_PLAY)
    enter(by, seatings.form_table(by=by, stage=stage, entries=people))
    for row in people:
        dropouts.drop(by=by, entry=row)

    step = desk.next_action(by, stage.event)

    assert (step.code, step.tables) == ("next", ())


def test_nobody_is_marked_as_absent_where_there_are_no_rounds() -> None:
    stage, people, by = setting(4, mode=StageMode.OPEN_PLAY)
    table = seatings.form_table(by=by, stage=stage, entries=people)

    with pytest.raises(Refused) as refused:
        rounds.mark(
            by=by, round_=table.seating.round, entry=people[0], state=RoundEntryState.ABSENT
        )

    assert refused.value.code == "mode_is_open_play"
    assert table.seats.count() == 4
