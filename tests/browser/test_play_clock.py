"""The clock of a match: it counts down, speaks once, and its end comes without anybody's press."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.models import PlaySeat
from tests.browser import axe
from tests.browser.conftest import watched
from tests.browser.test_play import visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.gates,
    pytest.mark.django_db(transaction=True),
]


def begun(page: Page) -> None:
    """A table of one person and bots with a clock."""
    page.goto("/play/open/?game=the-devil-with-it")
    page.get_by_label("Players", exact=True).select_option("3")
    page.get_by_label("Bots among them").select_option("2")
    page.get_by_label("Clock").select_option("3 min + 10 s")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Open table").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#turn")).to_have_text("It's your turn")


def runs_out_in(page: Page, **left: float) -> None:
    """The page of a seat that has so much left."""
    seats = PlaySeat.objects.exclude(guest="")
    seats.update(owes_since=timezone.now(), reserve_left=timedelta(**left))
    page.reload()


def test_a_clock_speaks_near_its_end_and_runs_out_on_the_page_by_itself(
    browser: Browser, live_server: LiveServer
) -> None:
    page = visitor(browser, live_server)
    page.emulate_media(reduced_motion="reduce")
    faults = watched(page)
    begun(page)
    own = page.locator(".play-turn [data-play-clock]")
    expect(own).to_have_text(re.compile(r"2:[0-5]\d"))
    found = axe.violations_in_light_and_dark(page)

    runs_out_in(page, seconds=24)
    expect(page.locator("#spoken")).to_have_text(
        "You have 20 seconds left. Then a bot decides for you."
    )
    found += axe.violations_in_light_and_dark(page)
    runs_out_in(page, seconds=1)
    page.evaluate("window.isTheSame = true")

    said = page.locator("#play").get_by_text("Your time ran out, so a bot (plays well)")
    expect(said).to_be_visible()
    assert page.evaluate("window.isTheSame")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [axe.first_of(row) for row in found] == []
    assert faults == []
