"""What an organizer does, without a mouse: roll, seats, results, the final, clock, settings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import EntryState, EventState, Role, StageMode
from league.models import (
    Adjustment,
    Clock,
    Event,
    MatchRecord,
    Merge,
    Season,
    Seating,
    Stage,
    Table,
)
from league.services.seating import seatings
from league.services.standings import standings
from tests import factories
from tests.browser.conftest import NAMES, signed_in, watched
from tests.browser.hands import Hands
from tests.browser.test_desk_seating import board_table, names_at
from tests.practice.evenings import OWN_POINTS, Evening, evening
from tests.practice.test_seating import EIGHT, NINE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator
    from pytest_django.live_server_helper import LiveServer

    from league.models import Club

pytestmark = [
    pytest.mark.browser,
    pytest.mark.gates,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(240),
]


def at(
    browser: Browser, server: LiveServer, event: Event, path: str, role: Role = Role.ORGANIZER
) -> tuple[Hands, list[str]]:
    """An organizer's screen and keyboard at a page of the event's."""
    page = signed_in(browser, server, event, role=role, viewport={"width": 1280, "height": 900})
    faults = watched(page)
    page.goto(path)
    return Hands(page), faults


def desk(event: Event, step: str) -> str:
    return f"/e/{event.slug}/desk/?step={step}"


def of(words: str, whom: str) -> re.Pattern[str]:
    """The name of a button that says in words for readers alone whom it is about."""
    return re.compile(rf"^{re.escape(words)}\W+{re.escape(whom)}$")


def undo(hands: Hands, said: str) -> None:
    """Takes back what the notice says was done."""
    expect(hands.page.locator(".notice.undo")).to_contain_text(said)
    hands.press(hands.page.locator(".notice.undo button"))


def test_a_roll_with_a_guest_somebody_who_leaves_and_a_waiting_list_needs_no_mouse(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT[:4])
    waits = night.entries["Dee"]
    waits.state, waits.is_present = EntryState.WAITING, False
    waits.save()
    Event.objects.filter(pk=night.event.pk).update(capacity=4)
    night.event.entries.filter(state=EntryState.REGISTERED).update(is_present=False)
    hands, faults = at(browser, live_server, night.event, desk(night.event, "roll"))
    page = hands.page
    here = page.locator("#headcount b")

    hands.write(page.get_by_label("Add someone: a name is all you need"), "Zoë Walk-in")
    hands.act()
    expect(page.locator("#roll > li")).to_have_count(4)
    expect(here).to_have_text("1")
    hands.press(page.locator("#all-here"), "Space")
    expect(here).to_have_text("4")
    hands.write(page.get_by_label("Find a name"), "bo")
    hands.press(page.get_by_role("button", name=of("Here", "Bo")))
    expect(here).to_have_text("3")
    hands.press(page.get_by_label("More for Bo"))
    hands.press(page.get_by_role("button", name="Mark as left"))
    expect(page.get_by_role("button", name=of("Bring back", "Bo"))).to_be_visible()
    expect(page.get_by_role("heading", name="Waiting list")).to_have_count(0)  # Dee has the place
    hands.write(page.get_by_label("Add someone: a name is all you need"), "Zara Waits")
    hands.act()
    hands.press(page.get_by_role("button", name="Put them on the waiting list"))
    expect(page.get_by_role("button", name=of("Give a place", "Zara Waits"))).to_be_visible()

    states = night.event.entries.values_list("player__name", "state")
    assert dict(states) == {
        "Ada": "registered",
        "Bo": "dropped",
        "Cy": "registered",
        "Dee": "registered",
        "Zara Waits": "waiting",
        "Zoë Walk-in": "registered",
    }
    assert hands.unseen == []
    assert faults == []


def test_seats_are_locked_moved_drawn_again_and_filled_by_who_is_late_without_a_mouse(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(NINE, seats=(4, 5))
    draft = seatings.draw(by=night.by, stage=night.stage, seed=3)
    first = draft.tables.get(number=1)
    hands, faults = at(browser, live_server, night.event, desk(night.event, "seating"))
    page = hands.page

    hands.press(page.locator(f"#lock-{first.pk}"))
    expect(board_table(page, 1)).to_contain_text("kept as it is")
    hands.look()
    kept = texts(names_at(page, 1), first.seats.count())
    second = texts(names_at(page, 2), 9 - len(kept))
    hold = page.get_by_role("button", name=f"Keep {second[0]} here")
    hands.press(hold, "Space")
    expect(page.get_by_role("button", name=f"Release {second[0]}")).to_be_focused()
    shown = page.locator("#board").get_attribute("data-shown")
    hands.press(page.get_by_role("button", name="Draw again"))
    expect(page.locator("#board")).not_to_have_attribute("data-shown", shown or "")
    expect(names_at(page, 1)).to_have_text(kept)
    hands.press(page.get_by_role("button", name="Release table 1"))
    expect(board_table(page, 1)).not_to_contain_text("kept as it is")
    moves(hands)
    hands.press(page.locator("#board-form").get_by_role("button", name="Publish"))
    expect(page.locator("section.next")).to_contain_text("Round 1 is being played")
    late(hands)
    seats_change_places(hands, Table.objects.get(seating__state="published", number=1))

    assert Seating.objects.get(state="published").seats.count() == 10
    assert hands.unseen == []
    assert faults == []


def texts(rows: Locator, size: int) -> list[str]:
    expect(rows).to_have_count(size)
    return [rows.nth(at).inner_text() for at in range(size)]


def moves(hands: Hands) -> None:
    """Somebody of the table of five goes to the one of four, and back."""
    page = hands.page
    sizes = [names_at(page, number).count() for number in (1, 2)]
    five, four = (1, 2) if sizes == [5, 4] else (2, 1)
    name = names_at(page, five).last.inner_text()
    hands.press(board_table(page, five).locator("[id^=pick-]").last)
    hands.press(page.get_by_role("button", name=f"{name} to table {four}"))
    expect(names_at(page, four)).to_have_count(5)
    undo(hands, f"{name} moved.")
    expect(names_at(page, four)).to_have_count(4)


def late(hands: Hands) -> None:
    """Somebody comes into the running round."""
    page = hands.page
    hands.press(page.get_by_role("navigation", name="Steps").get_by_role("link").nth(0))
    hands.write(page.get_by_label("Add someone: a name is all you need"), "Late Lou")
    hands.act()
    expect(page.locator("#roll")).to_contain_text("Late Lou")
    hands.press(
        page.get_by_role("navigation", name="Steps").get_by_role("link").nth(1), by="Shift+Tab"
    )
    hands.press(page.get_by_role("button", name=of("Seat where they fit best", "Late Lou")))
    expect(page.locator("#board .seats")).to_contain_text(["Late Lou"])


def seats_change_places(hands: Hands, table: Table) -> None:
    """Two at a table that plays."""
    page = hands.page
    before = texts(names_at(page, 1), table.seats.count())
    hands.press(
        page.get_by_role("navigation", name="Steps").get_by_role("link").nth(2), by="Shift+Tab"
    )
    hands.press(page.locator(f"#more-{table.pk}"))
    hands.choose(page.get_by_label("First seat to swap"), f"1 · {before[0]}")
    hands.choose(page.get_by_label("Second seat to swap"), f"3 · {before[2]}")
    hands.press(page.get_by_role("button", name="Swap seats"))
    expect(page.locator(".notice.undo")).to_be_visible()
    now = table.seats.order_by("position").values_list("entry__player__name", flat=True)
    assert list(now)[:3] == [before[2], before[1], before[0]]


def test_a_correction_a_penalty_a_cut_the_finish_and_its_undoing_need_no_mouse(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT, seats=(4, 4), scheme=OWN_POINTS, chain=["points"])
    seating = night.seat(EIGHT[:4], EIGHT[4:])
    for at_, row in enumerate((EIGHT[:4], EIGHT[4:])):
        night.score(seating, **{name: 40 - 10 * place - at_ for place, name in enumerate(row)})
    standings.catch_up()
    hands, faults = at(browser, live_server, night.event, desk(night.event, "play"))
    page = hands.page

    hands.press(page.locator("#desk-watched").get_by_role("link", name="Table 1").first)
    hands.write(page.locator("[name='seats.0.points']"), "45")
    hands.write(page.get_by_label("Reason"), "Misread")
    hands.act()
    expect(page.locator("#version-2")).to_be_visible()
    assert MatchRecord.objects.get(table__number=1, state="confirmed").version == 2
    page.goto(desk(night.event, "standings"))
    hands.press(page.get_by_role("button", name="Penalties and bonuses"))
    hands.choose(page.get_by_label("Player", exact=True), "Ada")
    hands.write(page.locator("[name=points]"), "-3")
    hands.write(page.get_by_label("Reason"), "Came late")
    hands.act()
    expect(page.get_by_role("row", name="Came late")).to_be_visible()
    assert Adjustment.objects.get().points_num == -3
    final(hands, night)
    finish(hands, night)

    assert hands.unseen == []
    assert faults == []


def final(hands: Hands, night: Evening) -> None:
    page = hands.page
    page.goto(desk(night.event, "standings"))
    hands.press(page.get_by_role("button", name="Choose who is in the final…"))
    hands.write(page.get_by_label("How many advance"), "4")
    hands.press(page.get_by_role("button", name="Preview"))
    hands.press(page.get_by_role("button", name="Apply cut", exact=True))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Who plays")
    hands.press(page.get_by_role("button", name=of("Mark as not playing", "Eve")))
    expect(page.get_by_role("button", name=of("Reinstate", "Eve"))).to_be_visible()
    hands.press(page.get_by_role("button", name="Undo cut"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Who advances?")
    assert Stage.objects.count() == 1


def finish(hands: Hands, night: Evening) -> None:
    page = hands.page
    page.goto(desk(night.event, "standings"))
    hands.press(page.get_by_role("button", name="Finish event"))
    expect(page.locator("section.next h2")).to_have_text("The event is finished")
    hands.press(page.get_by_role("button", name="Undo", exact=True))
    expect(page.locator("section.next h2")).not_to_have_text("The event is finished")
    assert Event.objects.get().state == EventState.RUNNING


def test_a_table_of_open_play_starts_and_people_pause_return_and_go_home_without_a_mouse(
    browser: Browser, live_server: LiveServer
) -> None:
    event = factories.event(factories.club("Tin Owl"), state=EventState.RUNNING)
    factories.stage(event, mode=StageMode.OPEN_PLAY, size_min=3)
    people = [factories.entry(event, factories.member(event.club, name)) for name in NAMES[:5]]
    hands, faults = at(browser, live_server, event, desk(event, "play"))
    page, room = hands.page, hands.page.locator(".room")
    out, home = people[3], people[4]

    hands.press(page.locator(f"#pause-{out.pk}"))
    expect(room.get_by_role("heading", name="On a break")).to_be_visible()
    hands.press(page.locator(f"#free-again-{out.pk}"))
    expect(room.get_by_role("heading", name="On a break")).to_have_count(0)
    hands.press(page.locator(f"#home-{home.pk}"), "Space")
    expect(room).to_contain_text("Gone home:")
    undo(hands, f"Gone home: {NAMES[4]}.")
    expect(room).not_to_contain_text("Gone home:")
    hands.press(page.locator("#accept-1"))
    expect(room.get_by_role("heading", name="Playing")).to_be_visible()
    undo(hands, "Table 1 formed, for 5 people.")
    expect(room.get_by_role("heading", name="Playing")).to_have_count(0)
    hands.press(page.locator("#by-hand summary"))
    for entry in people[:3]:
        hands.press(page.locator(f"#free-{entry.pk}"), "Space")
    hands.press(page.get_by_role("button", name="Start this table"))
    expect(room.get_by_role("heading", name="Playing")).to_be_visible()

    table = Table.objects.get(seats__is_open=True, seats__entry=people[0])
    seated = table.seats.values_list("entry__player__name", flat=True)
    assert sorted(seated) == list(NAMES[:3])
    assert hands.unseen == []
    assert faults == []


def test_the_clock_starts_pauses_and_gets_minutes_more_for_all_and_for_one_without_a_mouse(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT, seats=(4, 4))
    table = night.table(night.seat(EIGHT[:4], EIGHT[4:]), "Eve")
    hands, faults = at(browser, live_server, night.event, desk(night.event, "play"))
    page = hands.page

    hands.press(page.get_by_role("link", name=re.compile("Set the clock|Another length")))
    hands.write(page.get_by_label("Minutes", exact=True), "50")
    hands.act()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    hands.press(page.get_by_role("button", name=of("+5 min", f"Table {table.number}")))
    expect(page.locator("#clock-list .clock-words")).to_contain_text("+5 min")
    hands.press(page.get_by_role("button", name="Back to the desk"))
    hands.press(page.locator("#clock-all-more"), "Space")
    until = page.locator(".desk-clock .clock-words").first
    expect(until).to_have_text(re.compile(r"^\s*until \d\d:\d\d\s*$"))
    hands.press(page.locator("#clock-all-hold"))
    expect(page.locator("#clock-all-resume")).to_be_visible()

    rows = Clock.objects.values_list("table", "length_s", "extra_s")
    assert set(rows) == {(None, 3300, 0), (table.pk, 300, 300)}
    assert hands.unseen == []
    assert faults == []


def test_a_season_from_a_preset_and_two_records_of_one_person_need_no_mouse(
    browser: Browser, live_server: LiveServer
) -> None:
    event = factories.event(factories.club("Tin Owl"))
    for name in ("Nora Quill", "Norah Quill"):
        factories.member(event.club, name)
    office = f"/c/{event.club.slug}/office/"
    hands, faults = at(browser, live_server, event, f"{office}seasons/new/", Role.CLUB_ADMIN)
    page = hands.page

    hands.press(page.locator("summary", has_text="Start from a preset"))
    hands.reach(page.get_by_label("Preset"))
    page.keyboard.press("ArrowDown")
    hands.press(page.get_by_role("button", name="Fill in"))
    expect(page.get_by_role("main")).to_contain_text("Nothing has been saved yet.")
    hands.write(page.get_by_label("Name", exact=True), "Winter nights")
    hands.press(page.get_by_role("button", name="Create season"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Winter nights")
    assert Season.objects.get(club=event.club).name == "Winter nights"
    merges(hands, event.club)

    assert hands.unseen == []
    assert faults == []


def merges(hands: Hands, club: Club) -> None:
    page = hands.page
    page.goto(f"/c/{club.slug}/office/same-person/")
    hands.choose(page.get_by_label("Stays"), "Nora Quill")
    hands.choose(page.get_by_label("Is merged into it"), "Norah Quill")
    hands.press(page.get_by_role("button", name="Compare", exact=True))
    hands.press(page.get_by_role("button", name="Merge them"))
    hands.press(page.get_by_role("button", name=of("Undo", "Nora Quill, Norah Quill")))
    expect(page.get_by_role("main")).to_contain_text("undone")
    assert Merge.objects.get().undone_at is not None
