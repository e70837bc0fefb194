"""The handbook says the same in every language, briefly, and calls buttons what they are called."""

from __future__ import annotations

import re
from html import unescape

import pytest

from league.words.handbook import pages
from tests.architecture import test_translations
from tests.architecture.test_glossary import GLOSSARY, SPOKEN, texts
from tests.services import ROOT

FOLDER = ROOT / "league" / "words" / "handbook"
TEXTS = (*pages.PAGES, *(f"here/{place}" for place in pages.PLACES))
MOST_WORDS = 350
BOLD = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)


def plain(name: str, language: str) -> str:
    """The text without the marks of Markdown."""
    html = pages.marked(pages.text(name, language))
    return unescape(re.sub(r"<[^>]+>", "", html))


@pytest.mark.parametrize("language", SPOKEN)
def test_every_language_has_the_same_pages(language: str) -> None:
    files = {str(one.relative_to(FOLDER / language)) for one in (FOLDER / language).rglob("*.md")}

    assert files == {f"{name}.md" for name in TEXTS}


@test_translations.pytestmark
@pytest.mark.parametrize("language", SPOKEN)
def test_what_the_handbook_calls_a_button_is_in_the_catalogue(language: str) -> None:
    labels = {said.replace('\\"', '"') for _english, said in texts(language)}
    quoted = [
        (name, re.sub(r"[ \n]+", " ", label))
        for name in TEXTS
        for label in BOLD.findall(pages.text(name, language))
    ]

    assert len(quoted) > 60
    assert [(name, label) for name, label in quoted if label not in labels] == []


@pytest.mark.parametrize("language", SPOKEN)
def test_a_page_is_short_enough_for_somebody_with_a_queue_before_them(language: str) -> None:
    lengths = {name: len(plain(name, language).split()) for name in pages.PAGES}

    assert {name: count for name, count in lengths.items() if count > MOST_WORDS} == {}


@pytest.mark.parametrize("language", SPOKEN)
def test_a_question_mark_opens_three_sentences(language: str) -> None:
    ends = {
        place: len(re.findall(r"\.(?:\s|$)", plain(f"here/{place}", language)))
        for place in pages.PLACES
    }

    assert ends == dict.fromkeys(pages.PLACES, 3)


@pytest.mark.parametrize("language", SPOKEN)
def test_the_handbook_uses_no_banned_word(language: str) -> None:
    assert [
        (name, found[0], ban["why"])
        for name in TEXTS
        for ban in GLOSSARY["banned"][language]
        if (found := re.search(ban["word"], plain(name, language), re.MULTILINE))
    ] == []
