"""Small pages for other sites: framed there alone, without cookies, with public names."""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime

import pytest
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from league.core.enums import EventState, NameLevel, Role, Visibility
from league.models import Club, Season
from league.queries.people import account_actors
from league.services.people import accounts
from league.services.standings import standings
from tests import factories
from tests.practice import addresses

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _today(time_machine):  # type: ignore[no-untyped-def]  # the plugin's own fixture
    time_machine.move_to(datetime(2026, 10, 20, 12, 0, tzinfo=UTC), tick=False)


def played(**fields: object) -> Season:
    """A season after one evening: Ada before Bo, who hides, before Cleo."""
    club: Club = factories.club("Tin Owl", **fields)
    season = factories.season(club, name="Winter")
    event = factories.event(season=season, state=EventState.FINISHED)
    stage = factories.stage(event)
    people = [
        factories.entry(event, factories.member(club, name, name_level=level))
        for name, level in (
            ("Ada Quill", NameLevel.FULL),
            ("Bo Saltmarsh", NameLevel.HIDDEN),
            ("Cleo Marsh", NameLevel.INITIAL),
        )
    ]
    factories.played(factories.table(factories.round_(stage), people), [1, 2, 3])
    standings.recompute_season(season.pk)
    factories.event(season=season, name="Next Night", state=EventState.OPEN, place="Kettle")
    return season


def paths(season: Season) -> dict[str, str]:
    club = season.club.slug
    return {
        "standings": f"/embed/c/{club}/s/{season.slug}/standings/",
        "standings.json": f"/embed/c/{club}/s/{season.slug}/standings.json",
        "next": f"/embed/c/{club}/next/",
        "next.json": f"/embed/c/{club}/next.json",
    }


def test_only_pages_for_other_sites_may_be_framed() -> None:
    there = addresses.site()
    framed = {}
    for (route, name), path in zip(addresses.routes(), there.paths, strict=True):
        headers = there.owner().get(path).headers
        ancestors = headers["Content-Security-Policy"].split("frame-ancestors ")[1]
        framed[name] = ("X-Frame-Options" not in headers, ancestors == "*")
        assert framed[name] == (route.startswith("embed/"),) * 2, path

    assert {name for name, found in framed.items() if found == (True, True)} == {
        "embed_standings",
        "embed_standings_json",
        "embed_next",
        "embed_next_json",
        "oembed",
    }


def test_nothing_runs_there_and_no_cookie_is_set_or_heeded() -> None:
    season = played()
    organizer = Client()
    account = factories.account()
    accounts.set_language(by=account_actors.person(account), language="fr")
    factories.grant(account, Role.CLUB_ADMIN, season.club)
    organizer.force_login(account)

    for path in paths(season).values():
        answers = [each.get(path) for each in (Client(), organizer)]

        assert [answer.cookies for answer in answers] == [{}, {}]
        assert answers[0].content == answers[1].content
        assert b"<script" not in answers[0].content
        assert "script-src" not in answers[0].headers["Content-Security-Policy"]


def test_the_hidden_stay_hidden_on_other_sites_too(client: Client) -> None:
    season = played()

    texts = {name: client.get(path).content.decode() for name, path in paths(season).items()}

    assert "Ada Quill" in texts["standings"]
    assert "Ada Quill" in texts["standings.json"]
    for text in texts.values():
        assert re.findall("Bo Salt|Saltmarsh|Cleo Marsh", text) == []


def test_the_json_says_what_the_page_shows(client: Client) -> None:
    season = played()

    found = {name: client.get(paths(season)[name]) for name in ("standings.json", "next.json")}

    assert [(row["rank"], row["name"]) for row in found["standings.json"].json()["rows"]] == [
        (1, "Ada Quill"),
        (2, "Player"),
        (3, "Cleo M."),
    ]
    assert found["next.json"].json() == {
        "club": "Tin Owl",
        "url": f"http://testserver/c/{season.club.slug}/",
        "next": {
            "name": "Next Night",
            "starts_at": "2026-11-03T18:30:00+00:00",
            "ends_at": None,
            "time_zone": "Europe/Berlin",
            "place": "Kettle",
            "state": "open",
            "players": 0,
            "url": f"http://testserver/e/{season.events.get(name='Next Night').slug}/",
        },
    }
    assert {answer.headers["Access-Control-Allow-Origin"] for answer in found.values()} == {"*"}


def test_a_club_for_members_is_on_no_other_site(client: Client) -> None:
    season = played(visibility=Visibility.MEMBERS)
    member = Client()
    member.force_login(factories.account(player=factories.member(season.club, "Dora")))

    found = [
        each.get(path).status_code for each in (client, member) for path in paths(season).values()
    ]
    page = member.get(f"/c/{season.club.slug}/s/{season.slug}/").content.decode()

    assert found == [404] * 8
    assert "<iframe" not in html.unescape(page)


