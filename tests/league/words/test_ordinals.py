"""Places as each language writes them."""

from __future__ import annotations

import pytest
from django.utils import translation

from league.words.ordinals import ordinal


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"]),
        ("de", ["1.", "2.", "3.", "4.", "11.", "12.", "13.", "21.", "112."]),
        ("fr", ["1er", "2e", "3e", "4e", "11e", "12e", "13e", "21e", "112e"]),
    ],
)
def test_a_place_is_written_as_its_language_writes_it(language: str, written: list[str]) -> None:
    with translation.override(language):
        assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == written


def test_what_is_no_place_stays_as_it_is() -> None:
    assert [ordinal(text) for text in ("2=", "–", "")] == ["2=", "–", ""]
