"""Slips of tables as PDF."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from league.documents.score_sheets import BlankSheet, score_sheets
from league.documents.slips import Slip, table_slips
from league.documents.typesetting import Document, Paper
from tests.league.documents.pictures import codes


def _pages(document: Document) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(document.pdf())).pages]


def test_each_table_has_a_page_of_its_own() -> None:
    slips = [Slip(f"Table {n}", "Kettle", ("Ida", "Bo")) for n in (1, 2, 3)]

    pages = _pages(table_slips(slips, title="First night", lang="en"))

    assert [page.splitlines()[0] for page in pages] == ["Table 1", "Table 2", "Table 3"]


def test_the_code_on_each_printed_page_is_the_address_of_its_table() -> None:
    urls = [f"https://club.example.org/t/{code}/" for code in ("bcdfghjkmn", "pqrstvwxz2")]
    slips = [Slip("Table", "Kettle", ("Ida", "Bo"), url) for url in urls]
    sheets = [BlankSheet("Table", "Kettle", (), url) for url in (urls[1], urls[0])]
    sheets.append(BlankSheet("Table", "Kettle", ()))

    cards = table_slips(slips, title="First night", lang="en")
    blank = score_sheets(sheets, title="First night", lang="en")

    assert [codes(page) for page in cards.pictures(ppi=72)] == [[urls[0]], [urls[1]]]
    assert [codes(page) for page in blank.pictures(ppi=96)] == [[urls[1]], [urls[0]], []]


@pytest.mark.parametrize(
    "name", ['#eval("1+1")', "*x* _y_ $z$", 'back\\slash "quote"', "Łukasz Çelik"]
)
def test_a_name_prints_as_it_was_written(name: str) -> None:
    slips = table_slips([Slip("Table 1", "Kettle", (name,))], title="Night", lang="en")

    assert f"1 {name}" in " ".join(_pages(slips)[0].split("\n"))


@pytest.mark.parametrize("name", ["😀 Ida", "עידה ברנד", "x" * 200])
def test_a_name_that_no_line_holds_still_gives_one_page(name: str) -> None:
    slips = table_slips([Slip("Table 1", "Kettle", (name,))], title="Night", lang="de-at")

    assert len(_pages(slips)) == 1


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("us-letter", (612, 792))])
def test_the_paper_has_its_size(paper: Paper, size: tuple[int, int]) -> None:
    slips = table_slips([Slip("Table 1", "", ())], title="Night", lang="en", paper=paper)

    box = PdfReader(io.BytesIO(slips.pdf())).pages[0].mediabox
    assert (round(box.width), round(box.height)) == size
