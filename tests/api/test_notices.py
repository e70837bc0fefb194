"""Messages to oneself by token: addresses, choices, a test, and what was sent."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connections

from league.core import keys
from league.models import NoticeAddress
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    cache.clear()


def test_a_token_gives_an_address_chooses_tests_reads_what_was_sent_and_removes_it() -> None:
    ask = doors.player(factories.member(factories.club(), "Ada Quill"))

    added = ask.post("/me/notice-addresses/", {"address": "ada@mail.example", "language": "de"})
    at = f"/me/notice-addresses/{added.json()['id']}/"
    too_early = ask.post(f"{at}test/")
    NoticeAddress.objects.update(confirmed_at="2026-11-03T18:00Z")
    chosen = ask.send(
        "PATCH", at, {"wanted": ["turn"], "quiet_from": "22:00", "quiet_until": "07:30"}
    )
    half = ask.send("PATCH", at, {"wanted": [], "quiet_from": "22:00"})
    tested = ask.post(f"{at}test/")
    sent = ask.get("/me/notices/").json()["results"]
    removed = ask.send("DELETE", at)

    assert (added.status_code, added.json()["is_confirmed"]) == (201, False)
    assert (too_early.status_code, too_early.json()["code"]) == (409, "notice_not_confirmed")
    assert (chosen.json()["wanted"], chosen.json()["quiet_until"]) == (["turn"], "07:30:00")
    assert (half.status_code, half.json()["code"]) == (400, "notice_quiet_half")
    assert tested.status_code == 200
    assert [one["about"] for one in sent] == ["test", "confirm"]
    assert (removed.status_code, NoticeAddress.objects.count()) == (204, 0)


def test_what_can_wait_comes_once_a_week_by_e_mail_alone() -> None:
    ada = factories.member(factories.club(), "Ada Quill")
    ask, row = doors.player(ada), factories.notice_address(ada)
    browser = factories.notice_address(ada, "https://push.example/x", way="push")
    choice = {"wanted": ["standings"], "weekly_day": 7, "weekly_hour": 9}

    kept = ask.send("PATCH", f"/me/notice-addresses/{row.pk}/", choice)
    on_device = ask.send("PATCH", f"/me/notice-addresses/{browser.pk}/", choice)
    eighth = ask.send("PATCH", f"/me/notice-addresses/{row.pk}/", {**choice, "weekly_day": 8})
    listed = ask.get("/me/notice-addresses/").json()["results"]

    assert kept.status_code == 200
    assert [one["weekly_day"] for one in listed] == [7, None]
    assert listed[0]["weekly_hour"] == 9
    assert (on_device.status_code, on_device.json()["params"]["choice"]) == (400, "7")
    assert eighth.status_code == 400


@pytest.mark.parametrize("way", ["chat", "fax"])
def test_people_are_told_by_mail_or_on_a_device_and_chats_are_for_clubs(way: str) -> None:
    ask = doors.player(factories.member(factories.club(), "Ada Quill"))

    answer = ask.post(
        "/me/notice-addresses/", {"way": way, "address": "ntfys://ntfy.example/topic"}
    )

    assert (answer.status_code, answer.json()["code"]) == (400, "notice_way_unknown")
    assert not NoticeAddress.objects.exists()


def test_a_secret_address_is_never_read_again_and_nobodys_elses_is_there() -> None:
    account, other = factories.account(), factories.account()
    NoticeAddress.objects.create(
        account=account, way="chat", address="chat://s3cret", fingerprint=keys.digest("x")
    )
    theirs = factories.notice_address(other)
    ask = doors.with_token(account, "organize")

    listed = ask.get("/me/notice-addresses/")
    foreign = ask.send("DELETE", f"/me/notice-addresses/{theirs.pk}/")
    only_reads = doors.with_token(account, "read").post(
        "/me/notice-addresses/", {"address": "x@mail.example"}
    )
    visitor = doors.visitor().get("/me/notice-addresses/")

    assert [one["address"] for one in listed.json()["results"]] == [None]
    assert "s3cret" not in listed.content.decode()
    assert visitor.json()["results"] == []
    assert (foreign.status_code, only_reads.status_code, visitor.status_code) == (404, 403, 200)


@pytest.mark.django_db(transaction=True)
def test_ten_presses_at_once_give_one_address_once() -> None:
    account = factories.account(player=factories.player("Ada Quill"))
    secrets = [doors.with_token(account, "organize").secret for _ in range(10)]

    def give(secret: str) -> int:
        try:
            ask = doors.Asker(secret)
            return ask.post("/me/notice-addresses/", {"address": "ada@mail.example"}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(secrets)) as pool:
        answers = list(pool.map(give, secrets))

    assert answers == [201] * 10
    assert NoticeAddress.objects.count() == 1
