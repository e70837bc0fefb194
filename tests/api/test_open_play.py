"""Open play over the API: who waits, what could start, starting it, pausing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
import time_machine

from league.core.enums import StageMode
from league.models import Table
from league.services.evening import dropouts
from league.services.seating import seatings
from tests.api import doors
from tests.league.services.seating.test_seatings import enter, setting

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Entry, Stage

pytestmark = pytest.mark.django_db


def hall(count: int, **fields: Any) -> tuple[Stage, list[Entry], Actor, Any]:
    fields.setdefault("mode", StageMode.OPEN_PLAY)
    stage, people, by = setting(count, **fields)
    return stage, people, by, doors.organizer(stage.event.club)


def test_a_proposal_is_read_and_formed_as_it_was_read() -> None:
    stage, people, _, boss = hall(5)
    address = f"/stages/{stage.pk}/proposals/"

    best = boss.get(address).json()["proposals"][0]
    tables = [{"ruleset": row["ruleset"], "entries": row["entries"]} for row in best["tables"]]
    formed = boss.post(address, {"tables": tables})
    again = boss.post(address, {"tables": tables})

    assert sorted(best["tables"][0]["entries"]) == [row.pk for row in people]
    assert (best["meeting_again"], best["waiting_on"], best["cannot_sit"]) == ([], [], [])
    assert (formed.status_code, formed.json()) == (201, {"tables": [Table.objects.get().pk]})
    assert (again.status_code, again.json()["code"]) == (409, "already_playing")


def test_the_room_says_who_waits_plays_pauses_and_has_left() -> None:
    stage, people, by, boss = hall(6)
    address = f"/stages/{stage.pk}/room/"
    proposals = f"/stages/{stage.pk}/proposals/"
    table = {"ruleset": stage.ruleset_id, "entries": [row.pk for row in people[:3]]}
    boss.post(proposals, {"tables": [table]})
    dropouts.drop(by=by, entry=people[5])

    paused = boss.post(address, {"entry": people[4].pk, "is_free": False})
    seen = boss.get(address).json()
    back = boss.post(address, {"entry": people[4].pk, "is_free": True}).json()
    gone = boss.post(address, {"entry": people[5].pk, "is_free": True})

    assert paused.json() == seen
    assert [row["entry"] for row in seen["free"]] == [people[3].pk]
    assert [row["entries"] for row in seen["playing"]] == [table["entries"]]
    assert (seen["pausing"], seen["left"]) == ([people[4].pk], [people[5].pk])
    assert [row["entry"] for row in back["free"]] == [people[3].pk, people[4].pk]
    assert (gone.status_code, gone.json()["code"]) == (409, "not_registered")


def test_a_stage_of_rounds_and_strangers_get_no_room() -> None:
    stage, people, _, boss = hall(4, mode=StageMode.ROUNDS)
    other, _, _, _ = hall(4)
    table = {"ruleset": stage.ruleset_id, "entries": [row.pk for row in people]}

    answers = [
        boss.get(f"/stages/{stage.pk}/room/"),
        boss.get(f"/stages/{stage.pk}/proposals/"),
        boss.post(f"/stages/{stage.pk}/proposals/", {"tables": [table]}),
        boss.get(f"/stages/{other.pk}/proposals/"),
        boss.post(f"/stages/{other.pk}/room/", {"entry": people[0].pk, "is_free": True}),
    ]

    assert [row.status_code for row in answers[:3]] == [409, 409, 409]
    assert {row.status_code for row in answers[3:]} <= {403, 404}
    assert Table.objects.count() == 0


def test_whether_to_wait_is_told_with_the_reason_and_the_limit() -> None:
    stage, people, by, boss = hall(8, round_minutes=30, clock_starts=True)
    address = f"/stages/{stage.pk}/proposals/"
    alone = boss.get(address).json()
    with time_machine.travel(datetime(2026, 11, 3, 19, tzinfo=UTC), tick=False) as clock:
        first = seatings.form_table(by=by, stage=stage, entries=people[:4])
        seatings.form_table(by=by, stage=stage, entries=people[4:])
        clock.shift(timedelta(minutes=26))
        enter(by, first)
        answer = boss.get(address).json()

    assert (alone["advice"], alone["wait_for"]) == (None, None)
    assert (answer["advice"], answer["wait_for"]) == (
        {
            "why": "wait",
            "table": 2,
            "minutes": 4,
            "meeting_again": 4,
            "longest_wait": 0,
            "hold": 6,
        },
        2,
    )
