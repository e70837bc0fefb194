"""What may go wrong at a table's page: fingers, old pages, other evenings' codes, strange names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import RoundState
from league.models import ClubGame, MatchRecord, Round, Ruleset, Seat, Table, TableStart
from tests import factories
from tests.browser import axe
from tests.browser.test_table import SEND, a_table, at_seat, opened, phone, type_totals

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

SCRIPT = "<script>window.hit = 1</script><img src=x onerror=window.hit=1>"
STRANGE = (
    "Wolkenschieberinnenvereinsjubiläum" * 5 + "Wolkenschieberinnenvereinsjubi",
    SCRIPT,
    "\u0644\u064a\u0644\u0649 \u0627\u0644\u0646\u062c\u0627\u0631",
    "\N{GAME DIE}\N{MAGE}\u200d\N{FEMALE SIGN}\ufe0f Zauber",
)


def reported(page: Page) -> None:
    type_totals(page, "30", "25", "20", "12")
    page.locator(SEND).tap()
    expect(page.get_by_role("heading", name="Is this correct?")).to_be_visible()
    page.locator(SEND).tap()
    expect(page.get_by_text("Waiting for a second look")).to_be_visible()


# --- fingers --------------------------------------------------------------------------------


def test_double_taps_everywhere_are_one_seat_one_draw_and_one_record(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    page = opened(phone(browser, reduced_motion="reduce"), live_server, table)

    page.locator("button[name=position][value='1']").dblclick()
    expect(page.locator("#sheet")).to_be_visible()
    page.get_by_role("button", name="Draw", exact=True).dblclick()
    expect(page.locator(".start-seats")).to_be_visible()
    type_totals(page, "30", "25", "20", "12")
    page.locator(SEND).tap()
    expect(page.get_by_role("heading", name="Is this correct?")).to_be_visible()
    page.locator(SEND).dblclick()

    expect(page.get_by_text("Waiting for a second look")).to_be_visible()
    assert Seat.objects.exclude(claim="").count() == 1
    assert TableStart.objects.count() == 1
    assert MatchRecord.objects.count() == 1


def test_the_back_button_after_sending_shows_what_stands_and_sends_nothing(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    page = at_seat(phone(browser), live_server, table, 1)
    reported(page)

    for _ in range(2):
        page.go_back()
        expect(page.get_by_text("Waiting for a second look")).to_be_visible()

    assert MatchRecord.objects.count() == 1


# --- old pages ------------------------------------------------------------------------------


def test_a_form_left_open_from_before_changes_nothing_and_says_where_to_go(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    page = at_seat(phone(browser), live_server, table, 1)
    type_totals(page, "30", "25", "20", "12")
    Round.objects.update(state=RoundState.CLOSED)

    page.locator(SEND).tap()

    expect(page.get_by_text("Late results go to the organizer.")).to_be_visible()
    typed = page.get_by_role("row", name="Total 30 25 20 12", exact=True)
    expect(typed).to_be_visible()
    assert MatchRecord.objects.count() == 0


def test_a_form_older_than_the_stored_sheet_shows_both_and_keeps_the_stored_one(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    ada = at_seat(phone(browser), live_server, table, 1)
    ben = at_seat(phone(browser), live_server, table, 2)
    reported(ada)

    type_totals(ben, "29", "25", "20", "12")
    ben.locator(SEND).tap()
    expect(ben.get_by_role("heading", name="Is this correct?")).to_be_visible()
    ben.locator(SEND).tap()

    expect(ben.get_by_role("heading", name="Two sheets for one table")).to_be_visible()
    assert [record.outcome["points"] for record in MatchRecord.objects.all()] == [[30, 25, 20, 12]]


def test_a_sheet_kept_while_offline_is_shown_beside_the_one_that_was_faster(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    cut_off = phone(browser)
    ada = at_seat(cut_off, live_server, table, 1)
    ben = at_seat(phone(browser), live_server, table, 2)
    type_totals(ada, "29", "25", "20", "12")
    ada.locator(SEND).tap()
    expect(ada.get_by_role("heading", name="Is this correct?")).to_be_visible()
    cut_off.set_offline(True)
    ada.locator(SEND).tap()
    expect(ada.get_by_text("No connection: not sent yet.")).to_be_visible()

    reported(ben)
    cut_off.set_offline(False)

    both = ada.get_by_role("heading", name="Two sheets for one table")
    expect(both).to_be_visible()
    expect(ada.get_by_role("main")).to_contain_text("29")
    expect(ada.get_by_role("main")).to_contain_text("30")
    assert [record.outcome["points"] for record in MatchRecord.objects.all()] == [[30, 25, 20, 12]]


def test_a_sheet_whose_page_is_closed_while_offline_waits_on_the_device_and_says_that_it_is_unsent(
    live_server: LiveServer, browser: Browser
) -> None:
    table = a_table(entry_level="TOTAL")
    cut_off = phone(browser)
    ada = at_seat(cut_off, live_server, table, 1)
    type_totals(ada, "29", "25", "20", "12")
    cut_off.set_offline(True)
    ada.locator(SEND).tap()
    told = "If you close it, it stays on this device for two days, unsent."
    expect(ada.get_by_text(told)).to_be_visible()

    ada.close()
    cut_off.set_offline(False)
    again = cut_off.new_page()
    again.goto(f"{live_server.url}/t/{table.link.code}/")

    expect(again.get_by_text("What you typed was kept, but hasn't been sent yet.")).to_be_visible()
    assert again.locator("[name='seats.0.total']").input_value() == "29"
    assert MatchRecord.objects.count() == 0


# --- other evenings' codes, edited addresses ------------------------------------------------


def test_a_sheet_sent_to_another_evening_s_table_is_refused(
    live_server: LiveServer, browser: Browser
) -> None:
    mine, other = a_table(entry_level="TOTAL"), a_table(entry_level="TOTAL")
    page = at_seat(phone(browser), live_server, mine, 1)
    type_totals(page, "30", "25", "20", "12")
    page.evaluate(
        "address => { for (const form of document.forms) form.action = address; }",
        f"/t/{other.link.code}/",
    )

    page.locator(SEND).tap()

    expect(page.get_by_role("heading", name="Is this correct?")).to_have_count(0)
    expect(page.locator("#sheet")).to_have_count(0)
    assert MatchRecord.objects.count() == 0


def test_the_code_of_another_evening_asks_who_one_is_there(
    live_server: LiveServer, browser: Browser
) -> None:
    mine, other = a_table(), a_table()
    context = phone(browser)
    at_seat(context, live_server, mine, 1)

    page = opened(context, live_server, other)

    expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
    assert other.seats.exclude(claim="").count() == 0


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/t/{code}/?edit=1&level=NONSENSE", 200),
        ("/t/{code}/?level=%00", 200),
        ("/t/{code}x/", 404),
        ("/t/%F0%9F%8E%B2/", 404),
        ("/t/{code}/start/?seen=../../", 200),
        ("/t/{code}/preview/", 405),
        ("/t/{code}/../../desk/", 404),
    ],
)
def test_an_edited_address_is_an_answer_and_never_a_fault(
    live_server: LiveServer, browser: Browser, path: str, status: int
) -> None:
    table = a_table()
    context = phone(browser)
    page = at_seat(context, live_server, table, 1)

    answer = page.request.get(live_server.url + path.format(code=table.link.code))

    assert answer.status == status


# --- strange names --------------------------------------------------------------------------


def strange_table(game: str = "dice-devils", **options: Any) -> Table:
    """Any: the options of a ruleset."""
    event = factories.event()
    box = ClubGame.objects.create(club=event.club, game=game, title="Tonight's game")
    ruleset = Ruleset.objects.create(
        club=event.club, club_game=box, name="Ours", options=options, seats_min=3, seats_max=6
    )
    round_ = factories.round_(factories.stage(event, ruleset=ruleset))
    return factories.table(round_, [factories.entry(event, name[:200]) for name in STRANGE])


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("level", ["TOTAL", "FULL"])
def test_strange_names_break_no_page_of_a_table_and_axe_finds_nothing(
    live_server: LiveServer, browser: Browser, level: str, scheme: str
) -> None:
    table = strange_table(entry_level=level)
    context = phone(browser, reduced_motion="reduce", color_scheme=scheme, bypass_csp=True)
    page = opened(context, live_server, table)
    seen: dict[str, tuple[int, list[str], object]] = {}

    seen["claim"] = looked_at(page)
    page.tap("button[name=position][value='4']")
    expect(page.locator("#sheet")).to_be_visible()
    page.get_by_role("button", name="Draw", exact=True).tap()
    expect(page.locator(".start-seats")).to_be_visible()
    page.locator("#crib summary").tap()
    page.locator("#start summary").tap()
    box = page.locator("#sheet input[data-number]").first
    box.fill("x")
    expect(page.locator(".cell-note")).to_have_count(1)
    seen["form"] = looked_at(page)
    box.fill("")
    if level == "TOTAL":
        type_totals(page, "30", "25", "20", "12")
        page.locator(SEND).tap()
        expect(page.get_by_role("heading", name="Is this correct?")).to_be_visible()
        seen["echo"] = looked_at(page)
        page.locator(SEND).tap()
        expect(page.get_by_text("Waiting for a second look")).to_be_visible()
        seen["status"] = looked_at(page)

    assert seen == dict.fromkeys(seen, (360, [], None))


def looked_at(page: Page) -> tuple[int, list[str], object]:
    """How wide a page is, what axe says of it, and whether a name was run."""
    faults = [axe.first_of(row) for row in axe.violations(page)]
    return (
        page.evaluate("document.documentElement.scrollWidth"),
        faults,
        page.evaluate("window.hit ?? null"),
    )
