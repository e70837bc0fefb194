"""Signing in by a server of others and out again, as a browser goes: there and back, twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from playwright.sync_api import expect

from league.core.openid import Server
from league.models import Account
from tests.browser.conftest import watched
from tests.openid_server import CLIENT, SECRET, OpenIdServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]


def test_one_signs_in_there_is_known_here_and_signs_out_at_both(
    browser: Browser, live_server: LiveServer, settings: Any
) -> None:
    cache.clear()
    there = OpenIdServer()
    there.person = {"sub": "ada-1", "email": "ada@club.example", "email_verified": True}
    settings.LEAGUE_OPENID = Server(
        address=there.address,
        client_id=CLIENT,
        secret=SECRET,
        label="Harbour ID",
        opens_accounts=True,
    )
    page = browser.new_context(base_url=live_server.url).new_page()
    faults = watched(page)
    try:
        page.goto("/account/login/?next=/me/")
        page.get_by_role("button", name="Sign in with Harbour ID").click()
        expect(page.get_by_role("heading", name="Your account")).to_be_visible()
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
        page.wait_for_url(f"{live_server.url}/")
    finally:
        there.stop()

    assert Account.objects.get().email == "ada@club.example"
    assert [left["client_id"] for left in there.left] == [CLIENT]
    assert [left["post_logout_redirect_uri"] for left in there.left] == [f"{live_server.url}/"]
    assert faults == []
