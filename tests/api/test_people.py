"""Clubs and players through the API."""

from __future__ import annotations

import pytest

from league.core.enums import NameLevel, Visibility
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


def test_clubs_are_listed_by_name_without_those_that_only_a_link_finds() -> None:
    factories.club("Würfelturm", slug="wuerfelturm")
    factories.club("Am Hafen", slug="am-hafen")
    factories.club("Nur mit Link", slug="link", visibility=Visibility.UNLISTED)
    factories.club("Geschlossen", slug="closed", visibility=Visibility.MEMBERS)

    answer = doors.visitor().get("/clubs/").json()

    assert [row["slug"] for row in answer["results"]] == ["am-hafen", "wuerfelturm"]
    assert answer["next"] is None


def test_a_members_only_club_exists_for_its_members_alone() -> None:
    club = factories.club(slug="closed", visibility=Visibility.MEMBERS)
    member = factories.member(club, "Ida Brand")

    seen = doors.player(member).get("/clubs/closed/").status_code
    hidden = doors.visitor().get("/clubs/closed/")

    assert (seen, hidden.status_code, hidden.json()["code"]) == (200, 404, "not_found")


def test_players_are_listed_by_their_public_names_and_nothing_else() -> None:
    club = factories.club(slug="hafen", name_level=NameLevel.INITIAL)
    row = factories.member(
        club,
        "Ida Brand",
        given="Ida",
        family="Brand",
        email="ida@club.example",
        birth_year=1984,
    )

    answer = doors.visitor().get("/clubs/hafen/players/").json()

    assert answer == {
        "results": [{"id": row.pk, "name": "Ida B.", "kind": "member"}],
        "next": None,
    }


def test_organizers_get_full_names_and_nothing_else() -> None:
    club = factories.club(slug="hafen", name_level=NameLevel.HIDDEN)
    row = factories.member(club, "Ida Brand", email="ida@club.example", birth_year=1984)

    answer = doors.organizer(club).get("/clubs/hafen/players/").json()

    assert answer["results"] == [{"id": row.pk, "name": "Ida Brand", "kind": "member"}]


def test_hidden_names_are_neither_sorted_nor_found_by_what_they_hide() -> None:
    club = factories.club(slug="hafen")
    hidden = factories.member(club, "Aaron Abel", name_level=NameLevel.HIDDEN)
    open_ = factories.member(club, "Mara Kern")

    rows = doors.visitor().get("/clubs/hafen/players/").json()["results"]
    found = doors.visitor().get("/clubs/hafen/players/?q=aaron").json()["results"]
    other = doors.visitor().get("/clubs/hafen/players/?q=MÁRA").json()["results"]

    assert [row["id"] for row in rows] == [open_.pk, hidden.pk]
    assert found == []
    assert [row["id"] for row in other] == [open_.pk]


def test_a_player_has_the_name_that_each_club_shows() -> None:
    player = factories.member(factories.club("A", slug="a"), "Ida Brand", nickname="Idefix")
    club = factories.club("B", slug="b", name_level=NameLevel.NICKNAME)
    event = factories.event(club)
    factories.entry(event, player)
    secret = factories.club("C", slug="c", visibility=Visibility.MEMBERS)
    factories.entry(factories.event(secret), player)

    answer = doors.visitor().get(f"/players/{player.pk}/").json()

    assert answer == {
        "id": player.pk,
        "clubs": [
            {"slug": "a", "club": "A", "name": "Ida Brand", "kind": "member"},
            {"slug": "b", "club": "B", "name": "Idefix", "kind": None},
        ],
    }
