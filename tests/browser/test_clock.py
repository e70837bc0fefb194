"""The clock in a real browser: right on a device whose own clock is not, and without script."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.core.enums import Role
from league.models import Clock, Event, Round, Table
from league.services.evening import clocks
from league.times import wall_time
from tests import factories
from tests.browser import axe
from tests.browser.conftest import Evening, signed_in

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

# A device that is three hours and some minutes ahead, from its start on.
WRONG = "const right = Date.now; Date.now = () => right.call(Date) + 11220000;"


def running(event: Event) -> Round:
    return Round.objects.get(stage__event=event, number=2)


def started(evening: Evening, **left: int) -> Round:
    """The clock of the round that is played, with so much left."""
    round_ = running(evening.event)
    by = factories.actor(Role.ORGANIZER, evening.event.club)
    clocks.start(by=by, round_=round_, minutes=90)
    Clock.objects.update(ends_at=datetime.now(UTC) + timedelta(**left))
    return round_


def seconds(page: Page) -> int:
    face = page.locator("[data-clock-face]").first
    expect(face).to_be_visible()
    minutes, rest = face.inner_text().split(":")
    return int(minutes) * 60 + int(rest)


@pytest.mark.parametrize("script", ["", WRONG], ids=["right", "wrong"])
@pytest.mark.parametrize("path", ["", "board/?slides=clock"], ids=["event", "board"])
def test_every_device_shows_the_same_time_left_right_after_a_reload(
    page: Page, evening: Evening, script: str, path: str
) -> None:
    started(evening, minutes=20)
    page.add_init_script(script)

    shown = []
    for _ in range(2):
        page.goto(f"{evening.url}/e/{evening.event.slug}/{path}")
        shown.append(seconds(page))

    assert [1185 <= left <= 1200 for left in shown] == [True, True]


def test_a_page_out_of_the_browsers_memory_does_not_show_the_time_of_then(
    page: Page, evening: Evening
) -> None:
    started(evening, minutes=20)
    page.goto(f"{evening.url}/e/{evening.event.slug}/")
    expect(page.locator("[data-clock-face]").first).to_be_visible()
    page.goto(f"{evening.url}/games/")
    page.wait_for_timeout(3000)
    page.go_back()

    face = page.locator("[data-clock-face]").first
    expect(face).to_have_text(re.compile(r"^19:\d\d$"))
    assert seconds(page) <= 1198


def test_at_zero_it_says_so_and_ends_nothing(page: Page, evening: Evening) -> None:
    round_ = started(evening, seconds=3)
    page.goto(f"{evening.url}/e/{evening.event.slug}/")
    up = page.locator("[data-clock-up]")
    expect(up).to_have_text("")

    expect(up).to_have_text("Time is up")
    expect(page.locator("[data-clock-face]")).to_have_text("0:00")
    round_.refresh_from_db()
    assert round_.state == "published"


def test_a_held_clock_stands_still(page: Page, evening: Evening) -> None:
    round_ = started(evening, minutes=20)
    clocks.hold(by=factories.actor(Role.ORGANIZER, evening.event.club), round_=round_)
    page.goto(f"{evening.url}/e/{evening.event.slug}/")
    before = seconds(page)
    page.wait_for_timeout(1500)

    assert seconds(page) == before
    expect(page.locator(".clock-words").first).to_contain_text("paused")


def test_sound_is_off_until_somebody_wants_it_and_then_rings_once(
    page: Page, evening: Evening
) -> None:
    started(evening, seconds=6)
    page.add_init_script(
        "window.rings = 0; document.addEventListener('clock:rang', () => { window.rings += 1; });"
    )
    page.goto(f"{evening.url}/e/{evening.event.slug}/")
    switch = page.get_by_role("button", name="Beep on this device")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")

    expect(page.locator("[data-clock-up]")).to_have_text("Time is up")
    page.wait_for_timeout(700)
    assert page.evaluate("window.rings") == 1

    page.reload()
    expect(page.locator("[data-clock-up]")).to_have_text("Time is up")
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(700)
    assert page.evaluate("window.rings") == 0


def test_nobody_is_disturbed_who_did_not_ask_for_sound(page: Page, evening: Evening) -> None:
    started(evening, seconds=2)
    page.add_init_script(
        "window.rings = 0; document.addEventListener('clock:rang', () => { window.rings += 1; });"
    )
    page.goto(f"{evening.url}/e/{evening.event.slug}/")

    expect(page.locator("[data-clock-up]")).to_have_text("Time is up")
    page.wait_for_timeout(600)
    assert page.evaluate("window.rings") == 0


def test_without_script_the_page_says_when_the_time_ends(
    browser: Browser, evening: Evening
) -> None:
    started(evening, minutes=20)
    ends_at = Clock.objects.get().ends_at
    assert ends_at is not None
    wall = wall_time.wall(ends_at, wall_time.zone_of(evening.event))
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{evening.url}/e/{evening.event.slug}/")

    expect(page.locator(".clock-words").first).to_have_text(f"until {wall:%H:%M}")
    expect(page.locator("[data-clock-face]").first).to_be_hidden()
    expect(page.get_by_role("button", name="Beep on this device")).to_be_hidden()
    page.context.close()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_an_organizer_sets_the_clock_for_all_and_for_one_table(
    browser: Browser, live_server: LiveServer, evening: Evening, script: bool
) -> None:
    page = signed_in(browser, live_server, evening.event, java_script_enabled=script)
    page.goto(f"/e/{evening.event.slug}/desk/?step=play")
    page.get_by_role("link", name="Set the clock…").click()
    page.locator("#minutes").fill("50")
    page.locator("section.card button[value=start]").click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.locator("#clock-list button[value=more]").first.click()
    expect(page.locator("#clock-list .clock-words")).to_contain_text("+5 min")
    page.locator("#clock-all-hold").click()
    expect(page.locator("#clock-all-resume")).to_be_visible()
    page.goto(f"/e/{evening.event.slug}/desk/?step=play")
    page.locator("#clock-all-resume").click()
    expect(page.locator("#clock-all-hold")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"/e/{evening.event.slug}/desk/\?step=play"))

    table = Table.objects.get(seating__round=running(evening.event), number=1)
    rows = Clock.objects.order_by("table")
    assert [(row.table, row.length_s, row.extra_s) for row in rows if row.table] == [
        (table, 300, 300)
    ]
    page.context.close()


def test_a_length_that_is_no_number_is_said_so(
    browser: Browser, live_server: LiveServer, evening: Evening
) -> None:
    page = signed_in(browser, live_server, evening.event)
    page.goto(f"/e/{evening.event.slug}/desk/clock/")
    page.locator("#minutes").fill("ten")
    page.locator("section.card button[value=start]").click()

    expect(page.locator("#live")).to_contain_text("Enter a number between 1 and 600.")
    assert Clock.objects.count() == 0
    page.context.close()


def test_axe_finds_nothing_on_the_pages_with_clocks(
    browser: Browser, live_server: LiveServer, evening: Evening
) -> None:
    round_ = started(evening, minutes=4)
    by = factories.actor(Role.ORGANIZER, evening.event.club)
    table = Table.objects.get(seating__round=round_, number=1)
    clocks.extend(by=by, round_=round_, table=table, minutes=5)
    page = signed_in(
        browser,
        live_server,
        evening.event,
        reduced_motion="reduce",
        viewport={"width": 360, "height": 740},
    )
    found = {}
    slug = evening.event.slug
    for path in (
        f"/e/{slug}/",
        f"/e/{slug}/desk/?step=play",
        f"/e/{slug}/desk/clock/",
        f"/e/{slug}/board/?slides=clock",
        f"/t/{table.link.code}/",
    ):
        page.goto(path)
        expect(page.locator("[data-clock-face]").first).to_be_visible()
        found[path] = [axe.first_of(row) for row in axe.violations_in_light_and_dark(page)]
        assert page.evaluate("document.documentElement.scrollWidth") <= 360

    assert {path: each for path, each in found.items() if each} == {}
    page.context.close()
