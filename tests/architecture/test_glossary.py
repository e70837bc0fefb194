"""The catalogues use the words of the glossary, and none that it bans."""

from __future__ import annotations

import re
import subprocess
import tomllib

import pytest

from tests.architecture import test_translations
from tests.architecture.test_translations import CATALOGUES, LANGUAGES
from tests.services import ROOT

pytestmark = test_translations.pytestmark

GLOSSARY = tomllib.loads((ROOT / "league" / "words" / "glossary.toml").read_text("utf-8"))
SPOKEN = ["en", *LANGUAGES]


def texts(language: str) -> list[tuple[str, str]]:
    """Each English text with everything that is said for it: all contexts, one and several."""
    of = LANGUAGES[0] if language == "en" else language
    path = CATALOGUES / of / "LC_MESSAGES" / "django.po"
    normal = subprocess.run(
        ["msgattrib", "--no-obsolete", "--no-fuzzy", "--no-wrap", "--no-location", str(path)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    key = r"msgid(?:_plural)?" if language == "en" else r"msgstr(?:\[[01]\])?"
    return [
        (english[1], said)
        for block in normal.split("\n\n")
        if (english := re.search(r'^msgid "(.+)"$', block, re.MULTILINE))
        for said in re.findall(rf'^{key} "(.+)"$', block, re.MULTILINE)
    ]


@pytest.mark.parametrize("language", SPOKEN)
def test_each_word_of_the_glossary_is_used(language: str) -> None:
    said = "\n".join(said for _english, said in texts(language))

    assert [
        term[language]
        for term in GLOSSARY["terms"]
        if not re.search(rf"(?<!\w){re.escape(term[language])}(?!\w)", said, re.IGNORECASE)
    ] == []


@pytest.mark.parametrize("language", SPOKEN)
def test_no_text_uses_a_banned_word(language: str) -> None:
    assert [
        (said, ban["why"])
        for ban in GLOSSARY["banned"][language]
        for english, said in texts(language)
        if re.search(ban["word"], said) and english not in ban.get("but", [])
    ] == []


def test_every_exception_of_a_ban_is_needed() -> None:
    assert [
        english
        for language in SPOKEN
        for ban in GLOSSARY["banned"][language]
        for english in ban.get("but", [])
        if not any(one == english and re.search(ban["word"], said) for one, said in texts(language))
    ] == []
