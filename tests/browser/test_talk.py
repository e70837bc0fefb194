"""Table talk in two browsers, and the tone that says whose turn it has become."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league.models import Play
from tests.browser.conftest import watched
from tests.browser.test_play import opened, sits, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Counts the tones that begin, in the place of a loudspeaker.
COUNTED = """
  window.tones = 0;
  const begin = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    window.tones += 1;
    return begin.apply(this, at);
  };
"""


def looks(page: Page) -> None:
    with page.expect_response(lambda answer: "seen=" in answer.url):
        page.evaluate("htmx.trigger('#play', 'refresh')")


def test_a_phrase_comes_to_the_other_who_types_and_a_tone_says_that_it_is_my_turn(
    browser: Browser, live_server: LiveServer
) -> None:
    ada, bo = visitor(browser, live_server), visitor(browser, live_server)
    bo.add_init_script(COUNTED)
    faults, others = watched(ada), watched(bo)
    address = opened(ada, "the-devil-with-it", 2)
    sits(bo, address, "Bo")
    bo.get_by_role("button", name="Sound when it's my turn").click()
    expect(bo.get_by_role("button", name="Sound when it's my turn")).to_have_attribute(
        "aria-pressed", "true"
    )
    bo.wait_for_function("window.tones === 2")  # how it sounds

    ada.get_by_role("button", name="Good luck!").click()
    expect(ada.locator("#talk-said li")).to_contain_text("Good luck!")
    looks(bo)
    expect(bo.locator(".play-turn .said")).to_have_text("Ada: Good luck!")
    expect(bo.locator("#talk-said li")).to_contain_text("Good luck!")

    ada.goto(address)
    ada.get_by_role("button", name="Begin").click()
    expect(ada.locator("#position")).to_be_visible()
    looks(bo)
    expect(bo.locator(".play-turn.is-mine")).to_be_visible()
    bo.wait_for_function("window.tones === 4")
    icons = bo.locator('link[rel="icon"]')
    expect(icons).to_have_count(2)
    for icon in icons.all():
        expect(icon).to_have_attribute("href", re.compile("mark-turn"))

    bo.reload()  # nobody has touched the page yet, and the turn was mine before
    looks(bo)
    assert bo.evaluate("window.tones") == 0
    assert (faults, others, Play.objects.get().state) == ([], [], "running")
