"""Matches in the browser: people with a browser each, one without JavaScript, one without a mouse,
one that comes late and only watches.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league.models import Play
from tests.browser.conftest import Finger, watched
from tests.browser.hands import Hands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CHOICES = "button[name=action]:visible"


def visitor(browser: Browser, server: LiveServer, *, scripts: bool = True) -> Page:
    """Somebody nobody knows, on a phone of their own."""
    context = browser.new_context(
        base_url=server.url, viewport={"width": 360, "height": 740}, java_script_enabled=scripts
    )
    return context.new_page()


def opened(page: Page, game: str, size: int) -> str:
    """Opens a table by hand; its address."""
    page.goto("/play/")
    page.get_by_label("Game", exact=True).select_option(game)
    page.get_by_label("Players").select_option(str(size))
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Open table").click()
    expect(page.locator("#play")).to_be_visible()
    return str(page.evaluate("location.href"))


def sits(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#leave")).to_be_visible()


@contextmanager
def decided(page: Page) -> Iterator[None]:
    """Whatever is pressed within is answered, and the answer stands on the page afterwards."""
    before = page.locator("#play").element_handle()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        yield
    page.wait_for_function("before => !before.isConnected", arg=before)


def moves(page: Page) -> int:
    """One decision, if there is one to make; the number of the step from which it was made."""
    if page.locator(CHOICES).count() == 0:
        return -1
    seen = int(page.locator("input[name=seen][form=choose]").input_value())
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(CHOICES).first.click()
    return seen


def test_one_press_on_a_phone_starts_a_match_and_the_next_is_answered_without_a_reload(
    browser: Browser, live_server: LiveServer
) -> None:
    page, finger = visitor(browser, live_server), Finger()
    faults = watched(page)
    page.goto("/play/")

    finger.tap(page.get_by_role("button", name="The Devil With It"))
    expect(page.locator("#turn")).to_have_text("It's your turn")
    page.evaluate("window.isTheSame = true")
    before = page.locator(".choices").get_attribute("id")
    finger.tap(page.locator(CHOICES).first)
    expect(page.locator(f"#{before}")).to_have_count(0)

    assert (finger.taps, page.evaluate("window.isTheSame")) == (2, True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults == []


def test_hundreds_of_choices_are_found_by_a_few_letters(
    browser: Browser, live_server: LiveServer
) -> None:
    page = visitor(browser, live_server)
    page.goto("/play/")
    page.get_by_role("button", name="Teufel, Teufel!").click()
    page.locator(CHOICES).first.click()  # where to begin
    expect(page.get_by_text("Exchange", exact=True)).to_be_visible()
    page.get_by_role("button", name="All choices as a list").click()
    expect(page.locator("#find-choice")).to_be_focused()

    every = page.locator(".choices button[name=action]")
    last = every.last.text_content() or ""
    assert every.count() > 100

    page.locator("#find-choice").fill(" ".join(re.findall(r"r\dc\d", last)))

    expect(page.locator(f".choices {CHOICES}")).to_have_count(1)
    expect(page.locator(f".choices {CHOICES}")).to_have_text(last)


@pytest.mark.gates
def test_three_play_a_whole_match_one_without_script_and_one_without_a_mouse(
    browser: Browser, live_server: LiveServer
) -> None:
    ada = visitor(browser, live_server)
    plain, hands_page = visitor(browser, live_server, scripts=False), visitor(browser, live_server)
    late = visitor(browser, live_server)
    address = opened(ada, "dice-devils", 3)
    sits(plain, address, "Bo")
    hands = Hands(hands_page)
    hands_page.goto(address)
    hands.reach(hands_page.get_by_label("Your name"))
    hands_page.keyboard.type("Cleo")
    hands_page.keyboard.press("Enter")
    expect(hands_page.locator("#leave")).to_be_visible()
    ada.goto(address)
    ada.get_by_role("button", name="Begin").click()
    expect(ada.locator("#position")).to_be_visible()

    steps = 0
    while (play := Play.objects.get()).state == "running" and steps < 300:
        for page in (ada, plain, hands_page):
            page.goto(address)  # everybody reloads all the time, and nothing is lost
            if page is hands_page and page.locator(CHOICES).count():
                hands.reach(page.locator(CHOICES).first)
                with page.expect_response(lambda answer: answer.request.method == "POST"):
                    page.keyboard.press("Enter")
            else:
                moves(page)
            steps += 1
        if steps == 3:
            late.goto(address)
            assert late.locator("button[name=action]").count() == 0
            assert not re.search(r"rolled \d", late.locator("#play").inner_text())

    assert (play.state, play.end) == ("over", "played")
    for page in (ada, plain, hands_page, late):
        page.goto(address)
        expect(page.locator(".is-over")).to_be_visible()
    assert hands.unseen == []
    plain.get_by_text("Watch the replay").click()
    plain.get_by_text("Step on").click()
    expect(plain.locator("#after")).to_contain_text("After step 1 of")


@pytest.mark.gates
def test_what_one_chooses_from_stays_under_the_hand_while_another_decides(
    browser: Browser, live_server: LiveServer
) -> None:
    ada, bo = visitor(browser, live_server), visitor(browser, live_server)
    address = opened(ada, "the-devil-with-it", 2)
    sits(bo, address, "Bo")
    ada.goto(address)
    ada.get_by_role("button", name="Begin").click()
    bo.goto(address)
    third = bo.locator(CHOICES).nth(2)
    third.focus()
    words = third.inner_text()

    moves(ada)
    bo.evaluate("htmx.trigger('#play', 'refresh')")
    expect(bo.get_by_text("has decided")).to_be_visible()

    assert bo.evaluate("document.activeElement.innerText") == words
    bo.keyboard.press("Enter")
    expect(bo.get_by_text("All fists open").first).to_be_visible()
