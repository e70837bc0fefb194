"""Forty people, three rounds and a final: a desk, four phones and a projector at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import hall as halls
from tests.browser.hall import FORTY, SEND, Hall, Table, reports, sits, types
from tests.flows import sheets
from tests.flows.conftest import eventually
from tests.flows.sheets import Ledger, turned

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.timeout(400)]

TOTALS = [row[4] for row in sheets.DEVILS]
LATE, GONE = "Alba Quendel", "Birk Quendel"


@pytest.fixture
def hall(browser: Browser, prepared: Installation) -> Iterator[Hall]:
    hall = halls.opened(browser, prepared, FORTY)
    yield hall
    hall.close()


def totals_of(table: Table) -> list[int]:
    """What a table scores; every one begins with another place."""
    return turned(TOTALS, table.number % len(table.names), len(table.names))


def big(desk: Page, words: str) -> None:
    """Presses the biggest button of the desk, which must say so."""
    button = desk.locator("section.next").get_by_role("button", name=words)
    expect(button).to_be_visible()
    button.click()


def toggles(desk: Page, name: str) -> None:
    """Finds a name in the roll call and taps whether that person is here."""
    desk.get_by_label("Find a name").fill(name)
    desk.locator(f"#roll > li[data-words='{name}'] button.toggle").click()


def on_paper(desk: Page, hall: Hall, tables: list[Table]) -> None:
    """The organizer types the sheets of these tables into the grid and saves once."""
    desk.goto(f"{hall.event}results/")
    cards = desk.locator("form.stack > section.card")
    for table in tables:
        card = cards.filter(has=desk.get_by_role("link", name=f"Table {table.number}", exact=True))
        boxes = card.locator("input[name$='.total']")
        expect(boxes).to_have_count(len(table.names))
        for place, total in enumerate(totals_of(table)):
            boxes.nth(place).fill(str(total))
    desk.get_by_role("button", name="Save all").click()
    expect(desk.get_by_text(f"{len(tables)} results saved.")).to_be_visible()
    desk.goto(f"{hall.event}desk/")


def test_forty_people_play_three_rounds_and_a_final(hall: Hall) -> None:
    ledger = Ledger()
    desk = hall.desk()
    board = hall.board("slides=seating,standings&seconds=120")
    first_round(hall, desk, board, ledger)
    second_round(hall, desk, board, ledger)
    third_round_without_script(hall, ledger)
    the_final(hall, board, ledger)


def first_round(hall: Hall, desk: Page, board: Page, ledger: Ledger) -> None:
    """Somebody comes late, and a table is at odds over its sheet."""
    big(desk, "Mark all signed-up here")
    expect(desk.locator("#headcount b")).to_have_text("40")
    toggles(desk, LATE)
    expect(desk.locator("#headcount b")).to_have_text("39")
    big(desk, "Draw and publish")
    expect(desk.locator("section.next")).to_contain_text("10 results still to come")
    expect(board.get_by_role("heading", name="Round 1")).to_be_visible()

    desk.goto(f"{hall.event}desk/?step=roll")
    toggles(desk, LATE)
    expect(desk.locator("#headcount b")).to_have_text("40")
    desk.goto(f"{hall.event}desk/?step=seating")
    desk.get_by_role("button", name="Seat where they fit best").click()
    expect(desk.get_by_role("button", name="Seat where they fit best")).to_have_count(0)

    first, second, *others = hall.tables()
    assert [len(table.names) for table in (first, second, *others)] == [4] * 10
    for table in (first, second, *others):
        ledger.put(f"1/{table.number}", table.names, totals_of(table))
    ada, ben = hall.phone(first.path), hall.phone(first.path)
    cleo, dan = hall.phone(second.path), hall.phone(second.path)
    sits(ada, first, 1)
    reports(ada, totals_of(first))
    ben.reload()
    ben.get_by_role("button", name=f"2 {first.names[1]}").tap()
    ben.get_by_role("button", name="Yes, all correct").tap()
    expect(ben.get_by_role("heading", name="The result counts")).to_be_visible()
    expect(ada.get_by_role("heading", name="The result counts")).to_be_visible()

    sits(cleo, second, 1)
    reports(cleo, [*reversed(totals_of(second))])
    dan.reload()
    dan.get_by_role("button", name=f"2 {second.names[1]}").tap()
    dan.get_by_text("Something is wrong").tap()
    dan.get_by_label("What is wrong?").fill("Read from the wrong end")
    dan.get_by_role("button", name="Send objection").tap()
    expect(dan.get_by_role("heading", name=f"{second.names[1]} objects")).to_be_visible()
    on_paper(desk, hall, others)

    big(desk, f"Review table {second.number}")
    corrects(desk, second)
    expect(cleo.get_by_role("heading", name="The result counts")).to_be_visible()
    desk.goto(f"{hall.event}desk/")


def corrects(desk: Page, table: Table) -> None:
    """On the table's own page: the sheet anew, with a reason where one is asked for."""
    types(desk, totals_of(table))
    reason = desk.get_by_label("Reason")
    if reason.count():
        reason.fill("Read once more together")
    desk.get_by_role("button", name=re.compile("Save (result|correction)")).click()
    expect(desk.get_by_text("Saved: this result counts.")).to_be_visible()


