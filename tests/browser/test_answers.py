"""What the machine answers: that something is under way, and which keys there are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import signed_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

    from league.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]


def test_what_was_pressed_is_busy_until_its_answer_is_there(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    page.route("**/desk/**", hold)
    busy = page.locator("button[aria-busy=true]")

    page.locator("#roll .toggle").first.click()

    expect(busy).to_have_count(1)
    expect(page.locator("html[data-busy]")).to_have_count(1)
    held[0].continue_()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    expect(page.locator("html[data-busy]")).to_have_count(0)


def test_the_question_mark_opens_all_keys_unless_somebody_types_or_has_turned_it_off(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto("/search/")
    sheet = page.locator("dialog.keys[open]")

    page.locator("#site-search").first.press("?")
    expect(page.locator("#site-search").first).to_have_value("?")
    page.locator("h1").first.click()
    page.keyboard.press("?")
    expect(sheet).to_contain_text("By keyboard")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.locator("a[data-keys]").click()
    sheet.get_by_role("checkbox").uncheck()
    sheet.get_by_role("button").click()
    expect(sheet).to_have_count(0)

    page.keyboard.press("?")
    page.locator("#site-search").first.press("!")
    expect(page.locator("#site-search").first).to_have_value(re.compile("!"))
    expect(sheet).to_have_count(0)
