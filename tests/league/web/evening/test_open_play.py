"""Open play at the desk: what could start, why, and what happens when it no longer can."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.test import Client

from league.core.enums import Role, StageMode
from league.models import Entry, Seat, Table
from league.queries.evening import open_play
from league.services.evening import dropouts, entries
from league.services.seating import seatings
from tests.flows.visitors import Reader
from tests.league.services.seating.test_seatings import enter, exactly, setting
from tests.practice.evenings import signed_in

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Stage

pytestmark = pytest.mark.django_db

PROPOSED = re.compile(r'name="tables" value="([\d:,-]+)"')
STEP_BACK = re.compile(r"step_back:\d+")
SEATS = re.compile(r"(?<=[:-])\d+")


def room(count: int) -> tuple[Stage, list[Entry], Actor, Client, str]:
    stage, people, by = setting(count, mode=StageMode.OPEN_PLAY)
    return (
        stage,
        people,
        by,
        signed_in(Role.ORGANIZER, stage.event.club),
        f"/e/{stage.event.slug}/desk/",
    )


def test_the_desk_says_who_could_play_next_and_why() -> None:
    stage, people, by, boss, desk = room(5)
    enter(by, seatings.form_table(by=by, stage=stage, entries=people[:4]))

    page = boss.get(desk, {"step": "play"}).content.decode()

    assert "Ready to start" in page
    first = people[4].player.name
    assert f"First in line: {first}, 0 minutes waiting, 0 matches so far." in page
    assert "Meeting again:" in page
    assert "This number of people fits no other table sizes." not in page


def test_while_tables_play_the_desk_asks_for_results_and_does_not_press_to_the_end() -> None:
    stage, people, by, boss, desk = room(8)
    for four in (people[:4], people[4:]):
        seatings.form_table(by=by, stage=stage, entries=four)

    big = Reader(boss.get(desk).content.decode()).words

    assert "2 tables are playing: 1, 2" in big
    assert "round 1" not in big
    assert big.index("Enter results") < big.index("Finish event")


def test_the_desk_says_where_no_other_table_size_is_possible() -> None:
    stage, _, _ = exactly(3, 5, 5, mode=StageMode.OPEN_PLAY)
    boss = signed_in(Role.ORGANIZER, stage.event.club)

    page = boss.get(f"/e/{stage.event.slug}/desk/", {"step": "play"}).content.decode()

    assert "This number of people fits no other table sizes." in page


def test_one_tap_forms_the_tables_as_they_were_shown() -> None:
    _, people, _, boss, desk = room(9)
    proposed = PROPOSED.findall(boss.get(desk, {"step": "play"}).content.decode())

    answer = boss.post(desk, {"do": "form_proposed", "tables": proposed[0], "stage": "1"})

    assert answer.status_code == 302
    formed = ",".join(
        f"{table.ruleset_id}:"
        + "-".join(str(seat.entry_id) for seat in table.seats.order_by("position"))
        for table in Table.objects.order_by("number")
    )
    assert formed == proposed[0]
    assert Seat.objects.filter(is_open=True).count() == len(people)


def test_a_proposal_with_somebody_who_pauses_by_now_forms_nothing_and_names_them() -> None:
    _, people, by, boss, desk = room(8)
    proposed = PROPOSED.findall(boss.get(desk, {"step": "play"}).content.decode())[0]
    entries.set_present(by=by, event=people[2].event, entries=[people[2].pk], present=False)

    answer = boss.post(desk, {"do": "form_proposed", "tables": proposed, "stage": "1"})

    assert answer.status_code == 409
    name = people[2].player.name
    assert f"{name} is no longer free: on a break or gone home." in answer.content.decode()
    assert Table.objects.count() == 0


def test_a_proposal_pressed_twice_seats_nobody_twice() -> None:
    _, people, _, boss, desk = room(8)
    proposed = PROPOSED.findall(boss.get(desk, {"step": "play"}).content.decode())[0]
    press = {"do": "form_proposed", "tables": proposed, "stage": "1"}
    boss.post(desk, press)

    answer = boss.post(desk, press)

    assert answer.status_code == 409
    assert "still plays at table 1." in answer.content.decode()
    assert Seat.objects.count() == len(people)


@pytest.mark.parametrize("text", ["", "x", "1:", ":1-2", "1:2-x", "999999:1-2"])
def test_a_proposal_that_no_page_made_is_refused(text: str) -> None:
    _, _, _, boss, desk = room(4)

    answer = boss.post(desk, {"do": "form_proposed", "tables": text, "stage": "1"})

    assert answer.status_code in {400, 404}
    assert Table.objects.count() == 0


def test_who_pauses_is_listed_and_gets_no_proposal_until_free_again() -> None:
    stage, people, by, boss, desk = room(4)
    enter(by, seatings.form_table(by=by, stage=stage, entries=people))

    boss.post(desk, {"do": f"pause:{people[0].pk}", "stage": "1"})
    paused = boss.get(desk, {"step": "play"}).content.decode()
    boss.post(desk, {"do": f"free_again:{people[0].pk}", "stage": "1"})
    back = boss.get(desk, {"step": "play"}).content.decode()

    assert f"free_again:{people[0].pk}" in paused
    seats = {pk for text in PROPOSED.findall(paused) for pk in SEATS.findall(text)}
    assert seats == {str(row.pk) for row in people[1:]}
    assert "On a break" not in back
    assert f"pause:{people[0].pk}" in back


def test_one_step_back_after_the_other_goes_as_far_as_no_result_depends_on_it() -> None:
    stage, people, by, boss, desk = room(6)
    with_result = seatings.form_table(by=by, stage=stage, entries=people[:3])
    enter(by, with_result)
    since = {row.entry: row.at for row in open_play.free(stage)}
    boss.post(desk, {"do": f"pause:{people[0].pk}", "stage": "1"})
    boss.post(desk, {"do": f"goes_home:{people[5].pk}", "stage": "1"})
    seatings.form_table(by=by, stage=stage, entries=people[1:5])

    for _ in range(3):
        page = boss.get(desk, {"step": "play"}).content.decode()
        (step,) = set(STEP_BACK.findall(page))
        assert boss.post(desk, {"do": step, "stage": "1"}).status_code == 302
    done = open_play.last_done(stage)
    assert done is not None
    last = boss.get(desk, {"step": "play"}).content.decode()
    refused = boss.post(desk, {"do": f"step_back:{done.line}", "stage": "1"})

    assert STEP_BACK.findall(last) == []
    assert refused.status_code == 409
    assert list(Table.objects.all()) == [with_result]
    free = open_play.free(stage)
    assert {row.entry.pk for row in free} == {row.pk for row in people}
    # what was done by mistake costs nobody their turn
    assert {row.entry: row.at for row in free} == since


def test_a_step_back_that_is_no_longer_the_latest_is_refused() -> None:
    stage, people, by, boss, desk = room(6)
    seatings.form_table(by=by, stage=stage, entries=people[:3])
    done = open_play.last_done(stage)
    seatings.form_table(by=by, stage=stage, entries=people[3:])
    assert done is not None

    answer = boss.post(desk, {"do": f"step_back:{done.line}", "stage": "1"})

    assert (answer.status_code, Table.objects.count()) == (409, 2)


def off_one_table(clock: time_machine.Traveller) -> tuple[Stage, Client, str]:
    """Two tables of four; the first has just ended, and matches take half an hour."""
    stage, people, by, boss, desk = room(8)
    for _ in range(3):
        table = seatings.form_table(by=by, stage=stage, entries=people[:3])
        clock.shift(timedelta(minutes=30))
        enter(by, table)
    first = seatings.form_table(by=by, stage=stage, entries=people[:4])
    seatings.form_table(by=by, stage=stage, entries=people[4:])
    clock.shift(timedelta(minutes=25))
    enter(by, first)
    return stage, boss, desk


def test_the_desk_advises_to_wait_for_the_next_table_says_why_and_for_how_long() -> None:
    with time_machine.travel(datetime(2026, 11, 3, 19, tzinfo=UTC), tick=False) as clock:
        _, boss, desk = off_one_table(clock)
        waits = boss.get(desk, {"step": "play"}).content.decode()
        clock.shift(timedelta(minutes=6))
        starts = boss.get(desk, {"step": "play"}).content.decode()

    assert waits.count("Better to wait about 5 minutes: table 5 ends soon.") == 2
    assert "Mixed with that table, everyone meets 1 people again on average, instead of 3." in waits
    assert "No one waits longer than 6 minutes for this." in waits
    assert "Start table 6 anyway" in waits
    assert "Start now: someone has already waited 6 minutes." in starts
    assert ("Better to wait" in starts, "anyway" in starts) == (False, False)


def test_no_table_is_said_to_end_at_a_time_that_is_over() -> None:
    with time_machine.travel(datetime(2026, 11, 3, 19, tzinfo=UTC), tick=False) as clock:
        _, boss, desk = off_one_table(clock)
        before = boss.get(desk, {"step": "play"}).content.decode()
        clock.shift(timedelta(minutes=10))
        late = boss.get(desk, {"step": "play"}).content.decode()

    assert (before.count("until about"), late.count("until about")) == (1, 0)


def test_how_long_a_stage_waits_for_a_better_mix_is_set_with_the_stage() -> None:
    stage, _, _, boss, _ = room(8)
    page = f"/e/{stage.event.slug}/stages/{stage.number}/"
    form = boss.get(page)
    fields = {
        name: value for name, value in form.context["form"].initial.items() if value is not None
    }

    assert form.context["form"]["seating_hold"].value() == 6
    answer = boss.post(page, {**fields, "seating_hold": "0"})
    stage.refresh_from_db()
    assert (answer.status_code, stage.seating) == (302, {"hold": 0})
    refused = boss.post(page, {**fields, "seating_hold": "61"})
    assert refused.status_code in {400, 422}
    assert "seating_hold" in refused.context["form"].errors


@pytest.mark.parametrize("how", ["leave", "disqualified"])
def test_the_button_beside_who_has_left_takes_it_back_and_costs_nobody_their_turn(how: str) -> None:
    with time_machine.travel(datetime(2026, 11, 3, 19, tzinfo=UTC), tick=False) as clock:
        stage, people, by, boss, desk = room(4)
        clock.shift(timedelta(minutes=10))
        if how == "leave":
            page = boss.post(desk, {"do": f"leave:{people[0].pk}"}, follow=True)
        else:
            dropouts.disqualify(by=by, entry=people[0], keep_results=True, reason="Looked")
            page = boss.get(desk, {"step": "roll", "did": how, "ids": str(people[0].pk)})
        clock.shift(timedelta(minutes=3))
        (undo,) = set(re.findall(r"not_left:\d+", page.content.decode()))
        boss.post(desk, {"do": undo})

        since = {row.entry: row.at for row in open_play.free(stage)}

    assert since == {row: row.created_at for row in people}


def test_a_table_of_open_play_is_of_no_numbered_round_on_its_pages_and_on_paper() -> None:
    stage, people, by, boss, _ = room(4)
    enter(by, seatings.form_table(by=by, stage=stage, entries=people))
    table = Table.objects.get()
    event = f"/e/{stage.event.slug}"

    pages = [
        boss.get(address).content.decode()
        for address in (f"{event}/tables/{table.pk}/", f"{event}/cards/", f"{event}/sheets/")
    ]

    assert [("Open play" in page, "Round 1" in page) for page in pages] == [(True, False)] * 3


def test_what_no_table_is_left_for_is_not_offered() -> None:
    stage, people, by, boss, desk = room(4)

    def offered() -> list[bool]:
        play = boss.get(desk, {"step": "play"}).content.decode()
        results = boss.get(desk, {"step": "results"}).content.decode()
        return ["Break up a table" in play, "Enter results" in results]

    before = offered()
    table = seatings.form_table(by=by, stage=stage, entries=people)
    playing = offered()
    enter(by, table)

    assert (before, playing, offered()) == ([False, False], [True, True], [False, False])
