"""One letter off, and no more."""

from __future__ import annotations

import pytest

from league.queries.people import spelling
from league.words import names


@pytest.mark.parametrize("typed", ["bruno", "brumo", "bruo", "brunno", "burno", "xruno", "brun"])
def test_one_letter_is_forgiven_wherever_it_stands(typed: str) -> None:
    assert spelling.one_letter_off(typed, "bruno") is True


@pytest.mark.parametrize("typed", ["brxxo", "onurb", "bro", "brunoxx", "bnuro", ""])
def test_two_letters_are_too_many(typed: str) -> None:
    assert spelling.one_letter_off(typed, "bruno") is False


def test_a_short_word_must_stand_as_typed() -> None:
    assert spelling.has_nearly("ohm bruno", ["ohn", "bruno"]) is False
    assert spelling.has_nearly("ohm bruno", ["ohm", "brumo"]) is True


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Sönke Öltopf", "Oeltopf"),
        ("Jürg Müller", "mueller"),
        ("Juerg Mueller", "Jürg Müller"),
        ("Jürg Müller", "Juerg Muller"),
        ("Ämilie Bär", "baer"),
        ("Samuel Raphael", "samuel raphael"),
    ],
)
def test_an_umlaut_is_one_letter_or_two(name: str, typed: str) -> None:
    assert spelling.has_nearly(names.fold(name), names.fold(typed).split()) is True


def test_two_letters_for_an_umlaut_forgive_nothing_else() -> None:
    assert spelling.has_nearly("soenke", ["sonja"]) is False
    assert spelling.has_nearly("bar", ["baer", "ohm"]) is False
