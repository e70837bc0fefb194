"""Every page that a person can open: what axe says of it, how wide it is, what the console says.

The addresses come from the URL configuration, so that a new page is walked too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from tests.browser.conftest import AXE
from tests.practice import addresses

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(600),
]

PHONE, ZOOMED = 360, 640  # a small phone; a desktop of 1280 at 200 %
STEPS = ("roll", "seating", "play", "results", "standings")
ACCOUNT = (
    "/me/",
    "/account/password/change/",
    "/account/2fa/",
    "/account/2fa/totp/activate/",
    "/account/reauthenticate/",
)
SIGNED_OUT = (
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/password/reset/key/done/",
    "/account/inactive/",
    "/nothing-here/",
)
# All rules at first; in the dark, those that colours can change.
LIGHT = "axe.run()"
DARK = "axe.run({runOnly: ['color-contrast', 'link-in-text-block']})"


@dataclass
class Found:
    """What is wrong with pages, as one line each."""

    lines: list[str] = field(default_factory=list)
    visited: int = 0

    def look(self, page: Page, path: str) -> None:
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": PHONE, "height": 740})
        page.goto(path)
        self.visited += 1
        self.width(page, path, PHONE)
        page.evaluate(SOURCE)
        self.faults(page, path, LIGHT)
        page.emulate_media(color_scheme="dark")
        self.faults(page, path, DARK)
        page.set_viewport_size({"width": ZOOMED, "height": 450})
        self.width(page, path, ZOOMED)

    def width(self, page: Page, path: str, room: int) -> None:
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > room:
            self.lines.append(f"{path}: {wide} px wide in {room}")

    def faults(self, page: Page, path: str, question: str) -> None:
        for row in page.evaluate(question)["violations"]:
            html = row["nodes"][0]["html"].replace("\n", " ")[:200]
            self.lines.append(f"{path}: {row['id']} {html}")


SOURCE = AXE.read_text(encoding="utf-8")


def a_context(browser: Browser, server: LiveServer, client: Client | None = None) -> BrowserContext:
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")
    if client is not None:
        value = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": value, "url": server.url}])
    return context


def pages_of(client: Client, paths: list[str]) -> list[str]:
    """Those of the paths that show this client a page."""
    shown = []
    for path in dict.fromkeys(paths):
        answer = client.get(path)
        if answer.status_code == 200 and answer.content.lstrip()[:9].lower() == b"<!doctype":
            shown.append(path)
    return shown


@pytest.mark.parametrize("who", ["organizer", "visitor"])
def test_every_page_pleases_axe_in_light_and_dark_and_fits_a_phone_and_double_size(
    browser: Browser, live_server: LiveServer, who: str
) -> None:
    there = addresses.site()
    desk = f"/e/{there.event.slug}/desk/"
    if who == "organizer":
        client, more = there.owner(), [*(f"{desk}?step={step}" for step in STEPS), *ACCOUNT]
    else:
        client, more = Client(), list(SIGNED_OUT)
    paths = pages_of(client, [*there.paths, *more])
    context = a_context(browser, live_server, client if who == "organizer" else None)
    page, found = context.new_page(), Found()
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: said.append(str(error)))

    for path in paths:
        found.look(page, path)
    context.close()

    assert found.lines == []
    assert said == []
    assert found.visited > {"organizer": 70, "visitor": 25}[who]
