"""The way of a new club: after each step its pages say what comes next."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from league.core.enums import EventState, Role
from league.models import Event
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
        f"/e/{coming.slug}/desk/",  # tonight's, and no steps any more
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
    account = factories.account()
    factories.grant(account, Role.SCOREKEEPER, factories.event(club, state=EventState.PLANNED))
    member = Client()
    member.force_login(account)

    html = member.get(f"/c/{club.slug}/").content.decode()

    assert "The way to the first evening" not in html


def test_a_copy_is_called_and_plays_what_is_asked_for_and_its_day_is_in_its_name() -> None:
    club = factories.club()
    event = factories.event(
        club, name="Night 2026-03-01", starts_at=datetime(2026, 3, 1, 18, tzinfo=UTC)
    )
    stage = factories.stage(event)
    other = factories.free_game(club)
    boss = signed_in(Role.CLUB_ADMIN, club)[0]
    page = f"/e/{event.slug}/copy/"
    proposed = re.search(r'name="name" value="([^"]*)"', boss.get(page).content.decode())
    assert proposed is not None
    when = {"day": "2026-12-24", "begins": "18:00"}

    for said in (
        {"key": "1", "name": proposed[1], "ruleset": str(stage.ruleset_id)},
        {"key": "2", "name": "Finale", "ruleset": str(other.pk)},
    ):
        assert boss.post(page, {**when, **said}).status_code == 302

    made = Event.objects.exclude(pk=event.pk).order_by("pk")
    assert [(one.name, one.stages.get().ruleset_id) for one in made] == [
        ("Night 2026-12-24", stage.ruleset_id),
        ("Finale", other.pk),
    ]


def test_a_new_event_offers_a_second_game_at_once() -> None:
    club = factories.club()
    first, second = factories.free_game(club), factories.free_game(club, name="Low Tide")
    boss = signed_in(Role.CLUB_ADMIN, club)[0]
    page = f"/c/{club.slug}/office/events/new/"

    said = {"ruleset": str(first.pk), "rulesets": [str(first.pk), str(second.pk)]}
    answer = boss.post(
        page,
        {
            "key": "k",
            "name": "Night",
            "day": "2026-12-24",
            "begins": "18:00",
            "kind": "evening",
            "mode": "rounds",
            "confirmation": "other_seat",
            **said,
        },
    )

    assert answer.status_code == 302
    stage = Event.objects.get().stages.get()
    assert (stage.ruleset, list(stage.rulesets.all())) == (first, [second])


def test_the_form_of_a_season_shows_what_a_place_is_worth_by_each_scheme() -> None:
    club = factories.club()
    boss = signed_in(Role.CLUB_ADMIN, club)[0]

    html = boss.get(f"/c/{club.slug}/office/seasons/new/").content.decode()

    choices = re.search(r'name="scheme".*?</select>', html, re.DOTALL)
    assert choices is not None
    offered = choices[0].count("<option")
    worths = html.split("<aside>")[1]
    assert worths.count("<summary>") == offered
    assert worths.count("<details open>") == 1
    assert worths.count("<table>") >= offered - 1


def test_the_first_desk_says_how_phones_get_in_before_people_come() -> None:
    event = factories.event(state=EventState.PLANNED)
    factories.stage(event)
    boss = signed_in(Role.ORGANIZER, event.club)[0]
    path = f"/e/{event.slug}/desk/"
    told = [
        "serve --lan" in boss.get(path, HTTP_HOST=host).content.decode()
        for host in ("localhost", "testserver")
    ]
    event.state = EventState.RUNNING
    event.save()

    told.append("serve --lan" in boss.get(path, HTTP_HOST="localhost").content.decode())

    assert told == [True, False, False]
