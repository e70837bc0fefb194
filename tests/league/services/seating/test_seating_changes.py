"""Changes by hand: moves, swaps, late players, games at tables."""

from __future__ import annotations

import pytest

from league.core.enums import EntryState, RecordState, Role, RoundEntryState, RoundState
from league.core.errors import BadInputs, Conflict, LeagueError, NotAllowed, NotFound, Refused
from league.models import Entry, MatchRecord, RoundEntry, Seat, Seating, Table
from league.services.evening import dropouts, entries, rounds
from league.services.records import voids
from league.services.seating import seatings
from league.words.sentences import sentence
from tests import factories
from tests.league.services.seating.test_seatings import enter, exactly, round_of, setting, sizes

pytestmark = pytest.mark.django_db


def at(seating: Seating, table: int, position: int) -> Entry:
    return seating.seats.get(table__number=table, position=position).entry


def table_of(seating: Seating, number: int) -> Table:
    return seating.tables.get(number=number)


def is_whole(seating: Seating) -> bool:
    """Everybody once, and the seats of every table numbered from 1 without a gap."""
    seats = list(seating.seats.values_list("entry", flat=True))
    numbered = all(
        list(table.seats.order_by("position").values_list("position", flat=True))
        == list(range(1, table.seats.count() + 1))
        for table in seating.tables.all()
    )
    return numbered and len(seats) == len(set(seats))


def test_a_move_takes_the_last_seat_and_closes_the_gap() -> None:
    stage, _, by = setting(9)
    draft = seatings.draw(by=by, stage=stage)
    five = next(table for table in draft.tables.all() if table.seats.count() == 5)
    four = next(table for table in draft.tables.all() if table.seats.count() == 4)
    entry = at(draft, five.number, 2)

    moved = seatings.move(
        by=by, seating=draft, entry=entry, table=four, expected_version=draft.version
    )

    seat = moved.seats.get(entry=entry)
    assert (seat.table, seat.position) == (four, 5)
    assert (is_whole(moved), moved.version) == (True, 2)


def test_a_player_is_never_at_two_tables_by_moving() -> None:
    stage, people, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)

    for _ in range(2):
        seatings.move(by=by, seating=draft, entry=people[0], table=table_of(draft, 2))

    assert Seat.objects.filter(seating=draft, entry=people[0]).count() == 1
    assert is_whole(draft)


def test_publication_names_every_fault_of_a_hand_made_draft() -> None:
    stage, _people, by = exactly(3, 4, 7)
    draft = seatings.draw(by=by, stage=stage)
    three = next(table for table in draft.tables.all() if table.seats.count() == 3)
    gone = at(draft, three.number, 1)
    seatings.give_bye(by=by, seating=draft, entry=gone)
    entries.add_guest(by=by, event=stage.event, name="Nora Quill")

    with pytest.raises(BadInputs) as refused:
        seatings.publish(by=by, seating=draft)

    assert refused.value.status == 409
    codes = {error.code for error in refused.value.errors}
    assert codes == {"seating_not_seated", "seating_size_not_allowed"}
    words = " ".join(sentence(error) for error in refused.value.errors)
    assert "1 not seated: Nora Quill. Draw again or give a bye." in words
    assert f"Table {three.number} has 2 players; its game is for 3 to 4." in words


def test_whoever_left_or_waits_for_a_place_gets_neither_a_seat_nor_a_bye() -> None:
    stage, people, by = setting(8)
    seating = round_of(by, stage)
    dropouts.drop(by=by, entry=people[0])
    expelled = people[1]
    dropouts.disqualify(by=by, entry=expelled, keep_results=True, reason="left in anger")
    waiting = factories.entry(stage.event, state=EntryState.WAITING)
    table = seating.tables.order_by("number")[0]
    before = list(RoundEntry.objects.order_by("pk").values_list("entry", "state"))

    refused = []
    for entry in (people[0], waiting, expelled):
        with pytest.raises(Refused) as to_table:
            seatings.move(by=by, seating=seating, entry=entry, table=table)
        refused.append(to_table.value.code)
    with pytest.raises(Refused) as to_bye:
        seatings.give_bye(by=by, seating=seating, entry=waiting)

    assert [*refused, to_bye.value.code] == ["not_registered"] * 4
    assert list(RoundEntry.objects.order_by("pk").values_list("entry", "state")) == before


