"""Rounds in which everybody meets everybody evenly, and draws that follow the standings."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.models import Seat
from league.services.evening import rounds
from league.services.seating import seating_changes, seatings
from league.services.standings import standings
from tests.browser.conftest import watched
from tests.browser.test_desk_people import points_of, public
from tests.browser.test_desk_seating import at_desk, company, next_round, played, step
from tests.practice.evenings import OWN_POINTS, Evening, evening
from tests.practice.test_rounds import TWELVE
from tests.practice.test_seating import EIGHT, NINE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

    from league.models import Seating

pytestmark = [
    pytest.mark.browser,
    pytest.mark.gates,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(240),
]

SIXTEEN = [*TWELVE, "Max", "Ned", "Oda", "Pia"]


def planned(page: Page, night: Evening, count: int) -> dict[str, str]:
    """All rounds planned at the desk, and what it says of the plan."""
    step(page, night, "roll")
    page.get_by_label("Rounds to plan").fill(str(count))
    page.get_by_role("button", name="Plan the seating").click()
    facts = page.locator("#rounds-plan dl.facts")
    expect(facts).to_be_visible(timeout=60_000)
    rows = facts.evaluate(
        "list => [...list.querySelectorAll('dt')].map(name => [name, name.nextElementSibling].map("
        "one => one.textContent.trim().replace(/\\s+/g, ' ')))"
    )
    return dict(rows)


def meetings(night: Evening) -> Counter[frozenset[str]]:
    """How often every two have sat at one table."""
    rows = Seat.objects.filter(table__isnull=False, seating__round__stage=night.stage)
    tables: dict[int, list[str]] = {}
    for table, name in rows.values_list("table", "entry__player__name"):
        tables.setdefault(table, []).append(name)
    return Counter(frozenset(two) for names in tables.values() for two in combinations(names, 2))


def test_eight_play_seven_rounds_at_two_tables_and_every_two_meet_three_times(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT, seats=(4, 4))
    page = at_desk(browser, live_server, night)
    faults = watched(page)

    told = planned(page, night, 7)
    for number in range(1, 8):
        page.goto(f"/e/{night.event.slug}/desk/")
        next_round(page, number)
        played(night, number)

    assert told["Most meetings of one pair"] == "3"
    assert meetings(night) == {frozenset(two): 3 for two in combinations(EIGHT, 2)}
    assert faults == []


def test_a_pool_of_seven_at_tables_of_four_is_told_its_balance_and_every_two_meet_twice(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(NINE[:7], seats=(4, 4))
    page = at_desk(browser, live_server, night)

    told = planned(page, night, 7)
    for _ in range(7):
        drawn = seatings.draw_and_publish(by=night.by, stage=night.stage)
        rounds.close(by=night.by, round_=drawn.round, accept_missing=True)

    assert told["Most meetings of one pair"] == "2"
    assert meetings(night) == {frozenset(two): 2 for two in combinations(NINE[:7], 2)}
    matches = Counter(name for two in meetings(night).elements() for name in two)
    assert set(matches.values()) == {12}  # four matches with three others each
    other = evening(NINE[:6], seats=(4, 4))
    told = planned(at_desk(browser, live_server, other), other, 6)
    assert (
        int(told["Most meetings of one pair"].split()[0]) >= 2
    )  # fifteen pairs do not divide evenly
    assert told["Times someone sits out"] == "12"


def test_nobody_of_sixteen_has_one_seat_more_than_twice_in_four_rounds(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(SIXTEEN, seats=(4, 4))
    page = at_desk(browser, live_server, night)
    for number in range(1, 5):
        page.goto(f"/e/{night.event.slug}/desk/")
        next_round(page, number)
        for table in night.stage.rounds.get(number=number).seatings.get().tables.all():
            seats = table.seats.order_by("position")
            night.finish(table.seating, [seat.entry.player.name for seat in seats])
        standings.catch_up()
    page.goto(f"/e/{night.event.slug}/fairness/")

    page.get_by_text("All seats").click()
    rows = page.get_by_role("table", name="How often everyone had each seat").locator("tbody tr")
    expect(rows).to_have_count(16)
    cells = rows.evaluate_all(
        "all => all.map(row => [...row.querySelectorAll('td')].map(cell => cell.textContent))"
    )
    had = [[int(text.split()[0]) for text in cell] for cell in cells]
    assert [sum(times) for times in had] == [4] * 16
    assert max(max(times) for times in had) <= 2
    # By chance it would be one or two; draws give eight to twelve, seldom a little less.
    assert sum(times == [1, 1, 1, 1] for times in had) > 5


def test_after_two_rounds_without_a_winner_the_third_is_seated_at_once(
    browser: Browser, live_server: LiveServer
) -> None:
    night = evening(EIGHT, seats=(4, 4), scheme=OWN_POINTS, chain=["points"], method="swiss")
    for row in (EIGHT, EIGHT[::2] + EIGHT[1::2]):
        seating = night.seat(row[:4], row[4:])
        for names in (row[:4], row[4:]):
            night.score(seating, **dict.fromkeys(names, 5))
    standings.catch_up()
    page = at_desk(browser, live_server, night)

    page.locator("#next-do").click()

    expect(page.locator("section.next")).to_contain_text("Round 3 is being played")
    step(page, night, "seating")
    assert sorted(company(page, 1, 4) + company(page, 2, 4)) == EIGHT


# Who sits out, and who beats whom. Ada: win, win, draw, win, win. Bo: win, bye, win, win, win.
FIVE_ROUNDS = (
    ("Fay", "Cy-Dee Bo-Gil Ada-Hal Eve-Ivo"),
    ("Bo", "Cy-Hal Ada-Ivo Dee-Fay Eve-Gil"),
    ("Gil", "Bo-Eve Cy-Fay Dee-Hal Ada=Ivo"),
    ("Hal", "Cy-Eve Bo-Fay Ada-Gil Dee-Ivo"),
    ("Ivo", "Bo-Dee Cy-Gil Ada-Fay Eve-Hal"),
)


def test_a_drawn_match_and_a_bye_count_the_same_in_the_standings_and_for_the_seats(
    browser: Browser, live_server: LiveServer
) -> None:
    bye = {"kind": "fixed", "points": "1"}
    night = evening(
        NINE, seats=(2, 2), scheme=OWN_POINTS, chain=["points"], method="swiss", bye=bye
    )
    for out, matches in FIVE_ROUNDS:
        pairs = [match.replace("=", "-").split("-") for match in matches.split()]
        seating = arranged(night, [name for pair in pairs for name in pair], out)
        for (first, second), match in zip(pairs, matches.split(), strict=True):
            night.score(seating, **{first: int("-" in match), second: 0})
        standings.catch_up()
    everybody = public(browser, live_server, f"/e/{night.event.slug}/standings/")
    page = at_desk(browser, live_server, night)

    next_round(page, 6)

    for name, points in (("Ada", "4"), ("Bo", "5"), ("Cy", "5"), ("Dee", "3"), ("Eve", "3")):
        expect(points_of(everybody, name)).to_have_text(points)
    step(page, night, "seating")
    assert company(page, 1, 2) == ["Bo", "Cy"]
    next_best = company(page, 2, 2)
    assert next_best in (["Ada", "Dee"], ["Ada", "Eve"])
    rests = page.get_by_role("heading", name="Without a table").locator("+ ul > li bdi")
    expect(rests).to_have_text([({"Dee", "Eve"} - set(next_best)).pop()])


def arranged(night: Evening, names: Sequence[str], out: str) -> Seating:
    """The next round with these people two by two, and one who sits out: changed by hand."""
    draft = seatings.draw(by=night.by, stage=night.stage)
    places = list(draft.seats.order_by("table__number", "position").select_related("entry"))
    at = [place.entry for place in places if place.table_id] + [draft.seats.get(table=None).entry]
    for here, name in enumerate([*names, out]):
        wanted = night.entries[name]
        if at[here] != wanted:
            seating_changes.swap(by=night.by, seating=draft, entry_a=at[here], entry_b=wanted)
            at[at.index(wanted)], at[here] = at[here], wanted
    return seatings.publish(by=night.by, seating=draft)
