"""Coming late, leaving, and coming back, as the desk and the public pages show it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.models import Entry, JournalLine, Membership
from league.services.people import memberships
from league.services.standings import standings
from tests import factories
from tests.browser.conftest import page_of, watched
from tests.browser.test_desk_seating import at_desk, board_table, company, next_round, step
from tests.practice.evenings import FOUR_TWO_ONE, Evening, evening, of_api

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

EIGHT = ["Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal"]
ONE, TWO = EIGHT[:4], EIGHT[4:]


def an_evening(**fields: object) -> Evening:
    night = evening(EIGHT, seats=(3, 5), **{"scheme": FOUR_TWO_ONE, **fields})
    night.play(ONE, TWO)
    return night


def public(browser: Browser, server: LiveServer, path: str) -> Page:
    page = browser.new_context(base_url=server.url).new_page()
    page.goto(path)
    return page


def row_of(page: Page, name: str) -> Locator:
    """Somebody's line in the first standings of a page."""
    return page.locator("table.standings").first.locator("tbody tr").filter(has_text=name)


def points_of(page: Page, name: str) -> Locator:
    return row_of(page, name).locator("td").nth(1)


def leaves(page: Page, night: Evening, name: str) -> None:
    step(page, night, "roll")
    row = page.locator(f"#roll > li[data-words='{name}']")
    row.locator("summary").click()
    row.get_by_role("button", name="Mark as left").click()
    expect(page.locator(".notice.undo")).to_contain_text(name)


def comes_back(page: Page, night: Evening, name: str) -> None:
    step(page, night, "roll")
    page.get_by_role("button", name=re.compile(rf"Bring back\W+{name}")).click()
    expect(page.locator(f"#roll > li[data-words='{name}']")).to_have_count(1)


def everybody_plays(night: Evening, number: int) -> None:
    seating = night.stage.rounds.get(number=number).seatings.get(state="published")
    for table in seating.tables.all():
        names = [seat.entry.player.name for seat in table.seats.select_related("entry__player")]
        for name in names:
            night.entries.setdefault(name, Entry.objects.get(event=night.event, player__name=name))
        night.finish(seating, names)
    standings.catch_up()


def test_who_comes_late_has_no_match_before_changes_nobody_and_is_too_late_after_the_limit(
    browser: Browser, live_server: LiveServer
) -> None:
    night = an_evening()
    night.event.last_entry_round = 3
    night.event.save()
    before = of_api(night.stage)
    page = at_desk(browser, live_server, night)
    faults = watched(page)
    everybody = public(browser, live_server, f"/e/{night.event.slug}/standings/")
    expect(points_of(everybody, "Ada")).to_have_text("4")

    step(page, night, "roll")
    page.get_by_label("Add someone: a name is all you need").fill("Ivo")
    page.get_by_role("button", name="Add and check in", exact=True).click()
    expect(page.locator(".notice.undo")).to_contain_text("Ivo is signed up and here.")
    standings.catch_up()
    everybody.reload()
    expect(row_of(everybody, "Ivo").locator("td, th").first).to_have_text("–")
    assert of_api(night.stage)[:8] == before
    for number in (2, 3):
        page.goto(f"/e/{night.event.slug}/desk/")
        next_round(page, number)
        everybody_plays(night, number)
    step(page, night, "roll")
    page.get_by_label("Add someone: a name is all you need").fill("Jan")
    page.get_by_role("button", name="Add and check in", exact=True).click()

    expect(page.get_by_role("alert")).to_contain_text("round 3")
    expect(page.get_by_label("Add someone: a name is all you need")).to_have_value("Jan")
    assert not Entry.objects.filter(player__name="Jan").exists()
    assert night.stage.rounds.get(number=2).round_entries.count() == 9
    assert faults == []


def test_leaving_before_the_draw_and_coming_back_after_it_earns_no_bye(
    browser: Browser, live_server: LiveServer
) -> None:
    night = an_evening(bye={"kind": "fixed", "points": "4"})
    page = at_desk(browser, live_server, night)
    leaves(page, night, "Eve")
    page.goto(f"/e/{night.event.slug}/desk/")
    next_round(page, 2)
    comes_back(page, night, "Eve")
    standings.catch_up()

    step(page, night, "seating")
    expect(page.locator("#board .notice.warn")).to_contain_text("Eve")
    everybody = public(browser, live_server, f"/e/{night.event.slug}/standings/")
    expect(points_of(everybody, "Eve")).to_have_text("4")
    assert ("1", "Eve", "4") in [
        (rank.strip("="), name, points) for rank, name, points in of_api(night.stage)
    ]


def test_who_leaves_a_published_round_leaves_a_short_table_with_two_ways_on(
    browser: Browser, live_server: LiveServer
) -> None:
    night = an_evening()
    second = night.seat(["Ada", "Eve", "Bo", "Fay"], ["Cy", "Gil", "Dee", "Hal"])
    page = at_desk(browser, live_server, night)

    leaves(page, night, "Eve")
    step(page, night, "seating")
    assert company(page, 1, 3) == ["Ada", "Bo", "Fay"]
    expect(page.get_by_role("button", name="Withdraw this round")).to_be_visible()
    expect(page.locator("section.next")).to_contain_text("2 results still to come")
    everybody = public(browser, live_server, f"/e/{night.event.slug}/")
    cards = everybody.locator("#event-live .table-card")
    expect(cards.first.locator("bdi")).to_have_count(3)
    expect(cards.first).not_to_contain_text("Eve")
    # After a result it stands, and whoever leaves then is not in the next round.
    night.finish(second, ["Cy", "Gil", "Dee", "Hal"])
    leaves(page, night, "Gil")
    everybody.reload()
    expect(cards.nth(1)).to_contain_text("Gil")
    # With too few left the table is named.
    for name in ("Ada", "Bo"):
        leaves(page, night, name)
    page.goto(f"/e/{night.event.slug}/desk/")
    expect(page.locator("section.next")).to_contain_text("A table has too few players")
    expect(page.locator("section.next")).to_contain_text("Table 1: ")


