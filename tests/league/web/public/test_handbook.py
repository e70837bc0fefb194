"""The handbook's pages, the search in them, and the question marks that lead there."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client

from league.core.enums import Role
from league.words.handbook import pages
from tests import factories
from tests.practice.evenings import signed_in

pytestmark = pytest.mark.django_db
LANGUAGES = [code for code, _ in settings.LANGUAGES]
FOUND = re.compile(r'<li>\s*<a href="/help/([a-z-]+)/">')


def page(path: str, language: str = "en", client: Client | None = None) -> str:
    answer = (client or Client()).get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def found(asked: str, language: str = "en") -> list[str]:
    listed = page(f"/help/?q={asked}", language).partition("<section>")[2].partition("</section>")
    return FOUND.findall(listed[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_handbook_leads_to_each_page_in_the_language_of_whoever_reads(language: str) -> None:
    listed = FOUND.findall(page("/help/", language))

    assert listed == list(pages.PAGES)
    for name in listed:
        title = pages.text(name, language).partition("\n")[0].removeprefix("# ")
        assert f'<h1 lang="{language}">{title}</h1>' in page(f"/help/{name}/", language)


def test_a_page_leads_on_to_others_of_the_handbook() -> None:
    linked = re.findall(r'href="/help/([a-z-]+)/"', pages.page("first-evening", "en").html)

    assert linked == ["phones", "projector", "printing", "going-wrong"]


@pytest.mark.parametrize(
    ("asked", "language", "expected"),
    [
        ("certificate", "en", ["league", "cup", "printing"]),
        ("QR+WLAN", "de", []),
        ("wlan+lan", "de", ["phones"]),
        ("pénalités", "fr", ["league", "importing"]),
        ("penalites", "fr", ["league", "importing"]),
        ("projector", "en", ["projector", "first-evening", "printing", "privacy", "keys"]),
    ],
)
def test_the_search_finds_pages_with_all_words_titles_first(
    asked: str, language: str, expected: list[str]
) -> None:
    assert found(asked, language) == expected


def test_a_search_without_result_says_so_and_still_lists_the_pages() -> None:
    shown = page("/help/?q=%3Cb%3Ezeppelin")

    assert "No page has “&lt;b&gt;zeppelin”." in shown
    assert FOUND.findall(shown) == list(pages.PAGES)


@pytest.mark.parametrize("name", ["here", "desk", "nothing"])
def test_what_is_no_page_of_the_handbook_is_not_found(name: str) -> None:
    assert Client().get(f"/help/{name}/").status_code == 404


def test_a_question_mark_stands_where_one_may_be_lost() -> None:
    club = factories.club()
    season = factories.season(club)
    event = factories.event(season=season)
    seats = [factories.entry(event) for _ in range(4)]
    table = factories.table(factories.round_(factories.stage(event)), seats)
    admin = signed_in(Role.CLUB_ADMIN, club)
    places = {
        "desk": f"/e/{event.slug}/desk/",
        "table": f"/t/{table.link.code}/",
        "season": f"/c/{club.slug}/s/{season.slug}/settings/",
        "office": f"/c/{club.slug}/office/journal/",
    }

    for place, path in places.items():
        opened = page(path, client=admin).partition('<details class="help')[2]
        assert pages.here(place, "en") in opened
        assert f'href="/help/{pages.PLACES[place]}/"' in opened.partition("</details>")[0]
