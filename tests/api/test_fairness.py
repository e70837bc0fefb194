"""The fairness ledger through the API."""

from __future__ import annotations

import pytest

from league.core.enums import Visibility
from tests import factories
from tests.api import doors
from tests.league.services.seating.test_seatings import exactly, play, round_of

pytestmark = pytest.mark.django_db


def test_an_event_tells_what_everybody_got_beside_the_fair_share() -> None:
    stage, people, by = exactly(4, 4, 9)
    for _ in range(2):
        play(by, round_of(by, stage))

    answer = doors.visitor().get(f"/events/{stage.event_id}/fairness/")

    body = answer.json()
    assert answer.status_code == 200
    assert body["rounds_played"] == 2
    assert [row["number"] for row in body["rounds"]] == [1, 2]
    assert {row["player"] for row in body["players"]} == {entry.player_id for entry in people}
    row = body["players"][0]
    assert row["sat_out"]["fair"] == {"exact": "2/9", "shown": "0.2"}
    assert sum(seat["times"] for seat in row["seats"]) == row["matches"]
    assert row["opponents"] <= row["opponents_possible"]


def test_a_season_adds_up_its_evenings() -> None:
    season = factories.season()
    for _ in range(2):
        event = factories.event(season=season)
        stage = factories.stage(event)
        factories.table(factories.round_(stage), [factories.entry(event) for _ in range(3)])

    body = doors.visitor().get(f"/seasons/{season.pk}/fairness/").json()

    assert (body["rounds_played"], body["meetings"], body["repeats"]) == (2, 6, 0)
    assert body["met"] == [{"times": 0, "pairs": 9}, {"times": 1, "pairs": 6}]
    assert [pair["times"] for pair in body["pairs"]] == [1] * 6
    assert all(pair["one"] < pair["other"] for pair in body["pairs"])
    assert body["rounds"] == []


def test_what_a_viewer_may_not_see_has_no_ledger() -> None:
    season = factories.season(factories.club(visibility=Visibility.MEMBERS))
    event = factories.event(season=season)

    statuses = [
        doors.visitor().get(path).status_code
        for path in (f"/events/{event.pk}/fairness/", f"/seasons/{season.pk}/fairness/")
    ]

    assert statuses == [404, 404]
