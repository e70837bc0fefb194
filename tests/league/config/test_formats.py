"""Days as each language writes them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date, time

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.formats import date_format, time_format

from tests.services import ROOT


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_no_short_day_of_a_month_can_be_read_as_another(language: str) -> None:
    with translation.override(language):
        fourth_of_march = date_format(date(2026, 3, 4), "SHORT_DATE_FORMAT")

    assert fourth_of_march == {"en": "4 Mar 2026", "de": "04.03.2026", "fr": "04/03/2026"}[language]


# An hour, a weekday, a year, and what machines read; everything else is a form with a name.
UNNAMED = {"D", "l", "Y", "Y-m-d", "c"}


def forms() -> Iterator[tuple[str, str]]:
    """Every form in which a page, a paper or a mail writes a day: where, and which."""
    for path in sorted((ROOT / "templates").rglob("*.*")):
        text = path.read_text(encoding="utf-8")
        for form in re.findall(r"\|date:[\"']([^\"']*)[\"']", text):
            yield path.name, form
    for path in sorted((ROOT / "league").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or ast.unparse(call.func) != "date_format":
                continue
            form = call.args[1]
            if isinstance(form, ast.Constant):
                yield path.name, str(form.value)
            elif not isinstance(form, ast.Name):  # a name holds a form that a translator chose
                yield path.name, ast.unparse(form)


def test_each_language_writes_days_in_its_named_forms_alone() -> None:
    found = list(forms())
    own = [(name, form) for name, form in found if not form.endswith("_FORMAT")]

    assert len(found) > 30
    assert [(name, form) for name, form in own if form not in UNNAMED] == []


@pytest.mark.parametrize(
    ("language", "written"), [("en", "20:15"), ("de", "20:15"), ("fr", "20\u00a0h\u00a015")]
)
def test_an_hour_stands_as_its_language_writes_it(language: str, written: str) -> None:
    with translation.override(language):
        assert time_format(time(20, 15), "TIME_FORMAT") == written


def test_no_template_writes_an_hour_of_one_language() -> None:
    found = [
        path.relative_to(ROOT)
        for path in (ROOT / "templates").rglob("*.html")
        if "H:i" in path.read_text()
    ]

    assert found == []
