"""Who takes part, who is in the room, and what leaving and coming back do."""

from __future__ import annotations

import pytest

from league.core.actors import ANONYMOUS
from league.core.enums import EntryState, MembershipKind, Role, RoundEntryState
from league.core.errors import BadInput, NotAllowed, Refused
from league.core.facts import Fact
from league.models import Entry, JournalLine, Membership, Player, RoundEntry
from league.queries.standings import standings
from league.services.evening import dropouts, entries, rounds
from league.services.records import records
from league.services.seating import seatings
from tests import factories
from tests.league.services.seating.test_seatings import enter, exactly, play, round_of, setting

pytestmark = pytest.mark.django_db


def test_a_walk_in_is_entered_by_name_alone_as_a_guest_in_the_room() -> None:
    stage, _, by = setting(0)

    entry = entries.add_guest(by=by, event=stage.event, name="  Ida   Mossgrove ")

    assert entry.player.name == "Ida Mossgrove"
    assert (entry.is_guest, entry.is_present, entry.state) == (True, True, EntryState.REGISTERED)
    membership = Membership.objects.get(player=entry.player)
    assert (membership.club, membership.kind) == (stage.event.club, MembershipKind.GUEST)


def test_a_member_typed_as_a_walk_in_is_the_member_and_nobody_new() -> None:
    stage, _, by = setting(0)
    member = factories.member(stage.event.club, "Zoë Fenwick")

    entry = entries.add_guest(by=by, event=stage.event, name="zoe fenwick")

    assert (entry.player, entry.is_guest) == (member, False)
    assert Player.objects.count() == 1


def test_a_name_of_two_people_is_not_guessed() -> None:
    stage, _, by = setting(0)
    factories.member(stage.event.club, "Ida Mossgrove")
    factories.member(stage.event.club, "Ida Mossgrove")

    with pytest.raises(BadInput) as refused:
        entries.add_guest(by=by, event=stage.event, name="Ida Mossgrove")

    assert (refused.value.code, refused.value.field) == ("name_of_several", "name")
    assert Entry.objects.count() == 0


def test_nobody_is_entered_twice() -> None:
    stage, people, by = setting(1)

    with pytest.raises(Refused) as refused:
        entries.register(by=by, event=stage.event, player=people[0].player)

    assert refused.value.code == "already_entered"
    assert Entry.objects.count() == 1


def test_a_full_event_refuses_or_keeps_a_waiting_list() -> None:
    stage, _, by = setting(2)
    stage.event.capacity = 2
    stage.event.save()
    late, later = (factories.member(stage.event.club) for _ in range(2))

    with pytest.raises(Refused) as refused:
        entries.register(by=by, event=stage.event, player=late)
    waiting = entries.register(by=by, event=stage.event, player=later, waiting=True)

    assert refused.value.code == "event_full"
    assert waiting.state == EntryState.WAITING
    dropouts.drop(by=by, entry=Entry.objects.earliest("pk"))
    waiting.refresh_from_db()
    assert waiting.state == EntryState.REGISTERED


def test_calling_the_roll_enters_members_who_had_not_signed_up() -> None:
    stage, people, by = setting(1)
    member = factories.member(stage.event.club)

    entries.call_roll(by=by, event=stage.event, players=[member, people[0].player], present=True)

    rows = Entry.objects.filter(event=stage.event, is_present=True)
    assert set(rows.values_list("player", flat=True)) == {member.pk, people[0].player_id}


def test_all_are_marked_with_one_call_and_unmarked_one_by_one() -> None:
    stage, people, by = setting(3)
    Entry.objects.update(is_present=False)

    entries.set_present(by=by, event=stage.event, entries="all", present=True)
    entries.set_present(by=by, event=stage.event, entries=[people[1].pk], present=False)

    here = Entry.objects.filter(is_present=True).order_by("pk").values_list("pk", flat=True)
    assert list(here) == [people[0].pk, people[2].pk]
    assert JournalLine.objects.filter(kind=Fact.ROLL_CALLED).count() == 2


def test_a_late_player_joins_round_two_with_no_match_before() -> None:
    stage, _, by = exactly(3, 4, 8)
    stage.event.last_entry_round = 3
    stage.event.save()
    play(by, round_of(by, stage))

    late = entries.add_guest(by=by, event=stage.event, name="Nora Quill")
    second = round_of(by, stage)

    assert late.joined_round == 2
    assert second.seats.filter(entry=late).exists()
    assert second.seats.count() == 9
    assert not RoundEntry.objects.filter(round__number=1, entry=late).exists()


