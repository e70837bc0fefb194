"""The catalogues hold every text of the source, translated, and are compiled."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.services import ROOT

CATALOGUES = ROOT / "league" / "locale"
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]

pytestmark = pytest.mark.skipif(
    shutil.which("msgfmt") is None and not os.environ.get("CI"),
    reason="gettext is not installed",
)


def entries(path: Path) -> dict[tuple[str, str, str], str]:
    """Translations by context, text and plural; obsolete and fuzzy ones left out."""
    normal = subprocess.run(
        ["msgattrib", "--no-obsolete", "--no-fuzzy", "--no-wrap", "--no-location", str(path)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = {}
    for block in normal.split("\n\n"):

        def part(name: str, block: str = block) -> str:
            matched = re.findall(rf'^{name} "(.*)"$', block, flags=re.MULTILINE)
            return str(matched[0]) if matched else ""

        text = part("msgid")
        if text:
            key = (part("msgctxt"), text, part("msgid_plural"))
            found[key] = part("msgstr") or (part(r"msgstr\[0\]") and part(r"msgstr\[1\]"))
    return found


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogues as makemessages writes them today, in a copy of the source."""
    copy = tmp_path_factory.mktemp("source")
    for name in ("manage.py", "api", "games", "league", "templates"):
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "vendor")
            )
        else:
            shutil.copy(ROOT / name, copy / name)
    languages = [word for code in LANGUAGES for word in ("--locale", code)]
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", *languages, "--no-obsolete", "--no-wrap"],
        cwd=copy,
        env={**os.environ, "LEAGUE_NO_BOOTSTRAP": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    return copy / "league" / "locale"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_holds_every_text_of_the_source_and_no_other(
    language: str, fresh: Path
) -> None:
    wanted = set(entries(fresh / language / "LC_MESSAGES" / "django.po"))
    held = set(entries(CATALOGUES / language / "LC_MESSAGES" / "django.po"))

    assert {"missing": wanted - held, "obsolete": held - wanted} == {
        "missing": set(),
        "obsolete": set(),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    held = entries(CATALOGUES / language / "LC_MESSAGES" / "django.po")

    assert [key for key, translation in held.items() if not translation] == []


def test_french_says_vous_to_everybody() -> None:
    held = entries(CATALOGUES / "fr" / "LC_MESSAGES" / "django.po")
    familiar = re.compile(r"\b(tu|te|toi|ton|ta|tes)\b", re.IGNORECASE)

    assert [text for text in held.values() if familiar.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive_translation(language: str) -> None:
    held = entries(CATALOGUES / language / "LC_MESSAGES" / "django.po")

    def placeholders(text: str) -> set[str]:
        return set(re.findall(r"%\([a-z0-9_]+\)[a-z]", text))

    # A singular may say "one" where the plural names the number.
    wrong = {
        key[1]: translation
        for key, translation in held.items()
        if translation
        and placeholders(translation) - placeholders(key[1] + key[2])
        | (placeholders(key[1]) - placeholders(translation) if not key[2] else set())
    }

    assert wrong == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_is_that_of_the_source(language: str, tmp_path: Path) -> None:
    folder = CATALOGUES / language / "LC_MESSAGES"
    compiled = tmp_path / "django.mo"

    subprocess.run(
        ["msgfmt", "--check-format", "-o", str(compiled), str(folder / "django.po")], check=True
    )

    assert (folder / "django.mo").read_bytes() == compiled.read_bytes()
