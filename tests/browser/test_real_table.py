"""One phone in the middle of a real table: it goes round, keeps secrets, and takes many dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import Play
from tests.browser.axe import first_of, violations_in_light_and_dark
from tests.browser.test_play import visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PEOPLE = ("Ada", "Bo", "Cleo")


def opened(page: Page, game: str = "the-devil-with-it") -> None:
    page.goto(f"/play/open/?game={game}")
    page.get_by_label("Players", exact=True).select_option("3")
    page.get_by_label("Real dice or cards").check()
    page.get_by_label("Your name", exact=True).fill("Ada")
    page.get_by_role("button", name="Open table").click()
    for name in PEOPLE[1:]:
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add the player").click()
        page.locator(".play-seats bdi", has_text=name).wait_for()
    page.get_by_role("button", name="Begin").click()


def enters(page: Page, what: str) -> None:
    page.locator(".fallen").get_by_label(what).check()
    page.get_by_role("button", name="Enter the draw").click()


def test_a_round_begins_on_one_phone_and_no_stake_is_left_on_it(
    browser: Browser, live_server: LiveServer
) -> None:
    page = visitor(browser, live_server)
    page.emulate_media(reduced_motion="reduce")
    opened(page)
    page.get_by_role("heading", name="Who draws coal first?").wait_for()
    wrong = violations_in_light_and_dark(page)
    enters(page, "Bo")
    for name in PEOPLE:
        page.get_by_role("button", name=f"I'm {name}: show me").click()
        page.get_by_role("heading", name=f"{name}, what do you do?").wait_for()
        page.get_by_role("button", name="Hide it from the others").click()
        page.get_by_role("heading", name=f"{name}, what do you do?").wait_for(state="detached")
        assert page.locator("button[name=action]").count() == 0
        page.get_by_role("button", name=f"I'm {name}: show me").click()
        page.get_by_role("button", name="Bet 70", exact=True).first.click()
        page.get_by_role("heading", name=f"{name}, what do you do?").wait_for(state="detached")
        if name != "Cleo":
            assert "Bet 70" not in page.locator("#play").inner_html()
    page.get_by_role("button", name="Reveal a piece of coal").first.click()
    page.get_by_role("heading", name="Bo draws a piece of coal. Which one is it?").wait_for()
    wrong += violations_in_light_and_dark(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    enters(page, "50")
    page.get_by_role("heading", name="Bo, what do you do?").wait_for()
    page.get_by_role("button", name="Correct the last draw").click()
    page.get_by_role("heading", name="Bo draws a piece of coal. Which one is it?").wait_for()
    page.locator("#play").get_by_text("Ada corrected a draw.").wait_for()
    enters(page, "25")
    page.get_by_role("heading", name="Bo, what do you do?").wait_for()

    assert [first_of(row) for row in wrong] == []
    assert wide == 360
    assert Play.objects.get().actions.order_by("-seq")[0].action["values"] == [25]


def test_a_whole_fight_s_dice_are_one_page_of_a_phone(
    browser: Browser, live_server: LiveServer
) -> None:
    page = visitor(browser, live_server)
    page.emulate_media(reduced_motion="reduce")
    opened(page, "dice-devils")
    page.get_by_role("button", name="Yes, go on").click()
    for name, rank in zip(PEOPLE, ("1 · Head", "4 · Scrubbing", "6 · Little"), strict=True):
        page.get_by_role("group", name=name).get_by_label(rank).check()
    page.get_by_role("button", name="Enter the draw").click()
    for number, item in ((1, '"bed"'), (2, '"grill"')):
        page.get_by_label(f"Item {number}").select_option(item)
    wrong = violations_in_light_and_dark(page)
    page.get_by_role("button", name="Enter the draw").click()
    for name in PEOPLE:
        page.get_by_role("heading", name=f"Your turn: {name}").wait_for()
        page.locator("button[name=action]:visible").first.click()
    page.get_by_role("heading", name="Cups up! What do the dice show?").wait_for()
    wrong += violations_in_light_and_dark(page)
    for row in page.locator(".fallen").all():
        row.get_by_label("4", exact=True).check()
    size = page.locator(".real-draw").evaluate(
        "box => [box.offsetHeight, document.body.scrollWidth]"
    )
    page.get_by_role("button", name="Enter the draw").click()
    page.locator("#play").get_by_text("Ada shows 4, 4, 4 and has 8.").wait_for()

    assert [first_of(row) for row in wrong] == []
    assert size[0] < 740
    assert size[1] == 360
