"""Whatever is typed survives every answer, however slow it comes; fast entries are all entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import Role
from league.models import Entry, Event, Player
from league.services.seating import seatings
from tests import factories
from tests.browser.conftest import signed_in, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

LETTER_MS = 1000 / 12
SLOW_MS = (0, 300, 2000)


def slowly(page: Page, ms: int) -> None:
    """From now on every answer of the server takes this long."""
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": ms, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def types(page: Page, text: str) -> None:
    page.keyboard.type(text, delay=LETTER_MS)


def guest(page: Page) -> Locator:
    return page.get_by_label("Add someone: a name is all you need")


@pytest.mark.parametrize("ms", SLOW_MS)
def test_names_typed_one_after_the_other_at_the_door_are_all_entered(
    browser: Browser, live_server: LiveServer, tonight: Event, ms: int
) -> None:
    page = signed_in(browser, live_server, tonight)
    faults = watched(page)
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    slowly(page, ms)

    guest(page).focus()
    for name in ("Nora Q", "Ole Q"):
        types(page, name)
        page.keyboard.press("Enter")
    types(page, "Pia")

    expect(page.locator(".notice.undo")).to_contain_text("Ole Q is signed up and here.")
    expect(guest(page)).to_have_value("Pia")
    expect(guest(page)).to_be_focused()
    entered = Entry.objects.filter(event=tonight, player__name__contains=" Q", is_guest=True)
    assert list(entered.order_by("pk").values_list("player__name", flat=True)) == [
        "Nora Q",
        "Ole Q",
    ]
    assert faults == []


@pytest.mark.parametrize("ms", SLOW_MS)
def test_a_name_half_typed_while_taps_are_on_their_way_stands_as_it_was_typed(
    browser: Browser, live_server: LiveServer, tonight: Event, ms: int
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    ada, bruno = tonight.entries.order_by("pk")[:2]
    slowly(page, ms)

    page.click(f"#toggle-{ada.pk}")
    page.click(f"#toggle-{bruno.pk}")
    guest(page).focus()
    types(page, "Nora Quill")

    for entry in (ada, bruno):
        toggle = page.locator(f"#toggle-{entry.pk}")
        expect(toggle).to_have_attribute("aria-pressed", "true")
    expect(guest(page)).to_have_value("Nora Quill")
    expect(guest(page)).to_be_focused()


def test_a_name_that_is_refused_among_others_is_told_and_the_others_are_entered(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    slowly(page, 300)

    guest(page).focus()
    for name in ("Ada Quill", "Ole Q"):
        types(page, name)
        page.keyboard.press("Enter")
    types(page, "Pia")

    expect(page.locator(".notice.undo")).to_contain_text("Ole Q is signed up and here.")
    expect(page.get_by_role("alert")).to_contain_text("Ada Quill")
    expect(guest(page)).to_have_value("Pia")


def test_names_typed_just_before_the_desk_is_left_are_entered(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    slowly(page, 300)

    for name in ("Nora Q", "Ole Q"):
        guest(page).fill(name)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Public page").click()

    expect(page.locator("h1")).to_have_text(tonight.name)
    guests = tonight.entries.filter(is_guest=True).order_by("pk")
    for _ in range(120):  # they arrive when the page that follows stands already
        if guests.count() == 2:
            break
        page.wait_for_timeout(250)
    assert list(guests.values_list("player__name", flat=True)) == ["Nora Q", "Ole Q"]


def test_members_typed_one_after_the_other_in_the_office_are_all_added(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/c/{tonight.club.slug}/office/people/")
    slowly(page, 300)

    page.get_by_label("Name", exact=True).first.focus()
    for name in ("Nora Quark", "Ole Zander"):
        types(page, name)
        page.keyboard.press("Enter")
    types(page, "Pia")

    expect(page.locator("#live")).to_contain_text("Ole Zander added.")
    expect(page.get_by_label("Name", exact=True).first).to_have_value("Pia")
    added = Player.objects.filter(name__in=["Nora Quark", "Ole Zander"])
    assert added.count() == 2


def test_what_is_typed_into_one_form_survives_the_page_that_answers_another(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    player = factories.member(tonight.club, "Rosa Reed")
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/p/{player.pk}/edit/")
    page.get_by_text("Change or end membership").click()
    number = page.get_by_label("Number").first
    slowly(page, 300)

    number.fill("17")
    page.locator("main form").first.get_by_role("button", name="Save").click()

    expect(page.locator("#live")).not_to_be_empty()
    expect(number).to_have_value("17")
    expect(number).to_be_visible()


# Fields that are not sent by what swaps the page meanwhile: where, which, what is typed.
BESIDE = {
    "room for how many": ("desk/?step=roll", "#capacity", "40"),
    "rounds to plan": ("desk/?step=roll", "#plan-count", "12"),
    "a name to find": ("desk/?step=roll", "#roll-filter", "quill"),
    "how to draw": ("desk/?step=seating", "#method", "random"),
}


@pytest.mark.parametrize("field", BESIDE)
def test_what_stands_in_a_field_of_the_desk_survives_the_answer_to_another_press(
    browser: Browser, live_server: LiveServer, tonight: Event, field: str
) -> None:
    path, selector, value = BESIDE[field]
    Entry.objects.filter(event=tonight).update(is_present=True)
    Event.objects.filter(pk=tonight.pk).update(capacity=30)
    by = factories.actor(Role.ORGANIZER, tonight.club)
    seatings.draw(by=by, stage=tonight.stages.get())
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/{path}")
    slowly(page, 300)
    typed = page.locator(selector)
    press = page.locator("button[id^=toggle-], button[id^=lock-]").first
    old = page.locator("#desk").element_handle()

    press.press("Enter")
    if typed.evaluate("field => field.tagName") == "SELECT":
        typed.select_option(value)
    else:
        typed.focus()
        page.keyboard.press("Control+A")
        types(page, value)

    page.wait_for_function("desk => !desk.isConnected", arg=old)
    expect(typed).to_have_value(value)


def test_a_name_that_the_service_did_not_answer_is_said_to_be_sent_again_and_is(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    asked: list[str] = []

    def away_once(route: Route) -> None:
        asked.append(route.request.method)
        if asked.count("POST") > 1 or route.request.method != "POST":
            return route.continue_()
        return route.fulfill(status=503, body="away", content_type="text/html")

    page.route("**/desk/**", away_once)
    guest(page).fill("Nora Q")
    page.keyboard.press("Enter")

    expect(page.locator("#live")).to_have_text(
        "The service isn't answering: not saved yet. Leave this page open; it will be sent again."
    )
    expect(page.locator(".notice.undo")).to_contain_text("Nora Q is signed up and here.")
    assert tonight.entries.filter(player__name="Nora Q").count() == 1
    page.context.unroute_all(behavior="ignoreErrors")


def test_a_name_entered_without_connection_is_said_to_wait_and_is_sent_later(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    page.context.set_offline(True)

    guest(page).fill("Nora Q")
    page.keyboard.press("Enter")
    said = page.locator("#live")
    expect(said).to_have_text(
        "No connection: not sent yet. Leave this page open; it will be sent once you're "
        "back online."
    )
    page.context.set_offline(False)

    expect(page.locator(".notice.undo")).to_contain_text("Nora Q is signed up and here.")
    assert tonight.entries.filter(player__name="Nora Q").count() == 1
