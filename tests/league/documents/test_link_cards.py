"""Pictures of links: their size, their edges, and names that nobody expects."""

from __future__ import annotations

import struct

import pytest

from league.documents.link_cards import HEIGHT, WIDTH, CardLine, LinkPicture, drawn
from tests.league.documents.pictures import PPI, picture, texts
from tests.league.documents.test_pages import NAMES

MM = 25.4 / 144  # of a dot of the picture


def said(name: str, lines: int) -> LinkPicture:
    ranks = [CardLine(str(n), name, "1234.50") for n in range(1, lines + 1)]
    return LinkPicture(name, name, (name, name, name), name, tuple(ranks), "and 3 more")


@pytest.mark.parametrize("lines", [0, 1, 8])
@pytest.mark.parametrize("kind", NAMES)
def test_whatever_it_says_is_within_the_picture(kind: str, lines: int) -> None:
    document = said(NAMES[kind], lines).document("en")

    (png,) = document.pictures(ppi=PPI)
    seen = picture(png)

    wide, high = WIDTH * MM, HEIGHT * MM
    assert not seen.has_ink(4, 0, wide, 8)
    assert not seen.has_ink(4, high - 5, wide, high)
    assert not seen.has_ink(wide - 10, 0, wide, high)


@pytest.mark.parametrize("kind", ["Vietnamese", "Polish", "Turkish", "markup", "many words"])
def test_a_name_is_in_the_picture_as_it_was_written(kind: str) -> None:
    (shown,) = texts(said(NAMES[kind], 1).document("de"))

    bare = shown.replace(" ", "")
    assert bare.count(NAMES[kind].replace(" ", "")) == 7


def test_a_picture_has_the_size_that_a_card_asks_for() -> None:
    png = drawn(said("Ida Brand", 5), "fr")

    assert struct.unpack(">II", png[16:24]) == (WIDTH, HEIGHT) == (1200, 630)
