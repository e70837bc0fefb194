"""Who one is for the API, and one's own tokens."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.core.enums import Role
from league.models import ApiToken, IdempotencyKey
from tests import factories
from tests.api import doors

pytestmark = pytest.mark.django_db


def test_a_visitor_is_told_so() -> None:
    assert doors.visitor().get("/me/").json() == {
        "kind": "anonymous",
        "player": None,
        "event": None,
        "scopes": ["read"],
        "roles": [],
    }


def test_a_token_is_told_its_scopes_and_its_accounts_roles_and_no_address() -> None:
    club = factories.club()
    account = factories.account("ida@club.example", player=factories.member(club))
    factories.grant(account, Role.ORGANIZER, club)

    answer = doors.with_token(account, "read", "records").get("/me/")

    assert answer.json() == {
        "kind": "token",
        "player": account.player_id,
        "event": None,
        "scopes": ["read", "records"],
        "roles": [{"role": "organizer", "club": club.pk, "season": None, "event": None}],
    }


def test_every_other_kind_of_asker_is_told_the_one_event_or_player_it_is_for() -> None:
    club = factories.club()
    event = factories.event(club)
    account = factories.account(player=factories.member(club))
    grant = factories.grant(account, Role.SCOREKEEPER, event)
    role = {"role": "scorekeeper", "club": None, "season": None, "event": grant.event_id}
    askers = {
        "device": doors.device(event, by=factories.actor(Role.ORGANIZER, club)),
        "bound token": doors.with_token(account, "records", event=event),
        "player": doors.player(factories.member(club)),
    }

    told = {name: asker.get("/me/").json() for name, asker in askers.items()}

    player = told["player"].pop("player")
    assert told == {
        "device": {
            "kind": "token",
            "player": None,
            "event": event.pk,
            "scopes": ["read"],
            "roles": [],
        },
        "bound token": {
            "kind": "token",
            "player": account.player_id,
            "event": event.pk,
            "scopes": ["records"],
            "roles": [role],
        },
        "player": {
            "kind": "token",
            "event": None,
            "scopes": ["clubs", "organize", "read", "records"],
            "roles": [],
        },
    }
    assert player in set(club.memberships.values_list("player", flat=True)) - {account.player_id}


def signed_in() -> Client:
    client = Client()
    client.force_login(factories.account())
    return client


def make(client: Client, **body: object) -> tuple[int, dict[str, object]]:
    answer = client.post(
        "/api/v1/tokens/",
        json.dumps(body),
        content_type="application/json",
        headers={"Idempotency-Key": "once"},
    )
    found: dict[str, object] = answer.json()
    return answer.status_code, found


def test_the_secret_of_a_token_is_shown_once_and_kept_nowhere() -> None:
    client = signed_in()

    status, made = make(client, name="Board script", scopes=["read"], days=30)

    secret = str(made.pop("secret"))
    listed = client.get("/api/v1/tokens/").json()
    assert status == 201
    assert listed == {"results": [made], "next": None}
    assert doors.Asker(secret).get("/me/").json()["kind"] == "token"
    assert ApiToken.objects.filter(secret_hash=secret).count() == 0
    assert IdempotencyKey.objects.count() == 0


def test_a_token_makes_no_tokens() -> None:
    asker = doors.with_token(factories.account())

    answer = asker.post("/tokens/", {"name": "another"})

    assert (answer.status_code, answer.json()["code"]) == (403, "time_for_one_account")
    assert ApiToken.objects.count() == 1


def test_an_ended_or_expired_token_opens_nothing() -> None:
    client = signed_in()
    _, made = make(client, name="Board script")
    asker = doors.Asker(str(made["secret"]))

    before = asker.get("/me/").status_code
    ended = client.delete(f"/api/v1/tokens/{made['id']}/").status_code
    after = asker.get("/me/").status_code
    again = client.delete(f"/api/v1/tokens/{made['id']}/").status_code
    late = doors.with_token(factories.account())
    ApiToken.objects.filter(revoked_at__isnull=True).update(
        expires_at=timezone.now() - timedelta(seconds=1)
    )

    assert (before, ended, after, again) == (200, 204, 401, 404)
    assert late.get("/me/").status_code == 401


def test_somebody_elses_token_does_not_exist() -> None:
    _, made = make(signed_in(), name="Board script")

    answer = signed_in().delete(f"/api/v1/tokens/{made['id']}/")

    assert answer.status_code == 404
    assert ApiToken.objects.get().revoked_at is None
