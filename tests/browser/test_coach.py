"""What a bot would do, asked for on an open page without a mouse: the answer comes where one is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league.queries.play import coach
from tests.browser.axe import first_of, violations_in_light_and_dark
from tests.browser.conftest import watched
from tests.browser.test_play import visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_answer_appears_below_the_way_to_it_and_a_press_on_it_decides(
    browser: Browser, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "TRIALS", 60)
    page = visitor(browser, live_server)
    page.emulate_media(reduced_motion="reduce")
    faults = watched(page)
    page.goto("/play/")
    page.get_by_role("button", name="Dice Devils").click()
    expect(page.locator("#turn")).to_have_text("It's your turn")
    ask = page.get_by_role("button", name="What would a bot do?")

    ask.focus()
    page.keyboard.press("Enter")

    expect(page.locator(".advice button").first).to_be_visible()
    expect(ask).to_be_focused()
    expect(page.locator(".coach .busy")).to_be_hidden()
    assert [first_of(row) for row in violations_in_light_and_dark(page)] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seen = page.locator("input[name=seen][form=choose]").input_value()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
    expect(page.locator("input[name=seen][form=choose]")).not_to_have_value(seen)
    expect(page.locator(".advice")).to_have_count(0)
    assert faults == []
