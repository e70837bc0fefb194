"""Walks over every page: who changes what, who learns what, and where a form may lead."""

from __future__ import annotations

import re

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
from tests.api.test_walls import everything
from tests.flows.visitors import Reader
from tests.practice.addresses import POST_ONLY, Site, presses, routes, site, undone
from tests.practice.evenings import html, signed_in
from tests.practice.reading import read
from tests.practice.secrets import PERSONAL

pytestmark = [pytest.mark.django_db, pytest.mark.gates]
CONTACTS = ("ida@club.example", "MN-4711")
LINKS = re.compile(r"^/(?:[it]|play)/|/here/")  # these are for whoever holds them
EVIL = "https://evil.example/"


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


# --- links change nothing -------------------------------------------------------------------


def test_no_address_changes_anything_when_it_is_only_looked_at() -> None:
    there = site()
    client = there.owner()
    before = everything()

    statuses = {
        name: (client.get(path).status_code, client.head(path).status_code)
        for (_, name), path in zip(routes(), there.paths, strict=True)
    }

    assert everything() == before
    assert {name for name, (status, _) in statuses.items() if status == 405} == POST_ONLY
    assert {
        name: status
        for name, (status, _) in statuses.items()
        if name not in POST_ONLY and status != 200
    } == {
        "backups": 403,  # only site admins get the whole database
        "club_new": 403,  # only site admins found clubs
        "club_remove": 403,  # nor does anybody else remove them
        "removed_clubs": 403,
        "my_evening": 302,  # of open play alone: on to the event
        "play_choices": 404,  # a list of its own only where a board offers all of it
        "play_next": 302,  # to the next table that waits, or to all of mine
        "players_merge": 400,  # which two?
        "preset_keep": 404,  # the rules of which season or stage?
        "table_start": 204,  # this game draws nothing
    }
    assert {head for name, (_, head) in statuses.items() if name in POST_ONLY} == {405}


def test_who_opens_the_address_of_a_button_gets_a_page_with_a_way_on() -> None:
    there = site()

    answer = there.owner().get(there.path_of("event_state"), headers={"Accept-Language": "de"})

    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    page = Reader(answer.content.decode())
    assert "So funktioniert diese Adresse nicht" in page.words
    assert ("Zur Startseite", "/") in page.links


@pytest.mark.parametrize("origin", ["", "https://evil.example"])
def test_no_form_works_without_its_token_or_from_another_site(origin: str) -> None:
    there = site()
    client = Client(enforce_csrf_checks=True)
    client.force_login(there.admin)
    page = client.get(f"/c/{there.club.slug}/office/people/").content.decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert found is not None
    sent = {"csrfmiddlewaretoken": found[1]} if origin else {}
    headers = {"Origin": origin} if origin else {}
    before = everything()

    statuses = {path: client.post(path, sent, headers=headers).status_code for path in there.paths}
    statuses["/account/logout/"] = client.post(
        "/account/logout/", sent, headers=headers
    ).status_code

    assert statuses == dict.fromkeys(statuses, 403)
    assert everything() == before


# --- other people's things ------------------------------------------------------------------


def test_buttons_of_a_club_work_for_its_admin_and_for_no_organizer_of_another() -> None:
    there, other = site(), site()
    own, foreign = there.owner(), other.owner()
    desk = f"/e/{there.event.slug}/desk/?step="
    steps = [desk + step for step in ("roll", "seating", "play", "results", "standings")]
    pages = [path for path in there.paths if not LINKS.search(path)]
    buttons = presses(own, [*pages, *steps])
    before = everything()

    changing, led = [], set()
    for press in buttons:
        with undone():
            answer = press.sent_by(own, next=EVIL)
            led.add(answer.headers.get("Location", "/")[:2])
            if everything() != before:
                changing.append(press)
    refused = {press.sent_by(foreign).status_code for press in changing}

    assert len(changing) > 40
    assert everything() == before
    assert refused <= {403, 404}
    assert {lead[0] for lead in led} == {"/"}
    assert "//" not in led


def test_buttons_of_a_club_do_nothing_for_members_without_a_role_and_for_visitors() -> None:
    there = site()
    member = signed_in(player=factories.member(there.club, "Member Muster"))
    buttons = presses(there.owner(), there.paths)
    for_all = {f"/e/{there.event.slug}/enter/"}
    before = everything()

    statuses = {
        press.sent_by(client).status_code
        for press in buttons
        for client in (member, Client())
        if press.path not in for_all and not LINKS.search(press.path)
    }

    assert everything() == before
    assert statuses <= {302, 403, 404}  # 302: who is not signed in is asked to


# --- what is personal -----------------------------------------------------------------------


def test_all_that_is_personal_is_there_for_the_organizers_and_kept_by_no_browser() -> None:
    there = site()
    owner = there.owner()

    answers = {path: owner.get(path) for path in there.paths}
    paper = {f"{path} visitor": Client().get(path) for path in there.paths if ".pdf" in path}

    pages = {path: read(answer) for path, answer in answers.items()}
    missing = [word for word in PERSONAL if not any(word in page for page in pages.values())]
    kept = {
        path
        for path, page in pages.items()
        if any(word in page for word in CONTACTS)
        and "no-store" not in answers[path].headers.get("Cache-Control", "")
    }
    public = [
        path
        for path, answer in [*answers.items(), *paper.items()]
        if answer.status_code == 200
        and not {"private", "no-store"} & set(re.split(r"[,\s]+", answer.get("Cache-Control", "")))
    ]
    assert kept == set()
    assert public == []  # what visitors get besides paper is asked in test_caches.py
    assert missing == ["tiptoe"]  # how somebody signs in is nobody else's business


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
