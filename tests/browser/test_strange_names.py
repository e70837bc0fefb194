"""Names as people have them, and as nobody should: every page of an evening on a small phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import EventState, Role
from league.models import Entry, Event
from league.queries.evening import check_ins
from league.services.seating import seatings
from league.services.standings import standings
from tests import factories
from tests.browser.conftest import signed_in, watched
from tests.browser.test_table_upset import SCRIPT, STRANGE
from tests.league.services.seating.test_seatings import play

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

WIDTH = 360
MORE = (
    "W" * 200,
    "\u202eekcirB adA",  # turns the line round
    "{{ 7*7 }} ${7*7}",
    "Z\u0360\u0321\u0362\u0327a\u0356\u0348l\u0346g\u0351o" * 8,
    "\N{ZERO WIDTH JOINER}Kim",
    'O\'Hara "Nils" <Fenn> & Co',
)


@pytest.fixture
def strange() -> Event:
    club = factories.club(SCRIPT, description=SCRIPT * 3)
    season = factories.season(club, name="W" * 80)
    event = factories.event(
        club, season=season, name=SCRIPT, place="P" * 90, state=EventState.RUNNING
    )
    stage = factories.stage(event)
    for name in (*STRANGE, *MORE):
        factories.entry(event, factories.member(club, name[:200]))
    by = factories.actor(Role.ORGANIZER, club)
    play(by, seatings.publish(by=by, seating=seatings.draw(by=by, stage=stage)))
    standings.recompute_stage(stage.pk)
    standings.recompute_season(season.pk)
    return event


def looked_at(page: Page, path: str) -> str:
    """What is wrong with a page: too wide, or a name was run in it. Nothing is an empty text."""
    page.goto(path)
    expect(page.locator("body")).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth")
    hit = page.evaluate("window.hit ?? null")
    evaluated = page.get_by_text("49 $49").count()
    return "" if (wide, hit, evaluated) == (WIDTH, None, 0) else f"{path}: {wide} {hit} {evaluated}"


def test_strange_names_break_no_page_of_an_evening_and_none_scrolls_sideways(
    browser: Browser, live_server: LiveServer, strange: Event
) -> None:
    page = signed_in(browser, live_server, strange, viewport={"width": WIDTH, "height": 740})
    faults = watched(page)
    event, club = f"/e/{strange.slug}/", f"/c/{strange.club.slug}/"
    assert strange.season is not None
    season = f"{club}s/{strange.season.slug}/"
    people = list(Entry.objects.filter(event=strange).order_by("pk"))
    steps = [f"{event}desk/?step={step}" for step in ("roll", "seating", "play", "results")]
    paths = [
        *(*steps, f"{event}desk/?step=standings", f"{event}desk/?step=seating&pick={people[0].pk}"),
        *(event, f"{event}?name=w", f"{event}seating/", f"{event}seating/?by=name"),
        *(f"{event}standings/", f"{event}fairness/", f"{event}results/", f"{event}settings/"),
        *(club, season, f"{season}fairness/", "/", "/search/?q=w", f"{event}board/"),
        f"{event}here/{check_ins.code_of(strange)}/",
        *(f"/p/{entry.player_id}/" for entry in people),
    ]

    wrong = [said for path in paths if (said := looked_at(page, path))]

    assert wrong == []
    assert faults == []
    page.context.close()


def test_a_strange_name_typed_at_the_desk_is_a_name(
    browser: Browser, live_server: LiveServer, strange: Event
) -> None:
    page = signed_in(browser, live_server, strange, viewport={"width": WIDTH, "height": 740})
    faults = watched(page)
    page.goto(f"/e/{strange.slug}/desk/?step=roll")

    for name in (
        f"{SCRIPT} 2",
        "\N{DRAGON FACE}\N{GAME DIE}",
        "\u05d3\u05d5\u05d3 \u05db\u05d4\u05df",
    ):
        page.get_by_label("Add someone: a name is all you need").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator(".notice.undo")).to_contain_text(f"{name} is signed up and here.")
        expect(page.get_by_label("Add someone: a name is all you need")).to_be_focused()
        page.get_by_label("Find a name").fill(name)
        expect(page.locator("#roll > li:visible")).to_have_count(1)

    assert page.evaluate("document.documentElement.scrollWidth") == WIDTH
    assert page.evaluate("window.hit ?? null") is None
    assert faults == []
    page.context.close()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("desk/?step=nowhere&stage=99&round=abc&pick=x&more=-1", 400),
        ("desk/?stage=1%00&round=99999999999999999999&pick=1e9", 400),
        ("desk/?step=seating&pick=999999", 404),
        ("desk/?did=left&ids=1-x--2&part=nothing", 200),
        ("desk/?part=live&stamp=%F0%9F%8E%B2", 200),
        ("tables/999999/", 404),
        ("desk/?step=nowhere&stage=1&pick=x&more=-1", 200),
        ("results/?round=999999", 404),
        ("stages/7/", 404),
        ("%2e%2e/desk/", 404),
    ],
)
def test_an_edited_address_of_the_desk_is_an_answer_and_never_a_fault(
    browser: Browser, live_server: LiveServer, strange: Event, path: str, status: int
) -> None:
    page = signed_in(browser, live_server, strange)

    answer = page.request.get(f"{live_server.url}/e/{strange.slug}/{path}")

    assert answer.status == status
    page.context.close()
