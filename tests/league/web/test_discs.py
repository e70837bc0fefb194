"""Discs: initials and a colour that stays."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from league.web import discs


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada Lovelace", "AL"),
        ("Ada", "A"),
        ("Ada L.", "AL"),
        ("Jean-Luc van der Berg", "JB"),
        ("Player 12", "P12"),
        ("éloïse ångström", "ÉÅ"),
        ("E\u0301loïse", "É"),
        ("日本 太郎", "日太"),
        ("ßen", "S"),
        ("···", "?"),
        ("", "?"),
    ],
)
def test_initials_are_the_first_signs_of_the_first_and_the_last_word(name: str, shown: str) -> None:
    assert discs.initials(name) == shown


def test_a_colour_goes_by_the_number_and_not_by_the_name() -> None:
    before, after = discs.disc(8, "Ada Lovelace"), discs.disc(8, "Ada King")

    assert (before.tone, after.tone) == (3, 3)
    assert {discs.disc(pk, "Ada").tone for pk in range(1, 50)} == {1, 2, 3, 4, 5, 6}


def test_a_picture_takes_the_place_of_the_initials() -> None:
    drawn = [
        render_to_string("components/_disc.html", {"disc": discs.disc(1, "Ada", picture)}).strip()
        for picture in ("", "/pictures/1.webp")
    ]

    assert drawn[0] == '<span class="disc  tone-2" aria-hidden="true">A</span>'
    assert drawn[1].startswith('<img class="disc " src="/pictures/1.webp" alt=""')
