"""What a phone of 360 pixels shows of pages that are long or wide, in all three languages."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league.core.enums import Role
from tests import factories
from tests.browser.conftest import Evening, page_of, signed_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ViewportSize
    from pytest_django.live_server_helper import LiveServer

    from league.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

PHONE: ViewportSize = {"width": 360, "height": 740}
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
    corners = page.locator("#roll .more[open] .actions > *").evaluate_all(
        "all => [...new Set(all.map((one) => getComputedStyle(one).borderRadius))]"
    )
    assert len(corners) == 1, "buttons are joined that stand apart"
    assert first.evaluate(PLACE_IN_ROW) == before, "it moved under the finger"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_navigation_of_the_signed_in_is_one_line(
    browser: Browser, live_server: LiveServer, tonight: Event, language: str
) -> None:
    club = tonight.club
    clubs = [club, *(factories.club(name) for name in ("Wanderfalken " * 9, "Tin Owl II"))]
    player = factories.member(club, "Ada Quill")
    for other in clubs[1:]:
        other.memberships.create(player=player, since=date(2026, 1, 1))
    account = factories.account(player=player)
    page = page_of(browser, live_server, account, viewport=PHONE, locale=language)

    page.goto(f"/c/{club.slug}/")

    seen = page.locator("body > header .site > nav a:visible")
    expect(seen).to_have_count(6)
    boxes = [link.bounding_box() for link in seen.all()]
    assert len({box["y"] for box in boxes if box}) == 1
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    ends = [box["x"] + box["width"] for box in boxes if box]
    assert all(box and end <= box["x"] for end, box in zip(ends, boxes[1:], strict=False))
    assert ends[-1] <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    expect(page.locator("body > header a.brand")).to_have_attribute("href", "/")
    expect(page.locator("body > footer a[href='/games/']")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "rows"), [(360, 1), (1280, 2)])
def test_tabs_of_the_office_are_a_tidy_line_that_shows_where_one_is(
    browser: Browser,
    live_server: LiveServer,
    tonight: Event,
    language: str,
    width: int,
    rows: int,
) -> None:
    page = signed_in(
        browser,
        live_server,
        tonight,
        role=Role.CLUB_ADMIN,
        viewport={"width": width, "height": 740},
        locale=language,
    )

    page.goto(f"/c/{tonight.club.slug}/office/settings/")

    current = page.locator(".tabs [aria-current]")
    expect(current).to_be_in_viewport(ratio=1)
    tops = page.eval_on_selector_all(
        ".tabs li", "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert len(tops) == 12
    assert len(set(tops)) <= rows
    assert page.evaluate("document.documentElement.scrollWidth") == width


PEOPLE = (
    "Name\tNickname\tYear of birth\tMember number\tE-mail\n"
    "Ada Quill\tAdi\t1980\tM-17\tada.quill.of.the.tin.owl@club.example\n"
    "Tom Ash\t\t31.2.1980\t\t\n"
    "Maximiliane von der Wanderfalken-Oberneuland\tMaxi\t1975\tM-2\tmaxi@club.example\n"
)
RESULTS = (
    b"date,match,player,points\n"
    b"2026-11-01,1,Ada Quill,30\n2026-11-01,1,Maximiliane von der Wanderfalken-Oberneuland,20\n"
    b"2026-11-01,2,Tom Ash,ten\n2026-11-01,2,Ada Quill,20\n"
)
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll('.scroll')]
    .map((one) => one.scrollWidth - one.clientWidth)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_preview_of_an_import_is_read_without_scrolling_sideways(
    browser: Browser, live_server: LiveServer, evening: Evening, language: str
) -> None:
    club, season = evening.event.club, evening.event.season
    assert season is not None
    page = signed_in(
        browser,
        live_server,
        evening.event,
        role=Role.CLUB_ADMIN,
        viewport=PHONE,
        locale=language,
    )

    page.goto(f"/c/{club.slug}/office/people/import/")
    page.locator("[name=pasted]").fill(PEOPLE)
    page.locator("main [type=submit]").click()
    expect(page.locator("table.stacked")).to_have_count(2)
    people = page.evaluate(SIDEWAYS)
    page.goto(f"/c/{club.slug}/s/{season.slug}/import-results/")
    page.locator("[type=file]").set_input_files(
        {"name": "r.csv", "mimeType": "text/csv", "buffer": RESULTS}
    )
    page.locator("main [type=submit]").click()
    expect(page.locator("table.stacked")).not_to_have_count(0)
    results = page.evaluate(SIDEWAYS)

    assert (people, set(results)) == ([0, 0, 0], {0})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("of", ["fairness", "season-fairness"])
def test_fairness_is_read_without_scrolling_sideways_and_says_what_each_number_is(
    browser: Browser, evening: Evening, of: str, language: str
) -> None:
    page = browser.new_context(viewport=PHONE, locale=language, base_url=evening.url).new_page()

    page.goto(evening.pages[of])
    for summary in page.locator("details summary").all():
        summary.click()
    expect(page.locator("details table.stacked").first).to_be_visible()

    # who met whom is a square as wide as there are people: it moves within a box of its own
    assert set(page.evaluate(SIDEWAYS.replace("'.scroll'", "'.scroll:has(.stacked)'"))) == {0}
    # the headings of the columns are off the page: each number carries its own
    said = page.locator("main table.stacked").evaluate_all(
        """tables => tables.map((table) => {
            const heads = [...table.querySelectorAll('thead th')].slice(1);
            const cells = [...table.querySelectorAll('tbody tr:first-child td')];
            return heads.map((head, at) => head.textContent.trim() === cells[at].dataset.label);
        })"""
    )
    assert len(said) >= 2
    assert all(all(row) and row for row in said)
