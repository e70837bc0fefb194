"""Moments that are none: refused by every page, file and address of the API, and never "as now"."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.core.enums import Role, RoundState
from league.models import Season, Stage
from league.services.standings import standings
from tests import factories
from tests.practice.evenings import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Two rounds of a table of four that have been played, and a third that is a draft."""
    season = factories.season(factories.club("Tin Owl", time_zone="UTC"))
    event = factories.event(
        season=season, name="Night", starts_at=datetime(2026, 3, 3, 19, tzinfo=UTC)
    )
    stage = factories.stage(event)
    people = [factories.entry(event, name) for name in ("Ada", "Bo", "Cy", "Dee")]
    for number in (1, 2):
        table = factories.table(factories.round_(stage, number=number), people)
        factories.played(table, [1, 2, 3, 4])
    factories.round_(stage, number=3, state=RoundState.DRAFT)
    standings.catch_up()
    return stage


def season_of(stage: Stage) -> Season:
    assert stage.event.season is not None
    return stage.event.season


def doors_of_stage(stage: Stage) -> list[str]:
    """Every address that takes a moment of a stage, ready for it."""
    ada = stage.event.entries.earliest("pk").player_id
    page, api = f"/e/{stage.event.slug}/", f"/api/v1/stages/{stage.pk}/standings/"
    own = f"{page}stages/1/"
    return [
        *(f"{page}standings/?as_of=", f"{own}standings.csv?as_of="),
        *(f"{own}standings/{ada}/?as_of=", f"{own}moves/?before=", f"{own}moves/?after="),
        *(f"{own}standings.pdf?as_of=", f"{own}cross-table.pdf?as_of="),
        *(f"{api}?as_of=", f"{api}?format=csv&as_of=", f"{api}rows/?as_of="),
        *(f"{api}players/{ada}/?as_of=", f"{api}moves/?before="),
        f"{api}moves/?before=1&after=",
    ]


def doors_of_season(stage: Stage) -> list[str]:
    """Every address that takes a moment of a season, ready for it."""
    ada = stage.event.entries.earliest("pk").player_id
    season = season_of(stage)
    page = f"/c/{season.club.slug}/s/{season.slug}/"
    api = f"/api/v1/seasons/{season.pk}/standings/"
    return [
        *(f"{page}?as_of=", f"{page}standings.csv?as_of="),
        *(f"{page}standings/{ada}/?as_of=", f"{page}moves/?before=", f"{page}moves/?after="),
        *(f"{page}standings.pdf?as_of=", f"{page}cross-table.pdf?as_of="),
        *(f"{api}?as_of=", f"{api}?format=csv&as_of=", f"{api}rows/?as_of="),
        *(f"{api}players/{ada}/?as_of=", f"{api}moves/?before="),
        f"{api}moves/?before=2026-03-03&after=",
    ]


def statuses(doors: list[str], value: str) -> dict[str, int]:
    client = Client()
    return {door: client.get(door + value).status_code for door in doors}


@pytest.mark.parametrize("value", ["3", "99", "0099", "2099-01-01T20:00", "9999-12-31T23:59"])
def test_a_round_that_is_none_is_refused_on_every_door_of_a_stage(stage: Stage, value: str) -> None:
    doors = doors_of_stage(stage)

    known, unknown = statuses(doors, "2"), statuses(doors, value)

    assert known == dict.fromkeys(doors, 200)
    assert unknown == dict.fromkeys(doors, 400)


@pytest.mark.parametrize("value", ["2027-01-01", "9999-12-31", "2099-01-01T20:00"])
def test_a_day_after_it_is_refused_on_every_door_of_a_season(stage: Stage, value: str) -> None:
    doors = doors_of_season(stage)

    known, unknown = statuses(doors, "2026-03-03"), statuses(doors, value)

    assert known == dict.fromkeys(doors, 200)
    assert unknown == dict.fromkeys(doors, 400)


