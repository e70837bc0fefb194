"""Without a connection: a table's page stays, others say so, and nobody finds another's page."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.models import MatchRecord
from tests import factories
from tests.browser.conftest import page_of, watched
from tests.browser.test_table import SEND, a_table, at_seat, phone, type_totals

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = """async () => {
  const pages = await caches.open("pages");
  return (await pages.keys()).map((one) => new URL(one.url).pathname);
}"""


def until(page: Page, script: str, wanted: object) -> None:
    """Waits for what the browser keeps, of which no event tells."""
    for _ in range(600):
        if (found := page.evaluate(script)) == wanted:
            return
        page.wait_for_timeout(50)
    assert found == wanted


def test_a_typed_sheet_survives_a_reload_without_connection_and_is_sent_once(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    context = phone(browser, service_workers="allow")
    ada = at_seat(context, live_server, table, 1)
    address = f"/t/{table.link.code}/"
    until(ada, KEPT, [address])
    type_totals(ada, "30", "25", "20", "12")

    context.set_offline(True)
    ada.reload()
    expect(ada.locator("[name='seats.0.total']")).to_have_value("30")
    expect(ada.locator(".sticky-actions")).to_have_css("position", "fixed")
    elsewhere = context.new_page()
    elsewhere.goto(f"{live_server.url}/games/")
    expect(elsewhere.get_by_role("heading", name="No connection")).to_be_visible()
    context.set_offline(False)

    expect(elsewhere.get_by_role("heading", name="Games")).to_be_visible()
    ada.locator(SEND).tap()
    ada.get_by_role("heading", name="Is this correct?").wait_for()
    ada.locator(SEND).tap()
    expect(ada.get_by_text("Waiting for a second look")).to_be_visible()
    assert [record.version for record in MatchRecord.objects.all()] == [1]


def test_no_copy_outlasts_a_sign_out_or_another_viewer(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    account = factories.account()
    page = page_of(browser, live_server, account, service_workers="allow")
    address = f"/t/{table.link.code}/"
    page.goto(address)
    until(page, KEPT, [address])

    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    until(page, KEPT, [])
    page.goto(address)
    until(page, KEPT, [address])
    client = Client()
    client.force_login(account)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.goto("/games/")
    until(page, KEPT, [])
    faults = watched(page)
    page.goto("/")
    page.goto(f"/e/{table.seating.round.stage.event.slug}/")

    assert page.evaluate(KEPT) == []
    assert faults == []
