"""Every page that a person can open, in each state: axe, a screen reader, double size, motion."""

from __future__ import annotations

import itertools
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.test.signals import template_rendered
from playwright.sync_api import Error as PlaywrightError

from league.models import Event
from tests.browser import axe, tour
from tests.browser.conftest import NO_FAULT
from tests.browser.enlarged import QUESTIONS
from tests.browser.read_out import ReadOut
from tests.practice import addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.template import Template
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.live_server_helper import LiveServer

    from tests.browser.tour import Stop, Tour

pytestmark = [
    pytest.mark.browser,
    pytest.mark.gates,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(1200),  # a walk past 275 stops, on a machine that has other things to do
]

PHONE, ZOOMED = 360, 640  # a small phone; a desktop of 1280 at 200 %
QUICK = f"{axe.EVERYTHING}, preload: false"
OPEN_ALL = "document.querySelectorAll('details').forEach(one => { one.open = true; })"
# Every date as wide as dates get in the page's language: a page must not fit in May alone.
WIDEST_DATES = """() => {
  const form = new Intl.DateTimeFormat(document.documentElement.lang, { month: "long" });
  const months = [...Array(12).keys()].map((month) => form.format(new Date(2026, month, 15)));
  const longest = months.reduce((one, two) => (two.length > one.length ? two : one));
  const named = new RegExp(`(?<!\\\\p{L})(${months.join("|")})(?!\\\\p{L})`, "gu");
  for (const time of document.querySelectorAll("time")) {
    for (const text of [...time.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE)) {
      text.data = text.data.replace(named, longest).replace(/\\d+(?=(er|\\.)? \\p{L}{3})/u, "30");
    }
  }
}"""
# What would move for longer than a moment, although the reader asked for less motion.
MOVING = """() => [...document.querySelectorAll("*")].filter((one) => {
  const style = getComputedStyle(one);
  const longest = (times) => Math.max(...times.split(",").map(parseFloat));
  return longest(style.transitionDuration) > 0.1 && style.transitionProperty !== "none"
    || longest(style.animationDuration) > 0.1 && style.animationName !== "none";
}).map((one) => one.outerHTML.slice(0, 120)).slice(0, 3)"""
# Controls that a thumb would miss; a link within a sentence is as high as its line.
SMALL = """() => [...document.querySelectorAll("button, [role=button], select, summary, textarea, "
    + "input:not([type=hidden], [type=checkbox], [type=radio])")].filter((one) => {
  const box = one.getBoundingClientRect();
  return one.checkVisibility() && box.height > 2 && box.height < 43.5;
}).map((one) => one.outerHTML.slice(0, 120)).slice(0, 3)"""

# What is written too small for the far end of a room: below a sixtieth of the wall's height.
UNREADABLE = """() => [...document.querySelectorAll(".slide:not([hidden]) *")].filter((one) =>
  [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim())
  && one.checkVisibility() && one.getBoundingClientRect().width > 2
  && parseFloat(getComputedStyle(one).fontSize) < 18
).map((one) => one.outerHTML.slice(0, 120)).slice(0, 3)"""


@dataclass
class Found:
    """What is wrong with pages, as one line each."""

    lines: list[str] = field(default_factory=list)

    @contextmanager
    def named(self, stop: Stop) -> Iterator[None]:
        """A stop that cannot be reached does not keep the others from being looked at."""
        try:
            yield
        except (AssertionError, PlaywrightError) as error:
            self.lines.append(f"{stop.name}: {str(error)[:300]}")

    def look(self, page: Page, stop: Stop, language: str) -> None:
        name = stop.name
        page.evaluate(OPEN_ALL)
        page.evaluate(WIDEST_DATES)
        self.lines += [f"{name}: {fault}" for fault in ReadOut.of(page).faults()]
        if "/embed/" not in stop.path:  # these speak the language of the site around them
            said = page.evaluate("document.documentElement.lang")
            self.lines += [f"{name}: says it is {said}"] if said != language else []
        self.width(page, name, PHONE)
        self.lines += [f"{name}: moves {html}" for html in page.evaluate(MOVING)]
        self.lines += [f"{name}: small {html}" for html in page.evaluate(SMALL)]
        rows = axe.violations_in_light_and_dark(page, QUICK)
        self.lines += [f"{name}: {axe.first_of(row)}" for row in rows]
        page.set_viewport_size({"width": ZOOMED, "height": 450})
        self.width(page, name, ZOOMED)
        if stop.sizes != tour.WALL:  # nobody reads a wall close up
            for question in QUESTIONS:
                self.lines += [f"{name}: {fault}" for fault in page.evaluate(question)]
        else:
            page.set_viewport_size({"width": 1920, "height": 1080})
            self.lines += [f"{name}: unreadable {text}" for text in page.evaluate(UNREADABLE)]

    def width(self, page: Page, name: str, room: int) -> None:
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > room:
            self.lines.append(f"{name}: {wide} px wide in {room}")


