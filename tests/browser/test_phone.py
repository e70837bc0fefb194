"""What a phone of 360 pixels shows of pages that are long or wide, in all three languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import signed_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

    from league.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
PLACE_IN_ROW = """(at) => {
    const [box, row] = [at.getBoundingClientRect(), at.closest('li').getBoundingClientRect()];
    return [box.left - row.left, box.top - row.top];
}"""
LANGUAGES = ("en", "de", "fr")


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_at_the_roll_call_is_one_row_with_all_that_is_tapped_in_it(
    browser: Browser, live_server: LiveServer, tonight: Event, language: str
) -> None:
    page = signed_in(browser, live_server, tonight, viewport=PHONE, locale=language)
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    expect(page.locator("#roll summary")).to_have_count(17)

    rows = page.evaluate(
        """() => [...document.querySelectorAll('#roll > li')].map((row) => {
            const [button, more] = [row.querySelector('.toggle'), row.querySelector('summary')];
            const [a, b] = [button.getBoundingClientRect(), more.getBoundingClientRect()];
            return [row.offsetHeight, b.left >= a.right, a.top < b.bottom && b.top < a.bottom,
                    Math.min(b.width, b.height)];
        })"""
    )
    first = page.locator("#roll summary").first
    before = first.evaluate(PLACE_IN_ROW)
    first.click()

    heights, beside, level, smallest = zip(*rows, strict=True)
    assert max(heights) <= 60
    assert (set(beside), set(level), min(smallest) >= 44) == ({True}, {True}, True)
    expect(page.locator("#roll .more .actions").first).to_be_visible()
    assert first.evaluate(PLACE_IN_ROW) == before, "it moved under the finger"
