"""What Django and the sign-in library say is said by our catalogues."""

from __future__ import annotations

import re
from gettext import translation as catalogue
from pathlib import Path

import allauth
import django
import pytest
from django.test import Client
from django.utils import translation

from league.words.borrowed import BORROWED
from tests.architecture.test_translations import CATALOGUES, entries
from tests.factories.people import account

DJANGO = Path(django.__file__).parent
FOLDERS = (Path(allauth.__file__).parent, DJANGO / "conf", DJANGO / "contrib" / "auth")
LIBRARIES = [catalogue("django", folder / "locale", ["fr"]) for folder in FOLDERS]
OURS = CATALOGUES / "en" / "LC_MESSAGES" / "django.po"
STRANGE = {"de": r"\b(Sie|Ihre?[mnrs]?|Ihnen)\b", "fr": r"\b(tu|ton|ta|tes)\b|'(?!>)| [:;?!]"}


def test_each_borrowed_sentence_is_still_one_of_the_libraries() -> None:
    known = {text for text in BORROWED for one in LIBRARIES if one.gettext(text) != text}

    assert [text for text in BORROWED if text not in known] == []


@pytest.mark.parametrize("language", STRANGE)
def test_borrowed_sentences_speak_as_the_house_does(language: str) -> None:
    with translation.override(language):
        said = [translation.gettext(text) for text in BORROWED]

    assert [text for text in said if re.search(STRANGE[language], text)] == []


def test_our_own_english_is_of_borrowed_sentences_and_compiled() -> None:
    own = {text: said for (_context, text, many), said in entries(OURS).items() if not many}
    compiled = catalogue("django", CATALOGUES, ["en"])

    assert own.keys() - set(BORROWED) == set()
    assert {text: compiled.gettext(text) for text in own} == own


@pytest.mark.django_db
def test_a_form_of_the_library_speaks_our_own_english(client: Client) -> None:
    client.force_login(
        account("ada@club.example", password="seven lanterns at dusk"),
        "allauth.account.auth_backends.AuthenticationBackend",
    )

    page = client.get("/account/password/change/").content.decode()

    assert ("Current password" in page, "Current Password" in page) == (True, False)
    assert "At least 10 characters." in page
