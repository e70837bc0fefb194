"""Days in words, on pages and in sentences."""

from __future__ import annotations

import ast
from datetime import date

import pytest
from django.template import engines
from django.utils import translation

from league.words.dates import date_format
from tests.services import ROOT

FIRST = date(2026, 10, 1)
FORMS = ("DATE_FORMAT", "MONTH_DAY_FORMAT", "SHORT_DATE_FORMAT", "Y-m-d")


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["1 October 2026", "1 October", "1 Oct 2026", "2026-10-01"]),
        ("de", ["1. Oktober 2026", "1. Oktober", "01.10.2026", "2026-10-01"]),
        ("fr", ["1er octobre 2026", "1er octobre", "01/10/2026", "2026-10-01"]),
    ],
)
def test_the_first_of_a_month_is_an_ordinal_where_the_language_says_it(
    language: str, written: list[str]
) -> None:
    page = engines["django"].from_string("{{ day|date:form }}")

    with translation.override(language):
        assert [date_format(FIRST, form) for form in FORMS] == written
        assert [page.render({"day": FIRST, "form": form}) for form in FORMS] == written


def test_french_counts_no_other_day_of_a_month() -> None:
    with translation.override("fr"):
        days = [date_format(date(2026, 8, n), "DATE_FORMAT") for n in (2, 11, 21, 31)]

    assert days == ["2 août 2026", "11 août 2026", "21 août 2026", "31 août 2026"]


def test_a_short_day_of_the_week_ends_in_a_point_in_french() -> None:
    with translation.override("fr"):
        assert date_format(date(2026, 11, 29), "D j F") == "dim. 29 novembre"


def test_days_are_written_by_the_house_alone() -> None:
    by_django = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "league").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module == "django.utils.formats"
        and {"date_format", "localize"} & {name.name for name in node.names}
    ]

    assert by_django == []
