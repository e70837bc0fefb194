"""A club's evening on a server of its own: the desk, phones and the projector as browsers.

The club is founded over HTTP, as in the flows; from the sign-in on, everything is a browser.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.flows import club as clubs
from tests.flows.conftest import Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.flows.club import Club
    from tests.installation import Installation

SEND = ".sticky-actions button"
FORTY = (
    *("Alba", "Birk", "Cilli", "Dorn", "Elva", "Finn", "Gesa", "Hark", "Ilse", "Jost"),
    *("Kara", "Lutz", "Mira", "Nils", "Oda", "Pelle", "Quirin", "Rike", "Sten", "Tilda"),
    *("Ulf", "Vroni", "Wanda", "Xaver", "Yrsa", "Zeno", "Änne", "Björn", "Carlo", "Dagny"),
    *("Egon", "Fenja", "Gunnar", "Hedda", "Ivo", "Jule", "Knut", "Lale", "Moritz", "Nele"),
)


@dataclass
class Table:
    """A table as its printed card shows it: number, link, who sits where."""

    number: int
    path: str
    names: list[str]


@dataclass
class Hall:
    """The room on that evening, and every browser that was opened in it."""

    browser: Browser
    site: Site
    club: Club
    opened: list[BrowserContext] = field(default_factory=list)
    taps: list[str] = field(default_factory=list)

    @property
    def event(self) -> str:
        return f"/e/{self.club.event}/"

    # Options of a browser are of mixed types.
    def context(self, **options: Any) -> BrowserContext:
        context = self.browser.new_context(base_url=self.site.base, **options)
        self.opened.append(context)
        return context

    def phone(self, path: str, **options: Any) -> Page:
        """A small phone that has just read a code with its camera."""
        context = self.context(
            viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, **options
        )
        page = context.new_page()
        page.goto(path)
        return page

    def desk(self, **options: Any) -> Page:
        """The organizer's laptop, from the sign-in to the desk."""
        page = self.context(viewport={"width": 1280, "height": 900}, **options).new_page()
        page.goto(f"/account/login/?next={self.event}desk/")
        page.get_by_label("E-mail").fill(clubs.EMAIL)
        page.get_by_label("Password", exact=True).fill(clubs.PASSWORD)
        page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
        expect(page.locator("section.next")).to_be_visible()
        return page

    def board(self, query: str) -> Page:
        page = self.context(viewport={"width": 1920, "height": 1080}).new_page()
        page.goto(f"{self.event}board/?{query}")
        return page

    def tables(self) -> list[Table]:
        """What the cards of the running round say, as the printer gets them."""
        page = self.club.founder.open(f"{self.event}desk/?step=play")
        page = self.club.founder.open(page.link("Print QR cards for tables…"))
        found = []
        for html in re.findall(r'<article class="card">(.*?)</article>', page.html, re.S):
            number = re.search(r"<h2>\D*(\d+)</h2>", html)
            path = re.search(r'<p class="small">\S+?(/t/\S+)</p>', html)
            assert number is not None, html
            assert path is not None, html
            names = re.findall(r"<li><bdi>([^<]+)</bdi>", html)
            found.append(Table(int(number[1]), path[1], names))
        return sorted(found, key=lambda table: table.number)

    def close(self) -> None:
        for context in self.opened:
            context.unroute_all(behavior="ignoreErrors")
            context.close()


def opened(browser: Browser, installation: Installation, given: Sequence[str]) -> Hall:
    """A hall with ``given`` on the list of tonight's event."""
    site = Site(installation, is_larger=False)
    return Hall(browser, site, clubs.found(site.base, site.setup_path(), given=given))


def sits(phone: Page, table: Table, position: int) -> None:
    phone.get_by_role("button", name=f"{position} {table.names[position - 1]}").tap()
    expect(phone.locator("#sheet")).to_be_visible()


def types(page: Page, totals: Sequence[int], prefix: str = "") -> None:
    for seat, total in enumerate(totals):
        page.locator(f"[name='{prefix}seats.{seat}.total']").fill(str(total))


def reports(phone: Page, totals: Sequence[int]) -> None:
    """Types the sheet, reads it back, sends it."""
    types(phone, totals)
    phone.locator(SEND).tap()
    expect(phone.get_by_role("heading", name="Is this correct?")).to_be_visible()
    phone.locator(SEND).tap()
    expect(phone.get_by_text("Waiting for a second look")).to_be_visible()
