"""The way of a new club: after each step its pages say what comes next."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from league.core.enums import EventState, Role
from tests import factories
from tests.league.web.office.test_office import signed_in

pytestmark = pytest.mark.django_db


def steps(html: str) -> str:
    """The state of each step, and where the next thing is done."""
    states = re.findall(r'<li class="(done|current|todo)"', html)
    then = re.search(r'id="next-do" href="([^"]*)"', html)
    return " ".join([*(state[0] for state in states), then[1] if then else "-"])


def test_a_new_club_s_page_shows_the_way_to_its_first_evening_and_then_its_rooms() -> None:
    club = factories.club()
    factories.free_game(club)
    boss = signed_in(Role.CLUB_ADMIN, club)[0]
    page = f"/c/{club.slug}/"
    office = f"{page}office"
    seen = [steps(boss.get(page).content.decode())]

    factories.member(club)
    seen.append(steps(boss.get(page).content.decode()))
    season = factories.season(club)
    seen.append(steps(boss.get(page).content.decode()))
    soon = datetime.now(UTC) + timedelta(days=9)
    coming = factories.event(club, season=season, starts_at=soon, state=EventState.PLANNED)
    seen.append(steps(boss.get(page).content.decode()))
    settings = boss.get(f"/e/{coming.slug}/settings/").content.decode()
    coming.state = EventState.RUNNING
    coming.save()
    seen.append(steps(boss.get(page).content.decode()))

    assert seen == [
        f"d c t t t {office}/people/",
        f"d d c t t {office}/seasons/new/",
        f"d d d c t {office}/events/new/",
        f"d d d d c /e/{coming.slug}/desk/",
        "-",
    ]
    assert "Until then: open sign-up" in settings


def test_a_season_that_was_just_made_leads_on_to_the_first_evening() -> None:
    club = factories.club()
    factories.free_game(club)
    factories.member(club)
    season = factories.season(club)
    boss = signed_in(Role.CLUB_ADMIN, club)[0]

    html = boss.get(f"/c/{club.slug}/s/{season.slug}/settings/").content.decode()

    assert steps(html) == f"d d d c t /c/{club.slug}/office/events/new/"


def test_nobody_but_organizers_sees_the_way_of_a_club() -> None:
    club = factories.club()
    member = signed_in(Role.SCOREKEEPER, factories.event(club))[0]

    html = member.get(f"/c/{club.slug}/").content.decode()

    assert "The way to the first evening" not in html
