"""How long a game takes and what it is called in narrow places: on the shelf, cards and lines."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.enums import EventState, Role
from league.models import ClubGame, Event
from league.services.office import rules
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


def evening() -> Event:
    club = factories.club("Tin Owl")
    event = factories.event(club, state=EventState.RUNNING, name="First Night")
    seats = [factories.entry(event, factories.member(club, f"Guest {n}")) for n in range(3)]
    factories.table(factories.round_(factories.stage(event)), seats)
    return event


def box_of(event: Event) -> ClubGame:
    return event.stages.get().ruleset.club_game


def test_a_short_title_stands_on_cards_and_the_minutes_on_the_shelf(client: Client) -> None:
    event = evening()
    box = box_of(event)
    by = factories.actor(Role.CLUB_ADMIN, event.club)
    rules.change_game(
        by=by,
        club_game=box,
        expected_version=box.version,
        title="The Very Long Game of Harbour Lights",
        short_title="Harbour",
        minutes=95,
        copies=None,
    )

    shelf, page, wall = (
        client.get(path).content.decode()
        for path in (
            f"/c/{event.club.slug}/",
            f"/e/{event.slug}/",
            f"/e/{event.slug}/board/?slides=seating",
        )
    )

    assert "95 min" in shelf
    assert "The Very Long Game" in shelf
    for drawn in (page, wall):
        meta = drawn.split('<p class="meta">')[1].split("</p>")[0]
        assert 'class="disc small game' in meta
        assert meta.split()[-1] == "Harbour"


def test_an_event_in_a_list_has_the_tile_of_its_game(client: Client) -> None:
    event = evening()

    page = client.get(f"/c/{event.club.slug}/").content.decode()

    line = page.split('class="event-line"')[1].split("</li>")[0]
    assert line.count('class="disc small game') == 1
    assert f">{box_of(event).title}</span>" in line


def test_a_game_of_the_catalogue_says_itself_how_long_it_takes(client: Client) -> None:
    club = factories.club("Tin Owl")
    rules.stock(by=factories.actor(Role.CLUB_ADMIN, club), club=club)

    page = client.get(f"/c/{club.slug}/").content.decode()

    assert page.count("45 min") == 2


def test_the_api_takes_both_and_refuses_an_endless_match() -> None:
    club = factories.club()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    asker = doors.with_token(account)
    path = f"/clubs/{club.slug}/games/"
    said = {"game": "free-form", "title": "Harbour Lights", "short_title": "Harbour"}

    made = asker.send("POST", path, {**said, "minutes": 60}).json()
    refused = asker.send("POST", path, {**said, "title": "Other", "minutes": 5000})
    changed = asker.patch(f"{path}{made['id']}/", {"minutes": None}, If_Match='"1"').json()

    assert (made["short_title"], made["minutes"]) == ("Harbour", 60)
    assert refused.status_code == 400
    assert (changed["short_title"], changed["minutes"]) == ("Harbour", None)