def test_theme_language_and_rows_come_with_the_address(client: Client) -> None:
    season = played(language="de")
    path = paths(season)["standings"]

    pages = [
        client.get(path, query).content.decode()
        for query in ({}, {"theme": "dark", "lang": "fr"}, {"theme": "light", "rows": "1"})
    ]

    assert [re.findall("<html ([^>]*?) ?>", page) for page in pages] == [
        ['lang="de"'],
        ['lang="fr" data-theme="dark"'],
        ['lang="de" data-theme="light"'],
    ]
    assert [page.count('<th scope="row"') for page in pages] == [3, 3, 1]


@pytest.mark.parametrize(
    ("query", "field"),
    [({"theme": "pink"}, "theme"), ({"lang": "tlh"}, "lang"), ({"rows": "0"}, "rows")],
)
def test_a_wrong_wish_is_refused_by_name(client: Client, query: dict[str, str], field: str) -> None:
    answer = client.get(paths(played())["standings"], query)

    assert answer.status_code == 400
    assert f"<b>{field}</b>" in answer.content.decode()


def test_who_has_the_page_already_is_told_so(client: Client) -> None:
    for path in paths(played()).values():
        tag = client.get(path).headers["ETag"]

        assert client.get(path, headers={"If-None-Match": tag}).status_code == 304


def test_the_snippet_on_the_season_shows_a_page_that_is_there(client: Client) -> None:
    season = played()
    page = client.get(f"/c/{season.club.slug}/s/{season.slug}/").content.decode()

    frames = re.findall(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)
    sources = [
        html.unescape(re.findall('src="([^"]+)"', html.unescape(frame))[0]) for frame in frames
    ]

    assert [client.get(source).status_code for source in sources] == [200, 200]


def test_a_longer_table_asks_no_more_of_the_database(client: Client) -> None:
    from django.db import connection  # app ready

    counts = []
    for _ in range(2):
        season = played()
        for path in paths(season).values():
            with CaptureQueriesContext(connection) as found:
                client.get(path)
            counts.append(len(found))

    assert counts[:4] == counts[4:]
    assert max(counts) < 9


# --- asked for by the address of a page -------------------------------------------------------


@override_settings(LEAGUE_URL="https://owl.example")
def test_whoever_pastes_the_address_of_a_page_gets_its_frame(client: Client) -> None:
    season = played(language="de")
    club = f"/c/{season.club.slug}/"
    home = f"{club}s/{season.slug}/"
    found = {}
    for path in (club, home):
        page = client.get(path).content.decode()
        link = re.search(r'type="application/json\+oembed" href="([^"]+)"', page)
        assert link is not None
        found[path] = client.get(html.unescape(link[1]).removeprefix("https://owl.example")).json()

    small = client.get(
        "/embed/oembed.json",
        {"url": f"https://owl.example{home}?x=1#y", "maxwidth": "200", "maxheight": "99"},
    ).json()

    assert {key: found[home][key] for key in found[home] if key != "html"} == {
        "type": "rich",
        "version": "1.0",
        "title": "Tin Owl: Tabelle",
        "provider_name": "Stammtisch",
        "provider_url": "https://owl.example/",
        "cache_age": 60,
        "width": 600,
        "height": 420,
    }
    frames = [re.search(r'<iframe src="([^?"]+)\?', found[path]["html"]) for path in (club, home)]
    assert [frame and frame[1] for frame in frames] == [
        f"https://owl.example/embed{club}next/",
        f"https://owl.example/embed{home}standings/",
    ]
    assert (small["width"], small["height"], 'height="99"' in small["html"]) == (200, 99, True)


def test_there_is_no_frame_for_what_is_elsewhere_or_not_for_all(client: Client) -> None:
    season = played(visibility=Visibility.MEMBERS)
    event = season.events.latest("pk")
    here = "http://testserver"

    def status(**query: str) -> int:
        return client.get("/embed/oembed.json", query).status_code

    assert [
        status(url=f"{here}/c/{season.club.slug}/"),
        status(url=f"{here}/c/{season.club.slug}/s/{season.slug}/"),
        status(url=f"{here}/e/{event.slug}/"),
        status(url=f"https://elsewhere.example/c/{season.club.slug}/"),
        status(url=f"{here}/nowhere"),
        status(),
        status(url=f"{here}/", maxwidth="wide"),
        status(url=f"{here}/", format="xml"),
    ] == [404, 404, 404, 404, 404, 400, 404, 501]
