"""Passkeys, with a virtual authenticator: added, and used while a password is guessed at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.models import Account
from tests import factories
from tests.browser.conftest import page_of, watched

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

EMAIL, PASSWORD = "ada@club.example", "seven lanterns at dusk"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(autouse=True)
def _counts_from_zero() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def with_authenticator(page: Page) -> Page:
    """From now on the page's device has a finger on its sensor."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page


def phone_of(browser: Browser, server: LiveServer) -> tuple[Page, Account]:
    """A phone on which somebody has just signed in by password."""
    account = factories.account(EMAIL, password=PASSWORD)
    context = browser.new_context(base_url=server.url, viewport={"width": 360, "height": 740})
    page = with_authenticator(context.new_page())
    page.set_default_timeout(10_000)
    page.add_init_script(
        "document.addEventListener('securitypolicyviolation',"
        " (event) => console.error('policy', event.effectiveDirective))"
    )
    page.goto("/account/login/?next=/me/")
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    return page, account


def adds(page: Page, name: str) -> None:
    """Adds a passkey by the buttons of the account's pages."""
    main = page.get_by_role("main")
    main.get_by_role("button", name="Passkeys and codes").click()
    main.get_by_role("button", name="Add a passkey").click()
    main.get_by_label("Password", exact=True).fill(PASSWORD)
    main.get_by_role("button", name="Continue").click()
    main.get_by_label("Name").fill(name)
    main.get_by_role("button", name="Add a passkey").click()
    expect(main.get_by_role("listitem")).to_contain_text(name)


def test_a_passkey_is_added_and_gets_in_while_the_password_is_guessed_at(
    browser: Browser, live_server: LiveServer
) -> None:
    page, account = phone_of(browser, live_server)
    faults = watched(page)
    main = page.get_by_role("main")

    adds(page, "Ada's <b>phone</b>")
    page.get_by_role("button", name="Sign out").click()
    page.context.clear_cookies()  # the browser is not known either
    stranger = Client(REMOTE_ADDR="127.0.0.1")
    for n in range(10):
        stranger.post("/account/login/", {"login": EMAIL, "password": f"guess {n}"})
    locked = stranger.post("/account/login/", {"login": EMAIL, "password": PASSWORD})
    page.goto("/account/login/?next=/me/")
    main.get_by_role("button", name="Sign in with a passkey").click()

    expect(main.get_by_role("heading", name="Your account")).to_be_visible()
    expect(main).to_contain_text(EMAIL)
    kinds = list(Authenticator.objects.filter(user=account).values_list("type", flat=True))
    assert (locked.status_code, kinds, faults) == (200, ["webauthn"], [])


def test_who_has_a_passkey_still_signs_in_by_password_elsewhere(
    browser: Browser, live_server: LiveServer
) -> None:
    page, _ = phone_of(browser, live_server)
    adds(page, "Phone")

    elsewhere = Client().post("/account/login/", {"login": EMAIL, "password": PASSWORD})

    assert (elsewhere.status_code, elsewhere.headers["Location"]) == (302, "/")


def test_a_passkey_is_renamed_and_removed_and_opens_nothing_afterwards(
    browser: Browser, live_server: LiveServer
) -> None:
    page, account = phone_of(browser, live_server)
    main = page.get_by_role("main")
    adds(page, "Phone")

    main.get_by_role("button", name="Rename").click()
    main.get_by_label("Name").fill("The old phone")
    main.get_by_role("button", name="Save").click()
    expect(main.get_by_role("listitem")).to_contain_text("The old phone")
    main.get_by_role("button", name="Remove").click()
    main.get_by_role("button", name="Remove").click()
    expect(main.get_by_role("heading", name="How you sign in")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.goto("/account/login/")
    main.get_by_role("button", name="Sign in with a passkey").click()

    expect(main).to_contain_text("No account here uses this passkey")
    assert not Authenticator.objects.filter(user=account).exists()


def test_a_browser_without_passkeys_says_so_and_still_takes_the_password(
    browser: Browser, live_server: LiveServer
) -> None:
    factories.account(EMAIL, password=PASSWORD)
    by_number = live_server.url.replace("localhost", "127.0.0.1")
    page = browser.new_context().new_page()

    page.goto(f"{by_number}/account/login/")

    main = page.get_by_role("main")
    expect(main).to_contain_text("Passkeys don't work here")
    expect(main.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()
    expect(main.get_by_role("button", name="Sign in", exact=True)).to_be_visible()


def test_a_refused_fingerprint_sends_nothing_and_says_what_to_do(
    browser: Browser, live_server: LiveServer
) -> None:
    page = page_of(browser, live_server, factories.account(EMAIL, password=PASSWORD))
    page.context.clear_cookies()
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = AUTHENTICATOR | {"isUserVerified": False}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto("/account/login/")

    page.get_by_role("button", name="Sign in with a passkey").click()

    expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("nothing was sent")
    expect(page).to_have_url(f"{live_server.url}/account/login/")
