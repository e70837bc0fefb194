"""What Django and the sign-in library say is said by our catalogues."""

from __future__ import annotations

import re
from gettext import translation as catalogue
from pathlib import Path

import allauth
import django
import pytest
from django.utils import translation

from league.words.borrowed import BORROWED

DJANGO = Path(django.__file__).parent
FOLDERS = (Path(allauth.__file__).parent, DJANGO / "conf", DJANGO / "contrib" / "auth")
LIBRARIES = [catalogue("django", folder / "locale", ["fr"]) for folder in FOLDERS]
STRANGE = {"de": r"\b(Sie|Ihre?[mnrs]?|Ihnen)\b", "fr": r"\b(tu|ton|ta|tes)\b|'(?!>)| [:;?!]"}


def test_each_borrowed_sentence_is_still_one_of_the_libraries() -> None:
    known = {text for text in BORROWED for one in LIBRARIES if one.gettext(text) != text}

    assert [text for text in BORROWED if text not in known] == []


@pytest.mark.parametrize("language", STRANGE)
def test_borrowed_sentences_speak_as_the_house_does(language: str) -> None:
    with translation.override(language):
        said = [translation.gettext(text) for text in BORROWED]

    assert [text for text in said if re.search(STRANGE[language], text)] == []
