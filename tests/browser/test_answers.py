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


def test_nothing_stays_busy_on_a_page_that_is_shown_again_or_that_saves_a_file(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto("/search/")
    page.clock.install()
    press = """saves => {
        const form = document.querySelector("footer form");
        const submitter = form.lastElementChild;
        submitter.toggleAttribute("data-saves", saves);
        form.dispatchEvent(new SubmitEvent("submit", { submitter, bubbles: true }));
    }"""
    busy = page.locator("html[data-busy], [aria-busy=true]")

    page.evaluate(press, False)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.evaluate(press, True)
    page.clock.run_for(1000)
    assert busy.count() == 0

    page.evaluate(press, False)
    page.clock.run_for(1000)
    assert busy.count() == 2


def test_pressed_twice_the_sheet_of_keys_is_there_once(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto("/search/")

    page.evaluate("for (const _ of [1, 2]) document.querySelector('a[data-keys]').click()")

    expect(page.locator("dialog.keys[open]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator("dialog.keys")).to_have_count(1)


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
