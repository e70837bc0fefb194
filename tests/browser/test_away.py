"""The page that stands in while the database is away."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import expect

from league.core.enums import Role
from league.web import errors
from tests.browser.conftest import signed_in
from tests.practice.evenings import evening

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

        expect(page.locator("p.code")).to_have_count(0)

        expect(page).to_have_url(f"{live_server.url}/?q=1")
        assert asked == [f"{live_server.url}/?q=1"] * (4 if has_script else 3)
        context.unroute_all(behavior="ignoreErrors")


def test_what_was_typed_into_a_form_is_sent_by_one_more_press(
    browser: Browser, live_server: LiveServer
) -> None:
    event = evening(["Ada", "Bo"]).event
    page = signed_in(browser, live_server, event, role=Role.ORGANIZER)
    sent: list[list[tuple[str, str]]] = []

    def away_once(route: Route) -> None:
        request = route.request
        if request.method != "POST":
            return route.continue_()
        sent.append(parse_qsl(request.post_data or "", keep_blank_values=True))
        if len(sent) > 1:
            return route.continue_()
        form = QueryDict(request.post_data or "").copy()
        body = errors.away(RequestFactory().post(urlsplit(request.url).path, dict(form.lists())))
        return route.fulfill(status=503, body=body.content, content_type="text/html")

    page.route("**/settings/", away_once)
    page.goto(f"/e/{event.slug}/settings/")
    page.get_by_label("Name", exact=True).fill('The "Long" Night & <more>')
    page.get_by_label("Place (optional)", exact=True).fill("Back room")
    page.locator("main form button[type=submit]").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Back in a moment")
    page.get_by_role("button", name="Send it again").click()
    expect(page.locator("p.code")).to_have_count(0)

    event.refresh_from_db()
    assert (event.name, event.place) == ('The "Long" Night & <more>', "Back room")
    assert sent[0] == sent[1]


def test_a_password_never_stands_in_a_page() -> None:
    request = RequestFactory().post("/account/login/", {"login": "ada", "password": "lanterns"})

    page = errors.away(request).content.decode()

    assert "lanterns" not in page
    assert "Send it again" not in page
