"""A match to look at again: it goes on by itself as long as nobody takes it into the own hand."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league.services.play import play_endings
from tests.browser.conftest import watched
from tests.factories import plays

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route
    from pytest_django.live_server_helper import LiveServer

    from league.models import Play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def stopped() -> Play:
    """A match that its players stopped after a few decisions."""
    play, chance = plays.begun("dice-devils", people=1, bots=2), Random(1)
    for _ in range(8):
        play = plays.move(play, chance)
    return play_endings.agree_to_stop(by=plays.guest("Ada"), play=play)


def test_a_replay_plays_by_itself_until_somebody_steps_by_hand(
    browser: Browser, live_server: LiveServer
) -> None:
    play = stopped()
    page = browser.new_context(base_url=live_server.url).new_page()
    faults = watched(page)
    page.goto(f"/play/{play.code}/replay/?at=0")

    page.locator("#speed").select_option(label="Medium")
    page.locator("#run").click()
    expect(page.locator("#moment")).to_have_attribute("data-at", "2")
    expect(page.locator("#run")).to_have_text("Pause", use_inner_text=True)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#run")).to_have_text("Play", use_inner_text=True)
    expect(page.locator("#moment")).to_have_attribute("data-at", "1")
    page.locator("#way-last").click()
    expect(page.locator("#moment")).to_have_attribute("data-at", str(play.seq))
    expect(page.locator("#slider")).to_have_value(str(play.seq))

    expect(page).to_have_url(re.compile(f"at={play.seq}$"))
    assert faults == []


def test_the_last_press_wins_whichever_answer_comes_first(
    browser: Browser, live_server: LiveServer
) -> None:
    play = stopped()
    page = browser.new_context(base_url=live_server.url).new_page()
    page.goto(f"/play/{play.code}/replay/?at=3")
    late: list[Route] = []
    page.route(re.compile(r"at=2\b"), lambda route: late.append(route))

    with page.expect_request(re.compile(r"at=2\b")):
        page.locator("#way-back").click()
    page.locator("#way-last").click()
    expect(page.locator("#moment")).to_have_attribute("data-at", str(play.seq))
    for one in late:
        one.continue_()
    page.wait_for_load_state("networkidle")

    expect(page.locator("#moment")).to_have_attribute("data-at", str(play.seq))
    expect(page).to_have_url(re.compile(f"at={play.seq}$"))


def test_at_the_end_playing_begins_anew(browser: Browser, live_server: LiveServer) -> None:
    play = stopped()
    page = browser.new_context(base_url=live_server.url).new_page()
    page.goto(f"/play/{play.code}/replay/?at={play.seq}")

    page.locator("#run").click()

    expect(page.locator("#moment")).to_have_attribute("data-at", "0")
    expect(page.locator("#run")).to_have_text("Pause", use_inner_text=True)
