"""Pieces of a board are seen to move, and nobody has to wait for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import watched
from tests.browser.test_play import opened, sits, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Every motion is noted, with its milliseconds, and stays half-way: what works then does not wait.
STAYS_HALF_WAY = """
window.moved = {};
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  const motion = animate.apply(this, how);
  const { endTime } = motion.effect.getComputedTiming();
  window.moved[this.dataset.piece] = endTime;
  motion.pause();
  motion.currentTime = endTime / 2;
  return motion;
};
"""
MIDDLE = "piece => { const box = piece.getBoundingClientRect(); return box.left + box.width / 2; }"


def presses(page: Page, words: str) -> None:
    """A press that is answered in place, on a board that has not to be waited for."""
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        page.get_by_role("button", name=words).click()
    assert answer.value.status == 200


def test_a_disc_is_seen_on_its_way_and_the_next_press_does_not_wait_for_it(
    browser: Browser, live_server: LiveServer
) -> None:
    ada, bo = visitor(browser, live_server), visitor(browser, live_server)
    bo.emulate_media(reduced_motion="reduce")
    faults = watched(ada)
    for page in (ada, bo):
        page.add_init_script(STAYS_HALF_WAY)
    address = opened(ada, "teufel-teufel", 2)
    sits(bo, address, "Bo")
    ada.goto(address)
    presses(ada, "Begin")
    presses(ada, "Begin on r4c3")
    bo.goto(address)
    presses(bo, "Begin on r1c1")
    ada.goto(address)
    disc = ada.locator("[data-piece=disc-1]")
    start = disc.evaluate(MIDDLE)

    presses(ada, "Go to r4c2: no card")
    expect(ada.get_by_role("button", name="Stay here")).to_be_visible()
    moved, half_way = ada.evaluate("moved"), disc.evaluate(MIDDLE)
    disc.evaluate("piece => piece.getAnimations().forEach(motion => motion.finish())")
    end = disc.evaluate(MIDDLE)
    presses(ada, "Go to r4c3")
    expect(disc).to_have_count(1)
    shown = str(bo.locator(".play-board").get_attribute("id"))
    bo.evaluate("htmx.trigger('#play', 'refresh')")
    expect(bo.locator(".play-board")).not_to_have_attribute("id", shown)

    assert (moved["disc-1"] <= 200, end < half_way < start) == (True, True)
    assert (bo.evaluate("moved"), faults) == ({}, [])
