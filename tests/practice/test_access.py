"""Who learns what from any page: visitors, members, and whoever writes into it."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.html import escape

from league.core.enums import NameLevel, Role
from league.models import Account, Membership, Seat
from league.services.people import players
from league.services.standings import standings
from tests import factories
from tests.api import doors
from tests.flows.visitors import Reader
from tests.practice.addresses import Site, site
from tests.practice.evenings import html
from tests.practice.reading import read

pytestmark = [pytest.mark.django_db, pytest.mark.gates]


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


# --- what is personal -----------------------------------------------------------------------


def test_asking_for_an_address_is_answered_alike_whether_it_is_known_or_not() -> None:
    there = site()

    def asked(address: str) -> list[object]:
        found = Client().get("/search/", {"q": address})
        reset = Client().post("/account/password/reset/", {"email": address})
        wrong = Client().post("/account/login/", {"login": address, "password": "not this one"})
        words = [Reader(page.content.decode()).words for page in (found, wrong)]
        return [
            [text.replace(address, "…") for text in words],
            (reset.status_code, reset.headers.get("Location")),
            wrong.status_code,
        ]

    known = asked(f"tiptoe{there.club.pk}@club.example")
    cache.clear()  # so many tries are counted per address of the network
    unknown = asked("nobody@club.example")

    assert known == unknown


# --- script and templates -------------------------------------------------------------------

SAID = '"><svg/onload=alert(1)><img src=x onerror=alert(1)>{{1000*1337}}'


def test_whatever_people_write_is_text_on_every_page_and_in_every_answer() -> None:
    there = site(SAID, level=NameLevel.FULL)
    clients = {"visitor": Client(), "admin": there.owner()}
    event = f"/e/{there.event.slug}/"
    paths = [
        *there.paths,
        f"{event}board/?slides=names,seating,results,standings",
        "/search/?q=img",
    ]

    pages = {
        (who, path): client.get(path)
        for who, client in clients.items()
        for path in paths
        if not path.startswith("/i/") or who == "visitor"
    }
    part = clients["visitor"].get(event, headers={"HX-Request": "true"})
    api = [
        doors.visitor().get(f"/{kind}/{row.pk}/")
        for kind, row in (("events", there.event), ("players", there.person))
    ]

    bodies = {
        key: read(answer)
        for key, answer in pages.items()
        if "html" in answer.headers["Content-Type"]
    }
    assert [key for key, body in bodies.items() if "<img src=x" in body] == []
    assert [key for key, body in bodies.items() if "<svg/onload" in body] == []
    assert [key for key, body in bodies.items() if "1337000" in body] == []
    assert escape("<img src=x onerror=alert(1)>") in part.content.decode()
    assert sum(escape("<img src=x onerror=alert(1)>") in body for body in bodies.values()) > 40
    assert {answer.headers["Content-Type"] for answer in api} == {"application/json"}


# --- caches ---------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["secret", "code"])
def test_pages_with_a_secret_in_their_address_are_kept_nowhere_and_tell_no_other_site(
    what: str,
) -> None:
    there = site()
    path = f"/{'i' if what == 'secret' else 't'}/{there.values[what]}/"

    answer = Client().get(path)

    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["Referrer-Policy"] in {"no-referrer", "same-origin"}
    assert "noindex" in answer.headers.get("X-Robots-Tag", "") + answer.content.decode()


def test_a_directors_message_and_doors_stay_with_the_director_and_news_reach_everybody() -> None:
    there = site()
    director, path = there.owner(), f"/e/{there.event.slug}/"
    director.post(
        f"/c/{there.club.slug}/office/people/", {"name": "Nora Quill", "kind": "member", "key": "1"}
    )

    theirs = html(director, path)
    before = html(Client(), path)
    table = there.table
    director.post(f"{path}desk/", {"do": "confirm", "record": str(there.waiting.pk)})
    standings.catch_up()
    after = html(Client(), path)

    assert "Nora Quill added." in theirs
    assert [word for word in ("Nora Quill", there.admin.email, "desk/") if word in before] == []
    assert before != after
    assert not Seat.objects.filter(table=table, is_open=True).exists()


# --- minors ---------------------------------------------------------------------------------


def shown_names(there: Site, client: Client) -> dict[str, str]:
    """All that a client reads anywhere: pages, tables for spreadsheets, and the API."""
    event, season = f"/e/{there.event.slug}/", f"/c/{there.club.slug}/s/{there.season.slug}/"
    paths = [
        *there.paths,
        f"{event}?name=idefix",
        f"{event}seating/?by=name",
        f"{event}seating/?by=table",
        f"{event}board/?slides=standings",
        f"{season}standings.csv",
        f"{season}standings.xlsx",
        "/search/?q=Idefix",
        f"/api/v1/players/{there.person.pk}/",
        f"/api/v1/clubs/{there.club.slug}/players/",
        f"/api/v1/events/{there.event.pk}/entries/",
        f"/api/v1/rounds/{there.stage.rounds.get().pk}/",
        f"/api/v1/stages/{there.stage.pk}/standings/",
        f"/api/v1/seasons/{there.season.pk}/standings/",
    ]
    return {path: read(client.get(path)) for path in paths}


def test_a_minor_has_one_alias_everywhere_until_the_mark_is_taken_away() -> None:
    there = site(level=NameLevel.FULL)
    by = factories.actor(Role.CLUB_ADMIN, there.club)
    visitor, boss = Client(), there.owner()
    standings_of = f"/api/v1/stages/{there.stage.pk}/standings/"
    open_name = shown_names(there, visitor)

    marked = players.change(
        by=by, player=there.person, expected_version=there.person.version, is_minor=True
    )
    standings.catch_up()
    hidden = shown_names(there, visitor)
    rows = visitor.get(standings_of).json()["rows"]
    known = html(boss, f"/e/{there.event.slug}/")
    players.change(by=by, player=marked, expected_version=marked.version, is_minor=False)
    standings.catch_up()
    again = shown_names(there, visitor)

    with_name = {path for path, page in open_name.items() if "Ida Brand" in page}
    assert len(with_name) > 12
    assert [path for path, page in hidden.items() if "Brand" in page] == []
    assert [path for path in with_name if "Idefix" not in hidden[path]] == []
    row = next(row for row in rows if row["player"] == there.person.pk)
    assert (row["name"].strip(), row["rank"]) == ("Idefix", 1)
    assert "Ida Brand" in known
    assert {path for path, page in again.items() if "Ida Brand" in page} == with_name


def test_who_opted_out_is_nobody_to_the_public_and_keeps_the_rank() -> None:
    there = site(level=NameLevel.FULL)
    me = Client()
    me.force_login(Account.objects.get(player=there.person))
    edit = f"/p/{there.person.pk}/edit/"

    saved = me.post(edit, {"version": str(there.person.version), "name_level": "hidden"})
    standings.catch_up()
    pages = shown_names(there, Client())
    rows = Client().get(f"/api/v1/stages/{there.stage.pk}/standings/").json()["rows"]

    assert saved.status_code == 302
    hits = [
        (path, word)
        for path, page in pages.items()
        for word in ("Brand", "Idefix")
        if word in page and "=idefix" not in path.casefold()
    ]
    assert hits == []
    row = next(row for row in rows if row["player"] == there.person.pk)
    assert (row["name"], row["rank"]) == ("Player", 1)
    assert Membership.objects.get(player=there.person).until is None
