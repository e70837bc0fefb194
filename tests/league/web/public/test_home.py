"""The first page: one club alone is at home there, and its lines say how far an evening is."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from league.core.enums import EventState, Role, RoundState, Visibility
from league.models import Clock, Club, Event
from tests import factories
from tests.league.web.office.test_office import signed_in
from tests.league.web.public.test_sitemap import locations

pytestmark = pytest.mark.django_db


def heading(client: Client) -> str:
    found = re.search(r"<h1>(?:<bdi>)?([^<]*)", client.get("/").content.decode())
    assert found is not None
    return found[1]


def test_the_one_club_that_everybody_finds_is_at_home_at_the_root() -> None:
    club = factories.club("Tin Owl")
    closed = factories.club("Moth", visibility=Visibility.MEMBERS)
    visitor, inside = Client(), signed_in(Role.ORGANIZER, closed)[0]

    html = visitor.get("/").content.decode()

    assert heading(visitor) == "Tin Owl"
    assert re.search(rf'rel="canonical" href="[^"]*/c/{club.slug}/"', html)
    assert 'name="q"' in html  # everything else that there is to find
    assert not any(place.endswith("testserver/") for place in locations(visitor))
    assert heading(inside) == "Tonight at the tables"


def test_a_club_for_its_members_or_that_only_its_link_finds_is_never_at_the_root() -> None:
    club = factories.club("Moth", visibility=Visibility.MEMBERS)
    inside = signed_in(Role.ORGANIZER, club)[0]
    seen = [(heading(Client()), heading(inside))]

    Club.objects.update(visibility=Visibility.UNLISTED)

    seen.append((heading(Client()), heading(inside)))
    assert seen == [("Tonight at the tables", "Tonight at the tables")] * 2


def under_way(*, is_withheld: bool = False) -> Event:
    factories.club()  # a second one, so that the first page lists events
    event = factories.event(state=EventState.RUNNING)
    stage = factories.stage(event)
    round_ = factories.round_(stage, number=2, is_withheld=is_withheld, state=RoundState.PUBLISHED)
    for played in (True, False):
        entries = [factories.entry(event) for _ in range(3)]
        table = factories.table(round_, entries)
        if played:
            factories.played(table, [1, 2, 3])
    ends = datetime.now(UTC) + timedelta(minutes=25, seconds=30)
    Clock.objects.create(round=round_, length_s=3600, ends_at=ends)
    return event


@pytest.mark.parametrize(
    ("is_withheld", "said"),
    [(False, "Round 2, 1 of 2 tables in, 26 min left"), (True, "Round 2, 26 min left")],
)
def test_an_evening_under_way_says_how_far_it_is_and_nothing_that_is_kept_back(
    *, is_withheld: bool, said: str
) -> None:
    under_way(is_withheld=is_withheld)

    html = Client().get("/").content.decode()

    assert re.findall(r'<span class="small going">([^<]*)', html) == [said]


def test_who_runs_tonight_s_evening_finds_its_desk_first() -> None:
    event = under_way()
    boss, other = signed_in(Role.ORGANIZER, event.club)[0], Client()

    first = re.search(r'id="next-do" href="([^"]*)"', boss.get("/").content.decode())

    assert first is not None
    assert first[1] == f"/e/{event.slug}/desk/"
    assert "next-do" not in other.get("/").content.decode()
