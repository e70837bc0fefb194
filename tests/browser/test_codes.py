"""QR codes, read off the screen as a camera reads them: each opens what its page is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.models import Table
from league.queries.evening import check_ins as door
from league.services.evening import rounds
from league.services.seating import seatings
from tests.browser.conftest import signed_in
from tests.league.documents.pictures import codes
from tests.practice.evenings import evening
from tests.practice.test_seating import EIGHT

if TYPE_CHECKING:
    from django.conf import LazySettings
    from playwright.sync_api import Browser, Locator
    from pytest_django.live_server_helper import LiveServer

    from league.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ROOM = "https://club.example"  # an address that phones in the room can reach: walls show no other


def read(code: Locator) -> list[str]:
    """What a camera reads off one code as it is shown, the page's colours around it included."""
    expect(code).to_be_visible()
    return codes(code.screenshot())


def test_the_code_at_the_door_checks_in_whoever_scans_it(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/poster/")

    (address,) = read(page.locator("img.qr"))

    assert address == f"{live_server.url}/e/{tonight.slug}/here/{door.code_of(tonight)}/"
    expect(page.locator(".poster")).to_contain_text(address)
    phone = browser.new_page(viewport={"width": 360, "height": 740})
    phone.goto(address)
    phone.get_by_role("button", name="Ada Quill").click()
    expect(phone.get_by_role("main")).to_contain_text("Welcome, Ada Quill!")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_codes_of_the_wall_open_the_evening_before_it_and_between_rounds(
    browser: Browser, live_server: LiveServer, settings: LazySettings, colours: str
) -> None:
    settings.LEAGUE_URL = ROOM
    night = evening(EIGHT, seats=(4, 4))
    page = browser.new_context(
        base_url=live_server.url,
        viewport={"width": 1920, "height": 1080},
        color_scheme=colours,  # type: ignore[arg-type]  # one of the two
    ).new_page()
    board = f"/e/{night.event.slug}/board/"
    page.goto(f"{board}?slides=welcome")
    welcome = read(page.locator(".slide:visible img").first)
    rounds.close(by=night.by, round_=night.play(EIGHT[:4], EIGHT[4:]).round)

    page.goto(f"{board}?slides=next")

    assert welcome == read(page.locator(".slide:visible img").first)
    assert welcome == [f"{ROOM}/e/{night.event.slug}/"]
    page.goto(welcome[0].removeprefix(ROOM))
    expect(page.get_by_role("heading", level=1)).to_have_text(night.event.name)


@pytest.mark.parametrize("paper", ["table-cards", "sheets"])
def test_the_code_of_each_table_on_cards_and_blank_sheets_opens_that_table(
    browser: Browser, live_server: LiveServer, paper: str
) -> None:
    night = evening(EIGHT, seats=(4, 4))
    seatings.draw_and_publish(by=night.by, stage=night.stage)
    page = signed_in(browser, live_server, night.event)
    page.goto(f"/e/{night.event.slug}/desk/?step=play")
    words = {"table-cards": "Print QR cards for tables…", "sheets": "Print blank sheets…"}[paper]
    page.get_by_role("button", name=words).click()
    shown = page.locator("img.qr")
    expect(shown).to_have_count(2)

    read_off = [read(shown.nth(at)) for at in range(2)]

    tables = Table.objects.order_by("number")
    assert read_off == [[f"{live_server.url}/t/{table.link.code}/"] for table in tables]
    phone = browser.new_page(viewport={"width": 360, "height": 740})
    phone.goto(read_off[1][0])
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Table 2")
    for name in tables[1].seats.values_list("entry__player__name", flat=True):
        expect(phone.get_by_role("main")).to_contain_text(name)
