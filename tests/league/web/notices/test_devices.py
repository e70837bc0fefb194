"""Messages on a device: given and stopped by whoever holds it, renewed by who knows the old one."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client

from league.core.enums import EventState, StageMode
from league.models import Entry, JournalLine, NoticeAddress
from league.queries.evening import check_ins, sign_ups
from league.web.evening import my_evening
from tests import factories

pytestmark = pytest.mark.django_db

POINT = (
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
FIREFOX = "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"


def given(name: str) -> str:
    key, secret = (urlsafe_b64encode(part).rstrip(b"=").decode() for part in (POINT, bytes(16)))
    endpoint = f"https://push.example/{name}"
    return json.dumps({"endpoint": endpoint, "keys": {"p256dh": key, "auth": secret}})


@pytest.fixture
def entry() -> Entry:
    event = factories.event(state=EventState.RUNNING)
    factories.stage(event, mode=StageMode.OPEN_PLAY)
    return factories.entry(event, "Ada Quill")


def press(client: Client, path: str, do: str, address: str) -> int:
    answer = client.post(path, {"do": do, "address": address}, headers={"User-Agent": FIREFOX})
    return answer.status_code


def test_one_s_own_device_is_told_and_stops_alone() -> None:
    client, account = Client(), factories.account(player=factories.player())
    client.force_login(account)
    path = "/me/notices/device/"

    told = [press(client, path, "add", given(name)) for name in ("phone", "phone", "tablet")]
    rows = list(NoticeAddress.objects.order_by("pk"))
    press(client, path, "stop", given("phone"))

    assert told == [302, 302, 302]
    assert [(row.player, row.way, row.label) for row in rows] == [
        (account.player, "push", "Firefox, Android")
    ] * 2
    assert list(NoticeAddress.objects.values_list("pk", flat=True)) == [rows[1].pk]
    assert "push.example" not in str(list(JournalLine.objects.values_list("payload", flat=True)))


def test_a_place_without_an_account_is_told_by_its_link_and_by_the_browser_of_the_evening(
    entry: Entry,
) -> None:
    slug, code = entry.event.slug, sign_ups.code_of(entry)
    here, mine = Client(), f"/e/{slug}/mine/notices/device/"
    here.cookies[my_evening.COOKIE] = check_ins.own_token(entry)

    by_link = press(Client(), f"/e/{slug}/place/{code}/notices/device/", "add", given("one"))
    by_browser = press(here, mine, "add", given("two"))
    strangers = [
        press(Client(), mine, "add", given("three")),
        press(Client(), f"/e/{slug}/place/{code[:-1]}a/notices/device/", "add", given("three")),
        press(Client(), "/me/notices/device/", "add", given("three")),
    ]

    assert (by_link, by_browser, strangers) == (302, 302, [404, 404, 302])
    assert [row.entry for row in NoticeAddress.objects.all()] == [entry, entry]
    press(here, mine, "stop", given("one"))
    assert [json.loads(row.address)["endpoint"] for row in NoticeAddress.objects.all()] == [
        "https://push.example/two"
    ]


@pytest.mark.parametrize("address", ["", "{}", given("x").replace("https:", "http:"), "[" * 5000])
def test_what_no_browser_gives_is_not_kept(entry: Entry, address: str) -> None:
    here = Client()
    here.cookies[my_evening.COOKIE] = check_ins.own_token(entry)

    answer = here.post(
        f"/e/{entry.event.slug}/mine/notices/device/",
        {"do": "add", "address": address},
        follow=True,
    )

    assert "Messages can&#x27;t be sent to this address." in answer.content.decode()
    assert not NoticeAddress.objects.exists()


def test_a_renewed_address_takes_the_place_of_the_old_one_for_who_knows_that(
    entry: Entry,
) -> None:
    code = sign_ups.code_of(entry)
    press(Client(), f"/e/{entry.event.slug}/place/{code}/notices/device/", "add", given("old"))
    worker = Client(enforce_csrf_checks=True)

    answers = [
        worker.post("/n/renewed/", {"old": given(old), "address": new}).status_code
        for old, new in (("guessed", given("mine")), ("old", "{}"), ("old", given("new")))
    ]

    row = NoticeAddress.objects.get()
    assert answers == [403, 400, 204]
    assert (row.entry, json.loads(row.address)["endpoint"]) == (entry, "https://push.example/new")
