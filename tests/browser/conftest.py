"""A played evening on a live server, and a browser that talks to nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request
from pytest_django.live_server_helper import LiveServer

from league import tasks  # noqa: F401  (results wake them)
from league.core.enums import EventState, Role, RoundEntryState
from league.models import Account, Event, RoundEntry
from league.services.standings import standings
from tests import factories

NAMES = (
    *("Ada Quill", "Bruno Saltmarsh", "Cleo Marsh", "Dora Flint", "Edda Öhm", "Falk Reed"),
    *("Gesa Thorn", "Hanno Wick", "Ilka Brand", "Jonas Peat", "Kirsa Loam", "Lorenz Ash"),
    *("Milou Fern", "Nepomuk Oak", "Odile Rush", "Pirmin Clay", "Quirin Salt"),
)


# A press takes the place of a look that is under way (hx-sync), which htmx tells the console.
# A press that another organizer's made useless is answered, and the browser tells its status.
NO_FAULT = ("htmx:afterRequest", "htmx:sendAbort", "409 (Conflict)")


def watched(page: Page) -> list[str]:
    """What the console complains of from now on."""
    faults: list[str] = []

    def note(said: ConsoleMessage) -> None:
        if said.type == "error" and not any(word in said.text for word in NO_FAULT):
            faults.append(said.text)

    page.on("console", note)
    page.on("pageerror", lambda error: faults.append(str(error)))
    return faults


# The once-a-second look at the clock of live.js, which asks for what is due, never comes.
NO_TICK = """
const started = window.setInterval.bind(window);
window.setInterval = (what, every, ...more) =>
  every === 1000 && new Error().stack.includes("/live") ? 0 : started(what, every, ...more);
"""


def only_listens(context: BrowserContext) -> None:
    """Pages opened from now on ask for nothing by themselves: what they learn, the stream says."""
    context.add_init_script(NO_TICK)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("stammtisch").addoption(
        "--accept-looks", action="store_true", help="accept how the style guide looks now"
    )


@dataclass
class Finger:
    """A finger that counts its taps; what is typed is no tap."""

    taps: int = 0

    def tap(self, target: Locator) -> None:
        self.taps += 1
        target.click()


@dataclass
class Evening:
    """An event with two rounds: the first is played, the second is on."""

    url: str
    event: Event

    @property
    def pages(self) -> dict[str, str]:
        event, season = f"/e/{self.event.slug}/", self.event.season
        assert season is not None
        return {
            "home": "/",
            "search": "/search/?q=a",
            "club": f"/c/{self.event.club.slug}/",
            "season": f"/c/{self.event.club.slug}/s/{season.slug}/",
            "event": event,
            "found": f"{event}?name=edda",
            "seating": f"{event}seating/",
            "standings": f"{event}standings/",
            "fairness": f"{event}fairness/",
            "season-fairness": f"/c/{self.event.club.slug}/s/{season.slug}/fairness/",
            "board": f"{event}board/",
            "player": f"/p/{self.event.entries.earliest('id').player_id}/",
        }


@pytest.fixture
def evening(live_server: LiveServer) -> Evening:
    club = factories.club("Tin Owl", description="Tuesdays in the back room.")
    season = factories.season(club)
    event = factories.event(club, season=season, name="First Night", place="Copper Kettle")
    stage = factories.stage(event)
    people = [factories.entry(event, factories.member(club, name)) for name in NAMES]
    for number in (1, 2):
        round_ = factories.round_(stage)
        for start in range(0, 16, 4):
            table = factories.table(round_, people[start : start + 4])
            if number == 1:
                factories.played(table, [1, 2, 2, 4], points=[40, 30, 30, 10])
        RoundEntry.objects.create(round=round_, entry=people[16], state=RoundEntryState.BYE)
    standings.recompute_stage(stage.pk)
    standings.recompute_season(season.pk)
    return Evening(live_server.url, event)


@pytest.fixture
def tonight() -> Event:
    """Seventeen people expected, nobody here yet."""
    club = factories.club("Tin Owl")
    event = factories.event(club, name="Club night", state=EventState.OPEN)
    factories.stage(event)
    for name in NAMES:
        factories.entry(event, factories.member(club, name), is_present=False)
    return event


def signed_in(
    browser: Browser,
    server: LiveServer,
    event: Event,
    *,
    role: Role = Role.ORGANIZER,
    **options: Any,
) -> Page:
    """A page of the event's organizer. Any: the browser's options are of mixed types."""
    account = factories.account()
    factories.grant(account, role, event.club)
    return page_of(browser, server, account, **options)


def page_of(browser: Browser, server: LiveServer, account: Account, **options: Any) -> Page:
    """A page of somebody who is signed in; the policy's refusals are told to the console."""
    client = Client()
    client.force_login(account)
    context = browser.new_context(base_url=server.url, **options)
    cookie = client.cookies["sessionid"]
    context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": server.url}])
    page = context.new_page()
    page.add_init_script(
        "document.addEventListener('securitypolicyviolation',"
        " (event) => console.error('policy', event.effectiveDirective))"
    )
    return page


@pytest.fixture(autouse=True)
def no_page_stays_open(browser: Browser) -> Iterator[None]:
    """What a test opened is closed with it, a failed one's too: open pages go on asking."""
    yield
    for context in browser.contexts:
        # A page that still asks must not keep the closing waiting for a route's answer.
        context.unroute_all(behavior="ignoreErrors")
        context.close()


@pytest.fixture(autouse=True)
def no_other_host(browser: Browser) -> Iterator[None]:
    """No page ever asks another machine for anything."""
    hosts: set[str | None] = set()

    def note(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob", "about"}:
            hosts.add(parts.hostname)

    def watch(context: BrowserContext) -> None:
        context.on("request", note)

    browser.on("context", watch)
    yield
    browser.remove_listener("context", watch)
    assert hosts <= {"localhost", "127.0.0.1"}
