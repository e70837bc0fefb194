"""The boards of the games, pressed as people without a mouse press them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league.models import Play
from tests.browser import axe
from tests.browser.conftest import watched
from tests.browser.hands import Hands
from tests.browser.test_play import decided, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BUTTONS = ".play-board button[name=action]:visible"
HALVES = ".play-board .halves input[type=radio]"


def decides(hands: Hands) -> None:
    """One decision on the board, both halves of it where it has two."""
    page = hands.page
    if page.locator(HALVES).count():
        hands.reach(page.locator(HALVES).first)
        page.keyboard.press("Space")
    hands.reach(page.locator(BUTTONS).first)
    with decided(page):
        hands.act()


def asked(page: Page) -> str:
    """What the board asks now; empty once the match is over."""
    expect(page.locator(f"{BUTTONS}, .is-over").first).to_be_visible()
    return "" if page.locator(".is-over").count() else page.locator(".asks").first.inner_text()


@pytest.mark.gates
def test_a_match_of_dice_devils_is_played_on_the_board_by_keyboard_alone(
    browser: Browser, live_server: LiveServer
) -> None:
    page = visitor(browser, live_server)
    hands, faults, found = Hands(page), watched(page), []
    page.emulate_media(reduced_motion="reduce")
    page.goto("/play/")
    hands.press(page.get_by_role("button", name="Dice Devils", exact=True))
    page.wait_for_url("**/play/*/")

    seen: set[str] = set()
    while question := asked(page):
        if question not in seen:
            seen.add(question)
            found += [axe.first_of(row) for row in axe.violations_in_light_and_dark(page)]
        decides(hands)
    found += [axe.first_of(row) for row in axe.violations_in_light_and_dark(page)]

    assert Play.objects.get().end == "played"
    assert "Which one do you claim?" in seen
    assert (found, hands.unseen, faults) == ([], [], [])
    assert not page.locator(".as-list[open]").count()
