"""A table of an evening that plays against a clock, and one that plays here with real coal."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.models import Play, Stage
from league.services.play import table_plays
from tests.browser.conftest import watched
from tests.browser.test_play import visitor
from tests.factories import plays as make

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

    from league.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.gates]


def seated(page: Page, table: Table) -> None:
    """The page of the table, for Ada, who takes her seat on it."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/t/{table.link.code}/")
    page.get_by_role("button", name="Ada").click()


def test_a_table_with_a_clock_on_its_stage_says_so_counts_down_and_a_bot_steps_in(
    browser: Browser, live_server: LiveServer
) -> None:
    table = make.at_table(game="the-devil-with-it", max_rounds=1)
    Stage.objects.update(play_reserve=180, play_increment=10)
    page = visitor(browser, live_server)
    faults = watched(page)
    seated(page, table)
    expect(page.locator("#play-here")).to_contain_text("Clock: 3 min + 10 s per decision.")
    page.get_by_role("button", name="Play here", exact=True).click()
    expect(page.locator("#play")).to_contain_text("with a note that a bot stood in")
    for position in (2, 3):
        table_plays.sit_down(by=make.seated(table, position), table=table)

    own = page.locator(".play-turn [data-play-clock]")
    expect(own).to_have_text(re.compile(r"2:[0-5]\d"))
    play = Play.objects.get()
    left = timedelta(seconds=1)
    play.seats.filter(number=0).update(owes_since=timezone.now(), reserve_left=left)
    page.reload()
    said = page.locator("#play").get_by_text("Your time ran out, so a bot (plays well)")
    expect(said).to_be_visible()

    assert play.actions.get(seat=0).bot == "smart"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults == []


def test_who_sits_there_opens_the_match_with_real_coal_and_enters_the_first_draw(
    browser: Browser, live_server: LiveServer
) -> None:
    table = make.at_table(game="the-devil-with-it", max_rounds=1)
    page = visitor(browser, live_server)
    faults = watched(page)
    seated(page, table)
    page.get_by_role("button", name="Play here with real dice or cards").click()
    for name in ("Bo", "Cleo"):
        press = page.get_by_role("button", name=f"{name} plays on this device")
        press.click()
        expect(press).to_have_count(0)
    expect(page.get_by_role("heading", name="Who draws coal first?")).to_be_visible()
    page.locator(".fallen").get_by_label("Cleo").check()
    page.get_by_role("button", name="Enter the draw").click()
    expect(page.get_by_role("button", name="I'm Cleo: show me")).to_be_visible()

    draw = Play.objects.get().actions.get()
    assert (draw.action["values"], draw.entered_by) == ([2], 0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults == []
