"""What a player does, without a mouse: sign in and up, check in, find the table, report, answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import EventState
from league.models import MatchRecord
from league.queries.evening import check_ins as door
from tests import factories
from tests.browser.conftest import Evening, watched
from tests.browser.hands import Hands
from tests.browser.test_table import PEOPLE, a_table

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

    from league.models import Event, Table

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

PASSWORD = "seven lanterns at dusk"
EMAIL = "ada@club.example"


def hands_at(browser: Browser, server: LiveServer, path: str) -> tuple[Hands, list[str]]:
    """A small screen with a keyboard, and what its console complains of."""
    context = browser.new_context(base_url=server.url, viewport={"width": 360, "height": 740})
    page = context.new_page()
    faults = watched(page)
    page.goto(path)
    return Hands(page), faults


def test_signing_in_up_for_an_evening_and_off_again_needs_no_mouse(
    browser: Browser, live_server: LiveServer
) -> None:
    event = factories.event(state=EventState.OPEN)
    factories.stage(event)
    factories.account(EMAIL, player=factories.member(event.club, "Ada"), password=PASSWORD)
    hands, faults = hands_at(browser, live_server, f"/e/{event.slug}/")
    main = hands.page.get_by_role("main")

    hands.press(main.get_by_role("link", name="Sign in to sign up"))
    hands.write(main.get_by_label("E-mail"), EMAIL)
    hands.write(main.get_by_label("Password", exact=True), PASSWORD)
    hands.press(main.get_by_role("button", name="Sign in", exact=True))
    hands.press(main.get_by_role("button", name="Sign me up"), "Space")

    expect(main).to_contain_text("You are signed up.")
    hands.press(main.get_by_role("button", name="I can't come"))
    expect(main.get_by_role("button", name="Sign me up")).to_be_visible()
    hands.press(hands.page.get_by_role("button", name="Sign out"))
    expect(hands.page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    assert hands.unseen == []
    assert faults == []


def test_checking_in_by_the_link_of_the_door_needs_no_mouse(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    path = f"/e/{tonight.slug}/here/{door.code_of(tonight)}/"
    hands, faults = hands_at(browser, live_server, path)
    page = hands.page

    hands.write(page.get_by_label("Find a name"), "bru")
    expect(page.locator("#expected button:visible")).to_have_count(1)
    hands.press(page.get_by_role("button", name="Bruno Saltmarsh"))

    expect(page.get_by_role("status")).to_contain_text(["Welcome, Bruno Saltmarsh!"])
    assert list(tonight.entries.filter(is_present=True).values_list("player__name", flat=True)) == [
        "Bruno Saltmarsh"
    ]
    hands.press(page.get_by_role("button", name="Not me: undo"))
    expect(page.get_by_label("Find a name")).to_be_visible()
    hands.write(page.get_by_label("Your full name, as the club knows it"), "Ada Quill")
    hands.act()
    expect(page.get_by_role("main")).to_contain_text("Ada Quill")
    assert hands.unseen == []
    assert faults == []


def test_finding_the_own_table_and_reading_on_needs_no_mouse(
    browser: Browser, live_server: LiveServer, evening: Evening
) -> None:
    hands, faults = hands_at(browser, live_server, evening.pages["event"])
    page = hands.page

    hands.write(page.get_by_label("Find my table"), "edda")
    expect(page.locator("#places > li:visible")).to_have_text(
        ["Edda Öhm Table 2 seat 1"], use_inner_text=True
    )
    hands.press(page.get_by_role("link", name="For the projector"))

    expect(page.locator(".slide").first).to_be_attached()
    assert hands.unseen == []
    assert faults == []


# What is typed into the boxes of each game, as its sheet names them; the rest stays empty.
ORDER = ("1st", "2nd", "3rd", "stayed")
SHEETS = {
    "dice-devils": {f"seats.{at}.total": text for at, text in enumerate(("30", "25", "20", "12"))},
    "the-devil-with-it": {
        **{f"seats.{at}.total": text for at, text in enumerate(("1600", "350", "300", "250"))},
        "rounds_played": "6",
    },
    "teufel-teufel": {
        **{f"seats.{at}.left": text for at, text in enumerate(ORDER)},
        "end": "One player remained",
    },
    "free-form": {f"seats.{at}.points": text for at, text in enumerate(("9", "7", "5", "3"))},
}


def table_of(game: str) -> Table:
    if game != "free-form":
        level = {"dice-devils": {"entry_level": "TOTAL"}}
        return a_table(game, **level.get(game, {}))
    event = factories.event()
    round_ = factories.round_(factories.stage(event))
    return factories.table(round_, [factories.entry(event, name) for name in PEOPLE])


def takes_seat(hands: Hands, position: int) -> None:
    hands.press(hands.page.get_by_role("button", name=f"{position} {PEOPLE[position - 1]}"))
    expect(hands.page.get_by_role("heading", name="Who are you?")).to_have_count(0)


@pytest.mark.parametrize("game", SHEETS)
def test_a_sheet_is_drawn_typed_objected_to_changed_and_confirmed_without_a_mouse(
    browser: Browser, live_server: LiveServer, game: str
) -> None:
    table = table_of(game)
    (ada, said), (ben, heard) = (
        hands_at(browser, live_server, f"/t/{table.link.code}/") for _ in range(2)
    )
    page = ada.page
    send = page.locator(".sticky-actions button")

    takes_seat(ada, 1)
    if game != "free-form":
        ada.press(page.get_by_role("button", name="Draw", exact=True))
        expect(page.locator(".start-seats")).to_be_visible()
        expect(page.locator("[data-rolling]")).to_have_count(0)
    fills(ada, SHEETS[game])
    ada.press(send)
    expect(page.get_by_role("heading", name="Is this correct?")).to_be_visible()
    ada.press(send)
    expect(page.get_by_text("Waiting for a second look")).to_be_visible()

    takes_seat(ben, 2)
    ben.press(ben.page.get_by_text("Something is wrong"))
    ben.write(ben.page.get_by_label("What is wrong?"), "Look at my row")
    ben.act()
    expect(ben.page.get_by_role("heading", name=f"{PEOPLE[1]} objects")).to_be_visible()

    page.reload()
    ada.press(page.get_by_role("link", name="Change my sheet"))
    ada.press(send, by="Shift+Tab")
    expect(page.get_by_role("heading", name="Is this correct?")).to_be_visible()
    ada.press(send)
    expect(page.get_by_text("Waiting for a second look")).to_be_visible()
    ben.page.reload()
    ben.press(ben.page.get_by_role("button", name="Yes, all correct"))

    expect(ben.page.get_by_role("heading", name="The result counts")).to_be_visible()
    assert MatchRecord.objects.get(state="confirmed").outcome["places"] == [1, 2, 3, 4]
    assert ada.unseen + ben.unseen == []
    assert said + heard == []


def fills(hands: Hands, boxes: dict[str, str]) -> None:
    for name, text in boxes.items():
        box = hands.page.locator(f"[name='{name}']")
        if box.evaluate("box => box.tagName") == "SELECT":
            hands.choose(box, text)
        else:
            hands.write(box, text)
