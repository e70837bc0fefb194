"""What is kept back is kept back by every door: doors times secrets, for everybody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from league.core.enums import Role
from league.services.occasions import season_files
from league.web import fragment_cache
from tests.practice.evenings import signed_in
from tests.practice.reading import read, tells
from tests.practice.secrets import QUESTION, REMOVED, SECRETS, SEEN, Prepared, prepared

pytestmark = [pytest.mark.django_db, pytest.mark.gates]
# Tokens of forms, codes of faults, marks of versions, and what time it is.
CHANCE = re.compile(
    r'name="(?:csrfmiddlewaretoken|shown)" value="[^"]+"|data-now="[0-9]+"|\b[0-9a-f]{16,64}\b'
    r"|\b[0-9a-f]{8}\b|[0-9a-f-]{36}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.+]+Z?"
    r"|\b[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?\b"
)
OTHER_ADMIN = "admin of another club"


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    cache.clear()
    season_files.forget()


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: Any) -> Iterator[Prepared]:
    """Made once: whatever a test does to it is taken back with its transaction."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield prepared()
        transaction.set_rollback(True)


def viewers(made: Prepared) -> dict[str, Client]:
    return {
        "visitor": Client(),
        "player": signed_in(player=made.player),
        OTHER_ADMIN: made.closed.owner(),
    }


def test_nothing_that_is_kept_back_reaches_anybody_else_by_any_door(made: Prepared) -> None:
    addresses = made.addresses()

    clients = viewers(made)
    leaks, betrayed, seen = [], [], set()
    for who, client in clients.items():
        nowhere: dict[str, int] = {}
        for address in addresses:
            if who == OTHER_ADMIN and address.place == "closed":
                continue  # their own club
            answers = {address.path: client.get(address.path)}
            if address.nothing:
                if address.nothing not in nowhere:
                    nowhere[address.nothing] = client.get(address.nothing).status_code
                here, gone = answers[address.path].status_code, nowhere[address.nothing]
                if here != gone:
                    betrayed.append((who, address.path, here, gone))
            if answers[address.path].status_code == 200 and may_ask(answers[address.path]):
                answers[address.path + QUESTION] = client.get(address.path + QUESTION)
            for path, answer in answers.items():
                page = read(answer)
                seen |= {(who, word) for word in SEEN if word in page}
                leaks += [(who, secret, path) for secret in told(page, who)]

    assert leaks == []
    assert betrayed == []
    assert seen == {(who, word) for who in clients for word in SEEN}


def test_what_was_removed_is_seen_by_nobody_but_in_the_journal(made: Prepared) -> None:
    client = signed_in(Role.SITE_ADMIN)
    addresses = made.addresses(of=("there", *REMOVED))

    nowhere: dict[str, int] = {}
    seen, betrayed = set(), []
    for address in addresses:
        answer = client.get(address.path)
        if "removed" in told(read(answer), "site admin"):
            seen.add(address.path)
        if address.nothing:
            if address.nothing not in nowhere:
                nowhere[address.nothing] = client.get(address.nothing).status_code
            if answer.status_code != nowhere[address.nothing]:
                betrayed.append((address.path, answer.status_code))

    assert seen == {f"/c/{made.there.club.slug}/office/journal/", "/site/removed-clubs/"}
    assert betrayed == []


def test_whatever_happened_where_it_is_kept_back_visitors_read_the_same(made: Prepared) -> None:
    addresses = [row.path for row in made.addresses() if row.place in {"there", "withheld"}]

    first = {path: steady(Client().get(path)) for path in addresses}
    made.play_otherwise()
    cache.clear()
    fragment_cache.forget()
    season_files.forget()
    second = {path: steady(Client().get(path)) for path in addresses}

    assert [path for path in addresses if first[path] != second[path]] == []


def steady(answer: Any) -> str:  # the client's answer, of a private class
    """What is read, without what differs from one answer to the next whatever happened."""
    return CHANCE.sub("", read(answer))


def may_ask(answer: Any) -> bool:  # the client's answer, of a private class
    """Whether more could be asked for in the address: of pages and of the API.

    A page that never looked at its query, which is parsed when somebody does, cannot answer one.
    """
    kind = str(answer.headers["Content-Type"])
    is_read = "GET" in vars(answer.wsgi_request)
    return is_read and kind.startswith(("text/html", "application/json"))


def told(page: str, who: str) -> list[str]:
    """The secrets that a page tells somebody whose they are not."""
    return [
        secret
        for secret, words in SECRETS.items()
        if not (who == OTHER_ADMIN and secret == "members-only club")
        and any(tells(page, word) for word in words)
    ]
