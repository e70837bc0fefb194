"""An evening of open play in real browsers: the desk proposes, a phone pauses and is called."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import EventState, Role, StageMode
from league.models import Event, Table
from league.queries.evening import check_ins as door
from tests import factories
from tests.browser import axe
from tests.browser.conftest import NAMES, signed_in
from tests.league.services.seating.test_seatings import enter

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDE: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}


@pytest.fixture
def tonight() -> Event:
    """Four people in the room, a fifth on the way."""
    club = factories.club("Tin Owl")
    event = factories.event(club, name="Open night", state=EventState.RUNNING)
    factories.stage(event, mode=StageMode.OPEN_PLAY, size_min=3)
    for at, name in enumerate(NAMES[:5]):
        factories.entry(event, factories.member(club, name), is_present=at < 4)
    return event


def phone_of(browser: Browser, server: LiveServer, event: Event, name: str) -> Page:
    """The phone of somebody who checks in at the door and opens their own page."""
    context = browser.new_context(base_url=server.url, viewport=PHONE, bypass_csp=True)
    page = context.new_page()
    page.goto(f"/e/{event.slug}/here/{door.code_of(event)}/")
    page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="My evening").click()
    return page


def fine(page: Page) -> list[object]:
    """What axe finds wrong, and whether the page is wider than its screen."""
    found = [axe.first_of(row) for row in axe.violations(page)]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")
    return [*found, *(["too wide"] if wide else [])]


def test_the_desk_forms_a_table_in_one_tap_and_the_phone_is_called_to_it(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    boss = signed_in(browser, live_server, tonight, viewport=WIDE, bypass_csp=True)
    desk = f"/e/{tonight.slug}/desk/?step=play"
    phone = phone_of(browser, live_server, tonight, NAMES[4])
    expect(phone.get_by_role("heading", name="You're free")).to_be_visible()
    phone.get_by_role("button", name="Pause").click()
    expect(phone.get_by_role("heading", name="You're on a break")).to_be_visible()
    boss.goto(desk)
    proposal = boss.locator(".proposal").first
    expect(proposal).to_contain_text("4 people")
    expect(proposal).to_contain_text("No one there has met yet.")

    phone.get_by_role("button", name="I'm free").click()
    expect(boss.locator(".proposal").first).to_contain_text("5 people")
    assert (fine(boss), fine(phone)) == ([], [])
    boss.locator("#accept-1").click()

    expect(phone.get_by_role("heading", name="Table 1, seat")).to_be_visible()
    expect(boss.get_by_role("heading", name="Playing")).to_be_visible()
    assert fine(phone) == []
    by = factories.actor(Role.ORGANIZER, tonight.club)
    enter(by, Table.objects.get())
    expect(phone.get_by_role("heading", name="You're free")).to_be_visible()
    phone.get_by_role("button", name="I'm going home").click()
    expect(phone.get_by_role("heading", name="You have gone home")).to_be_visible()
    expect(boss.locator(".room")).to_contain_text("Gone home:")
    for page in (boss, phone):
        page.context.close()


def test_a_proposal_that_somebody_else_took_first_is_refused_by_name(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    first = signed_in(browser, live_server, tonight, viewport=PHONE, bypass_csp=True)
    second = signed_in(browser, live_server, tonight, java_script_enabled=False)
    for page in (first, second):
        page.goto(f"/e/{tonight.slug}/desk/?step=play")

    first.locator("#accept-1").click()
    expect(first.get_by_role("heading", name="Playing")).to_be_visible()
    second.locator("#accept-1").click()

    expect(second.get_by_role("alert")).to_contain_text("still plays at table 1.")
    assert Table.objects.count() == 1
    assert fine(first) == []
    for page in (first, second):
        page.context.close()