def test_a_full_table_takes_nobody_and_a_locked_one_stays() -> None:
    stage, _, by = exactly(3, 4, 8)
    draft = seatings.draw(by=by, stage=stage)
    entry = at(draft, 1, 1)

    with pytest.raises(Refused) as full:
        seatings.move(by=by, seating=draft, entry=entry, table=table_of(draft, 2))
    seatings.set_lock(by=by, seating=draft, table=table_of(draft, 1), locked=True)
    with pytest.raises(Refused) as locked:
        seatings.swap(by=by, seating=draft, entry_a=entry, entry_b=at(draft, 2, 1))
    with pytest.raises(Refused) as outside:
        seatings.give_bye(by=by, seating=draft, entry=entry)

    assert full.value.code == "change_table_full"
    assert (locked.value.code, outside.value.code) == ("change_table_locked",) * 2


def test_a_swap_exchanges_two_seats_and_nothing_else() -> None:
    stage, _, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)
    a, b = at(draft, 1, 2), at(draft, 2, 3)
    before = {seat.entry_id: (seat.table_id, seat.position) for seat in draft.seats.all()}

    seatings.swap(by=by, seating=draft, entry_a=a, entry_b=b)

    after = {seat.entry_id: (seat.table_id, seat.position) for seat in draft.seats.all()}
    assert after == {**before, a.pk: before[b.pk], b.pk: before[a.pk]}


def test_who_sits_out_changes_places_with_somebody_at_a_table() -> None:
    stage, _, by = exactly(4, 4, 9)
    seating = round_of(by, stage)
    out = seating.seats.get(state="bye").entry
    in_ = at(seating, 1, 1)

    seatings.swap(by=by, seating=seating, entry_a=out, entry_b=in_)

    assert at(seating, 1, 1) == out
    lines = dict(RoundEntry.objects.values_list("entry", "state"))
    assert (lines[out.pk], lines[in_.pk]) == ("seated", "bye")


def test_two_without_a_table_who_change_places_both_keep_one() -> None:
    stage, _, by = exactly(4, 4, 10)
    seating = round_of(by, stage)
    one, other = (seat.entry for seat in seating.seats.filter(state="bye"))
    seatings.give_bye(by=by, seating=seating, entry=one, state=RoundEntryState.REQUESTED_BYE)

    seatings.swap(by=by, seating=seating, entry_a=one, entry_b=other)

    states = dict(seating.seats.filter(table__isnull=True).values_list("entry", "state"))
    assert states == {one.pk: "bye", other.pk: "requested_bye"}


def test_an_old_version_does_not_change_the_draft() -> None:
    stage, _, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)
    seatings.set_lock(by=by, seating=draft, table=table_of(draft, 1), locked=True)

    with pytest.raises(Conflict):
        seatings.give_bye(by=by, seating=draft, entry=at(draft, 2, 1), expected_version=1)


def test_swapped_seats_follow_into_a_result_that_stands() -> None:
    stage, _, by = setting(4)
    seating = round_of(by, stage)
    table = table_of(seating, 1)
    two, three = at(seating, 1, 2), at(seating, 1, 3)
    enter(by, table)
    before = scores(MatchRecord.objects.get(state=RecordState.CONFIRMED))

    seatings.swap_seats(by=by, table=table, position_a=2, position_b=3)

    record = MatchRecord.objects.get(state=RecordState.CONFIRMED)
    assert (at(seating, 1, 3), at(seating, 1, 2)) == (two, three)
    assert scores(record) == before
    assert record.version == 2
    assert record.scores.get(entry=two).position == 3


