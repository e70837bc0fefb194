"""Passkeys: what is sent in the place of one, whose they are, what is told of them."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from html import unescape

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client

from league.models import Account
from tests import factories
from tests.flows.visitors import Reader

pytestmark = pytest.mark.django_db

PASSWORD = "seven lanterns at dusk"
WHOLE = {"id": "AA", "rawId": "AA", "type": "public-key"}
MORE_TO_COME = b"\0" * 32 + b"\x80" + b"\0" * 4
NO_CREDENTIALS = (
    *("", "null", "é", '"x"', "[]", "{}", '{"response": {}}', '{"response": {"userHandle": 1}}'),
    '{"id": 1, "rawId": [], "type": "x", "response": {"userHandle": "MQ"}}',
    json.dumps(WHOLE | {"response": dict.fromkeys(["clientDataJSON", "attestationObject"], "AA")}),
    json.dumps(
        WHOLE
        | {
            "response": dict.fromkeys(
                ["clientDataJSON", "authenticatorData", "signature", "userHandle"], "AA"
            )
        }
    ),
    json.dumps(
        WHOLE
        | {
            "response": dict.fromkeys(["clientDataJSON", "signature", "userHandle"], "AA")
            | {"authenticatorData": urlsafe_b64encode(MORE_TO_COME).decode().rstrip("=")}
        }
    ),
)


@pytest.fixture(autouse=True)
def _counts_from_zero() -> None:
    cache.clear()


def somebody(email: str = "ada@club.example") -> tuple[Account, Client]:
    """Signed in by password, and asked for it once more."""
    account = factories.account(email, password=PASSWORD)
    browser = Client()
    browser.post("/account/login/", {"login": email, "password": PASSWORD})
    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    return account, browser


@pytest.mark.parametrize("sent", NO_CREDENTIALS)
def test_what_is_no_passkey_opens_nothing_and_adds_nothing(sent: str) -> None:
    account, browser = somebody()
    factories.passkey(account)
    visitor = Client()
    visitor.get("/account/2fa/webauthn/login/", headers={"accept": "application/json"})
    browser.get("/account/2fa/webauthn/add/")

    signed_in = visitor.post("/account/2fa/webauthn/login/", {"credential": sent})
    added = browser.post("/account/2fa/webauthn/add/", {"credential": sent, "name": "Mine"})
    shown = browser.post("/account/2fa/webauthn/reauthenticate/", {"credential": sent})

    assert (signed_in.status_code, signed_in.headers["Location"]) == (302, "/account/login/")
    assert (added.status_code, shown.status_code) == (200, 200)
    assert visitor.get("/me/").status_code == 302
    assert Authenticator.objects.count() == 1


def test_a_refused_passkey_is_told_where_it_was_asked_for_and_the_way_on_is_kept() -> None:
    account, browser = somebody()
    factories.passkey(account)
    way = "/account/2fa/webauthn/add/"
    path = f"/account/2fa/webauthn/reauthenticate/?next={way}"
    response = dict.fromkeys(["clientDataJSON", "signature", "userHandle"], "AA")
    asked = {"type": "webauthn.get", "challenge": "AA", "origin": "http://testserver"}
    response["clientDataJSON"] = urlsafe_b64encode(json.dumps(asked).encode()).decode().rstrip("=")
    response["authenticatorData"] = urlsafe_b64encode(b"\0" * 37).decode().rstrip("=")

    told = []
    for sent in ('{"id": 1}', json.dumps(WHOLE | {"response": response})):
        page = browser.post(path, {"credential": sent, "next": way}).content.decode()
        form = next(one for one in Reader(page).forms if "credential" in one.names)
        faults = [unescape(one) for one in re.findall(r"<li>\s*([A-Z][^<]*?)\s*</li>", page)]
        told.append((faults, dict(form.fields)["next"]))

    assert told == [
        (["The passkey's answer could not be read. Try again."], way),
        (
            ["This passkey isn't yours. Use another one, or your password."],
            way,
        ),
    ]


def test_nobody_renames_or_removes_the_passkey_of_somebody_else() -> None:
    account, _ = somebody()
    theirs = factories.passkey(account, "Phone")
    _, other = somebody("bob@club.example")

    answers = [
        other.post(f"/account/2fa/webauthn/keys/{theirs.pk}/{verb}/", {"name": "Mine"}).status_code
        for verb in ("edit", "remove")
    ]

    assert answers == [404, 404]
    assert Authenticator.objects.get().wrap().name == "Phone"


def test_the_copy_of_the_own_data_names_the_passkeys_and_holds_no_secret() -> None:
    account, browser = somebody()
    one = factories.passkey(account, "Ada's phone")

    told = browser.get("/me/data.json")

    body = told.json()
    assert body["passkeys"] == [{"name": "Ada's phone", "created_at": one.created_at.isoformat()}]
    assert "attestationObject" not in told.content.decode()
