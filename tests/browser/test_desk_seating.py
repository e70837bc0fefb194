"""Seats as an organizer meets them: who sits out, drafts that no longer fit, changes by hand."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import Role
from league.models import JournalLine, Round, Seat
from league.queries.seating.seating_wishes import Wishes
from league.services.evening import dropouts
from league.services.seating import wishes
from league.services.standings import standings
from tests.browser.conftest import signed_in, watched
from tests.practice.evenings import FOUR_TWO_ONE, OWN_POINTS, Evening, evening
from tests.practice.test_seating import EIGHT, NINE, by_strength

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Browser, Locator, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]


# The browser's options are of mixed types.
def at_desk(browser: Browser, server: LiveServer, night: Evening, **options: Any) -> Page:
    page = signed_in(browser, server, night.event, **options)
    page.goto(f"/e/{night.event.slug}/desk/")
    return page


def step(page: Page, night: Evening, name: str) -> None:
    page.goto(f"/e/{night.event.slug}/desk/?step={name}")


def next_round(page: Page, number: int) -> None:
    """The big button, and the round it makes."""
    page.locator("#next-do").click()
    expect(page.locator("section.next")).to_contain_text(f"Round {number} is being played")


def names_at(page: Page, number: int) -> Locator:
    """Who sits at a table of the organizer's board."""
    return board_table(page, number).locator("ol.seats bdi")


def company(page: Page, number: int, size: int) -> list[str]:
    """The same, as a sorted list of that many."""
    names = names_at(page, number)
    expect(names).to_have_count(size)
    return sorted(names.nth(at).inner_text() for at in range(size))


def board_table(page: Page, number: int) -> Locator:
    return page.locator("article.board-table").nth(number - 1)


def played(night: Evening, number: int) -> None:
    by_strength(night, night.stage.rounds.get(number=number).seatings.get(state="published"))
    standings.catch_up()


def strongest(names: Iterable[str]) -> list[str]:
    return sorted(names, key=NINE.index)


# --- sitting out ----------------------------------------------------------------------------


