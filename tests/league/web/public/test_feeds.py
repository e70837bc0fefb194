"""Feeds of a club and of a season: what readers of news find, and what is told to nobody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client, override_settings

from league.core.enums import EventState, NameLevel, Role, SeasonState, Visibility
from league.models import Club, Event, Season, Stage
from league.services.occasions import events, seasons
from league.services.standings import standings
from tests import factories

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
TODAY = datetime(2026, 11, 4, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today(time_machine):  # type: ignore[no-untyped-def]  # the plugin's own fixture
    time_machine.move_to(TODAY, tick=False)


@dataclass
class World:
    """A season with an evening that Ada won before Bo, who hides, and one that is to come."""

    club: Club
    season: Season
    played: Event
    stage: Stage
    coming: Event

    @property
    def paths(self) -> list[str]:
        club = f"/c/{self.club.slug}/"
        homes = (club, f"{club}s/{self.season.slug}/")
        return [f"{home}feed.{kind}" for home in homes for kind in ("atom", "json")]


def world(*, places: tuple[int, ...] = (1, 2, 3), **fields: Any) -> World:
    club = factories.club("Tin Owl", **fields)
    season = factories.season(club, name="Winter")
    played = factories.event(season=season, name="First Night", state=EventState.FINISHED)
    stage = factories.stage(played)
    people = [
        factories.entry(played, factories.member(club, name, name_level=level))
        for name, level in (
            ("Ada Quill", NameLevel.FULL),
            ("Bo Saltmarsh", NameLevel.HIDDEN),
            ("Cleo Marsh", NameLevel.INITIAL),
        )
    ]
    factories.played(factories.table(factories.round_(stage), people), places)
    standings.recompute_all()
    coming = factories.event(
        season=season,
        name="Next Night",
        state=EventState.OPEN,
        place="Back room",
        notes="Bring dice\n& <friends>\x0b",
        starts_at=TODAY + timedelta(days=7),
    )
    return World(club, season, played, stage, coming)


def titles(client: Client, path: str) -> list[str]:
    answer = client.get(path)
    assert answer.status_code == 200, path
    if path.endswith(".json"):
        return [one["title"] for one in answer.json()["items"]]
    entries = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")
    return [str(one.findtext(f"{ATOM}title")) for one in entries]


RESULTS, ANNOUNCED = "Results: First Night, 3 November 2026", "Next Night, 11 November 2026"


@override_settings(LEAGUE_URL="https://owl.example")
def test_the_json_feed_has_what_the_format_asks_for(client: Client) -> None:
    there = world()

    answer = client.get(f"/c/{there.club.slug}/feed.json")

    feed = answer.json()
    assert answer.headers["Content-Type"] == "application/feed+json; charset=utf-8"
    assert {key: feed[key] for key in feed if key != "items"} == {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Tin Owl",
        "home_page_url": f"https://owl.example/c/{there.club.slug}/",
        "feed_url": f"https://owl.example/c/{there.club.slug}/feed.json?lang=en",
        "language": "en",
        "authors": [{"name": "Tin Owl", "url": f"https://owl.example/c/{there.club.slug}/"}],
    }
    assert len({one["id"] for one in feed["items"]}) == 2
    assert [
        {key: one[key] for key in one if key != "id"}
        for one in sorted(feed["items"], key=lambda one: str(one["tags"]))
    ] == [
        {
            "url": f"https://owl.example/e/{there.coming.slug}/",
            "title": ANNOUNCED,
            "content_text": "11 November 2026, 13:00 CET · Back room\n\nBring dice\n& <friends>",
            "date_published": "2026-11-04T12:00:00+00:00",
            "date_modified": "2026-11-04T12:00:00+00:00",
            "tags": ["announced"],
        },
        {
            "url": f"https://owl.example/e/{there.played.slug}/",
            "title": RESULTS,
            "content_text": "First place: Ada Quill",
            "date_published": "2026-11-04T12:00:00+00:00",
            "date_modified": "2026-11-04T12:00:00+00:00",
            "tags": ["results"],
        },
    ]


def test_the_atom_feed_has_what_the_format_asks_for_and_tells_the_same(client: Client) -> None:
    there = world()
    for path in there.paths[::2]:
        answer = client.get(path)

        feed = ElementTree.fromstring(answer.content)
        items = client.get(path.replace(".atom", ".json")).json()["items"]
        entries = feed.findall(f"{ATOM}entry")
        assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
        assert feed.tag == f"{ATOM}feed"
        for needed in ("id", "title", "updated", "author"):
            assert len(feed.findall(f"{ATOM}{needed}")) == 1, needed
        assert [(link.get("rel"), link.get("href")) for link in feed.findall(f"{ATOM}link")] == [
            ("alternate", f"http://testserver{path.removesuffix('feed.atom')}"),
            ("self", f"http://testserver{path}?lang=en"),
        ]
        assert [
            {
                "id": one.findtext(f"{ATOM}id"),
                "title": one.findtext(f"{ATOM}title"),
                "url": one.find(f"{ATOM}link").get("href"),  # type: ignore[union-attr]  # is there
                "date_published": one.findtext(f"{ATOM}published"),
                "date_modified": one.findtext(f"{ATOM}updated"),
            }
            for one in entries
        ] == [
            {key: one[key] for key in ("id", "title", "url", "date_published", "date_modified")}
            for one in items
        ]
        assert {one.find(f"{ATOM}summary").get("type") for one in entries} == {"html"}  # type: ignore[union-attr]
        assert "&amp; &lt;friends&gt;" in str(entries[0].findtext(f"{ATOM}summary")) + str(
            entries[1].findtext(f"{ATOM}summary")
        )


def test_an_entry_keeps_its_name_and_says_when_it_changed(client: Client, time_machine) -> None:  # type: ignore[no-untyped-def]  # the plugin's own fixture
    there = world()
    by = factories.actor(Role.CLUB_ADMIN, there.club)
    path = f"/c/{there.club.slug}/feed.json"

    def announced() -> dict[str, Any]:
        found: list[dict[str, Any]] = client.get(path).json()["items"]
        return next(one for one in found if one["tags"] == ["announced"])

    before = announced()
    time_machine.move_to(TODAY + timedelta(hours=1), tick=False)
    moved = events.change(
        by=by, event=there.coming, expected_version=there.coming.version, place="Kettle"
    )
    changed = announced()
    time_machine.move_to(TODAY + timedelta(hours=2), tick=False)
    events.set_state(by=by, event=moved, state=EventState.CANCELLED)
    cancelled = announced()

    assert {one["id"] for one in (before, changed, cancelled)} == {before["id"]}
    assert {one["date_published"] for one in (before, changed, cancelled)} == {
        before["date_published"]
    }
    assert [one["date_modified"][11:16] for one in (before, changed, cancelled)] == [
        "12:00",
        "13:00",
        "14:00",
    ]
    assert cancelled["title"] == f"Cancelled: {ANNOUNCED}"


def test_a_season_that_is_over_is_told_with_whom_it_was_won_by(client: Client) -> None:
    there = world(places=(1, 1, 3))
    by = factories.actor(Role.CLUB_ADMIN, there.club)

    seasons.set_state(by=by, season=there.season, state=SeasonState.FINISHED)
    standings.recompute_all()

    for path in there.paths[1::2]:
        told = [one for one in client.get(path).json()["items"] if one["tags"] == ["season"]]
        assert [(one["title"], one["content_text"], one["url"]) for one in told] == [
            (
                "Winter: season finished",
                "First place, shared: Ada Quill, Player",
                f"http://testserver/c/{there.club.slug}/s/{there.season.slug}/",
            )
        ]


def test_whoever_led_before_the_last_result_has_not_won_the_season(client: Client) -> None:
    there = world()
    by = factories.actor(Role.CLUB_ADMIN, there.club)
    seasons.set_state(by=by, season=there.season, state=SeasonState.FINISHED)
    standings.recompute_all()
    Season.objects.filter(pk=there.season.pk).update(auto_publish=False)
    there.club.refresh_from_db()
    Season.objects.filter(pk=there.season.pk).update(stale_at=there.club.seq + 1)

    for path in there.paths[1::2]:
        told = [one for one in client.get(path).json()["items"] if one["tags"] == ["season"]]
        assert ["Ada" in one["content_text"] for one in told] == [False]


def test_no_feed_holds_what_is_kept_back_or_hidden_whoever_asks() -> None:
    there = world(places=(2, 1, 3))
    factories.event(season=there.season, name="Velvet Moth", is_announced=False)
    kept = factories.event(
        season=there.season,
        name="Second Night",
        state=EventState.FINISHED,
        starts_at=TODAY + timedelta(hours=1),
    )
    people = [factories.entry(kept, factories.member(there.club, name)) for name in ("Dora", "Edd")]
    stage = factories.stage(kept)
    for is_withheld in (False, True):  # half of an evening is no news
        round_ = factories.round_(stage, is_withheld=is_withheld)
        factories.played(factories.table(round_, people), [1, 2])
    standings.recompute_all()
    admin, account = Client(), factories.account()
    factories.grant(account, Role.CLUB_ADMIN, there.club)
    admin.force_login(account)

    pages = {
        path: [client.get(path).content.decode() for client in (Client(), admin)]
        for path in there.paths
    }

    for path, (public, own) in pages.items():
        assert public == own, path
        assert [word for word in ("Saltmarsh", "Velvet", "Dora", "Marsh") if word in public] == []
        assert "First place: Player" in public
        assert "Second Night" in public
        assert "Results: Second Night" not in public


def test_standings_that_nobody_has_published_are_no_news(client: Client) -> None:
    there = world()
    Stage.objects.filter(pk=there.stage.pk).update(auto_publish=False)
    there.stage.snapshots.all().delete()

    found = [titles(client, path) for path in there.paths]

    assert found == [[ANNOUNCED]] * 4


@pytest.mark.parametrize(
    ("visibility", "status", "robots"),
    [
        (Visibility.PUBLIC, 200, None),
        (Visibility.UNLISTED, 200, "noindex"),
        (Visibility.MEMBERS, 404, None),
    ],
)
def test_a_feed_is_there_for_whom_the_page_is(
    client: Client, visibility: Visibility, status: int, robots: str | None
) -> None:
    there = world(visibility=visibility)

    answers = [client.get(path) for path in there.paths]

    assert [(one.status_code, one.headers.get("X-Robots-Tag")) for one in answers] == [
        (status, robots)
    ] * 4


def test_who_has_the_feed_already_is_told_so_until_something_changes(client: Client) -> None:
    there = world()
    for path in there.paths:
        tag = client.get(path).headers["ETag"]
        again = client.get(path, headers={"If-None-Match": tag})
        there.coming = events.change(
            by=factories.actor(Role.CLUB_ADMIN, there.club),
            event=there.coming,
            expected_version=there.coming.version,
            place=f"Room {there.coming.version}",
        )
        changed = client.get(path, headers={"If-None-Match": tag})

        assert (again.status_code, again.content, changed.status_code) == (304, b"", 200)


def test_a_feed_speaks_the_language_asked_for(client: Client) -> None:
    there = world(places=(2, 1, 3))
    path = there.paths[1]

    found = [
        client.get(f"{path}{query}", headers={"Accept-Language": wanted}).json()["language"]
        for query, wanted in (("", "fr"), ("?lang=de", "fr"), ("", "xx"))
    ]

    assert found == ["fr", "de", "en"]
    assert client.get(f"{path}?lang=xx").status_code == 400


def test_an_empty_feed_stays_the_same(client: Client, time_machine) -> None:  # type: ignore[no-untyped-def]  # the plugin's own fixture
    path = f"/c/{factories.club().slug}/feed.atom"
    before = client.get(path).content

    time_machine.move_to(TODAY + timedelta(hours=3), tick=False)

    assert client.get(path).content == before
    assert titles(client, path) == []


def test_pages_lead_programs_and_people_to_their_feeds(client: Client) -> None:
    there = world()

    for home in (f"/c/{there.club.slug}/", f"/c/{there.club.slug}/s/{there.season.slug}/"):
        page = client.get(home).content.decode()

        for kind, name in (("atom+xml", "feed.atom"), ("feed+json", "feed.json")):
            assert f'type="application/{kind}"' in page
            assert f'href="http://testserver{home}{name}?lang=en"' in page
        assert page.count("News for feed readers") == 1