def test_who_is_not_there_gets_the_no_show_value_and_the_others_their_places(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(
        EIGHT, seats=(3, 4), scheme={"key": "linear7"}, no_show={"kind": "fixed", "points": "-1"}
    )
    seating = night.seat(ONE, TWO)
    table = night.table(seating, "Eve")
    page = at_desk(browser, live_server, night)

    page.goto(f"/e/{night.event.slug}/desk/?step=play&more={table.pk}")
    page.get_by_role("button", name=re.compile(r"Didn't come .*Eve")).click()
    expect(page.locator(".notice.undo")).to_contain_text("Eve has left table 2.")
    night.finish(seating, ["Fay", "Gil", "Hal"])
    night.finish(seating, ONE)
    standings.catch_up()

    everybody = public(browser, live_server, f"/e/{night.event.slug}/standings/")
    for name, points in (("Fay", "7"), ("Gil", "4"), ("Hal", "1"), ("Eve", "−1")):
        expect(points_of(everybody, name)).to_have_text(points)


def test_who_has_left_the_club_signs_off_by_the_button_and_keeps_the_results(
    browser: Browser, live_server: LiveServer
) -> None:
    night = an_evening()
    cy = night.player("Cy")
    memberships.end(by=night.by, membership=Membership.objects.get(player=cy), expected_version=1)
    me = page_of(browser, live_server, factories.account(player=cy))
    me.goto(f"/e/{night.event.slug}/")

    me.get_by_role("button", name="I can't come").click()

    expect(me.get_by_role("main")).to_contain_text("You left this event.")
    assert Entry.objects.get(player=cy).state == "dropped"
    me.goto(f"/e/{night.event.slug}/standings/")
    expect(points_of(me, "Cy")).to_have_text("1")


def test_who_withdraws_is_marked_from_then_on_and_in_no_earlier_round(
    browser: Browser, live_server: LiveServer
) -> None:
    night = an_evening()
    night.play(["Ada", "Eve", "Bo", "Fay"], ["Cy", "Gil", "Dee", "Hal"])
    everybody = public(browser, live_server, f"/e/{night.event.slug}/")
    earlier = {}

    def seated(number: int) -> str:
        everybody.goto(f"/e/{night.event.slug}/seating/?by=table&round={number}")
        cards = everybody.locator("main")
        expect(cards).to_contain_text("Dee")
        return cards.inner_text()

    earlier = {number: seated(number) for number in (1, 2)}
    page = at_desk(browser, live_server, night)
    leaves(page, night, "Dee")
    page.goto(f"/e/{night.event.slug}/desk/")
    next_round(page, 3)
    standings.catch_up()

    assert {number: seated(number) for number in (1, 2)} == earlier
    everybody.goto(f"/e/{night.event.slug}/standings/")
    expect(row_of(everybody, "Dee")).to_contain_text("Withdrawn")
    everybody.goto(f"/e/{night.event.slug}/seating/?by=table&round=3")
    expect(everybody.locator("main")).not_to_contain_text("Dee")


def test_a_drop_by_mistake_is_taken_back_after_the_draw_into_somebodys_place(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening([*EIGHT, "Ivo"], seats=(4, 4), scheme=FOUR_TWO_ONE)
    page = at_desk(browser, live_server, night)
    next_round(page, 1)
    everybody_plays(night, 1)
    first = night.stage.rounds.get(number=1).seatings.get()
    fay = first.seats.get(table__number=1, position=1).entry
    name = fay.player.name
    leaves(page, night, name)
    page.goto(f"/e/{night.event.slug}/desk/")
    next_round(page, 2)
    second = night.stage.rounds.get(number=2).seatings.get()
    someone = second.seats.get(table__number=1, position=1).entry

    comes_back(page, night, name)
    step(page, night, "seating")
    left = page.locator("#board .notice.warn")
    left.get_by_role("button", name="Choose a seat").click()
    expect(page.locator(".notice.picked")).to_contain_text(name)
    expect(page.locator("[id^=swap-]")).to_have_count(0)  # who has no place has none to give
    page.locator(".notice.picked").get_by_role("button", name="Give a bye").click()
    expect(left).to_have_count(0)
    page.locator(f"#pick-{someone.pk}").click()
    page.get_by_role("button", name=re.compile(rf"Swap seats\W+{name}")).click()
    expect(page.locator(".notice.undo")).to_contain_text("swapped")

    expect(board_table(page, 1).locator("ol.seats bdi").first).to_have_text(name)
    outside = page.get_by_role("heading", name="Without a table").locator("+ ul > li bdi")
    expect(outside).to_have_text([someone.player.name])
    assert Entry.objects.filter(player=fay.player).count() == 1
    assert ("4", name) in {(points, who) for _, who, points in of_api(night.stage)}
    kinds = list(JournalLine.objects.filter(payload__entry=fay.pk).values_list("kind", flat=True))
    assert kinds.count("entry_dropped") == kinds.count("entry_reinstated") == 1
