"""The phone's page in a real browser: forms are accepted, a lost connection loses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import ClubGame, MatchRecord, Ruleset, Table
from tests import factories

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 844}
SEND = ".sticky-actions button"


def a_table() -> Table:
    event = factories.event()
    ruleset = factories.free_game(event.club, name="Lantern Bay", negatives=True)
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    people = ("Ada Ahorn", "Ben Buche", "Cleo Zeder")
    return factories.table(round_, [factories.entry(event, name) for name in people])


def phone(browser: Browser) -> BrowserContext:
    return browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]


def at_table(context: BrowserContext, server: LiveServer, table: Table, position: int) -> Page:
    page = context.new_page()
    page.goto(f"{server.url}/t/{table.link.code}/")
    page.click(f"button[name=position][value='{position}']")
    page.wait_for_load_state()
    return page


def fill(page: Page, *points: str) -> None:
    for seat, text in enumerate(points):
        page.fill(f"[name='seats.{seat}.points']", text)


def test_two_phones_report_and_confirm(live_server: LiveServer, browser: Browser) -> None:
    table = a_table()
    ada = at_table(phone(browser), live_server, table, 1)
    ben = at_table(phone(browser), live_server, table, 2)

    fill(ada, "12", "-3", "4")
    ada.click(SEND)
    ada.wait_for_selector("text=Is this correct?")
    ada.click(SEND)
    ada.wait_for_selector("text=Waiting for a second look")
    ben.reload()
    ben.click(SEND)
    ben.wait_for_selector("text=The result counts")
    ada.wait_for_selector("text=The result counts")

    record = MatchRecord.objects.get()
    assert (record.state, record.outcome["points"]) == ("confirmed", [12, -3, 4])


def test_what_is_typed_without_a_connection_is_kept_and_sent_once(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table()
    context = phone(browser)
    ada = at_table(context, live_server, table, 1)
    fill(ada, "12", "3", "4")

    context.set_offline(True)
    ada.click(SEND)
    note = ada.text_content("[data-draft-note]")
    stored_offline = MatchRecord.objects.count()
    context.set_offline(False)
    ada.wait_for_selector("text=Is this correct?")
    ada.goto(f"{live_server.url}/t/{table.link.code}/")
    kept = [ada.input_value(f"[name='seats.{seat}.points']") for seat in range(3)]
    ada.click(SEND)
    ada.wait_for_selector("text=Is this correct?")
    ada.click(SEND)
    ada.wait_for_selector("text=Waiting for a second look")

    assert note is not None
    assert note.startswith("No connection: not sent yet.")
    assert stored_offline == 0
    assert kept == ["12", "3", "4"]
    assert MatchRecord.objects.count() == 1


def test_who_scans_the_code_again_finds_a_half_typed_sheet_at_the_level_it_was_typed_at(
    live_server: LiveServer, browser: Browser
) -> None:
    event = factories.event()
    box = ClubGame.objects.create(club=event.club, game="dice-devils", title="Dice Devils")
    ruleset = Ruleset.objects.create(
        club=event.club,
        club_game=box,
        name="Dice Devils",
        options={"entry_level": "TOTAL"},
        seats_min=3,
        seats_max=6,
    )
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    people = ("Ada Ahorn", "Ben Buche", "Cleo Zeder")
    table = factories.table(round_, [factories.entry(event, name) for name in people])
    ada = at_table(phone(browser), live_server, table, 1)
    ada.click(".tabs a[href*='level=FULL']")
    ada.wait_for_selector("[name='seats.0.items.bed']")
    ada.fill("[name='seats.0.items.bed']", "3")

    ada.goto(f"{live_server.url}/t/{table.link.code}/")

    ada.wait_for_selector("[data-draft-note]")
    assert ada.input_value("[name='seats.0.items.bed']") == "3"
    assert "What you typed was kept" in ada.inner_text("[data-draft-note]")
    ada.click(".tabs a[href*='level=TOTAL']")
    ada.wait_for_selector("[name='seats.0.total']")  # whoever chooses another level gets it
