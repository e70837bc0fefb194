"""A press and a look under way at once: whoever is answered last, nothing goes missing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from league.after_commit import live
from tests.browser.conftest import watched
from tests.browser.test_play import CHOICES, opened, sits, visitor

if TYPE_CHECKING:
    from playwright.sync_api import APIResponse, Browser, Locator, Page, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.gates,
    pytest.mark.django_db(transaction=True),
]

NEWS_AT_ONCE = "retry: 100\n\nevent: time\ndata: 1\n\ndata: 1\n\n"


class Answers:
    """What the server said to the page's requests of one method, held until let go."""

    def __init__(self, page: Page, address: re.Pattern[str], method: str) -> None:
        self.page = page
        self.method = method
        self.held: list[tuple[Route, APIResponse]] = []
        self.holds = False
        page.route(address, self.answer)

    def answer(self, route: Route) -> None:
        """Ask the server at once, and keep what it says, if anything, while this holds."""
        if route.request.method != self.method or not self.holds:
            route.fallback()
            return
        said = route.fetch()
        if said.status == 204:
            route.fulfill(response=said)
        else:
            self.held.append((route, said))

    def let_go(self) -> None:
        """Bring the page what it waits for."""
        self.holds = False
        for route, said in self.held:
            route.fulfill(response=said)
        self.held.clear()

    def until_held(self) -> None:
        """Wait until the server has answered a request that this holds."""
        for _ in range(300):
            if self.held:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"no {self.method}")


def has_news_all_the_time(page: Page) -> None:
    """Let the page listen, and the stream tell news without end."""
    page.route(
        re.compile(live.PATH),
        lambda route: route.fulfill(content_type="text/event-stream", body=NEWS_AT_ONCE),
    )


def two_at_a_table(browser: Browser, live_server: LiveServer) -> tuple[Page, Page]:
    ada, bo = (visitor(browser, live_server) for _ in range(2))
    code = opened(ada, "the-devil-with-it", 2)
    sits(bo, code, "Bo")
    return ada, bo


def is_whole(page: Page) -> None:
    expect(page.locator("#turn")).to_have_text("It's your turn")
    expect(page.locator(".play-board svg").first).to_be_visible()
    expect(page.locator("#choose")).to_be_attached()
    expect(page.locator(CHOICES).first).to_be_visible()


@pytest.mark.parametrize("last", ["GET", "POST"])
def test_whoever_is_answered_last_board_and_choices_stay(
    browser: Browser, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    ada, bo = two_at_a_table(browser, live_server)
    monkeypatch.setattr(live, "is_on", lambda: True)
    faults = watched(ada)
    late = Answers(ada, re.compile(r"/play/[a-z0-9]+/(\?seen=\w+)?$"), last)
    has_news_all_the_time(ada)
    ada.reload()

    def presses(button: Locator) -> None:
        late.holds = True
        if last == "GET":
            with bo.expect_response(lambda answer: "/talk/" in answer.url):
                bo.get_by_role("button", name="Hello!").click()  # the look has something to tell
            late.until_held()
        button.click()
        if last == "POST":
            late.until_held()
            ada.wait_for_timeout(1500)  # time for looks that should not be made
        late.let_go()

    presses(ada.get_by_role("button", name="Begin"))
    is_whole(ada)
    presses(ada.locator(CHOICES).first)
    expect(ada.get_by_role("button", name="Undo my move")).to_be_visible()
    presses(ada.get_by_role("button", name="Undo my move"))
    is_whole(ada)
    assert faults == []


def test_a_look_that_waited_for_another_is_not_sent_while_a_press_is_under_way(
    browser: Browser, live_server: LiveServer
) -> None:
    ada, bo = two_at_a_table(browser, live_server)
    ada.reload()
    faults, asked = watched(ada), list[str]()
    address = re.compile(r"/play/[a-z0-9]+/(\?seen=\w+)?$")
    looks, presses = Answers(ada, address, "GET"), Answers(ada, address, "POST")
    with bo.expect_response(lambda answer: "/talk/" in answer.url):
        bo.get_by_role("button", name="Hello!").click()
    looks.holds = presses.holds = True
    ada.evaluate("htmx.trigger('#play', 'refresh')")
    looks.until_held()
    ada.evaluate("htmx.trigger('#play', 'refresh')")
    ada.get_by_role("button", name="Begin").click()
    presses.until_held()
    ada.on("request", lambda request: asked.append(request.url) if "seen=" in request.url else None)

    looks.let_go()
    ada.wait_for_timeout(500)  # time for a look that should not be made
    assert asked == []
    presses.let_go()

    is_whole(ada)
    assert faults == []


def test_an_answer_finds_its_place_though_another_has_replaced_it(
    browser: Browser, live_server: LiveServer
) -> None:
    ada, _ = two_at_a_table(browser, live_server)
    ada.reload()
    ada.get_by_role("button", name="Begin").click()
    is_whole(ada)
    faults = watched(ada)
    late: list[Route] = []
    ada.route(re.compile(r"/talk/$"), lambda route: late.append(route))

    ada.get_by_role("button", name="Hide the talk for me").click()
    ada.locator(CHOICES).first.click()
    expect(ada.get_by_role("button", name="Undo my move")).to_be_visible()
    for route in late:
        route.continue_()

    shown = ada.get_by_role("button", name="Show the talk")
    expect(shown).to_be_visible(timeout=5_000)  # sooner than by the next look
    assert faults == []
