"""What may go wrong at the desk: quick fingers, old pages, two organizers, signed-out ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import EventState, Role
from league.models import Entry, Event, Round, Seating
from league.services.seating import seatings
from tests import factories
from tests.browser.conftest import signed_in, watched
from tests.league.services.seating.test_seatings import play

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]


def twice(page: Page, button: Locator, how: str) -> None:
    """Two presses at one place; the second comes when the first has been answered."""
    expect(button).to_be_visible()
    box = button.bounding_box()
    assert box is not None
    x, y = box["x"] + 30, box["y"] + box["height"] / 2
    first = page.locator("#desk").element_handle()
    if how == "finger":
        page.wait_for_timeout(450)  # as long as somebody needs to read what comes next
        page.touchscreen.tap(x, y)
        page.touchscreen.tap(x, y)
    elif how == "mouse":
        page.mouse.click(x, y)
        page.wait_for_function("element => !element.isConnected", arg=first)
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
    else:
        button.focus()
        page.keyboard.down("Enter")
        page.wait_for_function("element => !element.isConnected", arg=first)
        page.keyboard.down("Enter")  # held: this one repeats
        page.keyboard.up("Enter")


@pytest.mark.parametrize("how", ["mouse", "finger", "key"])
def test_a_button_pressed_twice_does_one_thing_and_not_the_next_one_too(
    browser: Browser,
    live_server: LiveServer,
    tonight: Event,
    how: str,
) -> None:
    page = signed_in(
        browser, live_server, tonight, viewport={"width": 390, "height": 844}, has_touch=True
    )
    faults = watched(page)
    by, big = factories.actor(Role.ORGANIZER, tonight.club), page.locator("#next-do")
    page.goto(f"/e/{tonight.slug}/desk/")

    twice(page, big, how)
    expect(page.locator("#headcount b")).to_have_text("17")
    expect(big).to_contain_text("Draw and publish")
    assert Round.objects.count() == 0
    twice(page, big, how)
    expect(page.locator("section.next")).to_contain_text(
        "4 results still to come: tables 1, 2, 3, 4"
    )
    expect(page.locator("#desk")).to_be_visible()
    play(by, Seating.objects.get(round__number=1))
    expect(big).to_contain_text("Close, draw and publish round 2")
    twice(page, big, how)

    expect(page.locator("section.next")).to_contain_text("Round 2 is being played")
    assert Round.objects.count() == 2
    tonight.refresh_from_db()
    assert tonight.state == EventState.RUNNING
    assert faults == []
    page.context.close()


def test_a_name_added_by_a_double_click_is_one_person(
    browser: Browser,
    live_server: LiveServer,
    tonight: Event,
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/")

    page.get_by_label("Add someone: a name is all you need").fill("Nora Quill")
    page.get_by_role("button", name="Add and check in", exact=True).dblclick()

    expect(page.locator(".notice.undo")).to_contain_text("Nora Quill is signed up and here.")
    assert Entry.objects.filter(event=tonight, player__name="Nora Quill").count() == 1
    page.context.close()


def test_two_organizers_who_draw_at_once_seat_one_round_and_the_second_is_told(
    browser: Browser,
    live_server: LiveServer,
    tonight: Event,
) -> None:
    Entry.objects.filter(event=tonight).update(is_present=True)
    first, second = (signed_in(browser, live_server, tonight) for _ in range(2))
    faults = [watched(page) for page in (first, second)]
    for page in (first, second):
        page.goto(f"/e/{tonight.slug}/desk/")
        expect(page.locator("#next-do")).to_contain_text("Draw and publish")
    held: list[Route] = []
    second.route(
        "**/desk/**",
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    with second.expect_request(lambda request: request.method == "POST"):
        second.locator("#next-do").press("Enter")

    first.locator("#next-do").press("Enter")
    expect(first.locator("section.next")).to_contain_text("4 results still to come")
    held[0].continue_()

    told = second.get_by_role("alert")
    expect(told).to_contain_text("Someone else has drawn round 1 in the meantime.")
    expect(second.locator("section.next")).to_contain_text("4 results still to come")
    expect(second.locator(":focus")).to_have_count(1)
    assert [(row.number, row.state) for row in Round.objects.all()] == [(1, "published")]
    assert faults == [[], []]
    for page in (first, second):
        page.context.close()


def test_a_desk_left_open_since_yesterday_changes_nothing_that_has_ended(
    browser: Browser,
    live_server: LiveServer,
    tonight: Event,
) -> None:
    by = factories.actor(Role.ORGANIZER, tonight.club)
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/?step=roll")
    expect(page.locator("#next-do")).to_contain_text("Mark all signed-up here")
    page.context.route("**/live/**", lambda route: route.abort())
    page.context.route("**part=live**", lambda route: route.abort())
    Entry.objects.filter(event=tonight).update(is_present=True)
    draft = seatings.draw(by=by, stage=tonight.stages.get())
    play(by, seatings.publish(by=by, seating=draft))
    Event.objects.filter(pk=tonight.pk).update(state=EventState.FINISHED)

    page.locator("#all-here").click()

    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("section.next h2")).to_have_text("The event is finished")
    assert Entry.objects.filter(event=tonight, is_present=True).count() == 17
    page.context.close()


def test_back_after_signing_out_shows_nothing_of_the_desk(
    browser: Browser,
    live_server: LiveServer,
    tonight: Event,
) -> None:
    page = signed_in(browser, live_server, tonight)
    page.goto(f"/e/{tonight.slug}/desk/")
    expect(page.locator("#desk")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()

    page.go_back()

    expect(page.get_by_label("Password", exact=True)).to_be_visible()
    expect(page.locator("#desk")).to_have_count(0)
    page.context.close()


def test_back_after_a_press_shows_the_desk_as_it_is_and_presses_nothing(
    browser: Browser,
    live_server: LiveServer,
    tonight: Event,
) -> None:
    page = signed_in(browser, live_server, tonight)
    faults = watched(page)
    page.goto(f"/e/{tonight.slug}/desk/")
    page.locator("#next-do").click()
    expect(page.locator("#next-do")).to_contain_text("Draw and publish")
    page.locator("#next-do").click()
    expect(page.locator("section.next")).to_contain_text("4 results still to come")

    for _ in range(2):
        page.go_back()
        expect(page.locator("section.next")).to_contain_text("4 results still to come")

    assert Round.objects.count() == 1
    assert faults == []
    page.context.close()