@dataclass
class Walkers:
    """A browser for each of those who walk."""

    browser: Browser
    url: str
    walk: Tour
    pages: dict[str, Page] = field(default_factory=dict)
    at: str = ""
    said: list[str] = field(default_factory=list)

    def open(self, stop: Stop, language: str) -> Page:
        self.at = f"{stop.name} in {language}"
        if stop.who not in self.pages:
            self.pages[stop.who] = self.context(stop.who).new_page()
            self.pages[stop.who].on("console", lambda line: self.note(line.type, line.text))
            self.pages[stop.who].on("pageerror", lambda error: self.note("error", str(error)))
        page = self.pages[stop.who]
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.set_viewport_size({"width": PHONE, "height": 740})
        page.set_extra_http_headers({"Accept-Language": language})
        stop.open(page, self.url, language)
        return page

    def context(self, who: str) -> BrowserContext:
        context = self.browser.new_context()
        if who in self.walk.accounts:
            client = Client()
            client.force_login(self.walk.accounts[who])
            value = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": value, "url": self.url}])
        return context

    def note(self, kind: str, text: str) -> None:
        """The browser tells the status of every refusal; the tour opens refusals on purpose."""
        is_status = "the server responded with a status of" in text
        if kind == "error" and not is_status and not any(word in text for word in NO_FAULT):
            self.said.append(f"{self.at}: {text}")


def test_every_page_pleases_axe_is_clear_when_read_out_fits_double_size_and_stands_still(
    browser: Browser, live_server: LiveServer
) -> None:
    walk = tour.prepared()
    walkers, found, shown = Walkers(browser, live_server.url, walk), Found(), set[str]()

    def note(template: Template, **_: object) -> None:
        shown.add(str(template.name))

    template_rendered.connect(note)
    try:
        stops = [stop for stop in walk.stops if not stop.only_pictures]
        # Neighbours are alike: each in another language than the one before it.
        for stop, language in zip(stops, itertools.cycle(("de", "fr", "en")), strict=False):
            with found.named(stop):
                found.look(walkers.open(stop, language), stop, language)
    finally:
        template_rendered.disconnect(note)

    assert not found.lines, "\n".join(found.lines)
    assert walkers.said == []
    assert {name for name in tour.templates() if name not in shown} == set(tour.UNSEEN)
    assert tour.missing(walk.stops) == set()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_head_of_a_page_is_one_line_and_its_links_another_on_a_phone(
    browser: Browser, live_server: LiveServer, language: str
) -> None:
    there = addresses.site()
    walkers = Walkers(browser, live_server.url, tour.Tour([], {tour.ORGANIZER: there.admin}, {}))

    page = walkers.open(tour.Stop("club", there.path_of("club"), tour.ORGANIZER), language)

    tops = "all => new Set(all.map(one => Math.round(one.getBoundingClientRect().bottom))).size"
    assert page.eval_on_selector_all("header .brand, header form button", tops) == 1
    assert page.eval_on_selector_all("header .site > nav a:visible", tops) == 1


def test_a_long_name_of_an_event_is_not_under_the_line_below_it(
    browser: Browser, live_server: LiveServer
) -> None:
    there = addresses.site()
    name = "A night of The Devil With It (Auf Teufel komm raus)"
    Event.objects.filter(pk=there.event.pk).update(name=name)
    walkers = Walkers(browser, live_server.url, tour.Tour([], {}, {}))

    page = walkers.open(tour.Stop("club", there.path_of("club")), "en")

    line = page.locator(".event-line", has_text=name).first
    edge = "(one, edge) => { const r = document.createRange(); r.selectNodeContents(one);"
    edge += " return r.getBoundingClientRect()[edge]; }"
    foot = line.locator("a").first.evaluate(edge, "bottom")
    assert foot <= line.locator(".soft").first.evaluate(edge, "top") + 1
