"""Matches by turns through the API."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from league.models import Play
from tests.api import doors
from tests.api.test_plays import ADA, BO

pytestmark = pytest.mark.django_db

OPENED = {
    "game": "teufel-teufel",
    "size": 3,
    "bots": ["random"],
    "name": "Ada",
    "pace": "turns",
    "days": 2,
}


def test_a_table_by_turns_tells_each_seat_s_time_and_days_off_hold_it() -> None:
    play = ADA.post("/plays/", OPENED).json()
    path = f"/plays/{play['code']}/"
    BO.post(f"{path}seats/", {"name": "Bo"})
    play = ADA.post(f"{path}do/", {"do": "begin"}).json()
    asker = ADA if play["seats"][0]["owes"] else BO
    late = 0 if asker is ADA else 1

    before = asker.get("/plays/").json()["results"][0]
    off = asker.post("/plays/pause/", {"days": 3}).json()
    after = asker.get(path).json()["seats"][late]

    assert (play["pace"], play["days"], before["owes"]) == ("turns", 2, True)
    assert (off["days_left"], after["has_days_off"]) == (21, True)
    assert after["until"] > before["until"]
    assert asker.post("/plays/pause/", {"days": 0}).json()["until"] is None
    assert asker.post("/plays/pause/", {"days": 50}).json()["code"] == "play_pause_days"


def test_the_host_decides_once_the_time_has_run_out_and_not_before() -> None:
    play = ADA.post("/plays/", OPENED).json()
    path = f"/plays/{play['code']}/"
    BO.post(f"{path}seats/", {"name": "Bo"})
    play = ADA.post(f"{path}do/", {"do": "begin"}).json()
    late = 0 if play["seats"][0]["owes"] else 1
    Play.objects.update(host=1 - late)
    host = BO if late == 0 else ADA
    body = {"do": "give_time", "number": late, "days": 2}

    early = host.post(f"{path}do/", body)
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        seen = host.get(path).json()
        given = host.post(f"{path}do/", body).json()

    assert (early.status_code, early.json()["code"]) == (409, "play_not_late")
    assert (seen["away"], seen["seats"][late]["is_late"]) == ([late], True)
    assert given["seats"][late]["is_late"] is False
    assert doors.visitor().get(path).json()["away"] == []
