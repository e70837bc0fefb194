"""The board of The Devil With It under people's hands: nothing but the board is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from games import catalogue
from league.models import Play
from tests.browser.axe import first_of, violations_in_light_and_dark
from tests.browser.conftest import Finger, watched
from tests.browser.hands import Hands
from tests.browser.test_play import opened, sits, visitor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Browser, Locator, Page
    from pytest_django.live_server_helper import LiveServer

    from games.core.types import JSON

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RICH: Mapping[str, JSON] = {"start_capital": 500, "start_chips": {"500": 1}}


def begun(
    browser: Browser, server: LiveServer, rules: Mapping[str, JSON]
) -> tuple[Page, Page, str]:
    """Ada and Bo at a table of two with these house rules."""
    ada, bo = visitor(browser, server), visitor(browser, server)
    for page in (ada, bo):
        page.emulate_media(reduced_motion="reduce")  # no colour is on its way when axe looks
    address = opened(ada, "the-devil-with-it", 2)
    sheet = catalogue.get("the-devil-with-it").sheet
    Play.objects.update(options=sheet.options_to_json(sheet.options_from_json(dict(rules))))
    sits(bo, address, "Bo")
    ada.goto(address)
    ada.get_by_role("button", name="Begin").click()
    expect(ada.locator(".oven-map")).to_be_visible()
    bo.goto(address)
    return ada, bo, address


def to_press(page: Page) -> Locator:
    """A small stake, else to stop as soon as that is open, else to draw."""
    return page.locator(
        ".play-board:has(.hand button) .hand button,"
        ".play-board:not(:has(.hand button)) :is(.amounts button, .oven-press)"
    ).first


@pytest.mark.gates
def test_a_whole_match_is_pressed_on_the_board_by_a_finger_and_by_the_keyboard_alone(
    browser: Browser, live_server: LiveServer
) -> None:
    ada, bo, address = begun(browser, live_server, {"max_rounds": 2})
    hands, finger, faults = Hands(bo), Finger(), watched(ada)
    found = []

    for step in range(60):
        if Play.objects.get().state != "running":
            break
        for page in (ada, bo):
            page.evaluate("htmx.trigger('#play', 'refresh')")
            page.wait_for_load_state("networkidle")
            if step < 3:
                found += violations_in_light_and_dark(page)
            press = to_press(page)
            if not press.count():
                continue
            with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
                if page is bo:
                    hands.press(press)
                else:
                    finger.tap(press)
            assert answer.value.status == 200

    assert Play.objects.get().end == "played"
    ada.goto(address)
    expect(ada.locator(".is-over")).to_be_visible()
    found += violations_in_light_and_dark(ada)
    told = [first_of(row) for row in found]
    assert (told, hands.unseen, faults) == ([], [], [])
    assert ada.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.gates
def test_a_band_of_stakes_stays_open_while_another_closes_the_fist_and_only_a_tick_comes(
    browser: Browser, live_server: LiveServer
) -> None:
    ada, bo, _ = begun(browser, live_server, RICH)
    ada.get_by_role("radio", name="200–290").check()
    stake = ada.get_by_role("button", name="Bet 230")
    stake.focus()
    tick = ada.locator(".oven-seats > li").nth(1).locator(".fist")
    expect(tick).to_be_hidden()

    to_press(bo).click()
    expect(bo.get_by_text("in the fist").first).to_be_visible()
    ada.evaluate("htmx.trigger('#play', 'refresh')")

    expect(tick).to_be_visible()
    assert ada.evaluate("document.activeElement.getAttribute('aria-label')") == "Bet 230"
    ada.keyboard.press("Enter")
    expect(ada.get_by_text("All fists open").first).to_be_visible()
    assert Play.objects.get().actions.get(action__amount=230).seat == 0
