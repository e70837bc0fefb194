"""The evening on a small phone and at 200 %, without motion, and from another time zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import EntryState
from league.models import Event, MatchRecord
from tests.browser.conftest import signed_in, watched
from tests.browser.test_table import SEND, a_table, type_totals

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize
    from pytest_django.live_server_helper import LiveServer

    from tests.browser.conftest import Evening

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

ROOMS: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "twice": {"width": 640, "height": 450},  # a desktop of 1280 at 200 %
    "phone-twice": {"width": 320, "height": 370},  # as narrow as 400 % of that
}
# Whether what has the focus is not under something else, in the middle and at its foot.
IS_FREE = """() => {
  const here = document.activeElement, box = here.getBoundingClientRect();
  return [box.top + box.height / 2, box.bottom - 3].every((y) =>
    here.contains(document.elementFromPoint(box.left + box.width / 2, y)));
}"""


def width_of(page: Page) -> int:
    wide: int = page.evaluate("document.documentElement.scrollWidth")
    return wide


@pytest.mark.parametrize("room", ROOMS)
def test_a_sheet_is_reported_and_confirmed_close_up_and_no_box_lies_under_the_button(
    browser: Browser, live_server: LiveServer, room: str
) -> None:
    table = a_table(entry_level="TOTAL")
    size = ROOMS[room]
    ada, ben = (
        browser.new_context(viewport=size, reduced_motion="reduce").new_page() for _ in range(2)
    )
    faults = [watched(page) for page in (ada, ben)]
    for page in (ada, ben):
        page.goto(f"{live_server.url}/t/{table.link.code}/")
    wide = {width_of(ada)}

    ada.get_by_role("button", name="1 Ada Ahorn").click()
    expect(ada.locator("#sheet")).to_be_visible()
    wide.add(width_of(ada))
    boxes = ada.locator("#sheet input[name$='.total']")
    boxes.first.focus()
    free = []
    for total in ("30", "25", "20", "12"):
        ada.keyboard.type(total)
        free.append(ada.evaluate(IS_FREE))
        ada.keyboard.press("Enter")
    type_totals(ada, "30", "25", "20", "12")
    ada.locator(SEND).click()
    expect(ada.get_by_role("heading", name="Is this correct?")).to_be_visible()
    wide.add(width_of(ada))
    ada.locator(SEND).click()
    expect(ada.get_by_text("Waiting for a second look")).to_be_visible()
    ben.reload()
    ben.get_by_role("button", name="2 Ben Buche").click()
    ben.get_by_role("button", name="Yes, all correct").click()

    expect(ben.get_by_role("heading", name="The result counts")).to_be_visible()
    wide.add(width_of(ben))
    assert MatchRecord.objects.get().outcome["places"] == [1, 2, 3, 4]
    assert free == [True] * 4
    assert wide == {size["width"]}
    assert faults == [[], []]
    for page in (ada, ben):
        page.context.close()


@pytest.mark.parametrize("room", ROOMS)
def test_the_roll_is_called_close_up(
    browser: Browser,
    live_server: LiveServer,
    tonight: Event,
    room: str,
) -> None:
    size = ROOMS[room]
    page = signed_in(browser, live_server, tonight, viewport=size, reduced_motion="reduce")
    faults = watched(page)
    page.goto(f"/e/{tonight.slug}/desk/")
    entry = tonight.entries.get(player__name="Edda Öhm")

    page.locator("#next-do").click()
    expect(page.locator("#headcount b")).to_have_text("17")
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    page.get_by_label("Find a name").fill("edda")
    page.locator(f"#toggle-{entry.pk}").click()
    expect(page.locator("#headcount b")).to_have_text("16")
    row = page.locator("#roll > li:visible")
    expect(row).to_have_count(1)
    row.locator("summary").click()
    expect(row.get_by_role("button", name="Mark as left")).to_be_visible()
    wide = width_of(page)
    row.get_by_role("button", name="Mark as left").click()
    expect(page.locator(".notice.undo")).to_contain_text("Edda Öhm")
    expect(page.locator(f"#toggle-{entry.pk}")).to_have_count(0)
    assert tonight.entries.get(pk=entry.pk).state == EntryState.DROPPED
    page.locator(".notice.undo button").click()

    expect(page.locator(f"#toggle-{entry.pk}")).to_have_count(1)
    assert tonight.entries.get(pk=entry.pk).state == EntryState.REGISTERED
    assert {wide, width_of(page)} == {size["width"]}
    assert faults == []
    page.context.close()


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Los_Angeles"])
def test_a_viewer_in_another_time_zone_reads_the_clubs_own_days_and_times(
    browser: Browser, evening: Evening, zone: str
) -> None:
    shown: dict[str, list[str]] = {}
    for place in (evening.event.club.time_zone, zone):
        page = browser.new_context(base_url=evening.url, timezone_id=place).new_page()
        faults = watched(page)
        shown[place] = []
        for name in ("club", "season", "event", "standings", "player"):
            page.goto(evening.pages[name])
            shown[place].append(page.locator("main").inner_text())
        assert faults == []
        page.context.close()

    assert shown[zone] == shown[evening.event.club.time_zone]
