"""The page that stands in while the database is away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "plain"])
def test_a_page_that_could_not_be_shown_comes_back_by_itself(
    browser: Browser, live_server: LiveServer, has_script: bool
) -> None:
    stands_in = render_to_string("errors/503.html", {"again": 1, "way": "/?q=1"})
    asked: list[str] = []

    def away_twice(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 2:
            return route.continue_()
        return route.fulfill(status=503, body=stands_in, content_type="text/html")

    with browser.new_context(java_script_enabled=has_script) as context:
        page = context.new_page()
        page.route("**/?q=1", away_twice)
        page.goto(f"{live_server.url}/?q=1")
        expect(page.get_by_role("heading", level=1)).to_have_text("Back in a moment")

        expect(page.get_by_role("link", name="Stammtisch")).to_be_visible()
        expect(page.locator("p.code")).to_have_count(0, timeout=15_000)

        assert page.url == f"{live_server.url}/?q=1"
        assert asked == [f"{live_server.url}/?q=1"] * (4 if has_script else 3)
        context.unroute_all(behavior="ignoreErrors")