def test_the_api_names_the_field_and_what_there_is(stage: Stage) -> None:
    client = Client()
    api = f"/api/v1/stages/{stage.pk}/standings/"

    told = client.get(f"{api}?as_of=9").json()
    moved = client.get(f"{api}moves/?before=1&after=9").json()
    season = client.get(f"/api/v1/seasons/{season_of(stage).pk}/standings/?as_of=2027-01-01").json()

    assert told == {
        "code": "as_of_no_such_round",
        "message": "There is no round 9 here. There are: 1, 2.",
        "params": {"round": 9, "known": "1, 2"},
        "field": "as_of",
    }
    assert (moved["code"], moved["field"]) == ("as_of_no_such_round", "after")
    assert season == {
        "code": "as_of_other_day",
        "message": "1 January 2027 comes after this season, which ends on 31 December 2026.",
        "params": {"day": "2027-01-01", "last": "2026-12-31"},
        "field": "as_of",
    }


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("round=9", "There is no round 9 here. There are: 1, 2."),
        ("round=abc", "There is no round abc here. There are: 1, 2."),
        ("round=2&stage=9", "There is no stage 9 here. There are: 1."),
        ("round=2&stage=1", ""),
        ("round=1", ""),
        ("", ""),
    ],
)
def test_a_round_that_there_is_not_is_refused_at_the_desk_and_on_paper(
    stage: Stage, asked: str, told: str
) -> None:
    boss, at = signed_in(Role.ORGANIZER, stage.event.club), f"/e/{stage.event.slug}/"

    for page in ("desk/", "seating/", "seating.pdf", "paper/"):
        answer = boss.get(f"{at}{page}?{asked}")

        assert (page, answer.status_code) == (page, 400 if told else 200)
        assert (not told) or told in answer.content.decode()
    assert boss.get(f"{at}results/?round=999999").status_code == 404


def test_an_open_desk_of_a_round_that_was_withdrawn_goes_on_with_the_one_there_is(
    stage: Stage,
) -> None:
    boss, at = signed_in(Role.ORGANIZER, stage.event.club), f"/e/{stage.event.slug}/"

    desk = boss.get(f"{at}desk/?part=live&step=play&round=9", HTTP_HX_REQUEST="true")

    assert desk.status_code == 200


def test_a_stage_without_rounds_says_that_there_are_none() -> None:
    stage = factories.stage(factories.event())

    told = Client().get(f"/api/v1/stages/{stage.pk}/standings/?as_of=1").json()

    assert (told["code"], told["params"]) == ("as_of_no_round", {"round": 1})


def test_a_page_says_what_is_wrong_and_leads_to_itself_without_it(stage: Stage) -> None:
    page = f"/e/{stage.event.slug}/standings/"

    refused = Client().get(f"{page}?as_of=9").content.decode()

    assert "There is no round 9 here. There are: 1, 2." in refused
    assert f'href="{page}">Show page without it</a>' in refused


def test_the_last_day_of_a_season_is_of_it_and_before_the_first_nothing_was_played(
    stage: Stage,
) -> None:
    client = Client()
    api = f"/api/v1/seasons/{season_of(stage).pk}/standings/?as_of="

    found = {day: client.get(api + day).json()["rows"] for day in ("2026-12-31", "2000-01-01")}

    assert [len(rows) for rows in found.values()] == [4, 0]


def test_a_clock_that_is_a_little_ahead_asks_of_now(stage: Stage) -> None:
    now = timezone.now()
    page = f"/e/{stage.event.slug}/standings/?as_of="

    ahead = {
        minutes: Client().get(f"{page}{now + timedelta(minutes=minutes):%Y-%m-%dT%H:%M:%SZ}")
        for minutes in (0, 3, 20)
    }

    assert {minutes: one.status_code for minutes, one in ahead.items()} == {0: 200, 3: 200, 20: 400}
