"""Rounds that are not over, results that come late, drafts that nobody sees, rounds taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import Role
from league.models import MatchRecord, RoundEntry
from league.services.records import voids
from league.services.standings import standings
from tests import factories
from tests.browser.conftest import page_of, signed_in, watched
from tests.browser.test_desk_people import points_of, public, row_of
from tests.browser.test_desk_seating import at_desk, step
from tests.browser.test_table import SEND
from tests.practice.evenings import FOUR_TWO_ONE, evening, of_api
from tests.practice.test_rounds import TABLES, TWELVE, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

EIGHT = TWELVE[:8]


def test_the_next_round_asks_by_table_number_before_it_goes_on_without_a_result(
    browser: Browser, live_server: LiveServer
) -> None:
    night = running()
    page = at_desk(browser, live_server, night)
    faults = watched(page)
    # A desk that has not heard yet that the third table's result was voided still has the button.
    night.finish(night.stage.rounds.get().seatings.get(), TABLES[2])
    record = MatchRecord.objects.get(table__number=3)
    page.context.route("**/live/**", lambda route: route.abort())
    page.context.route("**part=live**", lambda route: route.abort())
    page.goto(f"/e/{night.event.slug}/desk/")
    expect(page.locator("#next-do")).to_contain_text("Close, draw and publish round 2")
    voids.void(by=night.by, record=record, reason="They began anew")
    standings.catch_up()

    page.locator("#next-do").click()
    asked = page.get_by_role("alert")
    expect(asked).to_contain_text("No confirmed result yet: table 3.")
    assert night.stage.rounds.count() == 1
    # And whoever closes the round by hand is asked the same.
    step(page, night, "results")
    page.get_by_role("button", name="Close round 1").click()
    expect(asked).to_contain_text("No confirmed result yet: table 3.")
    asked.get_by_role("button", name="Close without them").click()
    expect(page.locator("section.next")).to_contain_text("Draw round 2")
    page.locator("#next-do").click()
    expect(page.locator("section.next")).to_contain_text("Round 2 is being played")
    standings.catch_up()

    everybody = public(browser, live_server, f"/e/{night.event.slug}/standings/")
    for name in TABLES[2]:  # what was not played is no match
        expect(row_of(everybody, name).locator("td, th").first).to_have_text("–")
    expect(row_of(everybody, "Ada").locator("td, th").first).to_have_text("1=")
    assert faults == []


def test_finishing_over_a_playing_table_asks_and_its_late_result_is_told_where_to_go(
    browser: Browser, live_server: LiveServer
) -> None:
    night = running()
    table = night.table(night.stage.rounds.get().seatings.get(), "Ivo")
    phone = browser.new_context(
        base_url=live_server.url, viewport={"width": 360, "height": 740}
    ).new_page()
    phone.goto(f"/t/{table.link.code}/")
    phone.locator("button[name=position][value='1']").click()
    expect(phone.locator("#sheet")).to_be_visible()
    page = at_desk(browser, live_server, night)
    step(page, night, "results")
    page.get_by_role("button", name="Close round 1").click()
    expect(page.get_by_role("alert")).to_contain_text("table 3")
    night.event.refresh_from_db()
    assert night.event.state == "running"

    page.get_by_role("button", name="Close without them").click()
    expect(page.get_by_role("button", name="Finish event")).to_be_visible()
    page.get_by_role("button", name="Finish event").click()
    expect(page.locator("section.next h2")).to_have_text("The event is finished")
    for seat, points in enumerate((9, 7, 5, 3)):
        phone.locator(f"[name='seats.{seat}.points']").fill(str(points))
    phone.locator(SEND).click()

    expect(phone.get_by_role("main")).to_contain_text("organizer")
    expect(phone.get_by_role("main")).to_contain_text("9")
    assert MatchRecord.objects.filter(table=table).count() == 0
    assert set(RoundEntry.objects.values_list("state", flat=True)) == {"seated"}
    # The organizer's own page still takes it.
    page.goto(f"/e/{night.event.slug}/tables/{table.pk}/")
    for seat, points in enumerate((9, 7, 5, 3)):
        page.locator(f"[name='seats.{seat}.points']").fill(str(points))
    page.get_by_role("button", name="Save result").click()
    expect(page.get_by_role("heading", name="The result")).to_be_visible()
    standings.catch_up()
    winner = table.seats.get(position=1).entry.player.name
    assert {name: points for _, name, points in of_api(night.stage)}[winner] == "4"


def test_nobody_with_a_result_is_made_absent_not_even_by_a_page_from_before(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT, seats=(4, 4), scheme=FOUR_TWO_ONE)
    table = night.table(night.play(EIGHT[:4], EIGHT[4:]), "Bo")
    second = night.seat(EIGHT[:4], EIGHT[4:])
    page = at_desk(browser, live_server, night)

    page.goto(f"/e/{night.event.slug}/desk/?step=play&round=1&more={table.pk}#more")
    more = page.locator("#more")
    expect(more).to_contain_text("This table has a result. Void it first.")
    expect(more.locator("button[value^='absent:'], button[value^='no_show:']")).to_have_count(0)
    page.goto(f"/e/{night.event.slug}/desk/?step=play&more={night.table(second, 'Ada').pk}")
    button = more.locator("button[value^='absent:']").first
    expect(button).to_be_visible()
    page.context.route("**part=live**", lambda route: route.abort())
    night.finish(second, EIGHT[:4])
    standings.catch_up()
    before = of_api(night.stage)
    button.click()

    expect(page.get_by_role("alert")).to_be_visible()
    standings.catch_up()
    assert set(RoundEntry.objects.values_list("state", flat=True)) == {"seated"}
    assert of_api(night.stage) == before


def test_a_draft_and_unpublished_standings_are_seen_at_the_desk_alone(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT, seats=(4, 4), scheme=FOUR_TWO_ONE, auto_publish=False)
    night.play(EIGHT[:4], EIGHT[4:])
    night.play(["Ada", "Eve", "Bo", "Fay"], ["Cy", "Gil", "Dee", "Hal"])
    path = f"/e/{night.event.slug}/"
    page = at_desk(browser, live_server, night)
    everybody = public(browser, live_server, path)
    own = page_of(browser, live_server, factories.account(player=night.player("Ada")))
    expect(everybody.locator("table.standings")).to_have_count(0)

    step(page, night, "standings")
    page.get_by_role("button", name="Publish the current standings").click()
    expect(page.get_by_role("main")).to_contain_text("The standings are published.")
    everybody.reload()
    expect(row_of(everybody, "Ada").get_by_role("cell", name="8", exact=True)).to_be_visible()
    page.goto(f"{path}desk/")
    page.get_by_role("button", name="draw a draft").click()
    expect(page.locator("#board")).to_contain_text("Round 3")
    for looking, address in (
        (everybody, f"{path}?round=3"),
        (everybody, f"{path}board/?slides=seating,names"),
        (own, f"{path}?name=ada"),
        (own, f"/p/{night.player('Ada').pk}/"),
    ):
        looking.goto(address)
        expect(looking.get_by_text("Ada").locator("visible=true").first).to_be_visible()
        expect(looking.get_by_text("Round 3")).to_have_count(0)

    page.locator("#board").get_by_role("button", name="Publish round").click()
    expect(page.locator("section.next")).to_contain_text("Round 3 is being played")
    everybody.goto(path)
    expect(everybody.get_by_role("heading", name="Round 3")).to_be_visible()
    expect(row_of(everybody, "Ada").get_by_role("cell", name="8", exact=True)).to_be_visible()


def test_a_bye_counts_its_points_and_a_new_value_holds_for_it_too(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(
        TWELVE[:5], seats=(4, 4), scheme=FOUR_TWO_ONE, bye={"kind": "fixed", "points": "3"}
    )
    page = signed_in(browser, live_server, night.event, role=Role.CLUB_ADMIN)
    page.goto(f"/e/{night.event.slug}/desk/")
    page.locator("#next-do").click()
    expect(page.locator("section.next")).to_contain_text("Round 1 is being played")
    seating = night.stage.rounds.get().seatings.get()
    out = seating.seats.get(state="bye").entry.player.name
    night.finish(seating, [name for name in TWELVE[:5] if name != out])
    standings.catch_up()
    everybody = public(browser, live_server, f"/e/{night.event.slug}/standings/")
    expect(points_of(everybody, out)).to_have_text("3")

    page.goto(f"/e/{night.event.slug}/stages/1/")
    bye = page.locator("[name=bye_points]")
    page.locator("details").filter(has=bye).locator("summary").first.click()
    bye.fill("2")
    page.get_by_role("main").get_by_role("button", name="Save").first.click()
    standings.catch_up()
    everybody.goto(f"/e/{night.event.slug}/stages/1/scoring/")
    expect(everybody.get_by_role("main")).to_contain_text("Bye: worth 2 points.")
    everybody.goto(f"/e/{night.event.slug}/standings/")
    expect(points_of(everybody, out)).to_have_text("2")


def test_a_new_name_and_another_way_to_seat_leave_the_results_of_a_running_round(
    browser: Browser, live_server: LiveServer
) -> None:
    night = running()
    page = signed_in(browser, live_server, night.event, role=Role.CLUB_ADMIN)
    everybody = public(browser, live_server, f"/e/{night.event.slug}/")
    confirmed = everybody.locator("#event-live .status", has_text="Confirmed")
    expect(confirmed).to_have_count(2)

    page.goto(f"/p/{night.player('Ada').pk}/edit/")
    name = page.locator("[name=name]")
    name.fill("Zed")
    page.locator("form").filter(has=name).get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("heading", name="Zed").first).to_be_visible()
    page.goto(f"/e/{night.event.slug}/stages/1/")
    method = page.locator("[name=method]")
    method.evaluate("field => field.closest('details')?.setAttribute('open', '')")
    method.select_option("snake")
    page.locator("form").filter(has=method).get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("main")).to_contain_text("aved")
    standings.catch_up()
    night.stage.refresh_from_db()
    assert night.stage.method == "snake"

    everybody.reload()
    expect(confirmed).to_have_count(2)
    expect(row_of(everybody, "Zed").get_by_role("cell", name="4", exact=True)).to_be_visible()
    expect(everybody.get_by_text("Ada", exact=True)).to_have_count(0)


def test_the_latest_round_is_taken_back_after_a_question_and_no_earlier_one(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT, seats=(4, 4), scheme=FOUR_TWO_ONE)
    night.play(EIGHT[:4], EIGHT[4:])
    before = of_api(night.stage)
    second = night.seat(["Ada", "Eve", "Bo", "Fay"], ["Cy", "Gil", "Dee", "Hal"])
    night.finish(second, ["Eve", "Ada", "Bo", "Fay"])
    standings.catch_up()
    rounds_then = of_api(night.stage)
    page = at_desk(browser, live_server, night)

    page.goto(f"/e/{night.event.slug}/desk/?step=seating&round=1")
    expect(page.get_by_role("heading", name="Round 1", exact=False)).to_be_visible()
    page.get_by_role("button", name="Withdraw this round").or_(
        page.get_by_role("button", name="Reopen round")
    ).click()
    expect(page.get_by_role("alert")).to_be_visible()  # round 2 stands on it
    step(page, night, "seating")
    page.get_by_role("button", name="Withdraw this round").click()
    asked = page.get_by_role("alert")
    expect(asked).to_contain_text("1")
    assert of_api(night.stage) == rounds_then
    asked.get_by_role("button", name="Withdraw and void").click()
    expect(page.locator("section.next")).to_contain_text("round 2")
    standings.catch_up()

    assert of_api(night.stage) == before
    everybody = public(browser, live_server, f"/e/{night.event.slug}/standings/")
    expect(points_of(everybody, "Eve")).to_have_text("4")
