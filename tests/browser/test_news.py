"""What others do is told once to somebody who listens, and leaves focus, place and typing alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import Role
from league.models import MatchRecord
from league.services.records import records
from tests import factories
from tests.browser.test_table import a_table, at_seat, phone, type_totals

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_confirmation_by_somebody_else_is_spoken_once_and_takes_nothing_from_the_reader(
    browser: Browser, live_server: LiveServer
) -> None:
    table = a_table(entry_level="TOTAL")
    ada, bruno = (at_seat(phone(browser), live_server, table, seat) for seat in (1, 2))
    type_totals(ada, "30", "25", "20", "12")
    ada.get_by_role("button", name="Check sheet").tap()
    ada.get_by_role("button", name="Send").tap()
    expect(ada.locator("h2").first).to_have_text("Waiting for a second look")
    bruno.reload()
    bruno.get_by_text("Something is wrong").tap()
    reason = bruno.get_by_label("What is wrong?")
    reason.press_sequentially("Third s")
    said = "document.querySelector('#spoken').textContent"
    ada.evaluate(
        "window.heard = []; new MutationObserver(() => heard.push(" + said + "))"
        ".observe(document.querySelector('#spoken'), { childList: true, subtree: true })"
    )

    by = factories.actor(Role.ORGANIZER, table.seating.round.stage.event.club)
    records.confirm(by=by, record=MatchRecord.objects.get(table=table))

    expect(ada.locator("#spoken")).to_have_text("The result counts")
    expect(ada).to_have_title(
        f"The result counts · Table 1 · {table.seating.round.stage.event.name}"
    )
    expect(bruno.locator("#spoken")).to_have_text("The result counts")
    expect(reason).to_have_value("Third s")
    expect(reason).to_be_focused()
    ada.wait_for_timeout(1000)
    assert ada.evaluate("window.heard") == ["The result counts"]
