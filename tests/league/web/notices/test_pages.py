"""Where people choose what they hear about: signed in, by a link, and as who runs a club."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from league.core.enums import EventState, Role, StageMode
from league.core.notices import NoticeKind, NoticeState
from league.models import JournalLine, Notice, NoticeAddress
from league.queries.evening import check_ins as door
from league.queries.evening import sign_ups
from league.queries.notices import links
from league.services.notices import sending
from league.web.evening import my_evening
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    cache.clear()


def signed_in(account: Any) -> Client:
    client = Client()
    client.force_login(account)
    return client


def test_an_address_hears_nothing_before_its_reader_has_said_that_it_is_theirs() -> None:
    club = factories.club()
    client = signed_in(factories.account("ada@club.example", player=factories.member(club, "Ada")))

    client.post("/me/notices/", {"do": "add", "address": "other@mail.example"})
    sending.send_due()
    (question,) = mail.outbox
    link = re.findall(r"http://testserver(/n/confirm/\S+)", str(question.body))[0]
    looked = Client().get(link).status_code
    before = NoticeAddress.objects.get().confirmed_at
    Client().post(link)

    row = NoticeAddress.objects.get()
    assert (looked, before) == (200, None)
    assert row.confirmed_at is not None
    assert "List-Unsubscribe" not in question.extra_headers
    lines = JournalLine.objects.filter(kind__startswith="notices_")
    assert [line.kind for line in lines] == ["notices_added", "notices_changed"]
    assert "other@mail" not in str([line.payload for line in lines])


def test_the_own_address_needs_no_question_and_keeps_its_choices_and_quiet_hours() -> None:
    club = factories.club()
    client = signed_in(factories.account("ada@club.example", player=factories.member(club, "Ada")))
    client.post("/me/notices/", {"do": "add", "address": "ada@club.example"})
    row = NoticeAddress.objects.get()
    form = {"do": "save", "address": row.pk, f"a{row.pk}-wanted": ["turn"]}

    half = client.post("/me/notices/", {**form, f"a{row.pk}-quiet_from": "22:00"})
    whole = client.post(
        "/me/notices/",
        {**form, f"a{row.pk}-quiet_from": "22:00", f"a{row.pk}-quiet_until": "07:30"},
    )
    for _ in range(2):  # pressed twice
        client.post("/me/notices/", {"do": "test", "address": row.pk, "key": "one press"})

    row.refresh_from_db()
    assert (half.status_code, whole.status_code) == (400, 302)
    assert "Enter both times, or neither." in half.content.decode()
    assert (row.wanted, str(row.quiet_from), str(row.quiet_until)) == (
        ["turn"],
        "22:00:00",
        "07:30:00",
    )
    assert [one.kind for one in Notice.objects.all()] == [NoticeKind.TEST]


def test_a_stranger_is_asked_once_an_hour_however_often_an_address_is_removed_and_given() -> None:
    client = signed_in(factories.account(player=factories.player()))
    said = "We sent a message to this address."

    told = []
    for _ in range(4):
        page = client.post(
            "/me/notices/", {"do": "add", "address": "stranger@mail.example"}, follow=True
        )
        told.append(said in page.content.decode())
        sending.send_due()
        client.post("/me/notices/", {"do": "remove", "address": NoticeAddress.objects.get().pk})

    assert [one.to for one in mail.outbox] == [["stranger@mail.example"]]
    assert told == [True, False, False, False]


def test_one_account_asks_so_many_strangers_and_all_accounts_one_so_often() -> None:
    club = factories.club()
    crowd = [signed_in(factories.account(player=factories.member(club))) for _ in range(12)]

    answers = [
        crowd[0].post("/me/notices/", {"do": "add", "address": f"p{number}@mail.example"})
        for number in range(11)
    ]
    for client in crowd[1:]:
        client.post("/me/notices/", {"do": "add", "address": "same@mail.example"})
    sending.send_due()

    assert [answer.status_code for answer in answers] == [302] * 10 + [400]
    assert "Too many new addresses." in answers[-1].content.decode()
    assert NoticeAddress.objects.filter(address__startswith="p").count() == 10
    assert [one.to for one in mail.outbox].count(["same@mail.example"]) == 10


def test_nobody_reaches_the_address_of_somebody_else() -> None:
    theirs = factories.notice_address(factories.account())
    client = signed_in(factories.account())

    answers = [
        client.post("/me/notices/", {"do": what, "address": theirs.pk}).status_code
        for what in ("save", "test", "remove")
    ]

    assert answers == [404, 404, 404]
    assert "ada@mail.example" not in client.get("/me/notices/").content.decode()


def test_whoever_has_a_place_and_no_account_is_told_of_this_event_alone() -> None:
    event = factories.event(state=EventState.OPEN, by_name=True)
    factories.stage(event)
    entry = factories.entry(event, "Eve Far")
    at = f"/e/{event.slug}/place/{sign_ups.code_of(entry)}/notices/"

    answer = Client().post(at, {"do": "add", "address": "eve@mail.example"})
    sending.send_due()

    row = NoticeAddress.objects.get()
    assert answer.status_code == 302
    assert (row.entry, row.player, row.confirmed_at) == (entry, None, None)
    assert [one.to for one in mail.outbox] == [["eve@mail.example"]]
    assert Client().get(at[:-10] + "a/notices/").status_code == 404


def test_whoever_taps_a_name_at_the_door_reads_no_address_and_gets_no_link_to_the_place() -> None:
    event = factories.event(state=EventState.RUNNING)
    factories.stage(event, mode=StageMode.OPEN_PLAY)
    entry = factories.entry(event, "Ada Quill")
    theirs = factories.notice_address(entry, "ada@mail.example")
    choose = links.code_of(theirs, links.CHOOSE)
    mallory, at = Client(), f"/e/{event.slug}/mine/notices/"
    mallory.post(f"/e/{event.slug}/here/{door.code_of(event)}/", {"entry": entry.pk})
    token = mallory.cookies[my_evening.COOKIE].value

    pages = [mallory.get(path) for path in (at, f"/e/{event.slug}/place/{token}/notices/")]
    mallory.post(at, {"do": "add", "address": "mallory@mail.example"})
    sending.send_due()
    (question,) = mail.outbox
    link = re.findall(r"http://testserver(/n/confirm/\S+)", str(question.body))[0]
    after = mallory.post(link, follow=True)

    own = NoticeAddress.objects.get(address="mallory@mail.example")
    assert own.confirmed_at is not None
    assert pages[0].status_code == 200
    for page in (*pages, after):
        assert "ada@mail.example" not in page.content.decode()
        assert choose not in page.content.decode()
    kept = sign_ups.code_of(entry)
    for text in (
        str(question.body),
        after.content.decode(),
        links.to_event(own, entry, event.slug),
    ):
        assert kept not in text
    whole = Client().get(f"/e/{event.slug}/place/{kept}/notices/").content.decode()
    assert "ada@mail.example" in whole
    assert choose in whole


def test_who_runs_a_club_sees_whom_a_message_did_not_reach_and_never_the_address() -> None:
    club = factories.club()
    event = factories.event(club, name="Lantern Night")
    address = factories.notice_address(factories.member(club, "Ada Quill"), "ada@mail.example")
    Notice.objects.create(
        address=address, kind="seating", key="1", event=event, state=NoticeState.GIVEN_UP,
        due_at=timezone.now(), made_at=timezone.now(), done_at=timezone.now(), reason="550 no",
    )  # fmt: skip
    boss = factories.account()
    factories.grant(boss, Role.ORGANIZER, club)

    page = signed_in(boss).get(f"/c/{club.slug}/office/notices/")
    strange = signed_in(factories.account()).get(f"/c/{club.slug}/office/notices/")

    shown = page.content.decode()
    assert "Ada Quill" in shown
    assert "Lantern Night" in shown
    assert "ada@mail" not in shown
    assert strange.status_code == 403
