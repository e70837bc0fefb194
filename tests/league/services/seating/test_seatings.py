"""Seatings from the draft to the last round, and back again."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from league.core.actors import Actor
from league.core.enums import (
    EntryState,
    EventState,
    RecordState,
    Role,
    RoundEntryState,
    RoundState,
    SeatingState,
    StageMode,
)
from league.core.errors import BadInputs, Conflict, LeagueError, NotAllowed, Refused
from league.models import (
    Entry,
    MatchRecord,
    Round,
    RoundEntry,
    Seat,
    Seating,
    Stage,
    Table,
    TableLink,
)
from league.queries.standings import standings
from league.services.evening import dropouts, entries, rounds
from league.services.records import records, voids
from league.services.seating import seatings
from tests import factories

pytestmark = pytest.mark.django_db


# Free fields of the stage, as the factory takes them.
def setting(count: int, **stage: Any) -> tuple[Stage, list[Entry], Actor]:
    """A stage with ``count`` people in the room, and its organizer."""
    at = factories.stage(**stage)
    people = [factories.entry(at.event) for _ in range(count)]
    return at, people, factories.actor(Role.ORGANIZER, at.event.club)


def exactly(low: int, high: int, count: int, **stage: Any) -> tuple[Stage, list[Entry], Actor]:
    """The same where the game is for ``low`` to ``high`` players."""
    event = factories.event()
    game = factories.free_game(event.club, name="Copper Kettle", seats=[low, high])
    at = factories.stage(event, ruleset=game, **stage)
    people = [factories.entry(event) for _ in range(count)]
    return at, people, factories.actor(Role.ORGANIZER, event.club)


def sizes(seating: Seating) -> list[int]:
    return sorted((table.seats.count() for table in seating.tables.all()), reverse=True)


def enter(by: Actor, table: Table, places: list[int] | None = None) -> MatchRecord:
    """The organizer writes a result down: the first seat wins unless told otherwise."""
    table = Table.objects.select_related("seating__round__stage__event").get(pk=table.pk)
    seats = table.seats.count()
    points = [10 * (seats - place) for place in places or range(1, seats + 1)]
    return records.submit(
        by=by,
        table=table,
        data={"seats": [{"points": value} for value in points]},
        expected_version=table.record_version,
    )


def play(by: Actor, seating: Seating) -> None:
    for table in seating.tables.order_by("number"):
        enter(by, table)


def round_of(by: Actor, stage: Stage, seed: int = 1) -> Seating:
    """Draws and publishes the next round."""
    return seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage, seed=seed))


def codes(error: LeagueError) -> set[str]:
    return {one.code for one in error.errors} if isinstance(error, BadInputs) else {error.code}


# --- drawing ----------------------------------------------------------------------------


def test_seventeen_people_sit_at_one_table_of_five_and_three_of_four() -> None:
    stage, people, by = setting(17)

    seating = seatings.draw(by=by, stage=stage, seed=7)

    assert sizes(seating) == [5, 4, 4, 4]
    assert sorted(seating.seats.values_list("entry", flat=True)) == [row.pk for row in people]
    assert [table.number for table in seating.tables.all()] == [1, 2, 3, 4]


def test_the_same_seed_draws_the_same_tables() -> None:
    stage, _, by = setting(12)
    first = seatings.draw(by=by, stage=stage, seed=5)
    before = list(first.seats.order_by("entry").values_list("entry", "table__number", "position"))

    again = seatings.redraw(by=by, seating=first, seed=5)

    after = list(again.seats.order_by("entry").values_list("entry", "table__number", "position"))
    assert after == before


def test_only_people_in_the_room_are_seated() -> None:
    stage, people, by = setting(9)
    entries.set_present(by=by, event=stage.event, entries=[people[0].pk], present=False)

    seating = seatings.draw(by=by, stage=stage)

    assert sizes(seating) == [4, 4]
    assert not seating.seats.filter(entry=people[0]).exists()


def test_the_first_draw_begins_the_event() -> None:
    stage, _, by = setting(4)
    stage.event.state = EventState.PLANNED
    stage.event.save()

    seatings.draw(by=by, stage=stage)

    stage.event.refresh_from_db()
    assert stage.event.state == EventState.RUNNING


def test_two_requested_byes_leave_seven_at_two_tables_and_come_back_next_round() -> None:
    stage, people, by = setting(9, size_min=3, size_max=4)
    for row in people[:2]:
        entries.request_bye(by=by, entry=row, wants=True)

    first = round_of(by, stage)

    assert sizes(first) == [4, 3]
    outside = first.seats.filter(table__isnull=True).order_by("entry")
    assert [(seat.entry_id, seat.state) for seat in outside] == [
        (people[0].pk, "requested_bye"),
        (people[1].pk, "requested_bye"),
    ]
    play(by, first)
    second = round_of(by, stage)
    assert sizes(second) == [3, 3, 3]


def test_nobody_sits_out_twice_before_everybody_did_once() -> None:
    stage, _, by = exactly(4, 4, 9)
    sat_out = []

    for number in range(1, 6):
        seating = round_of(by, stage, seed=number)
        sat_out += list(seating.seats.filter(state="bye").values_list("entry", flat=True))
        play(by, seating)

    assert len(sat_out) == len(set(sat_out)) == 5


def test_the_lowest_ranked_player_without_a_bye_sits_out() -> None:
    stage, _, by = exactly(4, 4, 9)
    first = round_of(by, stage)
    bye = first.seats.get(state="bye").entry_id
    play(by, first)
    last_places = set(
        Seat.objects.filter(table__seating=first, position=4).values_list("entry", flat=True)
    )

    second = seatings.draw(by=by, stage=stage)

    out = second.seats.get(state="bye").entry_id
    assert out != bye
    assert out in last_places


def test_pairs_who_met_are_kept_apart_when_there_is_room() -> None:
    stage, _, by = exactly(4, 4, 16)
    met: list[tuple[int, int]] = []

    for number in range(1, 4):
        seating = round_of(by, stage, seed=number)
        for table in seating.tables.all():
            people = sorted(table.seats.values_list("entry", flat=True))
            met += combinations(people, 2)
        play(by, seating)

    assert len(met) == len(set(met))


def test_pairs_who_met_earlier_in_the_season_are_kept_apart_too() -> None:
    season = factories.season()
    club = season.club
    people = [factories.player() for _ in range(8)]
    by = factories.actor(Role.ORGANIZER, club)
    game = factories.free_game(club, name="Copper Kettle", seats=[2, 2])
    pairs: list[tuple[int, int]] = []

    for evening in range(1, 5):
        event = factories.event(club, season=season)
        stage = factories.stage(event, ruleset=game, size_preferred=2)
        for player in people:
            factories.entry(event, player)
        seating = round_of(by, stage, seed=evening)
        for table in seating.tables.all():
            pairs.append(tuple(sorted(table.seats.values_list("entry__player", flat=True))))  # type: ignore[arg-type]

    assert len(pairs) == len(set(pairs)) == 16


def test_a_count_that_fits_no_table_leaves_nothing_behind() -> None:
    stage, _, by = exactly(3, 3, 2)

    with pytest.raises(Refused) as refused:
        seatings.draw(by=by, stage=stage)

    assert codes(refused.value) == {"seating_too_few"}
    assert Round.objects.count() == 0
    factories.entry(stage.event)
    assert sizes(seatings.draw(by=by, stage=stage)) == [3]


def test_a_failed_draw_leaves_the_round_before_as_it_was() -> None:
    stage, people, by = exactly(3, 3, 6)
    first = round_of(by, stage)
    play(by, first)
    for row in people[:4]:
        dropouts.drop(by=by, entry=row)

    with pytest.raises(Refused):
        seatings.draw(by=by, stage=stage)

    assert list(stage.rounds.values_list("number", "state")) == [(1, "published")]


def test_a_stored_schedule_for_another_number_is_refused_with_both_numbers() -> None:
    stage, _, by = setting(20)
    schedule = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]]

    with pytest.raises(Refused) as refused:
        seatings.draw(by=by, stage=stage, method="fixed", schedule=schedule)

    assert codes(refused.value) == {"seating_schedule_players"}
    assert dict(refused.value.params) == {"planned": 16, "present": 20}
    assert Round.objects.count() == 0


def test_a_second_draw_of_the_same_round_is_told_that_it_exists() -> None:
    stage, _, by = setting(8)
    seatings.draw(by=by, stage=stage)

    with pytest.raises(Conflict) as refused:
        seatings.draw(by=by, stage=stage)

    assert refused.value.code == "already_drawn"
    assert Round.objects.count() == 1


def test_a_draw_sent_twice_under_one_key_happens_once() -> None:
    stage, _, by = setting(8)

    first = seatings.draw(by=by, stage=stage, key="form-1")
    second = seatings.draw(by=by, stage=stage, key="form-1")

    assert first == second
    assert Seating.objects.count() == 1


def test_drawing_and_publishing_under_one_key_happens_once() -> None:
    stage, _, by = setting(8)

    first = seatings.draw_and_publish(by=by, stage=stage, key="tap")
    again = seatings.draw_and_publish(by=by, stage=stage, key="tap")

    assert again == first
    assert list(Seating.objects.values_list("state", flat=True)) == [SeatingState.PUBLISHED]


def test_a_draw_for_a_round_that_is_seated_already_is_a_conflict() -> None:
    stage, _, by = setting(8)
    play(by, round_of(by, stage))
    play(by, round_of(by, stage))

    with pytest.raises(Conflict) as refused:
        seatings.draw(by=by, stage=stage, number=2)

    assert refused.value.code == "round_exists"


def test_the_next_round_names_the_tables_that_are_missing() -> None:
    stage, _, by = exactly(4, 4, 12)
    first = round_of(by, stage)
    tables = list(first.tables.order_by("number"))
    enter(by, tables[0])
    enter(by, tables[2])

    with pytest.raises(Refused) as refused:
        seatings.draw(by=by, stage=stage)

    assert refused.value.code == "results_missing"
    assert dict(refused.value.params) == {"count": 1, "tables": "2"}
    second = seatings.draw(by=by, stage=stage, accept_missing=True)
    assert second.round.number == 2
    assert stage.rounds.get(number=1).state == RoundState.CLOSED


def test_locked_tables_and_seats_survive_a_new_draw() -> None:
    stage, _, by = setting(12)
    draft = seatings.draw(by=by, stage=stage, seed=1)
    one, two = draft.tables.order_by("number")[:2]
    kept = list(one.seats.order_by("position").values_list("entry", "position"))
    held = two.seats.order_by("position").first()
    assert held is not None
    seatings.set_lock(by=by, seating=draft, table=one, locked=True)
    seatings.set_lock(by=by, seating=draft, entry=held.entry, locked=True)

    again = seatings.redraw(by=by, seating=draft, seed=99)

    table = again.tables.get(number=1)
    assert list(table.seats.order_by("position").values_list("entry", "position")) == kept
    assert table.is_locked
    seat = again.seats.get(entry=held.entry)
    assert (seat.table.number if seat.table else None, seat.is_locked) == (2, True)


def test_the_organizer_may_choose_the_sizes() -> None:
    stage, _, by = setting(12)

    seating = seatings.draw(by=by, stage=stage, sizes=[6, 6])

    assert sizes(seating) == [6, 6]


def test_by_standings_the_best_of_round_one_meet_in_round_two() -> None:
    stage, _, by = exactly(4, 4, 16, method="swiss")
    first = round_of(by, stage)
    play(by, first)
    winners = set(first.seats.filter(position=1).values_list("entry", flat=True))

    second = seatings.draw(by=by, stage=stage)

    top = set(second.tables.get(number=1).seats.values_list("entry", flat=True))
    assert top == winners


# --- publishing -------------------------------------------------------------------------


def test_publishing_gives_links_open_seats_and_a_line_for_everybody() -> None:
    stage, people, by = exactly(4, 4, 9)
    entries.set_present(by=by, event=stage.event, entries=[people[8].pk], present=False)
    factories.entry(stage.event, state=EntryState.DROPPED, is_present=False)

    seating = round_of(by, stage)

    assert TableLink.objects.filter(table__seating=seating).count() == 2
    assert seating.seats.filter(is_open=True).count() == 8
    lines = RoundEntry.objects.filter(round=seating.round).order_by("entry")
    assert [line.state for line in lines] == ["seated"] * 8 + ["absent"]


def test_somebody_who_came_after_the_draft_stops_its_publication() -> None:
    stage, _, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)
    late = entries.add_guest(by=by, event=stage.event, name="Nora Quill")

    with pytest.raises(Refused) as refused:
        seatings.publish(by=by, seating=draft)

    assert refused.value.code == "seating_not_seated"
    assert dict(refused.value.params) == {"count": 1, "players": "Nora Quill"}
    seatings.give_bye(by=by, seating=draft, entry=late)
    published = seatings.publish(by=by, seating=draft)
    assert published.seats.get(entry=late).state == RoundEntryState.BYE


def test_somebody_who_left_after_the_draft_stops_its_publication() -> None:
    stage, people, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)
    dropouts.drop(by=by, entry=people[0])

    with pytest.raises(Refused) as refused:
        seatings.publish(by=by, seating=draft)

    assert refused.value.code == "seating_player_unknown"
    assert sizes(seatings.redraw(by=by, seating=draft)) == [4, 3]


def test_an_old_version_of_the_draft_is_not_published() -> None:
    stage, _, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)
    seen = draft.version
    seatings.redraw(by=by, seating=draft)

    with pytest.raises(Conflict) as refused:
        seatings.publish(by=by, seating=draft, expected_version=seen)

    assert refused.value.code == "changed_meanwhile"


def test_publishing_twice_is_a_conflict_and_makes_nothing_twice() -> None:
    stage, _, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)
    seatings.publish(by=by, seating=draft)

    with pytest.raises(Conflict) as refused:
        seatings.publish(by=by, seating=draft)

    assert refused.value.code == "already_published"
    assert RoundEntry.objects.count() == 8


def test_more_tables_of_a_game_than_copies_are_refused_by_name() -> None:
    stage, _, by = setting(8)
    box = stage.ruleset.club_game
    draft = seatings.draw(by=by, stage=stage)
    box.copies = 1
    box.save()

    with pytest.raises(Refused) as refused:
        seatings.publish(by=by, seating=draft)

    assert refused.value.code == "copies_short"


def test_a_draft_that_is_thrown_away_leaves_no_round() -> None:
    stage, _, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)

    seatings.discard(by=by, seating=draft)

    assert (Round.objects.count(), Seating.objects.count()) == (0, 0)


def test_outsiders_and_scorekeepers_cannot_seat() -> None:
    stage, _, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)
    outsider = factories.actor(Role.ORGANIZER, factories.club())
    scorekeeper = factories.actor(Role.SCOREKEEPER, stage.event)

    for actor in (outsider, scorekeeper):
        with pytest.raises(NotAllowed):
            seatings.draw(by=actor, stage=stage)
        with pytest.raises(NotAllowed):
            seatings.publish(by=actor, seating=draft)
        with pytest.raises(NotAllowed):
            seatings.withdraw(by=actor, round_=draft.round)
        with pytest.raises(NotAllowed):
            rounds.close(by=actor, round_=draft.round)


# --- withdrawing ------------------------------------------------------------------------


def test_a_round_without_results_is_withdrawn_at_once_and_brought_back_whole() -> None:
    stage, _, by = exactly(4, 4, 9)
    seating = round_of(by, stage)
    before = list(
        seating.seats.order_by("entry").values_list("entry", "table", "position", "state")
    )
    lines = list(RoundEntry.objects.order_by("entry").values_list("entry", "state"))

    seatings.withdraw(by=by, round_=seating.round)
    assert RoundEntry.objects.count() == 0
    assert not Seat.objects.filter(is_open=True).exists()
    restored = seatings.restore(by=by, round_=seating.round)

    assert restored == seating
    after = list(
        restored.seats.order_by("entry").values_list("entry", "table", "position", "state")
    )
    assert after == before
    assert list(RoundEntry.objects.order_by("entry").values_list("entry", "state")) == lines
    assert restored.seats.filter(is_open=True).count() == 8


def test_who_asked_to_sit_out_a_round_asks_still_once_it_is_withdrawn_until_it_is_back() -> None:
    stage, people, by = setting(9, size_min=3, size_max=4)
    entries.request_bye(by=by, entry=people[0], wants=True)
    round_ = round_of(by, stage).round

    def asks() -> bool:
        return Entry.objects.get(pk=people[0].pk).wants_bye

    seatings.withdraw(by=by, round_=round_)
    withdrawn = asks()
    seatings.restore(by=by, round_=round_)

    assert (withdrawn, asks()) == (True, False)


def test_withdrawing_a_round_with_results_names_them_first_and_undo_brings_them_back() -> None:
    stage, _, by = setting(8)
    seating = round_of(by, stage)
    first, second = seating.tables.order_by("number")
    enter(by, first)
    kept = MatchRecord.objects.get(state=RecordState.CONFIRMED)

    with pytest.raises(Refused) as refused:
        seatings.withdraw(by=by, round_=seating.round)
    assert (refused.value.code, refused.value.params["tables"]) == ("withdraw_has_records", "1")
    seatings.withdraw(by=by, round_=seating.round, accept_records=True)
    assert not MatchRecord.objects.filter(state=RecordState.CONFIRMED).exists()
    seatings.restore(by=by, round_=seating.round)

    again = MatchRecord.objects.get(state=RecordState.CONFIRMED)
    assert (again.table_id, again.outcome) == (first.pk, kept.outcome)
    assert second.seats.filter(is_open=True).count() == 4
    assert first.seats.filter(is_open=True).count() == 0


def test_undo_does_not_bring_back_a_result_that_was_voided_before() -> None:
    stage, _, by = setting(8)
    seating = round_of(by, stage)
    first, _ = seating.tables.order_by("number")
    record = enter(by, first)
    voids.void(by=by, record=record, reason="wrong table")

    seatings.withdraw(by=by, round_=seating.round)
    seatings.restore(by=by, round_=seating.round)

    assert not MatchRecord.objects.filter(state=RecordState.CONFIRMED).exists()


def test_a_middle_round_cannot_be_withdrawn() -> None:
    stage, _, by = setting(8)
    first = round_of(by, stage)
    play(by, first)
    round_of(by, stage)

    with pytest.raises(Refused) as refused:
        seatings.withdraw(by=by, round_=first.round)

    assert (refused.value.code, refused.value.params["round"]) == ("later_round_exists", 2)


def test_a_withdrawn_round_is_drawn_again_under_its_number() -> None:
    stage, _, by = setting(8)
    seating = round_of(by, stage)
    seatings.withdraw(by=by, round_=seating.round)

    again = round_of(by, stage, seed=4)

    assert (again.round, again.number) == (seating.round, 2)
    assert Seating.objects.filter(state=SeatingState.PUBLISHED).count() == 1


def test_after_withdrawing_a_round_the_standing_is_that_of_the_round_before() -> None:
    stage, _, by = setting(8)
    play(by, round_of(by, stage))
    stage.refresh_from_db()
    before = standings.scores(stage)
    second = round_of(by, stage)
    play(by, second)
    during = standings.scores(stage)

    seatings.withdraw(by=by, round_=second.round, accept_records=True)

    assert standings.scores(stage) == before
    seatings.restore(by=by, round_=second.round)
    assert standings.scores(stage) == during != before


def test_a_round_closes_only_when_its_results_are_in_and_opens_again() -> None:
    stage, _, by = setting(8)
    seating = round_of(by, stage)
    tables = list(seating.tables.order_by("number"))
    enter(by, tables[0])

    with pytest.raises(Refused) as refused:
        rounds.close(by=by, round_=seating.round)
    assert refused.value.params["tables"] == "2"
    closed = rounds.close(by=by, round_=seating.round, accept_missing=True)
    assert (closed.state, Seat.objects.filter(is_open=True).count()) == (RoundState.CLOSED, 0)
    opened = rounds.reopen(by=by, round_=seating.round)

    assert opened.state == RoundState.PUBLISHED
    assert set(Seat.objects.filter(is_open=True).values_list("table", flat=True)) == {tables[1].pk}


def test_finishing_closes_the_round_and_throws_away_an_unpublished_draft() -> None:
    stage, _, by = setting(8)
    play(by, round_of(by, stage))
    seatings.draw(by=by, stage=stage)

    event = rounds.finish(by=by, event=stage.event)

    assert event.state == EventState.FINISHED
    assert list(stage.rounds.values_list("number", "state")) == [(1, "closed")]


def test_finishing_names_the_tables_without_a_result() -> None:
    stage, _, by = setting(8)
    round_of(by, stage)

    with pytest.raises(Refused) as refused:
        rounds.finish(by=by, event=stage.event)

    assert (refused.value.code, refused.value.params["tables"]) == ("results_missing", "1, 2")
    stage.event.refresh_from_db()
    assert stage.event.state == EventState.RUNNING


def test_open_play_has_no_rounds_to_draw() -> None:
    stage, _, by = setting(8, mode=StageMode.OPEN_PLAY)

    with pytest.raises(Refused) as refused:
        seatings.draw(by=by, stage=stage)

    assert refused.value.code == "mode_is_open_play"
