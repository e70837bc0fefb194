"""Two pages of one table: a bet comes back by one press, and the other page says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import axe
from tests.browser.conftest import watched
from tests.browser.test_play import visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.gates,
    pytest.mark.django_db(transaction=True),
]


def test_a_bet_comes_back_by_one_press_and_the_others_read_it(
    browser: Browser, live_server: LiveServer
) -> None:
    ada, bo = (visitor(browser, live_server) for _ in range(2))
    ada.emulate_media(reduced_motion="reduce")
    faults = watched(ada)
    ada.goto("/play/open/?game=the-devil-with-it")
    ada.get_by_label("Players", exact=True).select_option("2")
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Open table").click()
    bo.goto(ada.url)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down").first.click()
    ada.reload()
    ada.get_by_role("button", name="Begin").click()
    expect(ada.locator("#turn")).to_have_text("It's your turn")
    bo.reload()
    ada.locator("button[name=action]:visible").first.click()
    back = ada.get_by_role("button", name="Undo my move")
    expect(back).to_be_visible()
    found = axe.violations_in_light_and_dark(ada)

    back.click()

    expect(ada.locator("#turn")).to_have_text("It's your turn")
    expect(back).to_have_count(0)
    bo.reload()
    expect(bo.get_by_text("Ada undid a move.")).to_be_visible()
    assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [axe.first_of(row) for row in found] == []
    assert faults == []
