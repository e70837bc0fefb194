"""The phone's page in a real browser: forms are accepted, a lost connection loses nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from league.models import MatchRecord, Table
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
    ada.wait_for_selector("text=Is this right?")
    ada.click(SEND)
    ada.wait_for_selector("text=Waiting for a second pair of eyes")
    ben.reload()
    ben.click(SEND)
    ben.wait_for_selector("text=The result counts")
    ada.wait_for_selector("text=The result counts", timeout=15_000)

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
    ada.wait_for_selector("text=Is this right?")
    ada.goto(f"{live_server.url}/t/{table.link.code}/")
    kept = [ada.input_value(f"[name='seats.{seat}.points']") for seat in range(3)]
    ada.click(SEND)
    ada.wait_for_selector("text=Is this right?")
    ada.click(SEND)
    ada.wait_for_selector("text=Waiting for a second pair of eyes")

    assert note is not None
    assert note.startswith("No connection: not sent yet.")
    assert stored_offline == 0
    assert kept == ["12", "3", "4"]
    assert MatchRecord.objects.count() == 1
