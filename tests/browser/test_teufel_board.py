"""The board of Teufel, Teufel! under a thumb and under ten fingers, and nothing else pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league.models import Play, PlayAction
from tests.browser import axe
from tests.browser.conftest import watched
from tests.browser.hands import Hands
from tests.browser.test_play import decided, opened, sits, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

FIELDS = ".tt-at button:visible"
SMALLEST = 44


def faulty(page: Page) -> list[str]:
    """Every place that axe finds fault with."""
    page.emulate_media(reduced_motion="reduce")
    return [
        f"{row['id']} {node['html'][:120]} {node['failureSummary'][-300:]}"
        for row in axe.violations_in_light_and_dark(page)
        for node in row["nodes"]
    ]


def done() -> list[str]:
    """The kinds of all decisions so far."""
    return [row.action["t"] for row in PlayAction.objects.filter(seat__isnull=False)]


def answered(page: Page, press: Locator, hands: Hands | None = None) -> None:
    """One press, by thumb or by keys, and what comes of it."""
    if hands:
        hands.reach(press)
    with decided(page):
        if hands:
            hands.act()
        else:
            press.click()


def goes(page: Page, hands: Hands | None = None) -> None:
    """A move of one step: where it could go on it ends, what is asked afterwards is declined."""
    answered(page, page.locator(FIELDS).first, hands)
    for _ in range(4):
        last = page.locator(".tt-presses .press:visible").last
        if page.locator(".tt-ways").count() or not last.count():
            return
        answered(page, last, hands)


def test_a_match_is_played_on_the_board_alone_by_thumb_and_by_keys(
    browser: Browser, live_server: LiveServer
) -> None:
    ada, bo = visitor(browser, live_server), visitor(browser, live_server)
    faults = watched(ada)
    hands = Hands(bo)
    address = opened(ada, "teufel-teufel", 2)
    sits(bo, address, "Bo")
    ada.goto(address)
    ada.get_by_role("button", name="Begin").click()

    expect(ada.locator(FIELDS)).to_have_count(48)
    narrow = ada.evaluate(
        "Math.min(...[...document.querySelectorAll('.tt-at')].map(at => at.clientWidth))"
    )
    assert (narrow >= SMALLEST, ada.evaluate("document.body.scrollWidth <= innerWidth")) == (
        True,
        True,
    )
    answered(ada, ada.locator(FIELDS).first)
    bo.goto(address)
    answered(bo, bo.locator(FIELDS).last, hands)

    ada.goto(address)
    ada.get_by_text("Exchange", exact=True).click()
    ada.locator(".tt-at label").nth(3).click()
    expect(ada.get_by_text("Another first card")).to_be_visible()
    assert faulty(ada) == []
    answered(ada, ada.locator(".second:visible").nth(5))

    bo.goto(address)
    hands.reach(bo.locator(".way-go"))
    hands.act("ArrowRight")
    hands.reach(bo.locator(".first").last, "Shift+Tab")
    hands.act(" ")
    hands.reach(bo.locator(".second:visible").first)
    hands.act("ArrowRight")
    with decided(bo):
        hands.act()

    assert done() == ["place_disc", "place_disc", "swap", "swap"]
    for _ in range(2):
        ada.goto(address)
        goes(ada)
        bo.goto(address)
        goes(bo, hands)
    assert done().count("step") >= 4

    for page in (ada, bo):
        page.goto(address)
        page.get_by_text("Leave or stop").click()
        page.get_by_role("button", name="Ask to end the match").click()
        page.wait_for_timeout(200)
    assert Play.objects.get().state == "stopped"
    bo.goto(f"{address}replay/?at=6")
    expect(bo.locator(".tt-drawing")).to_be_visible()
    assert bo.locator(".play-board button").count() == 0
    assert faulty(bo) == []
    assert (hands.unseen, faults) == ([], [])
