"""Lists come in pages that neither overlap nor leave anybody out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import Club
from tests import factories
from tests.api import doors
from tests.api.test_standings import make, pages

pytestmark = pytest.mark.django_db


def test_118_players_of_one_name_come_on_12_pages() -> None:
    club = factories.club(slug="hafen")
    people = {factories.member(club, "Ida Brand").pk for _ in range(118)}

    walk = pages("/clubs/hafen/players/?limit=10")

    assert [len(page) for page in walk] == [10] * 11 + [8]
    assert {row["id"] for page in walk for row in page} == people


def test_40_events_of_one_evening_come_in_one_order() -> None:
    club = factories.club(slug="hafen")
    events = [factories.event(club).pk for _ in range(40)]

    walk = pages("/clubs/hafen/events/?limit=7")

    assert [row["id"] for page in walk for row in page] == sorted(events, reverse=True)


def test_clubs_of_one_name_and_seasons_of_one_day_are_paged_without_gaps() -> None:
    clubs = [factories.club("Am Hafen").pk for _ in range(5)]
    club = factories.club("Zur Linde", slug="linde")
    seasons = [factories.season(club).pk for _ in range(5)]

    by_name = pages("/clubs/?limit=2")
    by_day = pages("/clubs/linde/seasons/?limit=2")

    assert [row["id"] for page in by_name for row in page] == [*clubs, club.pk]
    assert [row["id"] for page in by_day for row in page] == sorted(seasons, reverse=True)


def test_a_row_that_comes_in_meanwhile_moves_nothing() -> None:
    club = factories.club(slug="hafen")
    rows = [factories.member(club, name).pk for name in ("Anna", "Bert", "Cora", "Dirk")]
    first = doors.visitor().get("/clubs/hafen/players/?limit=2").json()
    factories.member(club, "Aaron")

    second = Client().get(first["next"]).json()

    assert [row["id"] for row in first["results"] + second["results"]] == rows


def test_a_cursor_belongs_to_its_own_list() -> None:
    club = factories.club(slug="hafen")
    for name in ("Anna", "Bert"):
        factories.member(club, name)
        factories.event(club)
    link = doors.visitor().get("/clubs/hafen/players/?limit=1").json()["next"]

    answer = doors.visitor().get(f"/clubs/hafen/events/?cursor={link.partition('cursor=')[2]}")

    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


def test_events_are_narrowed_to_a_season_and_a_state() -> None:
    club = factories.club(slug="hafen")
    season = factories.season(club)
    wanted = factories.event(season=season, state="finished")
    factories.event(season=season)
    factories.event(club, state="finished")

    rows = doors.visitor().get(f"/clubs/hafen/events/?season={season.pk}&state=finished").json()
    wrong = doors.visitor().get("/clubs/hafen/events/?state=over")

    assert [row["id"] for row in rows["results"]] == [wanted.pk]
    assert (wrong.status_code, wrong.json()["field"]) == (400, "state")


def queries(path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        assert doors.visitor().get(path).status_code == 200
    return len(seen)


def _clubs(club: Club) -> None:
    factories.club()


def _players(club: Club) -> None:
    factories.member(club)


def _seasons(club: Club) -> None:
    factories.season(club, starts_on=date(2026, 1, 1))


def _events(club: Club) -> None:
    factories.event(club, season=factories.season(club))


def _entries(club: Club) -> None:
    factories.entry(club.events.get())


def _rounds(club: Club) -> None:
    factories.round_(club.events.get().stages.get())


def _stages(club: Club) -> None:
    factories.stage(club.events.get())


@pytest.mark.parametrize(
    ("path", "add"),
    [
        ("/clubs/", _clubs),
        ("/clubs/hafen/players/", _players),
        ("/clubs/hafen/seasons/", _seasons),
        ("/clubs/hafen/events/", _events),
        ("/events/{event}/", _stages),
        ("/events/{event}/entries/", _entries),
        ("/events/{event}/rounds/", _rounds),
    ],
)
def test_a_list_asks_as_often_for_one_row_as_for_three(
    path: str, add: Callable[[Club], None]
) -> None:
    club = factories.club(slug="hafen")
    if add is not _events:
        event = factories.event(club)
        path = path.format(event=event.pk)
        if add is not _stages:
            factories.stage(event)
    add(club)
    queries(path)

    one = queries(path)
    add(club)
    add(club)
    three = queries(path)

    assert one == three


def test_a_round_asks_as_often_for_one_table_as_for_three() -> None:
    stage = factories.stage()
    round_ = factories.round_(stage)

    def seat() -> None:
        entries = [factories.entry(stage.event) for _ in range(4)]
        factories.played(factories.table(round_, entries), [1, 2, 3, 4])

    seat()
    one = queries(f"/rounds/{round_.pk}/")
    seat()
    seat()
    three = queries(f"/rounds/{round_.pk}/")

    assert one == three


def test_standings_ask_as_often_for_20_players_as_for_200() -> None:
    small, large = make(20), make(200)

    for what in ("stage", "season"):
        few = queries(f"/{what}s/{getattr(small, what).pk}/standings/")
        many = queries(f"/{what}s/{getattr(large, what).pk}/standings/")

        assert few == many
        assert many <= 6