def test_players_of_different_tables_are_swapped_before_a_result_and_not_after() -> None:
    stage, _, by = setting(8)
    seating = round_of(by, stage)
    a, b = at(seating, 1, 1), at(seating, 2, 1)

    seatings.swap(by=by, seating=seating, entry_a=a, entry_b=b)
    enter(by, table_of(seating, 1))
    with pytest.raises(Refused) as refused:
        seatings.swap(by=by, seating=seating, entry_a=a, entry_b=b)

    assert (at(seating, 2, 1), refused.value.code) == (a, "table_has_record")
    assert refused.value.params["table"] == 1


def test_a_device_does_not_keep_its_seat_when_the_player_moves() -> None:
    stage, _, by = setting(9)
    seating = round_of(by, stage)
    five = next(table for table in seating.tables.all() if table.seats.count() == 5)
    four = next(table for table in seating.tables.all() if table.seats.count() == 4)
    entry = at(seating, five.number, 1)
    seating.seats.filter(entry=entry).update(claim="device")

    seatings.move(by=by, seating=seating, entry=entry, table=four)

    seat = seating.seats.get(entry=entry)
    assert (seat.claim, seat.is_open) == ("", True)


def test_a_late_player_joins_the_best_table_and_nobody_moves() -> None:
    stage, _, by = exactly(3, 5, 8)
    seating = round_of(by, stage)
    before = dict(seating.seats.values_list("entry", "table"))
    enter(by, table_of(seating, 1))
    late = entries.add_guest(by=by, event=stage.event, name="Nora Quill")

    seatings.add_late(by=by, seating=seating.round, entry=late)

    seat = seating.seats.get(entry=late)
    assert (seat.table, seat.position) == (table_of(seating, 2), 5)
    rest = dict(seating.seats.exclude(entry=late).values_list("entry", "table"))
    assert rest == before
    late.refresh_from_db()
    assert late.joined_round == 1
    assert RoundEntry.objects.get(entry=late).state == RoundEntryState.SEATED


def test_who_sits_already_is_told_so_and_stays_where_they_are() -> None:
    stage, _, by = exactly(3, 5, 8)
    seating = round_of(by, stage)
    seated = at(seating, 1, 1)
    before = list(seating.seats.values_list("entry", "table", "position"))

    for table in (None, table_of(seating, 1), table_of(seating, 2)):
        with pytest.raises(Refused) as refused:
            seatings.add_late(by=by, seating=seating, entry=seated, table=table)
        name = seated.player.name
        assert sentence(refused.value) == f"{name} already has a seat in this round, at table 1."

    assert list(seating.seats.values_list("entry", "table", "position")) == before


def test_no_table_with_room_is_said_by_name() -> None:
    stage, _, by = exactly(4, 4, 8)
    seating = round_of(by, stage)
    late = entries.add_guest(by=by, event=stage.event, name="Nora Quill")

    with pytest.raises(Refused) as refused:
        seatings.add_late(by=by, seating=seating, entry=late)

    assert sentence(refused.value) == "No table has room for Nora Quill."


def test_an_added_table_can_be_filled_and_an_empty_one_vanishes() -> None:
    stage, _, by = exactly(2, 5, 8)
    draft = seatings.draw(by=by, stage=stage)
    third = seatings.add_table(by=by, seating=draft)
    seatings.add_table(by=by, seating=draft)
    for entry in (at(draft, 1, 1), at(draft, 2, 1)):
        seatings.move(by=by, seating=draft, entry=entry, table=third)

    published = seatings.publish(by=by, seating=draft)

    assert sizes(published) == [3, 3, 2]
    assert [table.number for table in published.tables.all()] == [1, 2, 3]


