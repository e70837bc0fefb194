"""Two hands at one thing: sign-ups, people, settings, a result that everybody sees at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import EventState, Role
from league.models import Entry, MatchRecord, Player
from league.services.standings import standings
from tests import factories
from tests.browser import hall as halls
from tests.browser.conftest import only_listens, page_of, signed_in, watched
from tests.browser.hall import sits, types
from tests.browser.test_desk_seating import step
from tests.browser.test_table import SEND
from tests.flows import club as clubs
from tests.flows import sheets
from tests.flows.sheets import turned
from tests.practice.test_two_at_once import seated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser
    from pytest_django.live_server_helper import LiveServer

    from tests.browser.hall import Hall
    from tests.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.timeout(120)]


@pytest.mark.django_db(transaction=True)
def test_a_double_click_signs_up_once_and_the_last_place_is_given_once(
    browser: Browser, live_server: LiveServer
) -> None:
    event = factories.event(state=EventState.OPEN, capacity=1)
    factories.stage(event)
    pages = [
        page_of(
            browser,
            live_server,
            factories.account(player=factories.member(event.club, name)),
        )
        for name in ("Ada", "Bo")
    ]
    faults = [watched(page) for page in pages]
    for page in pages:
        page.goto(f"/e/{event.slug}/")
        expect(page.get_by_role("button", name="Sign me up")).to_be_visible()

    pages[0].get_by_role("button", name="Sign me up").dblclick()
    expect(pages[0].get_by_role("main")).to_contain_text("You are signed up.")
    pages[1].get_by_role("button", name="Sign me up").dblclick()
    expect(pages[1].get_by_role("main")).to_contain_text("You are no. 1 on the waiting list.")

    states = Entry.objects.order_by("pk").values_list("player__name", "state")
    assert list(states) == [("Ada", "registered"), ("Bo", "waiting")]
    assert faults == [[], []]


@pytest.mark.django_db(transaction=True)
def test_a_person_added_by_a_double_click_in_the_office_is_one_person(
    browser: Browser, live_server: LiveServer
) -> None:
    event = factories.event()
    page = signed_in(browser, live_server, event, role=Role.CLUB_ADMIN)
    page.goto(f"/c/{event.club.slug}/office/people/")
    form = page.locator("form").filter(has=page.locator("[name=name]")).first

    form.locator("[name=name]").fill("Nora Quill")
    form.get_by_role("button").last.dblclick()

    expect(page.get_by_role("main")).to_contain_text("Nora Quill added.")
    assert Player.objects.filter(name="Nora Quill").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_directors_who_save_the_settings_are_shown_both_and_nothing_is_mixed(
    browser: Browser, live_server: LiveServer
) -> None:
    event = factories.event(factories.season().club, name="Club night")
    factories.stage(event)
    pages = [signed_in(browser, live_server, event) for _ in range(2)]
    for page in pages:
        page.goto(f"/e/{event.slug}/settings/")
    one, two = pages
    form = "form:has([name=name])"

    one.locator("[name=name]").fill("Winter night")
    one.locator(form).get_by_role("button", name="Save").first.click()
    expect(one.get_by_role("status").filter(has_text="aved").first).to_be_visible()
    for more in two.locator(f"{form} details").filter(has=two.locator("[name=place]")).all():
        more.locator("summary").first.click()
    two.locator("[name=place]").fill("Back room")
    two.locator(form).get_by_role("button", name="Save").first.click()

    expect(two.get_by_role("main")).to_contain_text("Winter night")
    event.refresh_from_db()
    assert (event.name, event.place) == ("Winter night", "")
    expect(two.locator("[name=place]")).to_have_value("Back room")


@pytest.mark.django_db(transaction=True)
def test_a_sheet_that_nobody_confirmed_is_listed_until_somebody_does(
    browser: Browser, live_server: LiveServer
) -> None:
    night, path = seated()
    phone = browser.new_context(base_url=live_server.url).new_page()
    phone.goto(path)
    phone.locator("button[name=position][value='1']").click()
    for seat, points in enumerate((9, 7, 5, 3)):
        phone.locator(f"[name='seats.{seat}.points']").fill(str(points))
    phone.locator(SEND).click()
    expect(phone.get_by_role("heading", name="Is this correct?")).to_be_visible()
    phone.locator(SEND).click()
    expect(phone.get_by_text("Waiting for a second look")).to_be_visible()
    record = MatchRecord.objects.get()
    page = signed_in(browser, live_server, night.event)

    page.goto(f"/e/{night.event.slug}/check/")
    link = page.locator(f"main a[href*='/tables/{record.table_id}/']").first
    expect(link).to_be_visible()
    step(page, night, "results")
    page.get_by_role("button", name="Confirm all").click()
    expect(page.get_by_role("button", name="Confirm all")).to_have_count(0)
    standings.catch_up()
    page.goto(f"/e/{night.event.slug}/check/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(link).to_have_count(0)


@pytest.fixture
def hall(browser: Browser, prepared: Installation) -> Iterator[Hall]:
    hall = halls.opened(browser, prepared, clubs.GIVEN)
    yield hall
    hall.close()


def test_the_stream_brings_a_result_to_desk_event_page_table_and_board_and_who_hears_none_looks(
    hall: Hall,
) -> None:
    desk = hall.desk()
    for words in ("Mark all signed-up here", "Draw and publish"):
        desk.locator("section.next").get_by_role("button", name=words).click()
    expect(desk.locator("section.next")).to_contain_text(
        "4 results still to come: tables 1, 2, 3, 4"
    )
    desk.goto(f"{hall.event}desk/?step=play")
    table = hall.tables()[0]
    ada, ben, cleo = (hall.phone(table.path) for _ in range(3))
    everybody = hall.context().new_page()
    everybody.goto(hall.event)
    board = hall.board("slides=results&seconds=120")
    for context in hall.opened:
        only_listens(context)
        context.pages[0].reload()
    deaf = hall.context()
    deaf.route("**/live/**", lambda route: route.abort())
    unheard = deaf.new_page()
    unheard.goto(hall.event)
    sits(ada, table, 1)
    sits(ben, table, 2)
    sits(cleo, table, 3)
    types(ada, turned([row[4] for row in sheets.DEVILS], 0, len(table.names)))
    for page in (desk, everybody, board, ada, ben):
        expect(page.locator("html")).to_have_attribute("data-live-on", "")

    ada.locator(SEND).tap()
    expect(ada.get_by_role("heading", name="Is this correct?")).to_be_visible()
    ada.locator(SEND).tap()
    expect(ada.get_by_text("Waiting for a second look")).to_be_visible()
    yes = ben.get_by_role("button", name="Yes, all correct")
    expect(yes.or_(ben.locator("#news a"))).to_be_visible()
    ben.reload()
    yes.tap()

    expect(ben.get_by_role("heading", name="The result counts")).to_be_visible()
    expect(ada.get_by_role("heading", name="The result counts")).to_be_visible()
    done = desk.locator("#desk-watched .status", has_text="Confirmed")
    expect(done).to_have_count(1)
    done = everybody.locator("#event-live .status", has_text="Confirmed")
    expect(done).to_have_count(1)
    expect(board.locator("[data-rows] article")).to_have_count(1)
    done = unheard.locator("#event-live .status", has_text="Confirmed")
    expect(done).to_have_count(1)
    expect(unheard.locator("html")).not_to_have_attribute("data-live-on", "")


def test_the_desk_reminds_a_table_and_a_phone_that_types_there_hears_of_it(hall: Hall) -> None:
    desk = hall.desk()
    for words in ("Mark all signed-up here", "Draw and publish"):
        desk.locator("section.next").get_by_role("button", name=words).click()
    expect(desk.locator("section.next")).to_contain_text(
        "4 results still to come: tables 1, 2, 3, 4"
    )
    first, second = hall.tables()[:2]
    ada, olive = hall.phone(first.path), hall.phone(second.path)
    for phone, table in ((ada, first), (olive, second)):
        sits(phone, table, 1)
        expect(phone.locator("html")).to_have_attribute("data-live-on", "")
    box = ada.locator("[name='seats.0.total']")
    box.fill("1")

    desk.get_by_role("button", name="Show a reminder at the table").first.click()

    expect(ada.get_by_role("alert")).to_contain_text("The desk is waiting for your result.")
    expect(box).to_be_focused()
    expect(box).to_have_value("1")
    expect(desk.get_by_role("button", name="Remind again")).to_have_count(1)
    desk.locator(".notice.undo button").click()
    expect(ada.get_by_role("alert")).to_have_count(0)
    expect(olive.get_by_role("alert")).to_have_count(0)
