"""An evening without a mouse: where the focus is, that it is seen, and how often a key acts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import hall as halls
from tests.browser.conftest import watched
from tests.browser.hall import Hall
from tests.browser.hands import Hands
from tests.flows import club as clubs
from tests.flows import sheets
from tests.flows.sheets import turned

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.timeout(120)]

MOST_PRESSES = 16  # a swap by hand and both rounds from paper included
TOTALS = [row[4] for row in sheets.DEVILS]


@pytest.fixture
def hall(browser: Browser, prepared: Installation) -> Iterator[Hall]:
    hall = halls.opened(browser, prepared, (*clubs.GIVEN, "Quirin"))
    yield hall
    hall.close()


def test_an_evening_of_two_rounds_is_run_by_keyboard_and_the_focus_is_never_lost(
    hall: Hall,
) -> None:
    page = hall.context(viewport={"width": 1280, "height": 900}).new_page()
    faults = watched(page)
    hands, big = Hands(page), page.locator("section.next [type=submit], section.next a")
    page.goto(f"/account/login/?next={hall.event}desk/")
    hands.reach(page.get_by_label("E-mail"))
    page.keyboard.type(clubs.EMAIL)
    hands.reach(page.get_by_label("Password", exact=True))
    page.keyboard.type(clubs.PASSWORD)
    hands.act()

    expect(big).to_contain_text("Mark all signed-up here")
    hands.reach(big)
    hands.act()
    expect(page.locator("#headcount b")).to_have_text("17")
    expect(big).to_be_focused()
    hands.reach(page.get_by_role("button", name="draw a draft"))
    hands.act("Space")
    swaps(hands)
    hands.reach(big, "Shift+Tab")
    hands.act()
    expect(big).to_be_focused()
    for then in ("Close, draw and publish round 2", "Finish event"):
        expect(page.locator("section.next")).to_contain_text("4 results still to come")
        on_paper(hands)
        expect(big).to_contain_text("Close, draw and publish round")
        hands.reach(page.get_by_role("button", name=then))
        hands.act()

    expect(page.locator("section.next h2")).to_have_text("The event is finished")
    hands.look()
    expect(page.locator("table.standings tbody tr")).to_have_count(17)
    print(f"presses of an organizer without a mouse: {len(hands.presses)}: {hands.presses}")
    assert len(hands.presses) <= MOST_PRESSES
    assert hands.unseen == []
    assert faults == []
    assert "Traceback" not in hall.site.said()


def swaps(hands: Hands) -> None:
    """Somebody of the first table changes places with somebody of the second."""
    page = hands.page
    lists = page.locator("ol[data-table]")
    expect(lists).to_have_count(4)
    hands.look()
    names = [lists.nth(table).locator("bdi").first.inner_text() for table in (0, 1)]
    hands.reach(lists.nth(0).locator("[id^=pick-]").first)
    hands.act()
    expect(page.locator(".notice.picked")).to_be_visible()
    hands.look()
    hands.reach(lists.nth(1).locator("[id^=swap-]").first)
    hands.act("Space")
    expect(page.locator(".notice.undo")).to_be_visible()
    hands.look()
    expect(lists.nth(1)).to_contain_text(names[0])
    expect(lists.nth(0)).to_contain_text(names[1])


def on_paper(hands: Hands) -> None:
    """All sheets of the round into the grid: digits and Enter, one press to save."""
    page = hands.page
    hands.reach(page.locator("section.next").get_by_role("button", name="Enter results"))
    hands.act()
    expect(page.locator("form.stack > section.card input[name$='.total']")).to_have_count(17)
    expect(page.locator("link[href*='css/sheet']")).to_have_count(
        1
    )  # a page with a style of its own
    cards = page.locator("form.stack > section.card")
    for place in range(4):
        own = cards.nth(place).locator("input[name$='.total']")
        size = own.count()
        for seat, total in enumerate(turned(TOTALS, place, size)):
            hands.reach(own.nth(seat))
            page.keyboard.type(str(total))
            page.keyboard.press("ArrowRight")
    hands.reach(page.get_by_role("button", name="Save all"))
    hands.act()
    expect(page.get_by_text("4 results saved.")).to_be_visible()
    hands.reach(page.get_by_role("button", name="Back to the desk"))
    hands.act()