def second_round(hall: Hall, desk: Page, board: Page, ledger: Ledger) -> None:
    """Somebody leaves, the network is gone for a while, and a result was wrong."""
    desk.goto(f"{hall.event}desk/?step=roll")
    desk.get_by_label("Find a name").fill(GONE)
    row = desk.locator(f"#roll > li[data-words='{GONE}']")
    row.locator("summary").click()
    row.get_by_role("button", name="Mark as left").click()
    expect(desk.locator("#headcount b")).to_have_text("39")
    big(desk, "Close, draw and publish round 2")
    expect(desk.locator("section.next")).to_contain_text("10 results still to come")
    expect(board.get_by_role("heading", name="Round 2")).to_be_visible()

    tables = hall.tables()
    assert sorted(len(table.names) for table in tables) == [3] + [4] * 9
    assert GONE not in {name for table in tables for name in table.names}
    for table in tables:
        ledger.put(f"2/{table.number}", table.names, totals_of(table))
    first, second, *others = tables
    ada, ben = hall.phone(first.path), hall.phone(first.path)
    sits(ada, first, 1)
    types(ada, totals_of(first))
    ada.locator(SEND).tap()
    expect(ada.get_by_role("heading", name="Is this correct?")).to_be_visible()
    for context in hall.opened:
        context.set_offline(True)
    ada.locator(SEND).tap()
    expect(ada.get_by_text("No connection: not sent yet.")).to_be_visible()
    expect(board.locator("[data-board-lost]")).to_be_visible()
    expect(board.locator(".slide:visible")).to_have_count(1)
    for context in hall.opened:
        context.set_offline(False)
    expect(ada.get_by_text("Waiting for a second look")).to_be_visible()
    expect(board.locator("[data-board-lost]")).to_be_hidden()
    ben.reload()
    ben.get_by_role("button", name=f"2 {first.names[1]}").tap()
    ben.get_by_role("button", name="Yes, all correct").tap()
    expect(ben.get_by_role("heading", name="The result counts")).to_be_visible()

    cleo, dan = hall.phone(second.path), hall.phone(second.path)
    sits(cleo, second, 1)
    reports(cleo, [*reversed(totals_of(second))])
    dan.reload()
    dan.get_by_role("button", name=f"2 {second.names[1]}").tap()
    dan.get_by_role("button", name="Yes, all correct").tap()
    expect(dan.get_by_role("heading", name="The result counts")).to_be_visible()
    on_paper(desk, hall, others)
    desk.goto(f"{hall.event}desk/?step=seating")
    desk.get_by_role("link", name=f"Open table {second.number}", exact=True).click()
    corrects(desk, second)


