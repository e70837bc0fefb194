"""The page behind the QR code on a real phone: the draw, the crib, the sheet while it is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import Role
from league.models import ClubGame, MatchRecord, Ruleset, Table, TableStart
from tests import factories
from tests.browser.conftest import Finger

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PEOPLE = ("Ada Ahorn", "Ben Buche", "Cleo Zeder", "Dan Dorn")
SEND = ".sticky-actions button"


def a_table(game: str = "dice-devils", **options: object) -> Table:
    event = factories.event()
    box = ClubGame.objects.create(club=event.club, game=game, title="Tonight's game")
    ruleset = Ruleset.objects.create(
        club=event.club, club_game=box, name="Ours", options=options, seats_min=2, seats_max=6
    )
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    return factories.table(round_, [factories.entry(event, name) for name in PEOPLE])


def phone(browser: Browser, **options: object) -> BrowserContext:
    return browser.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        **options,  # type: ignore[arg-type]
    )


def opened(context: BrowserContext, server: LiveServer, table: Table) -> Page:
    page = context.new_page()
    page.goto(f"{server.url}/t/{table.link.code}/")
    return page


def at_seat(context: BrowserContext, server: LiveServer, table: Table, position: int) -> Page:
    page = opened(context, server, table)
    page.tap(f"button[name=position][value='{position}']")
    expect(page.locator("#sheet")).to_be_visible()
    return page


def type_totals(page: Page, *totals: str) -> None:
    for seat, text in enumerate(totals):
        page.locator(f"[name='seats.{seat}.total']").fill(text)


def shown_roles(page: Page) -> list[str]:
    """The roles, once they have stopped rolling."""
    expect(page.locator(".start-seats")).to_be_visible()
    expect(page.locator("[data-rolling]")).to_have_count(0)
    return [one.inner_text() for one in page.locator("[data-roll]").all()]


# --- the start ------------------------------------------------------------------------------


def test_one_tap_draws_the_devils_and_every_phone_shows_the_same(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table()
    ada = at_seat(phone(browser), live_server, table, 1)

    ada.get_by_role("button", name="Draw", exact=True).tap()
    mine = shown_roles(ada)
    ben = at_seat(phone(browser), live_server, table, 2)
    theirs = shown_roles(ben)

    labels = {1: "1 · Head devil", 2: "2 · Gambling devil", 3: "3 · Blunder devil"}
    labels[6] = "6 · Little Satan"
    assert mine == theirs == [labels[rank] for rank in TableStart.objects.get().roles]


def test_a_phone_that_is_open_shows_the_draw_of_another_by_itself(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table()
    ada = at_seat(phone(browser, reduced_motion="reduce"), live_server, table, 1)
    ben = at_seat(phone(browser, reduced_motion="reduce"), live_server, table, 2)
    type_totals(ben, "12")

    ada.get_by_role("button", name="Draw", exact=True).tap()

    expect(ben.locator(".start-seats li")).to_have_count(4)
    expect(ben.locator("[name='seats.0.total']")).to_have_value("12")
    expect(ben.locator("[name='seats.0.total']")).to_be_focused()


def test_the_roll_can_be_skipped(live_server: LiveServer, browser: Browser) -> None:
    table = a_table()
    ada = at_seat(phone(browser), live_server, table, 1)

    ada.get_by_role("button", name="Draw", exact=True).tap()
    expect(ada.locator("[data-rolling]")).to_have_count(1)
    ada.get_by_role("button", name="Show at once").tap()

    expect(ada.locator("[data-rolling]")).to_have_count(0, timeout=300)
    expect(ada.get_by_role("button", name="Show at once")).to_be_hidden()


def test_with_reduced_motion_nothing_rolls(live_server: LiveServer, browser: Browser) -> None:
    table = a_table()
    ada = at_seat(phone(browser, reduced_motion="reduce"), live_server, table, 1)
    ada.evaluate(
        "document.addEventListener('htmx:afterSettle', () => {"
        " const rolls = document.querySelector('[data-rolling]');"
        " document.body.dataset.rolled = String(Boolean(rolls)); })"
    )

    ada.get_by_role("button", name="Draw", exact=True).tap()

    expect(ada.locator("body")).to_have_attribute("data-rolled", "false")
    expect(ada.locator(".start-seats")).to_be_visible()


def test_a_sheet_that_is_open_takes_over_who_begins(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table("the-devil-with-it", entry_level="LEDGER")
    ada = at_seat(phone(browser), live_server, table, 1)

    ada.get_by_role("button", name="Draw", exact=True).tap()
    expect(ada.locator(".start-seats li")).to_have_count(4)

    first = str(TableStart.objects.get().first)
    expect(ada.locator("[name='rounds.0.starter']")).to_have_value(first)
    ada.reload()
    expect(ada.locator("[name='rounds.0.starter']")).to_have_value(first)


def test_without_script_the_draw_is_a_page_of_its_own(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table("teufel-teufel", entry_level="FULL", first_player="random")
    ada = at_seat(phone(browser, java_script_enabled=False), live_server, table, 1)

    ada.get_by_role("button", name="Draw", exact=True).tap()

    expect(ada.locator(".start-seats li")).to_have_count(4)
    row = TableStart.objects.get()
    assert row.first is not None
    expect(ada.locator("[name='seats.2.colour']")).to_have_value(row.roles[2])
    expect(ada.locator("[name='first_player']")).to_have_value(str(row.first + 1))


# --- the sheet while it is typed ------------------------------------------------------------


def test_a_wrong_box_is_marked_while_somebody_types_and_keeps_the_focus(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    ada = at_seat(phone(browser), live_server, table, 1)
    box = ada.locator("[name='seats.1.total']")

    box.fill("1x")

    expect(ada.locator("td.wrong [name='seats.1.total']")).to_have_count(1)
    expect(box).to_have_accessible_description("Please enter a whole number.")
    expect(box).to_be_focused()
    box.fill("15")
    expect(ada.locator("td.wrong")).to_have_count(0)
    expect(ada.locator(".cell-note")).to_have_count(0)
    expect(box).to_be_focused()


def test_totals_run_along_and_the_rules_give_a_hint(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="FULL")
    ada = at_seat(phone(browser), live_server, table, 1)

    for seat in range(4):
        ada.locator(f"[name='seats.{seat}.items.bed']").fill("1")
    ada.locator("[name='seats.0.items.grill']").fill("3")

    expect(ada.locator("#box-seats-0-sum")).to_have_text("13")
    expect(ada.locator("#preview")).to_contain_text("No one has 10 items.")
    ada.locator("[name='seats.0.items.scarf']").fill("6")
    expect(ada.locator("#box-seats-0-n")).to_have_text("10")
    expect(ada.locator("#preview")).not_to_contain_text("No one has 10 items.")


def test_enter_goes_down_the_sheet_as_on_paper(live_server: LiveServer, browser: Browser) -> None:
    table = a_table(entry_level="FULL")
    ada = at_seat(phone(browser), live_server, table, 1)
    ada.locator("[name='seats.0.items.bed']").focus()

    for text in ("1", "2", "3"):
        ada.keyboard.type(text)
        ada.keyboard.press("Enter")

    typed = [
        ada.locator(f"[name='seats.0.items.{item}']").input_value()
        for item in ("bed", "heater", "earmuffs")
    ]
    assert typed == ["1", "2", "3"]
    expect(ada.locator("[name='seats.0.items.scarf']")).to_be_focused()


# --- reporting ------------------------------------------------------------------------------


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_report_and_confirm_take_three_taps_and_two_from_the_code(
    live_server: LiveServer, browser: Browser, script: bool
) -> None:
    table = a_table(entry_level="TOTAL")
    ada, ben = (
        opened(phone(browser, java_script_enabled=script), live_server, table),
        opened(phone(browser, java_script_enabled=script), live_server, table),
    )

    reports, confirms = Finger(), Finger()
    reports.tap(ada.get_by_role("button", name="1 Ada Ahorn"))
    type_totals(ada, "30", "25", "20", "12")
    reports.tap(ada.locator(SEND))
    expect(ada.get_by_role("heading", name="Is this correct?")).to_be_visible()
    reports.tap(ada.locator(SEND))
    expect(ada.get_by_text("Waiting for a second look")).to_be_visible()
    ben.reload()
    confirms.tap(ben.get_by_role("button", name="2 Ben Buche"))
    confirms.tap(ben.get_by_role("button", name="Yes, all correct"))

    expect(ben.get_by_role("heading", name="The result counts")).to_be_visible()
    assert MatchRecord.objects.get().outcome["places"] == [1, 2, 3, 4]
    assert (reports.taps, confirms.taps) == (3, 2)


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_the_own_table_takes_at_most_two_taps_from_the_code_of_the_event(
    live_server: LiveServer, browser: Browser, script: bool
) -> None:
    table = a_table()
    event = table.seating.round.stage.event
    page = phone(browser, java_script_enabled=script).new_page()
    page.goto(f"{live_server.url}/e/{event.slug}/")
    finger = Finger()
    finger.tap(page.get_by_label("Find my table"))
    page.keyboard.type("cleo")
    if not script:
        finger.tap(page.get_by_role("button", name="Find"))
        expect(page.locator(".your-table")).to_contain_text("Cleo Zeder")
        expect(page.locator(".your-table .number")).to_have_text(str(table.number))
    else:
        row = page.locator("#places > li:visible")
        expect(row).to_have_count(1)
        expect(row).to_contain_text("Cleo Zeder")
        expect(row).to_contain_text(f"Table {table.number}")

    assert finger.taps == (1 if script else 2)


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_an_objection_takes_three_taps_from_the_code(
    live_server: LiveServer, browser: Browser, script: bool
) -> None:
    table = a_table(entry_level="TOTAL")
    ada = at_seat(phone(browser), live_server, table, 1)
    type_totals(ada, "30", "25", "20", "12")
    ada.locator(SEND).tap()
    expect(ada.get_by_role("heading", name="Is this correct?")).to_be_visible()
    ada.locator(SEND).tap()
    expect(ada.get_by_text("Waiting for a second look")).to_be_visible()
    ben = opened(phone(browser, java_script_enabled=script), live_server, table)

    ben.get_by_role("button", name="2 Ben Buche").tap()
    ben.get_by_text("Something is wrong").tap()
    ben.get_by_label("What is wrong?").fill("I have 26")
    ben.get_by_role("button", name="Send objection").tap()

    expect(ben.get_by_role("heading", name="Ben Buche objects")).to_be_visible()


def test_a_sheet_confirmed_offline_is_sent_once_when_the_network_is_back(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    context = phone(browser)
    ada = at_seat(context, live_server, table, 1)
    type_totals(ada, "30", "25", "20", "12")
    ada.locator(SEND).tap()
    expect(ada.get_by_role("heading", name="Is this correct?")).to_be_visible()

    context.set_offline(True)
    ada.locator(SEND).tap()
    ada.locator(SEND).tap()
    expect(ada.get_by_text("No connection: not sent yet.")).to_be_in_viewport(ratio=1)
    bar = ada.locator(".sticky-actions").bounding_box()
    note = ada.get_by_text("No connection: not sent yet.").bounding_box()
    stored_offline = MatchRecord.objects.count()
    context.set_offline(False)

    expect(ada.get_by_text("Waiting for a second look")).to_be_visible()
    assert stored_offline == 0
    assert bar is not None
    assert note is not None
    assert note["y"] + note["height"] <= bar["y"]
    assert [record.version for record in MatchRecord.objects.all()] == [1]


def test_a_wifi_that_reaches_nobody_keeps_the_sheet_and_sends_it_once_it_does(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    context = phone(browser)
    ada = at_seat(context, live_server, table, 1)
    type_totals(ada, "30", "25", "20", "12")
    ada.locator(SEND).tap()
    expect(ada.get_by_role("heading", name="Is this correct?")).to_be_visible()

    context.route("**", lambda route: route.abort())  # and the phone still says "online"
    ada.locator(SEND).tap()
    expect(ada.get_by_text("No connection: not sent yet.")).to_be_visible()
    ada.locator(SEND).tap()
    context.unroute_all()

    expect(ada.get_by_text("Waiting for a second look")).to_be_visible()
    assert [record.version for record in MatchRecord.objects.all()] == [1]


def test_an_answer_that_got_lost_is_one_record_when_the_phone_sends_again(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    context = phone(browser)
    ada = at_seat(context, live_server, table, 1)
    type_totals(ada, "30", "25", "20", "12")
    ada.locator(SEND).tap()
    expect(ada.get_by_role("heading", name="Is this correct?")).to_be_visible()
    fields = {
        str(name): str(value)
        for name, value in ada.evaluate("[...new FormData(document.querySelector('#send'))]")
    }
    lost = ada.request.post(
        f"{live_server.url}/t/{table.link.code}/",
        form={**fields, "action": "send"},
        headers={"Referer": ada.url},
    )

    ada.locator(SEND).tap()

    expect(ada.get_by_text("Waiting for a second look")).to_be_visible()
    assert lost.ok
    assert [record.version for record in MatchRecord.objects.all()] == [1]


def test_an_organizer_s_sheet_is_marked_while_it_is_typed(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    event = table.seating.round.stage.event
    account = factories.account()
    factories.grant(account, Role.ORGANIZER, event.club)
    client = Client()
    client.force_login(account)
    context = browser.new_context(base_url=live_server.url)
    value = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": value, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"/e/{event.slug}/tables/{table.pk}/")

    page.locator("[name='seats.1.total']").fill("1x")
    expect(page.locator("td.wrong [name='seats.1.total']")).to_have_count(1)
    type_totals(page, "30", "25", "20", "12")
    expect(page.locator("td.wrong")).to_have_count(0)
    page.get_by_role("button", name="Save result").click()

    expect(page.get_by_role("heading", name="The result")).to_be_visible()
    assert MatchRecord.objects.get().outcome["places"] == [1, 2, 3, 4]