def test_somebody_else_sits_out_in_every_round_and_it_is_the_last_who_has_not_yet(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(
        NINE,
        seats=(4, 4),
        scheme=OWN_POINTS,
        chain=["average", "points"],
        method="swiss",
        bye={"kind": "zero"},
    )
    page = at_desk(browser, live_server, night)
    faults = watched(page)
    out = page.get_by_role("heading", name="Without a table").locator("+ ul > li")
    rested: list[str] = []

    for number in (1, 2, 3):
        page.goto(f"/e/{night.event.slug}/desk/")
        next_round(page, number)
        step(page, night, "seating")
        expect(out).to_have_count(1)
        expect(out).to_contain_text("Bye")
        if number > 1:
            expect(out.locator("bdi")).to_have_text(
                strongest(name for name in NINE if name not in rested)[-1]
            )
        rested.append(out.locator("bdi").inner_text())
        played(night, number)

    assert len(set(rested)) == 3
    assert faults == []


def test_who_asks_to_sit_out_is_left_out_of_two_numbered_tables_and_plays_the_next_round(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(NINE, seats=(3, 4))
    page = at_desk(browser, live_server, night)
    step(page, night, "roll")

    for name in ("Ada", "Bo"):
        row = page.locator(f"#roll > li[data-words='{name}']")
        row.locator("summary").click()
        row.get_by_role("button", name="Give a bye next round").click()
        expect(row).to_contain_text("Requested bye")
    expect(page.locator("section.next")).to_contain_text("9 here: 4 + 3, 2 byes")
    next_round(page, 1)
    step(page, night, "seating")

    expect(page.locator("article.board-table .number")).to_have_text(
        ["Table1", "Table2"], use_inner_text=False
    )
    outside = page.get_by_role("heading", name="Without a table").locator("+ ul > li bdi")
    expect(outside).to_have_text(["Ada", "Bo"])
    page.goto(f"/e/{night.event.slug}/?name=ada")
    expect(page.locator(".your-table .number")).to_have_count(0)
    expect(page.locator(".your-table")).to_contain_text("Requested bye")
    played(night, 1)
    page.goto(f"/e/{night.event.slug}/desk/")
    next_round(page, 2)
    step(page, night, "seating")
    expect(page.locator("article.board-table")).to_have_count(3)
    for number in (1, 2, 3):
        expect(names_at(page, number)).to_have_count(3)


# --- a draw that cannot be ------------------------------------------------------------------


def test_a_draw_with_too_few_says_so_makes_no_round_and_works_once_one_is_back(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT, seats=(4, 4))
    page = at_desk(browser, live_server, night)
    next_round(page, 1)
    played(night, 1)
    page.goto(f"/e/{night.event.slug}/desk/")
    expect(page.locator("#next-do")).to_contain_text("Close, draw and publish round 2")
    for name in EIGHT[3:]:
        dropouts.drop(by=night.by, entry=night.entries[name])

    page.locator("#next-do").click()
    expect(page.get_by_role("alert")).to_contain_text("Too few players (3)")
    assert [(row.number, row.state) for row in Round.objects.all()] == [(1, "published")]
    for name in EIGHT[:3]:  # and after everybody has gone nobody is seated with nobody
        dropouts.drop(by=night.by, entry=night.entries[name])
    page.goto(f"/e/{night.event.slug}/desk/")
    page.locator("#next-do").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert Round.objects.count() == 1

    step(page, night, "roll")
    for name in EIGHT[:4]:
        page.get_by_role("button", name=re.compile(rf"Bring back\W+{name}")).click()
        expect(page.locator(f"#roll > li[data-words='{name}']")).to_have_count(1)
    next_round(page, 2)
    step(page, night, "seating")
    expect(page.locator("article.board-table")).to_have_count(1)
    assert company(page, 1, 4) == EIGHT[:4]


def test_a_draft_that_lacks_somebody_is_not_published_and_says_whom_it_lacks(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT)
    page = at_desk(browser, live_server, night)
    page.get_by_role("button", name="draw a draft").click()
    publish = page.locator("#board").get_by_role("button", name="Publish round")
    expect(publish).to_be_visible()
    step(page, night, "roll")
    page.get_by_label("Add someone: a name is all you need").fill("Ivo")
    page.get_by_role("button", name="Add and check in", exact=True).click()
    expect(page.locator(".notice.undo")).to_contain_text("Ivo is signed up and here.")

    step(page, night, "seating")
    expect(page.locator(".notice.warn")).to_contain_text("Ivo")
    publish.click()
    expect(page.get_by_role("alert")).to_contain_text("1 not seated: Ivo.")
    assert Round.objects.get().state == "draft"
    page.locator("#board").get_by_role("button", name="Draw again").click()
    expect(page.locator("#board .notice.warn")).to_have_count(0)
    publish.click()

    expect(page.locator("section.next")).to_contain_text("Round 1 is being played")
    assert Seat.objects.filter(table__isnull=False).count() == 9


# --- who may sit together -------------------------------------------------------------------


def test_siblings_never_share_a_table_and_club_mates_only_where_it_cannot_be_helped(
    browser: Browser, live_server: LiveServer
) -> None:
    names = [f"{club}{number}" for club in ("Ash", "Oak", "Elm") for number in range(1, 5)]
    night = evening(names, seats=(4, 4))
    for name in names:
        wishes.set_wishes(by=night.by, entry=night.entries[name], wishes=Wishes(team=name[:3]))
    page = signed_in(browser, live_server, night.event, role=Role.CLUB_ADMIN)
    page.goto(f"/p/{night.player('Ash1').pk}/edit/")
    page.locator("[id^=apart-with-]").select_option(label="Oak1")
    page.get_by_role("button", name="Keep apart").click()
    expect(page.get_by_role("main")).to_contain_text("Ash1 and Oak1 never share a table.")

    for number in (1, 2):
        page.goto(f"/e/{night.event.slug}/desk/")
        next_round(page, number)
        step(page, night, "seating")
        tables = [company(page, at, 4) for at in (1, 2, 3)]
        assert [{"Ash1", "Oak1"} <= set(table) for table in tables] == [False] * 3
        mates = [Counter(name[:3] for name in table) for table in tables]
        # Four of three clubs at each of three tables: one pair is unavoidable everywhere.
        assert number > 1 or [sorted(counts.values()) for counts in mates] == [[1, 1, 2]] * 3
        played_any(night, number)


def played_any(night: Evening, number: int) -> None:
    seating = night.stage.rounds.get(number=number).seatings.get(state="published")
    for table in seating.tables.all():
        seats = table.seats.order_by("position").select_related("entry__player")
        night.finish(seating, [seat.entry.player.name for seat in seats])
    standings.catch_up()


# --- by hand --------------------------------------------------------------------------------


def test_two_organizers_who_move_one_person_leave_them_at_one_table(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(NINE, seats=(2, 5))
    seating = night.seat(NINE[:3], NINE[3:6], NINE[6:])
    ada = night.entries["Ada"]
    one, two = at_desk(browser, live_server, night), at_desk(browser, live_server, night)
    for page in (one, two):
        page.goto(f"/e/{night.event.slug}/desk/?step=seating&pick={ada.pk}")
        expect(page.get_by_role("button", name="Ada to table 2")).to_be_visible()

    one.get_by_role("button", name="Ada to table 2").click()
    expect(one.locator(".notice.undo")).to_contain_text("Ada moved.")
    two.get_by_role("button", name="Ada to table 3").click()

    expect(two.get_by_role("alert")).to_be_visible()
    assert [seat.table.number for seat in seating.seats.filter(entry=ada) if seat.table] == [2]
    everybody = two.context.new_page()
    everybody.goto(f"/e/{night.event.slug}/seating/?by=name")
    listed = everybody.locator("main tbody th bdi, main tbody td bdi")
    expect(listed).to_have_text(NINE)


def test_swapped_seats_keep_the_scores_with_the_people_and_tables_with_results_stay_together(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT, seats=(4, 4), scheme=FOUR_TWO_ONE)
    seating = night.seat(EIGHT[:4], EIGHT[4:])
    table = night.table(seating, "Ada")
    page = at_desk(browser, live_server, night)
    first = [seat.entry.player.name for seat in table.seats.order_by("position")]

    def change_places() -> None:
        page.goto(f"/e/{night.event.slug}/desk/?step=play")
        page.locator(f"#more-{table.pk}").click()
        page.get_by_label("First seat to swap").select_option("2")
        page.get_by_label("Second seat to swap").select_option("3")
        page.get_by_role("button", name="Swap seats").click()
        expect(page.locator(".notice.undo")).to_be_visible()

    change_places()
    step(page, night, "seating")
    expect(names_at(page, 1)).to_have_text([first[0], first[2], first[1], first[3]])
    night.score(seating, Ada=40, Bo=30, Cy=20, Dee=10)
    standings.catch_up()
    change_places()
    page.goto(f"/e/{night.event.slug}/tables/{table.pk}/")
    for name, points in (("Ada", "40"), ("Bo", "30"), ("Cy", "20"), ("Dee", "10")):
        expect(page.get_by_role("row").filter(has_text=name).first).to_contain_text(points)

    # People of the table with a result are no longer offered to change with others.
    step(page, night, "seating")
    expect(names_at(page, 1)).to_have_text(first)
    expect(board_table(page, 1).locator("[id^=pick-]")).to_have_count(0)
    expect(board_table(page, 2).locator("[id^=pick-]")).to_have_count(4)
    page.locator(f"#pick-{night.entries['Eve'].pk}").click()
    expect(board_table(page, 2).locator("[id^=swap-]")).to_have_count(3)
    expect(board_table(page, 1).locator("[id^=swap-]")).to_have_count(0)
    expect(page.get_by_role("button", name="Eve to table 1")).to_have_count(0)
    assert JournalLine.objects.filter(kind="seats_swapped").count() == 2


def test_the_best_sit_at_the_first_table_and_the_short_one_is_the_last(
    browser: Browser, live_server: LiveServer
) -> None:
    seven = NINE[:7]
    night = evening(seven, seats=(3, 4), scheme=OWN_POINTS, chain=["points"], method="swiss")
    first = night.seat(seven[:4], seven[4:])
    night.score(first, Ada=4, Bo=1, Cy=2, Dee=0)
    night.score(first, Eve=4, Fay=2, Gil=1)
    standings.catch_up()
    page = at_desk(browser, live_server, night)

    next_round(page, 2)
    step(page, night, "seating")

    expect(names_at(page, 2)).to_have_count(3)
    assert company(page, 1, 4) == ["Ada", "Cy", "Eve", "Fay"]
