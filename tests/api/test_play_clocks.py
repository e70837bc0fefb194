"""Clocks of matches played together, through the API."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.utils import timezone

from tests.api import doors
from tests.api.test_plays import ADA, BO

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

pytestmark = pytest.mark.django_db

OPENED = {"game": "the-devil-with-it", "size": 3, "bots": ["random"], "name": "Ada"}
TIMED = {**OPENED, "reserve": 180, "increment": 10}


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as travelled:
        yield travelled


def begun() -> tuple[str, dict[str, Any]]:
    code = ADA.post("/plays/", TIMED).json()["code"]
    path = f"/plays/{code}/"
    BO.post(f"{path}seats/", {"name": "Bo"})
    return path, ADA.post(f"{path}do/", {"do": "begin"}).json()


def test_each_person_s_clock_is_told_by_moments_and_a_bot_has_none(
    clock: time_machine.Traveller,
) -> None:
    path, play = begun()
    seat = play["seats"][0]
    assert (play["reserve"], play["increment"]) == (180, 10)
    assert (seat["left_ms"], seat["running_since"]) == (180_000, seat["owes_since"])
    assert play["seats"][2]["left_ms"] is None

    before = ADA.get(path)
    clock.shift(timedelta(seconds=60))
    same = ADA.get(path, If_None_Match=before["ETag"])
    body = {"expected_seq": play["seq"], "action": play["choices"][0]["action"]}
    decided = ADA.post(f"{path}actions/", body).json()

    assert same.status_code == 304
    assert decided["seats"][0]["left_ms"] == 130_000


def test_whoever_looks_finds_that_time_has_run_out_and_a_late_press_is_refused(
    clock: time_machine.Traveller,
) -> None:
    path, play = begun()
    body = {"expected_seq": play["seq"], "action": play["choices"][0]["action"]}
    clock.shift(timedelta(seconds=180))

    seen = doors.visitor().get(path).json()
    late = ADA.post(f"{path}actions/", body)

    assert seen["seq"] > play["seq"]
    assert [seat["ran_out"] for seat in seen["seats"]] == [True, True, False]
    assert [seat["bot"] for seat in seen["seats"]] == ["", "", "random"]
    assert (late.status_code, late.json()["code"]) == (409, "play_moved_on")


def test_a_clock_out_of_range_is_said_at_its_field() -> None:
    answer = ADA.post("/plays/", {**OPENED, "reserve": 180, "increment": 1})

    assert (answer.status_code, answer.json()["code"]) == (400, "play_seconds")
    assert ADA.post("/plays/", OPENED).json()["reserve"] is None
