"""Whoever presses far down a phone's page sees that nothing was done, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league.models import Event
from tests import factories
from tests.browser.conftest import signed_in
from tests.browser.test_table import a_table, at_seat, phone, type_totals

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]


def test_a_full_event_says_so_to_a_finger_at_the_end_of_the_roll(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    Event.objects.update(capacity=17)
    late = factories.member(tonight.club, "Zora Zuletzt")
    page = signed_in(
        browser, live_server, tonight, viewport={"width": 360, "height": 740}, has_touch=True
    )
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")

    page.tap(f"#enter-{late.pk}")

    refusal = page.get_by_role("alert").filter(has_text="All 17 places are taken.")
    expect(refusal).to_be_in_viewport()
    refusal.get_by_role("button", name="Put them on the waiting list").tap()
    expect(page.get_by_text("Zora Zuletzt is on the waiting list.")).to_be_in_viewport()


def test_a_sheet_that_was_sent_with_a_fault_opens_at_the_fault(
    browser: Browser, live_server: LiveServer
) -> None:
    table = a_table(entry_level="TOTAL")
    ada = at_seat(phone(browser), live_server, table, 1)
    type_totals(ada, "1x", "2x")

    ada.get_by_role("button", name="Check sheet").tap()

    expect(ada.locator(".issues")).to_be_focused()
    expect(ada.locator(".issues li").last).to_be_in_viewport(ratio=1)
