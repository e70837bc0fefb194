"""What the browser's own printing makes of standings and seating: paper, breaks, ink."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from league.core.enums import Role
from league.models import Event
from league.services.standings import standings
from tests import factories
from tests.browser.conftest import Evening

pytestmark = [pytest.mark.browser, pytest.mark.gates, pytest.mark.django_db(transaction=True)]

TABLES = 40
SIZES = {"A4": (595, 842), "Letter": (612, 792)}
NAVIGATION = ("Sign in", "Deutsch", "Light or dark", "Skip to", "Projector", "CSV", "Print")


@pytest.fixture
def dark(browser: Browser) -> Iterator[Page]:
    """A browser whose screen is dark: paper stays white."""
    context = browser.new_context(color_scheme="dark")
    yield context.new_page()
    context.close()


@pytest.fixture
def full_house(evening: Evening) -> Evening:
    """An event with forty tables of four, all played."""
    club = evening.event.club
    event = factories.event(club, season=evening.event.season, name="Full House")
    round_ = factories.round_(factories.stage(event))
    for n in range(TABLES):
        people = [factories.entry(event, f"Person {n:02}{letter}") for letter in "abcd"]
        factories.played(factories.table(round_, people), [1, 2, 3, 4])
    standings.recompute_all()
    return Evening(evening.url, event)


def printed(page: Page, address: str, paper: str = "A4") -> list[PageObject]:
    page.goto(address)
    return list(PdfReader(io.BytesIO(page.pdf(format=paper, print_background=False))).pages)


def words(page: PageObject) -> str:
    return " ".join(page.extract_text().split())


def colours(page: PageObject) -> set[tuple[float, ...]]:
    """Every colour that is not a grey."""
    stream = ContentStream(page.get_contents(), page.pdf)
    found = {
        tuple(round(float(one), 2) for one in operands)
        for operands, operator in stream.operations
        if operator in {b"rg", b"RG"}
    }
    return {one for one in found if max(one) - min(one) > 0.02}


def largest(page: PageObject, text: str) -> float:
    """The size in points in which a text is set, where it is largest."""
    found = [0.0]

    def note(said: str, outer: list[float], inner: list[float], _font: Any, size: float) -> None:
        if said.strip() == text:
            found.append(abs(size * inner[3] * outer[3]))

    page.extract_text(visitor_text=note)
    return max(found)


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("name", ["event", "seating", "standings", "season", "fairness"])
def test_a_page_is_printed_in_black_on_white_without_what_is_for_the_screen(
    evening: Evening, dark: Page, name: str, paper: str
) -> None:
    pages = printed(dark, evening.url + evening.pages[name], paper)

    width, height = SIZES[paper]  # the browser rounds up to whole dots
    assert {round(abs(page.mediabox.width - width)) <= 1 for page in pages} == {True}
    assert {round(abs(page.mediabox.height - height)) <= 1 for page in pages} == {True}
    text = " ".join(words(page) for page in pages)
    assert [word for word in NAVIGATION if word in text] == []
    assert "Ada Quill" in text
    assert [found for page in pages if (found := colours(page))] == []
    assert all(words(page) for page in pages)


def test_seating_by_name_has_its_head_on_every_page_and_everybody_once(
    full_house: Evening, page: Page
) -> None:
    pages = printed(page, f"{full_house.url}{full_house.pages['seating']}?by=name")

    texts = [words(one) for one in pages]
    assert len(texts) > 2
    assert all("Player Table Seat" in text for text in texts)
    everybody = [f"Person {n:02}{letter}" for n in range(TABLES) for letter in "abcd"]
    assert [name for name in everybody if sum(name in text for text in texts) != 1] == []


def test_seating_by_table_has_a_large_number_on_every_card_and_tears_none_apart(
    full_house: Evening, page: Page
) -> None:
    pages = printed(page, f"{full_house.url}{full_house.pages['seating']}?by=table")

    texts = [words(one) for one in pages]
    for n in range(TABLES):
        on = {at for at, text in enumerate(texts) for letter in "abcd" if f"{n:02}{letter}" in text}
        assert len(on) == 1, n
        assert largest(pages[on.pop()], str(n + 1)) > 25, n


def test_standings_have_their_head_on_every_page_and_no_row_is_torn_apart(
    full_house: Evening, page: Page
) -> None:
    pages = printed(page, full_house.url + full_house.pages["standings"])

    texts = [words(one) for one in pages]
    assert len(texts) > 2
    assert all("Rank Player Points" in text for text in texts)
    everybody = [f"Person {n:02}{letter}" for n in range(TABLES) for letter in "abcd"]
    assert [name for name in everybody if sum(name in text for text in texts) != 1] == []


def test_blank_sheets_have_a_page_per_table(evening: Evening, page: Page) -> None:
    _sign_in(page, evening.url, evening.event)

    pages = printed(page, f"{evening.url}/e/{evening.event.slug}/sheets/")

    tables = evening.event.stages.get().rounds.get(number=2).seatings.get().tables.count()
    assert len(pages) == tables
    assert ["Table" in words(one) for one in pages] == [True] * tables


def _sign_in(page: Page, url: str, event: Event) -> None:
    account = factories.account("boss@club.example")
    factories.grant(account, Role.ORGANIZER, event)
    client = Client()
    client.force_login(account)
    value = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": value, "url": url}])
