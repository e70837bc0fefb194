"""Explanations and moves through the API: the numbers behind a row, and why somebody moved."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

import pytest
import time_machine
from django.utils import timezone

from league.core.enums import Role, Visibility
from league.models import Club, Player, Stage
from league.services.records import records
from league.services.standings import standings
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db

Json = dict[str, Any]  # any JSON


def played(*rounds: list[int], **fields: object) -> Stage:
    """Rounds of one table of four in a season of its own."""
    season = factories.season(factories.club("Tin Owl"), **fields)
    event = factories.event(season=season, name="First Night")
    stage = factories.stage(event, chain=["points", "opponents"])
    people = [factories.entry(event, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    for number, places in enumerate(rounds, 1):
        factories.played(factories.table(factories.round_(stage, number=number), people), places)
    standings.catch_up()
    return stage


def player(stage: Stage, name: str) -> int:
    return Player.objects.get(name=name, entries__event=stage.event).pk


def told(address: str, ask: doors.Asker | None = None) -> Json:
    answer = (ask or doors.visitor()).get(address)
    assert answer.status_code == 200, answer.content
    body: Json = answer.json()
    return body


def test_the_row_of_a_stage_tells_each_value_with_its_terms() -> None:
    stage = played([1, 2, 3, 4], [4, 3, 2, 1])

    body = told(f"/stages/{stage.pk}/standings/players/{player(stage, 'Ada')}/")

    points, opponents = body["values"]
    assert [(cell["round"], cell["table"], cell["place"]) for cell in body["results"]] == [
        (1, 1, 1),
        (2, 1, 4),
    ]
    assert [term["value"]["exact"] for term in points["terms"]] == ["7", "1"]
    assert sum(Fraction(term["value"]["exact"]) for term in opponents["terms"]) == Fraction(
        opponents["value"]["exact"]
    )
    assert body["is_exact"] is True


def test_the_row_of_a_season_names_what_was_dropped_and_why() -> None:
    stage = played([1, 2, 3, 4], [4, 3, 2, 1], [1, 2, 3, 4], counting="best_n", counting_n=2)

    body = told(f"/seasons/{stage.event.season_id}/standings/players/{player(stage, 'Ada')}/")

    assert [
        (cell["points"]["exact"], cell["counted"], cell["why"]) for cell in body["results"]
    ] == [
        ("7", True, ""),
        ("1", False, "beyond_best"),
        ("7", True, ""),
    ]


def test_a_row_as_of_an_earlier_round_knows_nothing_of_later_ones() -> None:
    stage = played([1, 2, 3, 4], [4, 3, 2, 1])

    body = told(f"/stages/{stage.pk}/standings/players/{player(stage, 'Dee')}/?as_of=1")

    assert [cell["round"] for cell in body["results"]] == [1]
    assert body["row"]["rank"] == 4
    assert body["as_of"] == "1"


def test_a_correction_is_told_with_its_author_to_organizers_alone() -> None:
    stage = played([1, 2, 3, 4])
    before = timezone.now()
    by = factories.actor(Role.ORGANIZER, stage.event.club)
    with time_machine.travel(before + timedelta(minutes=10), tick=False):
        records.correct(
            by=by,
            table=stage.rounds.get().seatings.get().tables.get(),
            data={"seats": [{"points": points} for points in (9, 12, 5, 4)]},
            reason="Read the wrong line",
            expected_version=1,
        )
        standings.catch_up()
    address = f"/stages/{stage.pk}/standings/moves/?{urlencode({'before': before.isoformat()})}"

    public = told(address)
    own = told(address, doors.organizer(stage.event.club))

    assert [(one["name"], one["rank_before"], one["rank_after"]) for one in public["moves"]] == [
        ("Bo", 2, 1),
        ("Ada", 1, 2),
    ]
    assert [one["reasons"][0]["fact"] for one in public["moves"]] == ["corrected"] * 2
    assert [one["reasons"][0]["by"] for one in public["moves"]] == [""] * 2
    assert [one["reasons"][0]["by"] for one in own["moves"]] == [factories.address(by)] * 2


def test_a_season_is_compared_between_two_days() -> None:
    stage = played([1, 2, 3, 4])

    body = told(f"/seasons/{stage.event.season_id}/standings/moves/?before=2000-01-01")

    assert {one["fact"] for move in body["moves"] for one in move["reasons"]} == {"confirmed"}
    assert [one["rank_before"] for one in body["moves"]] == [None] * 4


@pytest.mark.parametrize("query", ["", "?before=", "?before=soon", "?before=1&after=soon"])
def test_a_moment_that_is_none_is_refused_by_its_name(query: str) -> None:
    stage = played([1, 2, 3, 4])

    answer = doors.visitor().get(f"/stages/{stage.pk}/standings/moves/{query}")

    assert answer.status_code == 400
    assert answer.json()["field"] == ("after" if "after" in query else "before")


def test_nobodys_row_and_a_hidden_stage_are_not_found() -> None:
    stage = played([1, 2, 3, 4])
    stranger = factories.member(factories.club("Copper Hall"), "Zed")
    someone = player(stage, "Ada")
    row = f"/stages/{stage.pk}/standings/players"

    unknown = doors.visitor().get(f"{row}/{stranger.pk}/")
    Club.objects.filter(pk=stage.event.club_id).update(visibility=Visibility.MEMBERS)
    hidden = doors.visitor().get(f"{row}/{someone}/")

    assert (unknown.status_code, hidden.status_code) == (404, 404)
