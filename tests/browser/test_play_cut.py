"""A match whose page loses the network: a press is kept and counts once, the page catches up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import expect

from league.models import PlayAction
from tests.browser.test_play import CHOICES, opened, sits, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route
    from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

SOON_MS = 5_000  # sooner than the next look that a page makes by itself
NOT_SENT = (
    "No connection: not sent yet. Leave this page open; it will be sent once you're back online."
)


def two_who_decide(browser: Browser, live_server: LiveServer) -> tuple[Page, Page]:
    """Both owe a decision, at the same moment and behind their hand."""
    ada, bo = (visitor(browser, live_server) for _ in range(2))
    address = opened(ada, "the-devil-with-it", 2)
    sits(bo, address, "Bo")
    ada.reload()
    ada.get_by_role("button", name="Begin").click()
    expect(ada.locator(CHOICES).first).to_be_visible()
    bo.reload()
    return ada, bo


def decisions() -> list[tuple[int | None, object]]:
    """Whose decisions are stored, in order, and which."""
    found = PlayAction.objects.filter(seat__isnull=False).order_by("seq")
    return list(found.values_list("seat", "action"))


def test_a_press_without_network_is_kept_and_the_page_is_whole_when_it_is_back(
    browser: Browser, live_server: LiveServer
) -> None:
    ada, bo = two_who_decide(browser, live_server)
    said, later = ada.locator("#live"), ada.locator(CHOICES).nth(1)
    wanted = [
        json.loads(page.get_attribute("value") or "") for page in (bo.locator(CHOICES).first, later)
    ]
    ada.context.set_offline(True)

    ada.locator(CHOICES).first.click()
    expect(said).to_have_text(NOT_SENT)
    later.click()  # on second thoughts
    ada.evaluate("htmx.trigger('#play', 'refresh')")
    bo.locator(CHOICES).first.click()
    expect(bo.get_by_role("button", name="Undo my move")).to_be_visible()
    expect(said).to_have_text(NOT_SENT)
    ada.context.set_offline(False)

    expect(ada.get_by_text("All fists open").first).to_be_visible(timeout=SOON_MS)
    expect(said).to_be_empty()
    assert decisions() == [(1, wanted[0]), (0, wanted[1])]


def test_a_press_whose_answer_is_lost_is_sent_again_and_counts_once(
    browser: Browser, live_server: LiveServer
) -> None:
    page = visitor(browser, live_server)
    page.goto("/play/")
    page.get_by_role("button", name="The Devil With It").click()
    expect(page.locator("#turn")).to_have_text("It's your turn")
    keys: list[str] = []

    def lose_the_first(route: Route) -> None:
        if route.request.method != "POST":
            return route.fallback()
        keys.append(dict(parse_qsl(route.request.post_data or ""))["key"])
        if len(keys) > 1:
            return route.fallback()
        route.fetch()
        return route.abort("connectionreset")

    page.route("**/play/**", lose_the_first)
    before = page.locator(".choices").get_attribute("id")
    page.locator(CHOICES).first.click()
    expect(page.locator(f"#{before}")).to_have_count(0)

    assert len(keys) == 2
    assert len(set(keys)) == 1
    assert [seat for seat, _ in decisions()].count(0) == 1
