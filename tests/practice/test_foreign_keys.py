"""Keys, tokens and cookies are worth something where they were given out, and to whom, alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import resolve

from league.core.enums import Role, StageMode, Visibility
from league.models import Event, Membership, TableLink
from league.queries.evening import check_ins as door
from tests import factories
from tests.api import doors
from tests.api.test_walls import WRITES, World, everything
from tests.practice.addresses import Press, presses, site, undone
from tests.practice.evenings import html
from tests.practice.reading import read
from tests.practice.test_foreign_ids import NUMBER, Two, Writes, pages

pytestmark = pytest.mark.django_db

KEYS = {"key", "idempotency_key"}


@pytest.fixture(autouse=True)
def _no_guesses_yet() -> None:
    cache.clear()


def runs_both(two: Two) -> Client:
    """One person who looks after either club."""
    factories.grant(two.own.admin, Role.CLUB_ADMIN, two.other.club)
    return two.own.owner()


def elsewhere(two: Two, text: str) -> str:
    """The same address or value in the other club."""
    for mine, theirs in two.foreign.items():
        text = re.sub(rf"(?<![\w-]){re.escape(mine)}(?![\w-])", theirs, text)
    return text


def with_key(press: Press) -> Press:
    fields = [(name, "once" if name in KEYS else value) for name, value in press.fields]
    return replace(press, fields=tuple(fields))


def keyed(client: Client, two: Two) -> Iterator[tuple[str, Press]]:
    """One press of each kind that may be sent twice."""
    seen = set()
    for press in presses(client, pages(two.own)):
        if KEYS & {name for name, _ in press.fields}:
            verb = " ".join(NUMBER.sub("…", value) for key, value in press.fields if key == "do")
            name = f"{resolve(urlsplit(press.path).path).url_name} {verb}"
            if name not in seen:
                seen.add(name)
                yield name, with_key(press)


@pytest.mark.gates
def test_a_key_of_a_form_answers_for_no_other_address() -> None:
    two = Two.make()
    client = runs_both(two)
    asked = dict(keyed(client, two))
    silent, done = set(), set()

    for name, press in asked.items():
        theirs = Press(elsewhere(two, press.path), press.fields)
        moved = replace(theirs, fields=tuple((k, elsewhere(two, v)) for k, v in press.fields))
        for second in {theirs, moved} - {press}:
            _, writes = sent(client, second)
            status, writes_after = sent(client, press, second)
            if writes:
                done.add(name)
            if writes and not writes_after and status < 400:
                silent.add(name)

    assert len(done) > 3, done
    assert silent == set()


def sent(client: Client, *row: Press) -> tuple[int, bool]:
    """What the last of these presses is answered, and whether it writes; all is taken back."""
    last = Writes()
    with undone():
        for press in row[:-1]:
            press.sent_by(client)
        with connection.execute_wrapper(last):
            status = row[-1].sent_by(client).status_code
    return status, last.any


def answered(asker: doors.Asker, method: str, path: str, body: Any) -> tuple[int, str]:  # any JSON
    answer = asker.send(method.upper(), path, body, If_Match='"1"', Idempotency_Key="once")
    return answer.status_code, answer.json().get("code", "") if answer.content else ""


@pytest.mark.gates
def test_a_key_of_the_api_answers_for_no_other_address_and_for_nobody_else() -> None:
    own, other = World.make(Visibility.PUBLIC), World.make(Visibility.PUBLIC)
    account = factories.account()
    for club in (own.club, other.club):
        factories.grant(account, Role.CLUB_ADMIN, club)
    asker = doors.with_token(account)
    stranger = doors.organizer(factories.club(), Role.CLUB_ADMIN)
    reader = doors.with_token(account, "read")
    found: dict[tuple[str, str], tuple[object, ...]] = {}

    for pattern, method in WRITES:
        key = (str(pattern.name), method)
        path, body = own.path(pattern), own.body(key)
        with undone():
            first = answered(asker, method, path, body)
            if first[0] // 100 != 2 or method == "delete" or key[0] in NOT_KEPT:
                continue
            before = everything()
            found[key] = (
                answered(asker, method, other.path(pattern), other.body(key)),
                answered(stranger, method, path, body)[0] in {403, 404},
                answered(reader, method, path, body)[0] in {403, 404},
                everything() == before,
            )

    assert len(found) > 12
    assert {
        key: one for key, one in found.items() if one != ((409, "key_reused"), True, True, True)
    } == {}


# These change nothing, so that nothing is to be done once; or may not be answered again.
NOT_KEPT = {
    "lab_standings",
    "season_preview",
    "stage_preview",
    "merge_preview",
    "membership_preview",
    "season_results_preview",
    "season_bg_stats_preview",
    "club_people_preview",
    "stage_fixtures_preview",
    "club_season_import_preview",
    "club_regional_table",
    # A secret is said once, and kept by nobody to be said again.
    "club_webhooks",
    "webhook_secret",
}


def two_evenings() -> tuple[Event, Event]:
    """Two evenings of open play of one club, with the same people in the line."""
    first = factories.stage(mode=StageMode.OPEN_PLAY).event
    second = factories.stage(factories.event(first.club), mode=StageMode.OPEN_PLAY).event
    for name in ("Ada", "Bo"):
        who = factories.member(first.club, name)
        for event in (first, second):
            factories.entry(event, who, is_present=True)
    return first, second


def test_a_token_of_the_door_takes_nothing_back_at_another_evening() -> None:
    first, second = two_evenings()
    entry = first.entries.order_by("pk")[0]
    here = f"/e/{second.slug}/here/{door.code_of(second)}/"
    before = everything()

    answers = [
        Client().post(here, {"undo": token}).status_code
        for token in (door.undo_token(entry), door.own_token(entry))
    ]
    shown = html(Client(), f"{here}?done={door.undo_token(entry)}")

    assert answers == [409, 409]
    assert 'name="undo"' not in shown
    assert everything() == before


def test_a_token_that_takes_back_speaks_for_nobody_and_none_speaks_at_another_evening() -> None:
    first, second = two_evenings()
    entry = first.entries.order_by("pk")[0]
    tokens = {
        (first.slug, door.undo_token(entry)),
        (second.slug, door.undo_token(entry)),
        (second.slug, door.own_token(entry)),
    }
    before = everything()

    for slug, token in tokens:
        phone = Client()
        phone.cookies["my-evening"] = token
        answer = phone.post(f"/e/{slug}/mine/", {"action": "home"})
        assert answer.headers["Location"] == f"/e/{slug}/"

    assert everything() == before


def test_who_checked_in_at_one_evening_is_nobody_at_a_table_of_another() -> None:
    first, second = two_evenings()
    round_ = second.stages.get().rounds.first() or factories.round_(second.stages.get())
    table = factories.table(round_, list(second.entries.order_by("pk")))
    path = f"/t/{TableLink.objects.get(table=table).code}/"
    phones = []
    for event in (first, second):
        phone = Client()
        phone.cookies["table-door"] = door.own_token(event.entries.order_by("pk")[0])
        phones.append(phone.get(path).content.decode())

    nobody = Client().get(path).content.decode()

    def plain(page: str) -> str:
        page = re.sub(r'(name="(?:csrfmiddlewaretoken|idempotency_key)" value=)"[^"]*"', "", page)
        return re.sub(r"\d{10,}", "", page)  # the clock of the server

    assert plain(phones[0]) == plain(nobody)
    assert plain(phones[1]) != plain(nobody)


@pytest.mark.gates
def test_a_membership_of_another_club_is_shown_on_no_page_and_by_no_call() -> None:
    there = site()
    closed = factories.club("Copper Vault", visibility=Visibility.MEMBERS)
    for n, who in enumerate((there.person, *there.others)):
        Membership.objects.create(
            club=closed, player=who, member_no=f"ZZ-99{n}", since="2025-01-07", kind="guest"
        )
    membership = there.values["membership_id"]
    calls = [
        f"/players/{there.person.pk}/",
        f"/clubs/{there.club.slug}/players/",
        f"/clubs/{there.club.slug}/memberships/",
        f"/clubs/{there.club.slug}/memberships/{membership}/",
        f"/events/{there.event.pk}/entries/",
    ]
    client, asker = there.owner(), doors.organizer(there.club, Role.CLUB_ADMIN)

    answers = {path: read(client.get(path)) for path in there.paths}
    answers |= {path: asker.get(path).content.decode() for path in calls}

    seen = sum("Person A" in page for page in answers.values())
    told = {path for path, page in answers.items() if re.search("ZZ-99|Copper Vault", page)}
    assert seen > 10
    assert told == set()
