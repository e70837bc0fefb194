"""Signs as people type and read them: a minus on a phone, accents in an order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import EventState
from league.models import Event, MatchRecord, Table
from tests import factories
from tests.browser.conftest import signed_in
from tests.browser.test_table import PEOPLE, SEND, at_seat, phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WORDS = ["Álvaro", "Brenda", "Érico", "Öberg", "Oz", "Zacarías"]


def free_table(*, negatives: bool, **fields: Any) -> Table:
    """A table at which points are typed. Any: the fields of a ruleset."""
    event = factories.event()
    game = factories.free_game(event.club, negatives=negatives, **fields)
    round_ = factories.round_(factories.stage(event, ruleset=game))
    return factories.table(round_, [factories.entry(event, name) for name in PEOPLE])


def test_a_phone_types_a_minus_by_a_button_or_as_it_is_printed_where_points_may_be_negative(
    browser: Browser, live_server: LiveServer
) -> None:
    table = free_table(negatives=True)
    page = at_seat(phone(browser), live_server, table, 1)
    boxes = [page.locator(f"[name='seats.{seat}.points']") for seat in range(4)]
    signs = page.get_by_role("button", name="Change the sign")

    expect(signs).to_have_count(4)
    signs.first.tap()
    expect(boxes[0]).to_have_value("-")
    expect(boxes[0]).to_be_focused()
    page.keyboard.type("12")
    expect(boxes[0]).to_have_value("-12")
    signs.first.tap()
    expect(boxes[0]).to_have_value("12")
    signs.first.tap()
    expect(boxes[0]).to_have_value("-12")
    for box, text in zip(boxes[1:], ("\N{MINUS SIGN}7", "-3", "20"), strict=True):
        box.fill(text)
    page.locator(SEND).tap()
    expect(page.get_by_role("heading", name="Is this correct?")).to_be_visible()
    page.locator(SEND).tap()
    expect(page.get_by_text("Waiting for a second look")).to_be_visible()

    assert MatchRecord.objects.get().outcome["points"] == [-12, -7, -3, 20]


def test_only_boxes_that_take_no_minus_ask_for_digits_alone(
    browser: Browser, live_server: LiveServer
) -> None:
    shown = {}
    for negatives in (True, False):
        for script in (True, False):
            table = free_table(negatives=negatives)
            page = at_seat(phone(browser, java_script_enabled=script), live_server, table, 1)
            box = page.locator("[name='seats.0.points']")
            sign = page.get_by_role("button", name="Change the sign")
            expect(sign).to_have_count(4 if negatives and script else 0)
            shown[negatives, script] = box.get_attribute("inputmode")
            expect(box).to_have_attribute("type", "text")
            page.context.close()

    # Digits alone where a minus is not needed, or where the button for it stands beside them.
    assert shown == {
        (True, True): "numeric",
        (True, False): None,
        (False, True): "numeric",
        (False, False): "numeric",
    }


def test_names_with_accents_have_one_order_on_desk_event_page_paper_and_board(
    browser: Browser, live_server: LiveServer
) -> None:
    event: Event = factories.event(state=EventState.OPEN)
    stage = factories.stage(event, ruleset=factories.free_game(event.club, seats=[6, 6]))
    desk = signed_in(browser, live_server, event)
    path = f"/e/{event.slug}/"

    def in_order(names: Locator) -> None:
        expect(names).to_have_text(WORDS)

    desk.goto(f"{path}desk/?step=roll")
    for name in ("Zacarías", "Álvaro", "Érico", "Brenda", "Öberg", "Oz"):
        desk.get_by_label("Add someone: a name is all you need").fill(name)
        desk.keyboard.press("Enter")
        expect(desk.locator(".notice.undo")).to_contain_text(f"{name} is signed up and here.")
    in_order(desk.locator("#roll > li .who > bdi"))
    page = browser.new_context(base_url=live_server.url).new_page()
    page.goto(path)
    in_order(page.locator("ul.people bdi"))
    desk.locator("#next-do").click()
    expect(desk.locator("section.next")).to_contain_text("Round 1 is being played")
    page.goto(path)
    in_order(page.locator("#places > li bdi"))
    page.goto(f"{path}seating/?by=name")
    in_order(page.locator("main tbody bdi"))
    page.goto(f"{path}board/?slides=names")
    in_order(page.locator("ul.names bdi"))
    assert stage.rounds.count() == 1
