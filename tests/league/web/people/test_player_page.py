"""A player's page: what they played, and what of it is whose business."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.core.actors import ANONYMOUS
from league.core.enums import NameLevel, Role, Visibility
from league.models import Club, Player
from league.queries.people import profiles
from league.services.standings import ratings
from tests import factories

pytestmark = pytest.mark.django_db


def match(club: Club, people: list[Player], places: list[int], *, game: str = "Harbour") -> None:
    event = factories.event(club)
    stage = factories.stage(event, ruleset=factories.free_game(club, name=game))
    seats = [factories.entry(event, player) for player in people]
    factories.played(factories.table(factories.round_(stage), seats), places)


def test_places_are_counted_by_game_and_by_size() -> None:
    club = factories.club()
    ada, bo, cleo = (factories.member(club, name) for name in ("Ada", "Bo", "Cleo"))
    match(club, [ada, bo, cleo], [1, 2, 3])
    match(club, [ada, bo, cleo], [2, 2, 1])
    match(club, [ada, bo], [2, 1], game="Lantern")

    found = profiles.profile(ANONYMOUS, ada.pk)

    assert found is not None
    assert [(row.label, row.counts, row.mean) for row in found.by_game] == [
        ("Harbour", (1, 1, 0), Fraction(3, 2)),
        ("Lantern", (0, 1), Fraction(2)),
    ]
    assert [(row.size, row.counts) for row in found.by_size] == [(2, (0, 1)), (3, (1, 1, 0))]
    assert sorted((match.size, match.place, match.is_shared) for match in found.matches) == [
        (2, 2, False),
        (3, 1, False),
        (3, 2, True),
    ]


def test_opponents_say_how_often_one_was_ahead() -> None:
    club = factories.club()
    ada, bo, cleo = (factories.member(club, name) for name in ("Ada", "Bo", "Cleo"))
    match(club, [ada, bo, cleo], [1, 2, 3])
    match(club, [ada, bo, cleo], [2, 2, 1])

    found = profiles.profile(ANONYMOUS, ada.pk)

    assert found is not None
    assert [(row.name, row.met, row.ahead, row.behind) for row in found.opponents] == [
        ("Bo", 2, 1, 0),
        ("Cleo", 2, 1, 1),
    ]


def test_the_strictest_club_decides_how_a_name_is_shown_where_clubs_meet(client: Client) -> None:
    open_club = factories.club("Alder")
    shy_club = factories.club("Birch", name_level=NameLevel.INITIAL)
    ada = factories.member(open_club, "Ada Quill")
    shy_club.memberships.create(player=ada, since="2026-01-01")

    page = client.get(f"/p/{ada.pk}/").content.decode()

    assert "<bdi>Ada Q.</bdi>" in page
    assert "Quill" not in page


def test_matches_of_a_club_for_members_stay_there(client: Client) -> None:
    open_club, closed = factories.club(), factories.club(visibility=Visibility.MEMBERS)
    ada, bo = (factories.member(open_club, name) for name in ("Ada", "Bo"))
    match(open_club, [ada, bo], [1, 2], game="Harbour")
    match(closed, [ada, bo], [1, 2], game="Secret Lantern")
    organizer = Client()
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, closed)
    organizer.force_login(account)

    pages = [each.get(f"/p/{ada.pk}/").content.decode() for each in (client, organizer)]

    assert ["Secret Lantern" in page for page in pages] == [False, True]
    assert ["Harbour" in page for page in pages] == [True, True]


def test_hidden_opponents_are_players_without_a_number() -> None:
    club = factories.club()
    ada = factories.member(club, "Ada")
    shy = [factories.member(club, f"Shy {n}", name_level=NameLevel.HIDDEN) for n in range(2)]
    match(club, [ada, *shy], [1, 2, 3])

    found = profiles.profile(ANONYMOUS, ada.pk)

    assert found is not None
    assert [row.name for row in found.opponents] == ["Player", "Player"]


def test_a_hidden_player_is_not_for_search_engines(client: Client) -> None:
    shy = factories.member(factories.club(), "Bruno Salt", name_level=NameLevel.HIDDEN)
    known = factories.member(factories.club(), "Ada Quill")

    pages = [client.get(f"/p/{player.pk}/").content.decode() for player in (shy, known)]

    assert ['content="noindex"' in page for page in pages] == [True, False]
    assert re.search(r"<title>\s*Player ·", pages[0])
    assert "Bruno" not in pages[0]


def test_long_careers_come_in_pages(client: Client) -> None:
    club = factories.club()
    ada, bo = (factories.member(club, name) for name in ("Ada", "Bo"))
    for _ in range(31):
        match(club, [ada, bo], [1, 2])

    pages = [
        client.get(f"/p/{ada.pk}/", {"page": n}).content.decode().count("<b>1</b>") for n in (1, 2)
    ]

    assert pages == [30, 1]


def test_the_number_of_queries_does_not_grow_with_matches(client: Client) -> None:
    from django.db import connection  # app ready

    club = factories.club()
    ada, bo, cleo = (factories.member(club, name) for name in ("Ada", "Bo", "Cleo"))
    counts = []
    for people in ([ada, bo], [ada, bo, cleo], [ada, bo, cleo]):
        match(club, people, list(range(1, len(people) + 1)))
        with CaptureQueriesContext(connection) as found:
            client.get(f"/p/{ada.pk}/")
        counts.append(len(found))

    assert len(set(counts)) == 1


def test_the_rating_is_drawn_with_the_same_numbers_as_a_table(client: Client) -> None:
    club = factories.club()
    ada, bo = (factories.member(club, name) for name in ("Ada", "Bo"))
    for places in ([1, 2], [1, 2], [2, 1]):
        match(club, [ada, bo], places)
    ratings.catch_up()

    page = client.get(f"/p/{ada.pk}/").content.decode()

    chart = page.split('class="rating-chart"')[1].split("</figure>")[0]
    assert "<polyline" in chart
    words = re.findall(r'aria-label="From (-?\d+) to (-?\d+) over 3 matches', chart)
    rows = page.split("Match by match, newest first</caption>")[1].split("</table>")[0]
    cells = [re.findall(r'<td class="num">(\d+)</td>', row) for row in rows.split("<tr>")]
    before_and_after = [found for found in cells if len(found) == 2]
    assert len(before_and_after) == 3
    assert words == [(before_and_after[-1][0], before_and_after[0][1])]


def test_who_hides_has_no_drawing_of_their_rating(client: Client) -> None:
    club = factories.club()
    ada, bo = (factories.member(club, name) for name in ("Ada", "Bo"))
    for _ in range(3):
        match(club, [ada, bo], [1, 2])
    ratings.catch_up()
    assert "rating-chart" in client.get(f"/p/{ada.pk}/").content.decode()

    Player.objects.filter(pk=ada.pk).update(name_level=NameLevel.HIDDEN)

    assert "rating-chart" not in client.get(f"/p/{ada.pk}/").content.decode()
