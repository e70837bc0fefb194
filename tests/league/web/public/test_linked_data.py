"""Evenings as data in a page: what machines read there, and that it is data alone."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from league.core.enums import EventState, Role, Visibility
from tests import factories

pytestmark = pytest.mark.django_db
HOSTILE = "</script><script>alert(1)</script><!-- &amp;"


class Scripts(HTMLParser):
    """The scripts that stand in a page itself: their kinds and what is in them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[list[str]] = []
        self.is_within = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script" and "src" not in dict(attrs):
            self.is_within = True
            self.found.append([dict(attrs).get("type") or "", ""])

    def handle_endtag(self, tag: str) -> None:
        self.is_within = False

    def handle_data(self, data: str) -> None:
        if self.is_within:
            self.found[-1][1] += data


def told(client: Client, path: str) -> list[Any]:
    answer = client.get(path)
    assert answer.status_code == 200
    scripts = Scripts(answer.content.decode()).found
    assert {kind for kind, _ in scripts} <= {"application/ld+json"}
    return [json.loads(text) for _, text in scripts]


@override_settings(LEAGUE_URL="https://owl.example")
def test_a_page_tells_its_evening_by_the_clock_of_the_room(client: Client) -> None:
    club = factories.club("Tin Owl", time_zone="Europe/Berlin")
    starts_at = datetime(2026, 7, 3, 17, 30, tzinfo=UTC)
    event = factories.event(
        club,
        name="Summer Cup",
        place="Back room",
        starts_at=starts_at,
        ends_at=starts_at + timedelta(hours=4),
    )

    found = told(client, f"/e/{event.slug}/")

    address = f"https://owl.example/e/{event.slug}/"
    assert found == [
        {
            "@context": "https://schema.org",
            "@type": "Event",
            "@id": address,
            "name": "Summer Cup",
            "url": address,
            "startDate": "2026-07-03T19:30:00+02:00",
            "endDate": "2026-07-03T23:30:00+02:00",
            "eventStatus": "https://schema.org/EventScheduled",
            "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
            "location": {"@type": "Place", "name": "Back room"},
            "organizer": {
                "@type": "Organization",
                "name": "Tin Owl",
                "url": f"https://owl.example/c/{club.slug}/",
            },
        }
    ]


def test_a_cancelled_evening_says_so_and_leaves_out_what_nobody_has_said(client: Client) -> None:
    event = factories.event(state=EventState.CANCELLED)

    (found,) = told(client, f"/e/{event.slug}/")

    assert found["eventStatus"] == "https://schema.org/EventCancelled"
    assert found.keys() & {"location", "endDate"} == set()


def test_a_clubs_page_tells_the_evenings_to_come_that_everybody_knows_of(client: Client) -> None:
    club = factories.club()
    soon = timezone.now() + timedelta(days=2)
    for name, fields in (
        ("Next", {}),
        ("Later", {"starts_at": soon + timedelta(days=7)}),
        ("Quiet", {"is_announced": False}),
        ("Over", {"starts_at": soon - timedelta(days=9)}),
    ):
        given: dict[str, Any] = {"starts_at": soon, "state": EventState.OPEN, **fields}
        factories.event(club, name=name, **given)

    (found,) = told(client, f"/c/{club.slug}/")

    assert [one["name"] for one in found["@graph"]] == ["Next", "Later"]
    assert told(client, f"/c/{factories.club().slug}/") == []


def test_a_name_that_would_be_a_script_is_a_name(client: Client) -> None:
    club = factories.club(HOSTILE)
    event = factories.event(
        club,
        name=HOSTILE,
        place=HOSTILE,
        state=EventState.OPEN,
        starts_at=timezone.now() + timedelta(days=2),
    )

    pages = [told(client, f"/e/{event.slug}/"), told(client, f"/c/{club.slug}/")]

    assert pages[0][0]["name"] == pages[1][0]["@graph"][0]["name"] == HOSTILE
    assert pages[0][0]["location"]["name"] == pages[0][0]["organizer"]["name"] == HOSTILE
    assert [len(page) for page in pages] == [1, 1]


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.MEMBERS])
def test_what_is_not_for_all_is_in_no_data_whoever_looks(visibility: Visibility) -> None:
    club = factories.club(visibility=visibility)
    event = factories.event(
        club, state=EventState.OPEN, starts_at=timezone.now() + timedelta(days=2)
    )
    admin, account = Client(), factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    admin.force_login(account)

    for path in (f"/e/{event.slug}/", f"/c/{club.slug}/"):
        assert told(admin, path) == []
        assert "ld+json" not in Client().get(path).content.decode()
