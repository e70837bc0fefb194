"""The catalogues call each idea by the glossary's word, and by no word that it bans."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.architecture.test_translations import CATALOGUES, LANGUAGES, entries
from tests.services import ROOT

GLOSSARY = tomllib.loads((ROOT / "league" / "words" / "glossary.toml").read_text("utf-8"))
SPOKEN = ["en", *LANGUAGES]


def texts(language: str) -> dict[str, str]:
    """What each message says in this language, by its English."""
    of = LANGUAGES[0] if language == "en" else language
    found = entries(CATALOGUES / of / "LC_MESSAGES" / "django.po")
    if language == "en":
        return {text: text for _context, text, _plural in found}
    return {text: said for (_context, text, _plural), said in found.items()}


@pytest.mark.parametrize("language", SPOKEN)
def test_each_idea_has_the_word_of_the_glossary(language: str) -> None:
    said = " ".join(texts(language).values()).casefold()

    assert [term for term in GLOSSARY["terms"] if term[language].casefold() not in said] == []


@pytest.mark.parametrize("language", SPOKEN)
def test_no_text_uses_a_banned_word(language: str) -> None:
    found = texts(language)

    assert [
        (said, ban["why"])
        for ban in GLOSSARY["banned"][language]
        for english, said in found.items()
        if re.search(ban["word"], said) and english not in ban.get("but", [])
    ] == []