def third_round_without_script(hall: Hall, ledger: Ledger) -> None:
    """The same by plain forms: draw, find the table, report, confirm, results from paper."""
    desk = hall.desk(java_script_enabled=False)
    big(desk, "Close, draw and publish round 3")
    expect(desk.locator("section.next")).to_contain_text("10 results still to come")
    tables = hall.tables()
    for table in tables:
        ledger.put(f"3/{table.number}", table.names, totals_of(table))
    first, *others = tables

    ada = hall.phone(hall.event, java_script_enabled=False)
    ada.get_by_label("Find my table").fill(first.names[0])
    ada.get_by_role("button", name="Find").tap()
    expect(ada.locator(".your-table")).to_have_text(
        re.compile(rf"^\s*Table\s+{first.number}\s+{first.names[0]}\s+Seat\s+1\s*$"),
        use_inner_text=True,
    )
    ada.goto(first.path)
    sits(ada, first, 1)
    reports(ada, totals_of(first))
    ben = hall.phone(first.path, java_script_enabled=False)
    ben.get_by_role("button", name=f"2 {first.names[1]}").tap()
    ben.get_by_role("button", name="Yes, all correct").tap()
    expect(ben.get_by_role("heading", name="The result counts")).to_be_visible()
    on_paper(desk, hall, others)


def the_final(hall: Hall, board: Page, ledger: Ledger) -> None:
    """The best four play for it, and the event ends with their order."""
    stage = hall.club.stage_id
    eventually(lambda: points_of(hall, stage) == ledger.points(), within_s=15)
    sheets.check(ledger, standing_of(hall, stage))
    ranks = {name: rank for name, (rank, _) in standing_of(hall, stage).items() if rank}
    line = sorted(ranks.values())[3]
    desk = hall.desk()
    desk.goto(f"{hall.event}stages/1/cut/")
    desk.get_by_label("How many advance").fill("4")
    desk.get_by_role("button", name="Apply cut").click()
    made = desk.get_by_text("Cut applied")
    asked = desk.get_by_label("Draw lots now (the draw is recorded)")
    expect(made.or_(asked)).to_be_visible()
    if asked.count():  # level people at the line: that is asked, and here it is drawn
        asked.check()
        desk.get_by_role("button", name="Apply cut").click()
        expect(made).to_be_visible()
    desk.get_by_role("button", name="Desk of this stage").click()
    big(desk, "Draw and publish")
    expect(desk.locator("section.next")).to_contain_text("1 result still to come")

    (table,) = hall.tables()
    assert {name for name in ranks if ranks[name] < line} <= set(table.names)
    assert [ranks[name] <= line for name in table.names] == [True] * 4
    ada, ben = hall.phone(table.path), hall.phone(table.path)
    sits(ada, table, 1)
    reports(ada, totals_of(table))
    ben.reload()
    ben.get_by_role("button", name=f"2 {table.names[1]}").tap()
    ben.get_by_role("button", name="Yes, all correct").tap()
    expect(ben.get_by_role("heading", name="The result counts")).to_be_visible()
    big(desk, "Finish event")
    expect(desk.locator("section.next h2")).to_have_text("The event is finished")

    scored = dict(zip(table.names, totals_of(table), strict=True))
    order = sorted(scored, key=scored.__getitem__, reverse=True)
    everybody = hall.context().new_page()
    everybody.goto(hall.event)
    ranking = everybody.get_by_role("table", name="Final ranking").locator("tbody tr")
    expect(ranking).to_have_count(40)
    assert [ranking.nth(place).locator("bdi").first.inner_text() for place in range(4)] == order
    expect(board.get_by_role("heading", name="Final")).to_be_visible()
    expect(desk.locator("[data-theme-switch]")).to_have_count(1)
    assert "Traceback" not in hall.site.said()


def standing_of(hall: Hall, stage: int) -> dict[str, tuple[int | None, Fraction]]:
    rows = hall.club.program.get(f"/stages/{stage}/standings/?limit=100").json()["rows"]
    return {row["name"]: (row["rank"], Fraction(row["values"]["points"]["exact"])) for row in rows}


def points_of(hall: Hall, stage: int) -> dict[str, Fraction]:
    return {name: points for name, (_, points) in standing_of(hall, stage).items()}
