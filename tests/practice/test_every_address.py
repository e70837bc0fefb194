"""Every address and every button of a club: who may, who may not, and what only looks.

All of it starts from one club, whose pages its admin looks at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests import factories
from tests.api.test_walls import everything
from tests.flows.visitors import Reader
from tests.practice.addresses import POST_ONLY, Site, buttons, routes, site, undone
from tests.practice.evenings import signed_in
from tests.practice.reading import read
from tests.practice.secrets import PERSONAL

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.django_db, pytest.mark.gates]
CONTACTS = ("ida@club.example", "MN-4711")
LINKS = re.compile(r"^/(?:[int]|pictures|play)/|/(?:here|mail|place)/")  # for whoever holds them
FOR_ALL = re.compile(r"/e/[^/]+/(?:enter|sign-up)/$")  # whoever finds an event signs up for it
EVIL = "https://evil.example/"


@dataclass
class Looked:
    """A club, and what its admin read at every address of it."""

    there: Site
    answers: dict[str, Any]  # the client's answers, of a private class
    before: str
    after: str


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


@pytest.fixture(scope="module")
def looked(django_db_setup: None, django_db_blocker: Any) -> Iterator[Looked]:
    """Made once: whatever a test does to it is taken back with its transaction."""
    with django_db_blocker.unblock(), transaction.atomic():
        cache.clear()
        there = site()
        client = there.owner()
        before = everything()
        answers = {path: client.get(path) for path in there.paths}
        yield Looked(there, answers, before, everything())
        transaction.set_rollback(True)


# --- links change nothing -------------------------------------------------------------------


def test_no_address_changes_anything_when_it_is_only_looked_at(looked: Looked) -> None:
    there = looked.there
    client = there.owner()
    before = everything()

    statuses = {
        name: (looked.answers[path].status_code, client.head(path).status_code)
        for (_, name), path in zip(routes(), there.paths, strict=True)
    }

    assert looked.after == looked.before
    assert everything() == before
    assert {name for name, (status, _) in statuses.items() if status == 405} == POST_ONLY
    assert {
        name: status
        for name, (status, _) in statuses.items()
        if name not in POST_ONLY and status != 200
    } == {
        "backups": 403,  # only site admins get the whole database
        "club_new": 403,  # only site admins found clubs
        "oembed": 400,  # which page?
        "club_remove": 403,  # nor does anybody else remove them
        "removed_clubs": 403,
        "season_import": 403,
        "door": 302,  # on to the only event that takes names
        "evening_notices": 404,  # for the browser that somebody checked in with
        "match": 404,  # of fixtures alone
        "matches": 404,
        "my_evening": 302,  # of open play alone: on to the event
        "play_choices": 404,  # a list of its own only where a board offers all of it
        "play_coach": 404,  # for a decision in a match alone
        "player_card": 404,  # of those whose whole name everybody may read
        "play_next": 302,  # to the next table that waits, or to all of mine
        "players_merge": 400,  # which two?
        "preset_keep": 404,  # the rules of which season or stage?
        "table_start": 204,  # this game draws nothing
    }
    assert {head for name, (_, head) in statuses.items() if name in POST_ONLY} == {405}


def test_who_opens_the_address_of_a_button_gets_a_page_with_a_way_on(
    looked: Looked,
) -> None:
    there = looked.there

    answer = there.owner().get(there.path_of("event_state"), headers={"Accept-Language": "de"})

    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    page = Reader(answer.content.decode())
    assert "So funktioniert diese Adresse nicht" in page.words
    assert ("Zur Startseite", "/") in page.links


@pytest.mark.parametrize("origin", ["", "https://evil.example"])
def test_no_form_works_without_its_token_or_from_another_site(looked: Looked, origin: str) -> None:
    there = looked.there
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


def test_buttons_of_a_club_work_for_its_admin_and_for_no_organizer_of_another(
    looked: Looked,
) -> None:
    there, other = looked.there, site()
    own, foreign = there.owner(), other.owner()
    desk = f"/e/{there.event.slug}/desk/?step="
    steps = [desk + step for step in ("roll", "seating", "play", "results", "standings")]
    pages = {path: one for path, one in looked.answers.items() if not LINKS.search(path)}
    pages |= {path: own.get(path) for path in steps}
    before = everything()

    changing, led = [], set()
    for press in buttons(pages):
        if FOR_ALL.search(press.path):
            continue
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


def test_buttons_of_a_club_do_nothing_for_members_without_a_role_and_for_visitors(
    looked: Looked,
) -> None:
    there = looked.there
    member = signed_in(player=factories.member(there.club, "Member Muster"))
    before = everything()

    statuses = {
        press.sent_by(client).status_code
        for press in buttons(looked.answers)
        for client in (member, Client())
        if not FOR_ALL.search(press.path) and not LINKS.search(press.path)
    }

    assert everything() == before
    assert statuses <= {302, 403, 404}  # 302: who is not signed in is asked to


# --- what is personal -----------------------------------------------------------------------


def test_all_that_is_personal_is_there_for_the_organizers_and_kept_by_no_browser(
    looked: Looked,
) -> None:
    there, answers = looked.there, looked.answers

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
