"""Webhooks by the API: what the office can press, and how a receiver checks what it gets."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from api.field_words import INTRODUCTION
from league.channels import webhooks as channel
from league.core.enums import Role
from league.models import Delivery, Webhook
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db
NEW = {"address": "https://hooks.example/a", "types": ["event_created", "record_confirmed"]}


def admin() -> tuple[doors.Asker, str]:
    club = factories.club()
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)
    return doors.with_token(account, "read", "clubs"), f"/clubs/{club.slug}/webhooks/"


def test_a_token_adds_pauses_replaces_the_secret_and_removes() -> None:
    ask, path = admin()

    made = ask.post(path, NEW)

    assert made.status_code == 201
    secret, one = made.json()["secret"], f"{path}{made.json()['id']}/"
    assert secret.startswith("whsec_")
    assert (made.json()["types"], made.json()["rights"]) == (
        ["event_created", "record_confirmed"],
        "public",
    )
    assert "secret" not in ask.get(one).json()
    assert ask.get(path).json()["results"] == [ask.get(one).json()]
    assert ask.post(path, NEW).json()["code"] == "webhook_address_taken"
    assert ask.send("PATCH", one, {"paused": True}).json()["paused_at"]
    assert ask.post(f"{one}test/").json()["code"] == "webhook_rests"
    assert ask.send("PATCH", one, {"paused": False}).json()["paused_at"] is None
    rotated = ask.post(f"{one}secret/").json()
    assert rotated["secret"] not in {secret, ""}
    assert rotated["former_until"]
    assert ask.send("DELETE", one).status_code == 204
    assert ask.get(one).status_code == 404


def test_a_test_is_in_the_log_and_can_be_sent_again() -> None:
    ask, path = admin()
    one = f"{path}{ask.post(path, NEW).json()['id']}/"

    sent = ask.post(f"{one}test/")
    Delivery.objects.update(state="failed", answered=500, tries=10)
    again = ask.post(f"{one}deliveries/{sent.json()['id']}/again/")

    assert (sent.status_code, sent.json()["kind"], again.status_code) == (201, "test", 200)
    [row] = ask.get(f"{one}deliveries/").json()["results"]
    assert row == again.json()
    assert (row["key"], row["state"], row["tries"]) == (sent.json()["key"], "waiting", 0)


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"address": "https://127.0.0.1/"}, "address_private", "address"),
        ({"types": []}, "webhook_types_missing", "types"),
        ({"types": ["player_added"]}, "webhook_not_public", "types"),
    ],
)
def test_a_fault_names_its_field(body: dict[str, Any], code: str, field: str) -> None:
    ask, path = admin()

    answer = ask.post(path, {**NEW, **body}).json()

    assert (answer["code"], answer["field"]) == (code, field)
    assert not Webhook.objects.exists()


def test_the_receiver_of_the_introduction_takes_what_we_sign_and_nothing_else() -> None:
    text = INTRODUCTION.read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?def is_genuine.*?)```", text, re.DOTALL)
    assert found is not None
    room: dict[str, Any] = {}
    exec(found[1], room)
    secret, body, now = channel.new_secret(), b'{"type": "test"}', int(time.time())
    sent = channel.headers([channel.new_secret(), secret], "msg_1", now, body)

    assert room["is_genuine"](secret, sent, body)
    assert not room["is_genuine"](secret, sent, body + b" ")
    assert not room["is_genuine"](channel.new_secret(), sent, body)
    old = channel.headers([secret], "msg_1", now - 400, body)
    assert not room["is_genuine"](secret, old, body)
