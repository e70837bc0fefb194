"""Fixtures over the API: previewed, drawn, arranged, put off, taken back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from league.core.enums import StageMode
from tests.api import doors
from tests.league.services.seating.test_seatings import setting

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 3, 19, tzinfo=UTC)
AT = "2026-11-05T18:30:00Z"


@time_machine.travel(NOW, tick=False)
def test_a_token_draws_fixtures_and_their_people_find_a_day() -> None:
    stage, people, _ = setting(4, mode=StageMode.FIXTURES)
    boss = doors.organizer(stage.event.club)
    address = f"/stages/{stage.pk}/fixtures/"

    seen = boss.post(f"{address}preview/", {"matches": 1, "seed": 1}).json()
    assert (len(seen["tables"]), seen["kept"], seen["is_best"]) == (1, 0, True)
    made = boss.post(address, {"matches": 1, "seed": 1, "due_on": "2026-11-30"})
    table = made.json()["fixtures"][0]["table"]
    fixture = f"/tables/{table}/fixture/"
    asked = [doors.player(entry.player) for entry in people]
    one = asked[0].post(fixture, {"moments": [AT]}).json()["moments"][0]
    assert (one["starts_at"], len(one["suits"]), len(one["silent"])) == (AT, 1, 3)
    said = {"answers": [{"id": one["id"], "suits": True}]}
    for each in asked[1:]:
        last = each.post(f"{fixture}answers/", said)

    assert (last.json()["state"], last.json()["agreed_at"]) == ("arranged", AT)
    placed = asked[0].post(f"/tables/{table}/appointment/", {"place": "The Oven"})
    assert placed.json()["place"] == "The Oven"
    assert doors.visitor().get(fixture).json()["place"] == ""
    assert boss.delete(address).status_code == 409
    assert boss.delete(f"/tables/{table}/appointment/").status_code == 204
    later = (NOW + timedelta(days=40)).date().isoformat()
    due = boss.post(f"{address}due/", {"tables": [table], "due_on": later})
    assert due.json()["fixtures"][0]["due_on"] == later
    assert boss.delete(address).status_code == 204
    assert boss.get(address).json()["fixtures"] == []
