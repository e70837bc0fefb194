"""Watching in a real browser on the real server: by the stream, and never in anybody's way."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.browser.conftest import only_listens
from tests.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.gates]


@dataclass
class Night:
    """The demo's evening on a server of its own, and the organizer's browser."""

    url: str
    event: str
    organizer: BrowserContext
    installation: Installation

    def at(self, context: BrowserContext, path: str = "") -> Page:
        """A page of the event that has begun to listen."""
        page = context.new_page()
        page.goto(f"{self.url}{self.event}{path}")
        expect(page.locator("html")).to_have_attribute("data-live-on", "")
        return page


@pytest.fixture
def night(prepared: Installation, browser: Browser) -> Iterator[Night]:
    prepared.manage("seed_demo")
    server = prepared.serve()
    kept = prepared.folder / "data" / "demo-sign-in.json"
    sign_in = json.loads(kept.read_text(encoding="utf-8"))
    desk = next(link["path"] for link in sign_in["links"] if "/desk/" in link["path"])
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url + desk)
    page.locator("input[name=login]").fill(sign_in["email"])
    page.locator("input[name=password]").fill(sign_in["password"])
    page.locator("main button[type=submit]").first.click()
    expect(page.locator("section.next")).to_be_visible()
    event = str(page.evaluate("location.pathname")).removesuffix("desk/")
    page.close()
    yield Night(server.url, event, context, prepared)
    context.close()


def test_what_one_does_the_stream_shows_the_others_and_nobody_loses_what_they_type(
    night: Night, browser: Browser
) -> None:
    crowd = browser.new_context()
    only_listens(crowd)
    only_listens(night.organizer)
    desk, second = night.at(night.organizer, "desk/"), night.at(night.organizer, "desk/")
    public, board = (
        night.at(crowd),
        night.at(crowd, "board/?slides=clock,seating,names&seconds=120"),
    )
    desk.locator("section.next button").first.click()
    expect(second.locator("section.next")).to_contain_text("17 here")
    desk.locator("section.next button").first.click()
    expect(second.locator("section.next")).to_contain_text("4 results still to come")
    expect(public.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(board.get_by_role("heading", name="Round 1")).to_be_visible()

    public.reload()  # now it has the field by which tables are found
    expect(public.locator("html")).to_have_attribute("data-live-on", "")
    field = public.locator("#find-me")
    field.press_sequentially("Oli")
    desk.goto(f"{night.url}{night.event}desk/clock/")
    desk.locator("#minutes").fill("50")
    desk.locator("section.card button[value=start]").click()
    expect(public.locator("[data-clock-face]")).to_be_visible()
    expect(board.locator("[data-clock-mirror]")).to_be_visible()
    field.press_sequentially("ve")
    expect(field).to_be_focused()
    expect(field).to_have_value("Olive")
    crowd.close()


def test_pages_look_by_themselves_seldom_while_they_listen_and_often_when_they_cannot(
    night: Night, browser: Browser
) -> None:
    listening, cut_off = browser.new_context(), browser.new_context()
    cut_off.route("**/live/**", lambda route: route.abort())
    asked: dict[str, int] = {"listening": 0, "cut off": 0}

    def count(who: str) -> None:
        asked[who] += 1

    quiet = night.at(listening, "board/")
    loud = cut_off.new_page()
    loud.goto(f"{night.url}{night.event}board/")
    for who, page in (("listening", quiet), ("cut off", loud)):

        def seen(request: Request, who: str = who) -> None:
            if request.resource_type == "fetch":
                count(who)

        page.on("request", seen)
    quiet.wait_for_timeout(13_000)

    assert (asked["listening"], asked["cut off"] >= 2) == (0, True)
    expect(loud.locator("html")).not_to_have_attribute("data-live-on", "")
    listening.close()
    cut_off.close()


def test_a_page_that_lost_its_server_comes_back_by_itself(night: Night, browser: Browser) -> None:
    crowd = browser.new_context()
    public = night.at(crowd)
    port = int(night.url.rsplit(":", 1)[1])
    night.installation.running[0].stop()
    expect(public.locator("html")).not_to_have_attribute("data-live-on", "")

    again = night.installation.start(
        "again", ["manage.py", "serve", "--port", str(port)], night.url
    )
    again.wait_for_page()
    began = time.monotonic()
    expect(public.locator("html")).to_have_attribute("data-live-on", "", timeout=40_000)

    assert time.monotonic() - began < 40
    crowd.close()