def test_the_limit_for_late_entry_is_told_in_the_refusal() -> None:
    stage, _, by = setting(8)
    stage.event.last_entry_round = 1
    stage.event.save()
    round_of(by, stage)

    with pytest.raises(Refused) as refused:
        entries.add_guest(by=by, event=stage.event, name="Nora Quill")

    assert (refused.value.code, dict(refused.value.params)) == ("late_entry_closed", {"round": 1})
    assert not Player.objects.filter(name="Nora Quill").exists()


def test_leaving_before_play_shortens_the_table() -> None:
    stage, _, by = setting(8)
    seating = round_of(by, stage)
    gone = seating.seats.get(table__number=1, position=2).entry

    dropouts.drop(by=by, entry=gone)

    seats = seating.seats.filter(table__number=1).order_by("position")
    assert list(seats.values_list("position", flat=True)) == [1, 2, 3]
    line = RoundEntry.objects.get(round=seating.round, entry=gone)
    assert line.state == RoundEntryState.NO_SHOW
    record = enter(by, seating.tables.get(number=1))
    assert record.outcome["places"] == [1, 2, 3]


def test_leaving_after_the_result_keeps_it_and_the_next_round_is_without_them() -> None:
    stage, _, by = setting(8)
    seating = round_of(by, stage)
    gone = seating.seats.get(table__number=1, position=1).entry
    play(by, seating)

    dropouts.drop(by=by, entry=gone)
    second = round_of(by, stage)

    assert seating.seats.get(entry=gone).table is not None
    assert not second.seats.filter(entry=gone).exists()
    assert not RoundEntry.objects.filter(round=second.round, entry=gone).exists()
    row = standing_of(stage, gone)
    assert (row["matches"], row["state"]) == (1, "dropped")


def test_leaving_after_this_round_keeps_the_seat_until_then() -> None:
    stage, _, by = setting(8)
    seating = round_of(by, stage)
    gone = seating.seats.get(table__number=1, position=1).entry

    dropouts.drop(by=by, entry=gone, round_number=2)

    assert seating.seats.get(entry=gone).table is not None


def test_leaving_before_the_draw_and_returning_after_it_earns_no_bye() -> None:
    stage, people, by = setting(9, bye={"kind": "fixed", "points": "7"})
    play(by, round_of(by, stage))
    gone = people[4]
    dropouts.drop(by=by, entry=gone)
    before = standing_of(stage, gone)["points"]

    second = round_of(by, stage)
    dropouts.reinstate(by=by, entry=gone)

    line = RoundEntry.objects.get(round=second.round, entry=gone)
    assert line.state == RoundEntryState.ABSENT
    play(by, second)
    rounds.close(by=by, round_=second.round)
    assert standing_of(stage, gone)["points"] == before


def test_a_wrong_drop_is_undone_and_the_player_sits_at_the_short_table() -> None:
    stage, people, by = exactly(3, 4, 8)
    play(by, round_of(by, stage))
    dropouts.drop(by=by, entry=people[5])
    second = round_of(by, stage)
    short = second.tables.get(pk__in=[t.pk for t in second.tables.all() if t.seats.count() == 3])

    dropouts.reinstate(by=by, entry=people[5])
    seatings.add_late(by=by, seating=second.round, entry=people[5])

    assert Entry.objects.filter(player=people[5].player).count() == 1
    seat = second.seats.get(entry=people[5])
    assert (seat.table, seat.position, seat.is_open) == (short, 4, True)
    line = RoundEntry.objects.get(round=second.round, entry=people[5])
    assert line.state == RoundEntryState.SEATED
    assert standing_of(stage, people[5])["matches"] == 1
    kinds = set(JournalLine.objects.values_list("kind", flat=True))
    assert {"entry_dropped", "entry_reinstated", "seating_changed"} <= kinds


def test_leaving_does_not_change_what_earlier_rounds_show() -> None:
    stage, people, by = setting(8)
    first = round_of(by, stage)
    play(by, first)
    second = round_of(by, stage)
    play(by, second)
    before = list(RoundEntry.objects.order_by("pk").values_list("round", "entry", "state"))
    others = {row.pk: standing_of(stage, row)["points"] for row in people}

    dropouts.drop(by=by, entry=people[3])

    after = list(RoundEntry.objects.order_by("pk").values_list("round", "entry", "state"))
    assert after == before
    assert {row.pk: standing_of(stage, row)["points"] for row in people} == others