def test_a_table_plays_another_game_only_if_its_size_fits() -> None:
    event = factories.event()
    four = factories.free_game(event.club, name="Copper Kettle", seats=[4, 4])
    two = factories.free_game(event.club, name="Twin Lanterns", seats=[2, 2])
    any_ = factories.free_game(event.club, name="Harbour Lights", seats=[2, 6])
    foreign = factories.free_game(event.club, name="Salt Road", seats=[2, 6])
    stage = factories.stage(event, ruleset=four)
    stage.rulesets.set([two, any_])
    for _ in range(4):
        factories.entry(event)
    by = factories.actor(Role.ORGANIZER, event.club)
    draft = seatings.draw(by=by, stage=stage)
    table = table_of(draft, 1)

    assert seatings.set_ruleset(by=by, table=table, ruleset=any_).ruleset == any_
    codes = []
    for wrong in (two, foreign):
        with pytest.raises(Refused) as refused:
            seatings.set_ruleset(by=by, table=table, ruleset=wrong)
        codes.append(refused.value.code)

    assert codes == ["ruleset_wrong_size", "seating_ruleset_not_offered"]


def test_sizes_the_points_scheme_says_nothing_about_are_not_drawn() -> None:
    scheme = {"key": "custom", "rows": {"3": [5, 3, 1], "4": [7, 5, 3, 1]}}
    stage, _, by = exactly(2, 6, 10, scheme=scheme)

    seating = round_of(by, stage)

    assert sizes(seating) == [4, 3, 3]
    entry = at(seating, 1, 1)
    full = next(table for table in seating.tables.all() if table.seats.count() == 4)
    if full.number == 1:
        entry = at(seating, 2, 1)
    with pytest.raises(Refused) as refused:
        seatings.move(by=by, seating=seating, entry=entry, table=full)
    assert refused.value.code == "change_table_full"


def test_outsiders_change_nothing_and_foreign_tables_are_not_found() -> None:
    stage, people, by = setting(8)
    draft = seatings.draw(by=by, stage=stage)
    other_stage, others, their = setting(8)
    foreign = seatings.draw(by=their, stage=other_stage)
    outsider = factories.actor(Role.SCOREKEEPER, stage.event)

    def refused(error: type[LeagueError], by_whom: object = None) -> None:
        who = outsider if by_whom is None else by
        with pytest.raises(error):
            seatings.move(by=who, seating=draft, entry=people[0], table=table_of(foreign, 1))
        with pytest.raises(error):
            seatings.give_bye(by=who, seating=draft, entry=others[0])
        with pytest.raises(error):
            seatings.set_lock(by=who, seating=draft, table=table_of(foreign, 1), locked=True)

    refused(NotAllowed)
    refused(NotFound, by)
    assert is_whole(draft)
    assert not Table.objects.filter(is_locked=True).exists()


def test_a_voided_result_lets_people_move_again() -> None:
    stage, _, by = setting(9)
    seating = round_of(by, stage)
    five = next(table for table in seating.tables.all() if table.seats.count() == 5)
    four = next(table for table in seating.tables.all() if table.seats.count() == 4)
    entry = at(seating, five.number, 1)
    record = enter(by, five)
    voids.void(by=by, record=record, reason="wrong table")

    seatings.move(by=by, seating=seating, entry=entry, table=four)

    assert seating.seats.get(entry=entry).table == four


def test_a_table_that_everybody_left_keeps_what_was_voided_there() -> None:
    stage, _, by = setting(8)
    seating = round_of(by, stage)
    one, two = seating.tables.order_by("number")
    voids.void(by=by, record=enter(by, one), reason="wrong table")
    people = [seat.entry for seat in one.seats.order_by("position")]

    for entry in people[:2]:
        seatings.move(by=by, seating=seating, entry=entry, table=two)
    for entry in people[2:]:
        dropouts.drop(by=by, entry=entry)

    assert MatchRecord.objects.get().table == one
    enter(by, two)
    assert rounds.close(by=by, round_=seating.round).state == RoundState.CLOSED


def scores(record: MatchRecord) -> dict[int, tuple[int, int | None]]:
    return {row.entry_id: (row.place, row.points) for row in record.scores.all()}
