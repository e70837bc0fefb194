"""Seatings as different people see them."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from games.core.types import JSON
from league.core.actors import ANONYMOUS
from league.core.enums import RecordState, Role
from league.core.errors import NotAllowed, NotFound
from league.models import Entry
from league.queries.evening import desk, entries
from league.queries.public import pages
from league.queries.seating import seating_options, seating_plans, seatings
from league.services.evening import entries as entering
from league.services.people import players
from league.services.records import records
from league.services.seating import seatings as services
from tests import factories
from tests.league.services.seating.test_seatings import enter, exactly, play, round_of, setting

pytestmark = pytest.mark.django_db


def test_a_draft_is_not_there_for_the_public() -> None:
    stage, _, by = setting(8)
    first = round_of(by, stage)
    play(by, first)
    draft = services.draw(by=by, stage=stage)

    view = pages.event_view(ANONYMOUS, stage.event)
    assert [row.round.number for row in view.rounds] == [1]
    for read in (
        lambda: seatings.round_(ANONYMOUS, stage.event, draft.round_id),
        lambda: seatings.board(ANONYMOUS, draft),
        lambda: seatings.seating(ANONYMOUS, stage.event, draft.pk),
    ):
        with pytest.raises((NotAllowed, NotFound)):
            read()


def test_seventeen_people_get_a_plan_alternatives_and_what_two_more_would_change() -> None:
    stage, _, _ = setting(0)

    head = entries.head_count(stage, 17)

    assert head.plan == "5 + 4 + 4 + 4"
    assert [(line.text, line.note) for line in head.alternatives] == [
        ("4 + 4 + 3 + 3 + 3", "3 more tables of 3"),
        ("5 + 5 + 4 + 3", "1 more table of 5, 1 more table of 3"),
        ("4 + 4 + 4 + 3 + 2", "1 more table of 3, 1 more table of 2"),
    ]
    assert [(line.note, line.text) for line in head.around] == [
        ("with 15 players", "4 + 4 + 4 + 3"),
        ("with 16 players", "4 + 4 + 4 + 4"),
        ("with 18 players", "4 + 4 + 4 + 3 + 3"),
        ("with 19 players", "4 + 4 + 4 + 4 + 3"),
    ]


def test_the_head_count_says_which_games_fit_and_how_many_copies_the_club_owns() -> None:
    stage, _, _ = exactly(3, 5, 0)
    stage.ruleset.club_game.copies = 2
    stage.ruleset.club_game.save(update_fields=["copies"])
    plenty = factories.free_game(stage.event.club, name="Lantern Harbour", seats=[2, 6])

    alone = entries.head_count(stage, 9).games
    stage.rulesets.add(plenty)
    both = entries.head_count(stage, 17)
    none = entries.head_count(stage, 0).games

    assert [(row.title, row.low, row.high, row.copies, row.tables) for row in alone] == [
        ("Copper Kettle", 3, 5, 2, 2)
    ]
    assert [(row.title, row.low, row.high, row.copies) for row in both.games] == [
        ("Copper Kettle", 3, 5, 2),
        ("Lantern Harbour", 2, 6, None),
    ]
    assert sum(row.tables for row in both.games) == len(both.plan.split(" + "))
    assert both.games[0].tables <= 2
    assert [row.tables for row in none] == [0, 0]


def test_every_other_plan_says_which_tables_make_it_worse_whatever_the_settings() -> None:
    stage, _, _ = setting(0)
    of_six, _, _ = exactly(2, 6, 0, size_preferred=6)
    seen = 0

    for at in (stage, of_six):
        for count in range(4, 41):
            for line in entries.head_count(at, count).alternatives:
                seen += 1
                assert re.fullmatch(r"(\d+ more tables? of \d+(, )?)+", line.note)

    assert seen > 100


def test_a_penalty_stored_before_the_usual_size_was_kept_is_still_told() -> None:
    def told(code: str, params: dict[str, JSON]) -> str:
        stored: dict[str, JSON] = {"players": [1], "table": 2, "code": code, "params": params}
        return seating_plans.penalty_sentence(stored, {1: "Nora Quill"})

    sentences = [
        told("off_size", {"size": 5}),
        told("off_size", {"size": 5, "usual": 4}),
        told("off_size_again", {"size": 5, "times": 1}),
        told("off_size_again", {"size": 5, "times": 1, "usual": 4}),
    ]

    assert sentences == [
        "Table 2 has 5 players instead of the usual number.",
        "Table 2 has 5 players instead of the usual 4.",
        "Nora Quill: another table of an unusual size, 5 players (1 so far).",
        "Nora Quill: another table of 5 instead of the usual 4 (1 so far).",
    ]


def test_a_count_that_no_table_fits_says_who_sits_out_and_what_would_work() -> None:
    stage, _, _ = exactly(4, 4, 0)

    head = entries.head_count(stage, 9)

    assert head.plan == ""
    assert head.note == (
        "9 players don't fill the tables: 1 sits out (8 or 12 would fit). Or allow tables "
        "of 3 to 4. Or play 5 rounds: everyone plays in 4 of them, and you take turns "
        "sitting out."
    )


def test_two_people_of_one_name_are_told_apart_at_the_roll_call() -> None:
    stage, _, by = setting(0)
    people = [factories.player("Jonas Feldspat", nickname=nick) for nick in ("Joni", "Spatz")]
    for player in people:
        factories.entry(stage.event, player)

    names = [row.name for row in entries.roll(by, stage.event).rows]

    assert names == ["Jonas Feldspat (Joni)", "Jonas Feldspat (Spatz)"]


def test_meetings_are_told_with_names_and_where() -> None:
    stage, people, by = exactly(4, 4, 4)
    Entry.objects.filter(pk=people[0].pk).update(is_present=True)
    play(by, round_of(by, stage))

    board = seatings.board(by, services.draw(by=by, stage=stage))

    first = people[0].player.name
    assert (board.repeats, board.lower_bound) == (6, 6)
    told = " ".join(board.tables[0].penalties)
    assert told.startswith("Met in this event already: ")
    assert told.count(first) == 3


def test_where_somebody_could_go_is_said_before_it_happens() -> None:
    stage, _, by = exactly(3, 5, 8)
    seating = round_of(by, stage)
    enter(by, seating.tables.get(number=1))
    seat = seating.seats.filter(table__number=2).earliest("position")
    late = entering.add_guest(by=by, event=stage.event, name="Nora Quill")
    before = list(seating.seats.order_by("pk").values_list("entry", "table", "position"))

    for_late = seating_options.of_entry(by, seating, late)
    for_seated = seating_options.of_entry(by, seating, seat.entry)

    assert [option.number for option in for_late.tables] == [2]
    assert for_late.tables[0].worse == ("Table 2 has 5 players instead of the usual 4.",)
    assert for_seated.tables == ()
    assert len(for_seated.swaps) == 3
    after = list(seating.seats.order_by("pk").values_list("entry", "table", "position"))
    assert after == before


def test_the_desk_says_the_next_thing_from_the_roll_call_to_the_end() -> None:
    stage, people, by = setting(8)
    event = stage.event
    Entry.objects.update(is_present=False)
    said = [desk.next_action(by, event)]
    entering.set_present(by=by, event=event, entries="all", present=True)
    said.append(desk.next_action(by, event))
    draft = services.draw(by=by, stage=stage)
    said.append(desk.next_action(by, event))
    entering.set_present(by=by, event=event, entries=[people[0].pk], present=False)
    said.append(desk.next_action(by, event))
    entering.set_present(by=by, event=event, entries=[people[0].pk], present=True)
    services.publish(by=by, seating=draft)
    said.append(desk.next_action(by, event))
    one, two = draft.tables.order_by("number")
    first = enter(by, one)
    said.append(desk.next_action(by, event))
    enter(by, two)
    said.append(desk.next_action(by, event))
    records.dispute(by=by, record=first, reason="the sum is wrong")
    said.append(desk.next_action(by, event))

    assert [(step.code, step.count, step.tables) for step in said] == [
        ("call_roll", 8, ()),
        ("draw", 8, ()),
        ("publish", 2, ()),
        ("redraw", 1, ()),
        ("results", 2, (1, 2)),
        ("results", 1, (2,)),
        ("next", 0, ()),
        ("disputed", 1, (1,)),
    ]


def test_reported_sheets_are_read_back_with_places_and_points() -> None:
    stage, people, by = setting(2)
    seating = round_of(by, stage)
    table = seating.tables.select_related("seating__round__stage__event").get()
    keeper = factories.actor(Role.SCOREKEEPER, stage.event)
    records.submit(
        by=keeper, table=table, data={"seats": [{"points": 5}, {"points": 9}]}, expected_version=0
    )

    (report,) = seatings.reports(by, seating.round)

    order = [seat.entry.player.name for seat in table.seats.order_by("-position")]
    assert report.state == RecordState.REPORTED
    assert [(row.name, row.place, row.points) for row in report.lines] == [
        (order[0], 1, Fraction(9)),
        (order[1], 2, Fraction(5)),
    ]
    assert {row.name for row in report.lines} == {row.player.name for row in people}


def test_a_new_name_is_shown_and_no_result_is_lost() -> None:
    stage, _, by = setting(7)
    player = factories.member(stage.event.club, "Berta Sommer")
    factories.entry(stage.event, player)
    seating = round_of(by, stage)
    enter(by, seating.tables.get(number=1))

    players.change(by=by, player=player, expected_version=player.version, name="Berta Wind")

    places = pages.event_view(by, stage.event).rounds[0].places
    assert [row.name for row in places if row.player_id == player.pk] == ["Berta Wind"]
    shown = desk.desk(by, stage.event)
    assert [row.state for row in shown.tables] == ["confirmed", "playing"]
