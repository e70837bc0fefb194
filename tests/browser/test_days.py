"""Days and hours on pages: the club's own, whatever the clock of the device says."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import Role
from league.models import Event
from league.services.standings import standings
from tests import factories
from tests.browser.conftest import signed_in
from tests.browser.test_clock import WRONG

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]


def new_event(page: Page, slug: str, name: str, day: str, begins: str) -> None:
    page.goto(f"/c/{slug}/office/events/new/")
    page.locator("[name=name]").fill(name)
    page.locator("[name=day]").fill(day)
    page.locator("[name=begins]").fill(begins)
    page.get_by_role("button", name="Create event").click()


def test_the_last_evening_before_midnight_is_in_the_season_and_the_next_is_refused_by_its_day(
    browser: Browser, live_server: LiveServer
) -> None:
    club = factories.club(time_zone="Europe/Berlin")
    season = factories.season(club, starts_on=date(2027, 1, 1), ends_on=date(2027, 1, 31))
    factories.free_game(club)
    event = factories.event(club)  # to be somebody there
    page = signed_in(
        browser, live_server, event, role=Role.CLUB_ADMIN, timezone_id="Pacific/Auckland"
    )
    page.add_init_script(WRONG)

    new_event(page, club.slug, "Last night", "2027-01-31", "23:30")
    expect(page.get_by_role("heading", name="Last night").first).to_be_visible()
    new_event(page, club.slug, "Too late", "2027-02-01", "00:30")
    refused = page.locator(".field.wrong, .wrong").first
    expect(refused).to_be_visible()
    expect(page.locator("[name=name]")).to_have_value("Too late")
    expect(page.locator("[name=begins]")).to_have_value("00:30")

    made = Event.objects.exclude(pk=event.pk).get()
    assert (made.name, made.season) == ("Last night", season)
    assert made.starts_at == datetime(2027, 1, 31, 22, 30, tzinfo=UTC)
    visitor = browser.new_context(
        base_url=live_server.url, timezone_id="Pacific/Kiritimati"
    ).new_page()
    visitor.goto(f"/e/{made.slug}/")
    expect(visitor.locator("main time").first).to_contain_text("31 January")
    expect(visitor.locator("main time").first).to_contain_text("23:30")


def test_matches_after_midnight_count_for_nobody_and_are_shown_by_the_clock_of_the_room(
    browser: Browser, live_server: LiveServer
) -> None:
    club = factories.club(time_zone="Europe/Berlin")
    season = factories.season(club, starts_on=date(2026, 1, 1), ends_on=date(2026, 1, 31))
    event = factories.event(
        season=season,
        starts_at=datetime(2026, 1, 31, 19, tzinfo=UTC),
        time_zone="America/New_York",
    )
    round_ = factories.round_(factories.stage(event), is_rolling=True)
    ada, bo = (factories.entry(event, factories.member(club, name)) for name in ("Ada", "Bo"))
    for hour, order in ((22, [ada, bo]), (23, [bo, ada])):  # 23:30 and 00:30 at the club
        at = datetime(2026, 1, 31, hour, 22, tzinfo=UTC)
        factories.played(factories.table(round_, order, played_at=at), [1, 2])
    standings.catch_up()
    shown = []

    for zone in ("Europe/Berlin", "Pacific/Auckland"):
        page = browser.new_context(base_url=live_server.url, timezone_id=zone).new_page()
        page.add_init_script(WRONG)
        page.goto(f"/c/{club.slug}/s/{season.slug}/")
        rows = page.locator("table.standings").first.locator("tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("Ada")
        page.goto(f"/p/{ada.player_id}/")
        times = page.locator("table.matches time")
        expect(times).to_have_count(2)
        shown.append([times.nth(at).inner_text() for at in range(2)])

    assert shown[0] == shown[1]
    assert [one.split(",")[0] for one in shown[0]] == ["Sat 31 January"] * 2  # Sunday at the club


def test_a_weekly_evening_stays_at_its_hour_when_the_clocks_change(
    browser: Browser, live_server: LiveServer
) -> None:
    club = factories.club(time_zone="Europe/Berlin")
    event = factories.event(
        club,
        name="Club night",
        starts_at=datetime(2027, 10, 24, 17, tzinfo=UTC),
        ends_at=datetime(2027, 10, 24, 21, tzinfo=UTC),
    )
    factories.stage(event)
    page = signed_in(browser, live_server, event, timezone_id="America/Los_Angeles")
    page.goto(f"/e/{event.slug}/copy/")

    weeks = page.locator("[name=weeks]")
    weeks.fill("2")
    page.locator("form").filter(has=weeks).get_by_role("button").last.click()

    expect(page.get_by_role("main")).to_be_visible()
    rows = Event.objects.filter(club=club).order_by("starts_at")
    assert [row.starts_at.astimezone(UTC).hour for row in rows] == [17, 18, 18]
    for row in rows:
        page.goto(f"/e/{row.slug}/")
        when = page.locator("main .heading time")
        expect(when.first).to_contain_text("19:00")
        expect(when.last).to_have_text("23:00")
