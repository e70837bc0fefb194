"""Days outside the years 1900 to 2200 are refused at their field, by every door that takes one."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from league.core.actors import system
from league.core.enums import Role
from league.core.errors import BadInput
from league.models import Season
from league.services.occasions import events, seasons
from league.services.people import memberships, players
from tests import factories
from tests.api import doors

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.django_db
BY = system("test")
EDGES = (date(1, 1, 1), date(1899, 12, 31), date(2201, 1, 1), date(9999, 12, 31))


def field_of(do: Callable[..., object], **given: Any) -> str:
    with pytest.raises(BadInput) as refused:
        do(by=BY, **given)
    return f"{refused.value.code} {refused.value.field}"


@pytest.mark.parametrize("day", EDGES, ids=str)
def test_services_name_the_field_of_a_day_out_of_bounds(day: date) -> None:
    club = factories.club(time_zone="Pacific/Auckland")
    person = factories.member(club)
    at = datetime(day.year, day.month, day.day, tzinfo=UTC)
    one = {"expected_version": 1}

    told = {
        "season": field_of(seasons.create, club=club, name="S", starts_on=day, ends_on=day),
        "event": field_of(events.create, club=club, name="E", starts_at=at),
        "person": field_of(players.add, club=club, name="New One", since=day),
        "end": field_of(memberships.end, membership=person.memberships.get(), on=day, **one),
    }

    assert told == {
        "season": "day_out_of_bounds starts_on",
        "event": "day_out_of_bounds starts_at",
        "person": "day_out_of_bounds since",
        "end": "day_out_of_bounds on",
    }


@pytest.mark.parametrize("day", EDGES, ids=str)
def test_form_and_api_name_the_field_of_a_day_out_of_bounds(day: date) -> None:
    club = factories.club(time_zone="America/Los_Angeles")
    factories.free_game(club)
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    browser = Client()
    browser.force_login(account)
    season = {"name": "S", "starts_on": day.isoformat(), "ends_on": day.isoformat()}

    api = doors.organizer(club).post(f"/clubs/{club.slug}/seasons/", season)
    page = browser.post(f"/c/{club.slug}/office/seasons/new/", season)
    event = browser.post(
        f"/c/{club.slug}/office/events/new/",
        {"name": "E", "day": day.isoformat(), "begins": "00:00"},
    )

    assert (api.status_code, api.json()["code"]) == (400, "day_out_of_bounds")
    why = "Choose a day between the years 1900 and 2200."
    assert page.context["form"].errors["starts_on"] == [why]
    assert event.context["form"].errors["day"] == [why]


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
@pytest.mark.parametrize("edge", EDGES, ids=str)
def test_pages_of_a_season_stored_before_there_were_bounds_still_open(
    zone: str, edge: date
) -> None:
    club = factories.club(time_zone=zone)
    factories.season(club, slug="odd", starts_on=edge, ends_on=edge)

    assert Client().get(f"/c/{club.slug}/s/odd/").status_code == 200
    assert Client().get(f"/api/v1/seasons/{Season.objects.get().pk}/standings/").status_code == 200


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "UTC", "America/Los_Angeles"])
def test_a_moment_beyond_the_calendar_is_refused_with_what_there_is(zone: str) -> None:
    club = factories.club(time_zone=zone)
    season = factories.season(club)
    stage = factories.stage(factories.event(season=season))
    seated = [factories.entry(stage.event) for _ in range(2)]
    factories.played(factories.table(factories.round_(stage), seated), [1, 2])
    player = seated[0].player_id
    of_season = f"/c/{club.slug}/s/{season.slug}"
    of_stage = f"/e/{stage.event.slug}/stages/{stage.number}"
    paths = {
        "as_of": (
            f"{of_season}/",
            f"{of_season}/standings.csv",
            f"{of_season}/standings.xlsx",
            f"{of_season}/standings/{player}/",
            f"/e/{stage.event.slug}/standings/",
            f"{of_stage}/standings.csv",
            f"{of_stage}/standings/{player}/",
            f"/api/v1/seasons/{season.pk}/standings/",
            f"/api/v1/stages/{stage.pk}/standings/",
            f"/api/v1/seasons/{season.pk}/standings/players/{player}/",
        ),
        "before": (f"{of_season}/moves/", f"{of_stage}/moves/"),
        "after": (f"{of_season}/moves/", f"{of_stage}/moves/"),
    }
    moments = (
        "0001-01-01",
        "9999-12-31",
        "0001-01-01T00:00",
        "9999-12-31T23:59",
        "0001-01-01T00:00+14:00",
        "9999-12-31T23:59-12:00",
    )

    odd = {
        f"{path}?{name}={moment}": answer.status_code
        for name, some in paths.items()
        for path in some
        for moment in moments
        if (answer := Client().get(path, {name: moment})).status_code != 400
    }

    assert odd == {}
    told = Client().get(f"/api/v1/seasons/{season.pk}/standings/", {"as_of": "0001-01-01"})
    assert "it runs from 1 January 2026 to 31 December 2026" in told.content.decode()
