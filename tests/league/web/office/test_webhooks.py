"""The office pages of a club's webhooks."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.core.enums import Role, WebhookOff
from league.models import Delivery, Webhook
from tests import factories
from tests.flows.visitors import Reader

pytestmark = pytest.mark.django_db


def admin_of(club: object) -> Client:
    account = factories.account()
    factories.grant(account, Role.CLUB_ADMIN, club)  # type: ignore[arg-type]  # a club
    client = Client()
    client.force_login(account)
    return client


def words(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return Reader(answer.content.decode()).words


def test_a_new_webhook_shows_its_secret_once_and_is_tested_paused_and_removed() -> None:
    club = factories.club()
    client = admin_of(club)
    path = f"/c/{club.slug}/office/webhooks/"

    added = client.post(
        path,
        {"address": "https://hooks.example/secret", "rights": "public", "groups": ["results"]},
        follow=True,
    )

    hook = Webhook.objects.get()
    assert "record_confirmed" in hook.types
    assert "record_reported" not in hook.types
    assert hook.secret in added.content.decode()
    one = f"{path}{hook.pk}/"
    assert hook.secret not in client.get(one).content.decode()
    assert "/secret" not in client.get(path).content.decode()
    assert "Nothing yet." in words(client, one)

    assert "A test is on its way" in client.post(one, {"do": "test"}, follow=True).content.decode()
    assert Delivery.objects.get().webhook == hook
    old = hook.secret
    rotated = client.post(one, {"do": "rotate"}, follow=True).content.decode()
    hook.refresh_from_db()
    assert hook.secret != old
    assert hook.secret in rotated
    client.post(one, {"do": "pause"})
    assert "Paused" in words(client, path)
    client.post(one, {"do": "resume"})
    assert "Working" in words(client, path)
    client.post(one, {"do": "remove"})
    assert client.get(one).status_code == 404
    assert "hooks.example" not in words(client, path)


def test_the_log_says_what_came_of_each_and_sends_it_again() -> None:
    club = factories.club()
    client = admin_of(club)
    row = factories.delivery(factories.webhook(club))
    Webhook.objects.update(paused_at=None)
    one = f"/c/{club.slug}/office/webhooks/{row.webhook_id}/"
    Delivery.objects.update(answered=None, reason="timeout", state="failed")

    said = words(client, one)
    client.post(one, {"do": f"again:{row.pk}"})

    assert "There was no answer in time." in said
    assert "Given up" in said
    assert (Delivery.objects.get().state, Delivery.objects.get().key) == ("waiting", row.key)


def test_one_that_was_switched_off_is_seen_on_every_page_of_the_office() -> None:
    club = factories.club()
    client = admin_of(club)
    row = factories.webhook(club)
    Webhook.objects.update(off_at=row.paused_at, off_why=WebhookOff.FAILING)

    assert "Webhooks (1)" in words(client, f"/c/{club.slug}/office/settings/")
    assert "It failed for three days" in words(client, f"/c/{club.slug}/office/webhooks/")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"address": "http://hooks.example/"}, "The address must start with https://."),
        ({"address": "https://10.0.0.1/"}, "an address inside a network"),
        ({"groups": ["people"]}, "“People” can only be sent with organizers"),
        ({"groups": []}, "This field is required."),
    ],
)
def test_what_cannot_be_is_said_at_its_field(fields: dict[str, object], said: str) -> None:
    club = factories.club()
    given = {"address": "https://hooks.example/", "rights": "public", "groups": ["results"]}

    answer = admin_of(club).post(f"/c/{club.slug}/office/webhooks/", {**given, **fields})

    assert answer.status_code == 400
    assert said in re.sub(r"\s+", " ", answer.content.decode())
    assert not Webhook.objects.exists()


def test_only_who_runs_the_club_sees_its_webhooks() -> None:
    club = factories.club()
    path = f"/c/{club.slug}/office/webhooks/"
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, club)
    organizer = Client()
    organizer.force_login(account)

    assert organizer.get(path).status_code == 403
    assert admin_of(factories.club()).get(path).status_code == 403
    row = factories.webhook(factories.club())
    assert admin_of(club).get(f"{path}{row.pk}/").status_code == 404
