"""Workbooks for spreadsheets: numbers, texts, no formulas, read back as they were written."""

from __future__ import annotations

import io
import zipfile
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as some

from league.lists import xlsx_writing

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def read(body: bytes) -> list[dict[str, str | float]]:
    """The rows of the first sheet: what stands in which column, numbers as numbers."""
    archive = zipfile.ZipFile(io.BytesIO(body))
    texts = [
        "".join(part.text or "" for part in one.iter(f"{_MAIN}t"))
        for one in ElementTree.fromstring(archive.read("xl/sharedStrings.xml"))
    ]
    sheet = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    assert not list(sheet.iter(f"{_MAIN}f"))
    return [
        {
            "".join(filter(str.isalpha, cell.attrib["r"])): texts[int(value.text or "")]
            if cell.get("t") == "s"
            else float(value.text or "")
            for cell in row
            for value in cell.iter(f"{_MAIN}v")
        }
        for row in sheet.iter(f"{_MAIN}row")
    ]


def test_numbers_are_numbers_where_they_are_wanted_and_all_else_is_text() -> None:
    body = xlsx_writing.document(
        "Season",
        ["rank", "name", "points"],
        [["1", "007", "12.50"], ["2=", "=1+1", "–"], ["3", 'A <b> & "C"', "-3"]],
        numbers={"rank", "points"},
    )

    assert read(body) == [
        {"A": "rank", "B": "name", "C": "points"},
        {"A": 1.0, "B": "007", "C": 12.5},
        {"A": "2=", "B": "=1+1", "C": "–"},
        {"A": 3.0, "B": 'A <b> & "C"', "C": -3.0},
    ]


@given(some.text(), some.text(min_size=1))
def test_any_title_and_any_name_make_a_workbook_that_opens(title: str, name: str) -> None:
    body = xlsx_writing.document(title, ["name", "n"], [[name, "1"]], numbers={"n"})

    head, row = read(body)
    book = ElementTree.fromstring(zipfile.ZipFile(io.BytesIO(body)).read("xl/workbook.xml"))
    (sheet,) = book.iter(f"{_MAIN}sheet")
    assert (head, row["B"]) == ({"A": "name", "B": "n"}, 1.0)
    assert 1 <= len(sheet.attrib["name"].encode("utf-16-le")) // 2 <= 31
    if name.isprintable():
        assert row["A"] == name


def test_the_same_table_gives_the_same_bytes() -> None:
    made = [xlsx_writing.document("x", ["a"], [["1"]], numbers={"a"}) for _ in range(2)]

    assert made[0] == made[1]