def test_who_has_a_result_cannot_be_marked_absent_afterwards() -> None:
    stage, people, by = setting(8)
    seating = round_of(by, stage)
    play(by, seating)
    late = entries.add_guest(by=by, event=stage.event, name="Nora Quill")
    before = [standing_of(stage, row)["points"] for row in people]

    with pytest.raises(Refused) as refused:
        rounds.mark(by=by, round_=seating.round, entry=people[1], state=RoundEntryState.ABSENT)
    rounds.mark(by=by, round_=seating.round, entry=late, state=RoundEntryState.ABSENT)

    assert refused.value.code == "has_result"
    assert [standing_of(stage, row)["points"] for row in people] == before


def test_a_bye_is_worth_what_the_stage_says() -> None:
    stage, _, by = exactly(4, 4, 5, bye={"kind": "fixed", "points": "3"})
    seating = round_of(by, stage)
    play(by, seating)
    out = seating.seats.get(state="bye").entry

    row = standing_of(stage, out)

    assert (row["points"], row["matches"]) == ("3", 0)


def test_disqualifying_says_why_and_can_be_taken_back() -> None:
    stage, people, by = setting(8)
    play(by, round_of(by, stage))

    with pytest.raises(BadInput):
        dropouts.disqualify(by=by, entry=people[0], keep_results=True, reason=" ")
    dropouts.disqualify(by=by, entry=people[0], keep_results=False, reason="left with the box")
    back = dropouts.reinstate(by=by, entry=people[0])

    assert (back.state, back.keeps_results) == (EntryState.REGISTERED, True)


def test_who_left_and_is_disqualified_later_is_absent_in_every_round_since_leaving() -> None:
    stage, people, by = setting(9)
    play(by, round_of(by, stage))
    dropouts.drop(by=by, entry=people[0])
    play(by, round_of(by, stage))
    dropouts.disqualify(by=by, entry=people[0], keep_results=True, reason="left with the box")

    back = dropouts.reinstate(by=by, entry=people[0])

    marks = RoundEntry.objects.filter(entry=back).values_list("round__number", "state")
    assert [state for number, state in marks if number == 2] == ["absent"]


def test_only_the_desk_calls_the_roll() -> None:
    stage, people, _ = setting(2)
    outsider = factories.actor(Role.ORGANIZER, factories.club())
    scorekeeper = factories.actor(Role.SCOREKEEPER, stage.event)

    for actor in (outsider, scorekeeper, ANONYMOUS):
        with pytest.raises(NotAllowed):
            entries.set_present(by=actor, event=stage.event, entries="all", present=False)
        with pytest.raises(NotAllowed):
            entries.add_guest(by=actor, event=stage.event, name="Nora Quill")
        with pytest.raises(NotAllowed):
            dropouts.drop(by=actor, entry=people[0])
        with pytest.raises(NotAllowed):
            dropouts.reinstate(by=actor, entry=people[0])


def test_a_corrected_result_after_leaving_still_reaches_the_one_who_left() -> None:
    stage, _, by = setting(4)
    seating = round_of(by, stage)
    table = seating.tables.get()
    play(by, seating)
    gone = seating.seats.get(position=4).entry
    dropouts.drop(by=by, entry=gone)
    table.refresh_from_db()

    records.correct(
        by=by,
        table=table,
        data={"seats": [{"points": value} for value in (1, 2, 3, 40)]},
        expected_version=table.record_version,
        reason="columns were swapped",
    )

    assert standing_of(stage, gone)["rank"] == 1


def standing_of(stage: object, entry: Entry) -> dict[str, object]:
    """The row of one entry in the stage's standing as it is now."""
    by = factories.actor(Role.ORGANIZER, entry.event.club)
    shown = standings.payload(standings.stage_of(by, entry.event), by)
    row = next(row for row in shown.payload["rows"] if row["player"] == entry.player_id)
    values = row["values"]
    points = values["points"]
    assert isinstance(points, dict)
    return {
        "rank": row["rank"],
        "state": row["state"],
        "points": points["exact"],
        "matches": values["matches"],
    }
