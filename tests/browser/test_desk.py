"""The desk in a real browser: an evening with and without script, and what axe says of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import EventState, Role
from league.models import Entry, Event, Seating
from league.queries.evening.desk import STEPS
from league.services.evening import entries
from league.services.seating import seatings
from tests import factories
from tests.browser import axe
from tests.browser.conftest import Finger, signed_in, watched
from tests.league.services.seating.test_seatings import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_an_evening_of_two_rounds_takes_five_taps_from_the_sign_in_to_the_last_standings(
    browser: Browser, live_server: LiveServer, tonight: Event, script: bool
) -> None:
    account = factories.account("runa@club.example", password="seven lanterns at dusk")
    factories.grant(account, Role.ORGANIZER, tonight.club)
    page = browser.new_context(
        base_url=live_server.url,
        java_script_enabled=script,
        viewport={"width": 390, "height": 844},
    ).new_page()
    faults = watched(page)
    by = factories.actor(Role.ORGANIZER, tonight.club)
    big = page.locator("section.next button")
    finger = Finger()
    page.goto(f"/account/login/?next=/e/{tonight.slug}/desk/")
    page.get_by_label("E-mail").fill("runa@club.example")
    page.get_by_label("Password", exact=True).fill("seven lanterns at dusk")

    finger.tap(page.get_by_role("main").get_by_role("button", name="Sign in", exact=True))
    finger.tap(big)
    expect(page.locator("section.next")).to_contain_text("17 here: 5 + 4 + 4 + 4")
    finger.tap(big)
    expect(page.locator("section.next")).to_contain_text(
        "4 results still to come: tables 1, 2, 3, 4"
    )
    play(by, Seating.objects.get(round__number=1))
    if not script:
        page.reload()
    # with script the page notices by itself
    expect(big).to_contain_text("Close, draw and publish round 2")
    finger.tap(big)
    expect(page.locator("section.next")).to_contain_text("Round 2 is being played")
    play(by, Seating.objects.get(round__number=2))
    if not script:
        page.reload()
    finish = page.get_by_role("button", name="Finish event")
    expect(finish).to_be_visible()
    finger.tap(finish)

    expect(page.locator("section.next h2")).to_have_text("The event is finished")
    expect(page.locator("table.standings tbody tr")).to_have_count(17)
    assert finger.taps == 5
    assert faults == []
    page.context.close()


def test_what_is_being_typed_survives_other_peoples_writes(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/")
    page.get_by_label("Add someone: a name is all you need").press_sequentially("Nora Q")

    Entry.objects.filter(event=tonight).update(is_present=True)
    seatings.draw(by=factories.actor(Role.ORGANIZER, tonight.club), stage=tonight.stages.get())

    expect(page.locator("section.next")).to_contain_text("Publish round 1")
    page.keyboard.type("uill")
    expect(page.locator("#guest")).to_be_focused()
    expect(page.locator("#guest")).to_have_value("Nora Quill")
    page.keyboard.press("Enter")
    expect(page.locator(".notice.undo")).to_contain_text("Nora Quill is signed up and here.")
    page.context.close()


def test_news_during_a_press_leave_one_page_and_the_press_counts(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/")
    held: list[Route] = []
    page.route(
        "**/desk/**",
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    with page.expect_request(lambda request: request.method == "POST"):
        page.locator("section.next button").click()

    entries.set_present(
        by=factories.actor(Role.ORGANIZER, tonight.club),
        event=tonight,
        entries=[tonight.entries.earliest("pk").pk],
        present=True,
    )
    page.evaluate("htmx.trigger(document.querySelector('#desk-live [data-refresh]'), 'refresh')")
    page.wait_for_timeout(700)
    held[0].continue_()

    expect(page.locator("section.next")).to_contain_text("17 here: 5 + 4 + 4 + 4")
    expect(page.locator("[data-theme-switch]")).to_have_count(1)
    expect(page.locator("main")).to_have_count(1)
    page.context.close()


def test_the_roll_stays_filtered_under_the_finger(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/")
    page.get_by_label("Find a name").press_sequentially("edda")
    row = page.locator("#roll > li:visible")
    expect(row).to_have_count(1)

    for count in ("1", "0"):
        row.locator("button.toggle").click()
        expect(page.locator("#headcount b")).to_have_text(count)
        expect(row).to_have_count(1)
        expect(row).to_contain_text("Edda Öhm")

    expect(page.get_by_label("Find a name")).to_have_value("edda")
    page.context.close()


def test_whoever_checks_in_by_phone_turns_up_at_the_desk(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    page.get_by_label("Find a name").fill("ada")
    page.get_by_role("link", name="Let people check in by phone…").click()
    address = page.locator(".poster .small").inner_text()
    page.go_back()
    expect(page.locator("#headcount b")).to_have_text("0")

    phone = browser.new_page(viewport={"width": 360, "height": 740})
    phone.goto(address)
    phone.get_by_role("button", name="Ada Quill").click()
    expect(phone.locator(".notice.good")).to_contain_text("Welcome, Ada Quill!")

    ada = tonight.entries.get(player__name="Ada Quill")
    toggle = page.locator(f"#toggle-{ada.pk}")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#headcount b")).to_have_text("1")
    toggle.click()
    expect(page.locator("#headcount b")).to_have_text("0")
    phone.close()
    page.context.close()


def test_a_player_is_moved_by_keyboard_and_moved_back(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    Entry.objects.filter(event=tonight).update(is_present=True)
    draft = seatings.draw(
        by=factories.actor(Role.ORGANIZER, tonight.club), stage=tonight.stages.get()
    )
    five = next(table for table in draft.tables.all() if table.seats.count() == 5)
    four = next(table for table in draft.tables.all() if table.seats.count() == 4)
    seat = five.seats.earliest("position")
    name = seat.entry.player.name
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/?step=seating")

    page.locator(f"#pick-{seat.entry_id}").focus()
    page.keyboard.press("Enter")
    there = page.get_by_role("button", name=f"{name} to table {four.number}")
    there.focus()
    page.keyboard.press("Enter")

    expect(page.locator(".notice.undo")).to_contain_text(f"{name} moved.")
    assert draft.seats.get(entry=seat.entry).table == four
    page.locator(".notice.undo button").click()
    expect(page.locator(".notice.undo")).to_have_count(0)
    assert draft.seats.get(entry=seat.entry).table == five
    page.context.close()


def test_a_player_is_dragged_to_another_table_which_says_before_what_it_means(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    Entry.objects.filter(event=tonight).update(is_present=True)
    draft = seatings.draw(
        by=factories.actor(Role.ORGANIZER, tonight.club), stage=tonight.stages.get()
    )
    tables = list(draft.tables.order_by("number"))
    five = next(table for table in tables if table.seats.count() == 5)
    fours = [table for table in tables if table.seats.count() == 4]
    seat = five.seats.latest("position")
    page = signed_in(browser, live_server, tonight, viewport={"width": 1280, "height": 1400})
    faults = watched(page)
    page.goto(f"/e/{tonight.slug}/desk/?step=seating")
    expect(page.locator("ol[data-table] li[data-entry]")).to_have_count(17)

    page.locator(f"li[data-entry='{seat.entry_id}'] .player").hover()
    page.mouse.down()
    page.locator(f"ol[data-table='{fours[0].pk}'] li >> nth=1").hover()
    page.locator(f"ol[data-table='{fours[0].pk}'] li >> nth=2").hover()
    expect(page.locator(".drop-effect")).to_have_count(3)
    expect(page.locator(".drop-effect").first).not_to_be_empty()
    page.mouse.up()

    expect(page.locator(".notice.undo")).to_contain_text(f"{seat.entry.player.name} moved.")
    expect(page.locator(".drop-effect")).to_have_count(0)
    expect(page.locator(f"ol[data-table='{fours[0].pk}'] li")).to_have_count(5)
    assert draft.seats.get(entry=seat.entry).table == fours[0]
    assert faults == []
    page.context.close()


def test_another_organizers_move_is_seen_at_once_and_offered_to_whoever_is_at_work(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    by = factories.actor(Role.ORGANIZER, tonight.club)
    Entry.objects.filter(event=tonight).update(is_present=True)
    draft = seatings.draw(by=by, stage=tonight.stages.get())
    five = next(table for table in draft.tables.all() if table.seats.count() == 5)
    four = next(table for table in draft.tables.all() if table.seats.count() == 4)
    first, second = five.seats.order_by("position")[:2]
    idle = signed_in(browser, live_server, tonight)
    busy = signed_in(browser, live_server, tonight)
    for page in (idle, busy):
        page.goto(f"/e/{tonight.slug}/desk/?step=seating")
    busy.locator(f"#pick-{second.entry_id}").focus()

    seatings.move(by=by, seating=draft, entry=first.entry, table=four)

    moved = idle.locator(f"ol[data-table='{four.pk}'] li[data-entry='{first.entry_id}']")
    expect(moved).to_be_visible()
    expect(busy.locator("#board-newer")).to_be_visible()
    expect(busy.locator(f"#pick-{second.entry_id}")).to_be_focused()
    for page in (idle, busy):
        page.context.close()


def released(
    page: Page, held: list[Route], at: int, *, then: Callable[[], object] = lambda: None
) -> None:
    """Lets the request through that was held as number ``at``, after something else was done."""
    for _ in range(150):
        if len(held) > at:
            break
        page.wait_for_timeout(100)
    then()
    page.wait_for_timeout(300)  # what is pressed is on its way by now, if nothing holds it
    held[at].continue_()
    page.wait_for_timeout(700)  # it is answered, and the page shows it


def test_what_is_pressed_while_the_board_fetches_itself_anew_is_answered_on_the_page(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    by = factories.actor(Role.ORGANIZER, tonight.club)
    Entry.objects.filter(event=tonight).update(is_present=True)
    draft = seatings.draw(by=by, stage=tonight.stages.get())
    five = next(table for table in draft.tables.all() if table.seats.count() == 5)
    four = next(table for table in draft.tables.all() if table.seats.count() == 4)
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/?step=seating")
    held: list[Route] = []
    page.route(
        "**/desk/?step=seating", lambda route: held.append(route)
    )  # its own fetch of the page
    page.route("**/desk/", lambda route: held.append(route))  # presses
    moved = five.seats.earliest("position").entry

    seatings.move(by=by, seating=draft, entry=moved, table=four)
    released(page, held, 0, then=lambda: page.locator("form.redraw button").first.click())
    released(page, held, 1)

    expect(page.locator(".notice.undo")).to_contain_text("is drawn again")
    page.context.close()


def test_axe_finds_nothing_at_the_desk(
    browser: Browser, live_server: LiveServer, tonight: Event
) -> None:
    by = factories.actor(Role.ORGANIZER, tonight.club)
    Entry.objects.filter(event=tonight).update(is_present=True)
    draft = seatings.draw(by=by, stage=tonight.stages.get())
    page = signed_in(browser, live_server, tonight, reduced_motion="reduce")
    entry = draft.seats.earliest("pk").entry_id
    addresses = [f"?step={step}" for step in STEPS] + [f"?step=seating&pick={entry}"]
    addresses.append(f"../entries/{entry}/wishes/")

    found = []
    for is_published in (False, True):
        if is_published:
            seatings.publish(by=by, seating=draft)
            play(by, draft)
        for address in addresses:
            page.goto(f"/e/{tonight.slug}/desk/{address}")
            rows = axe.violations_in_light_and_dark(page)
            found += [f"{address}: {axe.first_of(row)}" for row in rows]

    assert found == []
    page.context.close()


def test_the_table_plans_of_many_people_fit_a_small_phone(
    browser: Browser, live_server: LiveServer
) -> None:
    event = factories.event(state=EventState.OPEN)
    factories.stage(event)
    for number in range(41):
        factories.entry(event, f"Somebody {number}", is_present=True)
    desk = signed_in(browser, live_server, event, viewport={"width": 360, "height": 740})

    desk.goto(f"/e/{event.slug}/desk/?step=roll")

    expect(desk.locator(".headcount li").first).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollWidth") == 360
