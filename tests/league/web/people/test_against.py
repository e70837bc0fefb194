"""What somebody won and whom they met: for whom it exists."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from league.core.enums import EventState, NameLevel, Role, SeasonState, Visibility
from league.models import Club, Event, Player, Round, Season
from league.services.standings import standings
from tests import factories

pytestmark = pytest.mark.django_db


def played(club: Club, people: list[Player], places: list[int], **fields: Any) -> Event:
    event = factories.event(club, **{"state": EventState.FINISHED, **fields})
    stage = factories.stage(event, ruleset=factories.free_game(club, name=f"{event.name} game"))
    seats = [factories.entry(event, player) for player in people]
    factories.played(factories.table(factories.round_(stage), seats), places)
    standings.recompute_stage(stage.pk)
    return event


def organizer(club: Club) -> Client:
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    client = Client()
    client.force_login(account)
    return client


def trio(club: Club) -> list[Player]:
    return [factories.member(club, name) for name in ("Ada Quill", "Bo Lind", "Cleo Marsh")]


def duel(client: Client, one: Player, other: Player) -> str:
    answer = client.get(f"/p/{one.pk}/against/{other.pk}/")
    return answer.content.decode() if answer.status_code == 200 else ""


def ahead(page: str) -> list[str]:
    return re.findall(r'<b class="num">(\d+)</b>', page)


def medals(page: str) -> list[str]:
    found = re.findall(r'class="medal-line">(.*?)</li>', page, re.S)
    words = (re.sub(r"<[^>]+>", " ", one).split() for one in found)
    return [" ".join(one) for one in words]


def test_two_people_are_told_how_often_each_was_ahead(client: Client) -> None:
    club = factories.club()
    ada, bo, cleo = trio(club)
    for places in ([1, 2, 3], [2, 1, 3], [1, 3, 2], [1, 1, 3]):
        played(club, [ada, bo, cleo], places)
    played(club, [ada, cleo], [1, 2])

    page = duel(client, ada, bo)

    assert ahead(page) == ["2", "1"]
    assert "Met 4 times at a table." in page
    assert "Tied 1 time." in page
    assert ahead(duel(client, bo, ada)) == ["1", "2"]
    assert f'href="/p/{ada.pk}/against/{bo.pk}/"' in client.get(f"/p/{ada.pk}/").content.decode()
    assert client.get(f"/p/{ada.pk}/against/{ada.pk}/").status_code == 404


def test_matches_of_a_closed_club_and_of_withheld_rounds_count_for_nobody_else(
    client: Client,
) -> None:
    club, closed = factories.club(), factories.club(visibility=Visibility.MEMBERS)
    ada, bo, cleo = trio(club)
    played(club, [ada, bo, cleo], [1, 2, 3])
    hidden = played(club, [ada, bo, cleo], [2, 1, 3], name="Withheld Night")
    Round.objects.filter(stage__event=hidden).update(is_withheld=True)
    played(closed, [ada, bo], [2, 1], name="Closed Night")

    visitor, insider = duel(client, ada, bo), duel(organizer(closed), ada, bo)

    assert ahead(visitor) == ["1", "0"]
    assert "Withheld" not in visitor
    assert "Closed" not in visitor
    assert ahead(insider) == ["1", "1"]
    assert ahead(duel(organizer(club), ada, bo)) == ["1", "1"]


def test_there_is_no_page_with_whom_the_viewer_knows_by_no_name(client: Client) -> None:
    club = factories.club()
    ada, bo, cleo = trio(club)
    played(club, [ada, bo, cleo], [1, 2, 3])
    Player.objects.filter(pk=bo.pk).update(name_level=NameLevel.HIDDEN)

    assert duel(client, ada, bo) == duel(client, bo, ada) == ""
    assert "/against/" not in client.get(f"/p/{bo.pk}/").content.decode()
    shown = client.get(f"/p/{ada.pk}/").content.decode()
    assert re.findall(r"/against/(\d+)/", shown) == [str(cleo.pk)]
    assert "Bo Lind" in duel(organizer(club), ada, bo)


def test_a_minor_is_called_as_the_public_may_call_them(client: Client) -> None:
    club = factories.club()
    ada, bo, cleo = trio(club)
    Player.objects.filter(pk=bo.pk).update(is_minor=True, nickname="Bobo")
    played(club, [ada, bo, cleo], [1, 2, 3])

    page = duel(client, ada, bo)

    assert "Bobo" in page
    assert "Lind" not in page


def test_medals_come_from_what_is_over_and_public(client: Client) -> None:
    club = factories.club()
    people = trio(club)
    ada = people[0]
    season = factories.season(club, name="Autumn", state=SeasonState.RUNNING)
    played(
        club,
        people,
        [1, 2, 3],
        name="Won",
        season=season,
        starts_at=datetime(2026, 3, 3, 18, tzinfo=UTC),
    )
    played(club, people, [2, 1, 3], name="Second", season=season)
    played(club, people, [3, 2, 1], name="Last", season=season)
    played(club, people, [1, 2, 3], name="Running", state=EventState.RUNNING)
    kept = played(club, people, [1, 2, 3], name="Kept back")
    Round.objects.filter(stage__event=kept).update(is_withheld=True)
    played(club, people, [1, 2, 3], name="Not announced", is_announced=False)
    standings.recompute_season(season.pk)

    running = client.get(f"/p/{ada.pk}/").content.decode()
    Season.objects.filter(pk=season.pk).update(state=SeasonState.FINISHED)
    over = client.get(f"/p/{ada.pk}/").content.decode()

    of_events = ["2 Second place, Second, 3 November", "1 First place, Won, 3 March"]
    assert medals(running) == of_events
    assert re.findall(r'<ul class="ranks">.*?<b>(.*?)</b>', running, re.S) == ["2"]
    assert medals(over) == ["2 Second place, Autumn 31 December 2026", *of_events]
    assert '<ul class="ranks">' not in over


def test_form_is_told_in_words_and_the_rest_of_the_matches_on_demand(client: Client) -> None:
    club = factories.club()
    people = trio(club)
    for _ in range(11):
        played(club, people, [2, 1, 3], name="Night")

    page = client.get(f"/p/{people[0].pk}/").content.decode()

    assert page.count("Night game: 2nd of 3</span>") == 10
    assert "Show all 11 matches" in re.sub(r"\s+", " ", page)
    assert page.count("<b>2</b>") == 10
    whole = client.get(f"/p/{people[0].pk}/?page=1").content.decode()
    assert whole.count("<b>2</b>") == 11
