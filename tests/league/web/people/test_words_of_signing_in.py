"""What the library of accounts has to say, it says in our words: du in German, no sign-up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings

from tests import factories

pytestmark = pytest.mark.django_db

EMAIL = "ada@club.example"
PASSWORD = "seven lanterns at dusk"
FORMAL = re.compile(r"\b(?:Sie|Ihnen|Ihr(?:e[nmrs]?)?)\b[^.]*")


@pytest.fixture(autouse=True)
def _counts_from_zero() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def german() -> Client:
    return Client(headers={"accept-language": "de"})


def words(html: str) -> str:
    """What a page says in its middle, without its marks."""
    middle = re.sub(r".*<main|</main.*", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", middle)).split())


def mailed() -> tuple[str, str]:
    """Subject and text of the only mail."""
    [sent] = mail.outbox
    return str(sent.subject), str(sent.body)


def formal(browser: Client, *pages: str) -> dict[str, list[str]]:
    said = {page: words(browser.get(page, follow=True).content.decode()) for page in pages}
    return {page: FORMAL.findall(text) for page, text in said.items() if FORMAL.search(text)}


def test_nothing_about_signing_in_says_sie_in_german() -> None:
    account = factories.account(EMAIL, password=PASSWORD)
    stranger, browser = german(), german()
    browser.post("/account/login/", {"login": EMAIL, "password": PASSWORD})
    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    without_codes = formal(browser, "/account/2fa/totp/activate/", "/account/password/change/")
    TOTP.activate(account, generate_totp_secret())
    RecoveryCodes.activate(account)

    with_codes = formal(
        browser,
        "/account/2fa/recovery-codes/",
        "/account/2fa/recovery-codes/generate/",
        "/account/2fa/totp/deactivate/",
        "/account/2fa/reauthenticate/",
    )
    outside = formal(
        stranger,
        "/account/confirm-email/",
        "/account/confirm-email/nothing/",
        "/account/password/reset/key/1-nothing/",
    )

    assert (without_codes, with_codes, outside) == ({}, {}, {})


def test_the_mail_to_an_account_leads_to_a_new_password_and_says_du() -> None:
    factories.account(EMAIL, password=PASSWORD)
    browser = german()

    browser.post("/account/password/reset/", {"email": EMAIL})

    subject, text = mailed()
    link = re.search(r"http://testserver(/\S+)", text)
    assert link
    assert not FORMAL.search(subject + text)
    form = browser.get(link[1], follow=True)
    assert 'name="password1"' in form.content.decode()
    assert not FORMAL.search(words(form.content.decode()))


def test_an_address_is_confirmed_by_the_link_in_the_mail() -> None:
    factories.account(EMAIL, password=PASSWORD)
    browser = german()

    with override_settings(ACCOUNT_EMAIL_VERIFICATION="mandatory"):
        browser.post("/account/login/", {"login": EMAIL, "password": PASSWORD})
        _, text = mailed()
        link = re.search(r"http://testserver(/\S+)", text)
        assert link
        asked = words(browser.get(link[1]).content.decode())
        browser.post(link[1])
        browser.post("/account/login/", {"login": EMAIL, "password": PASSWORD})

    assert EMAIL in asked
    assert not FORMAL.search(asked + text)
    assert browser.get("/me/").status_code == 200
