"""Workbooks for spreadsheets: numbers, texts, no formulas, read back as they were written."""

from __future__ import annotations

import io
import zipfile
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as some

from league import xlsx_writing

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def read(body: bytes) -> list[dict[str, str | float]]:
    """The rows of the first sheet: what stands in which column, numbers as numbers."""
    archive = zipfile.ZipFile(io.BytesIO(body))
    sheet = ElementTree.fromstring(archive.read("xl/worksheets/sheet1.xml"))
    found: list[dict[str, str | float]] = []
    for row in sheet.iter(f"{_MAIN}row"):
        cells: dict[str, str | float] = {}
        for cell in row:
            column = "".join(filter(str.isalpha, cell.attrib["r"]))
            value, text = cell.find(f"{_MAIN}v"), cell.find(f"{_MAIN}is/{_MAIN}t")
            if value is not None and value.text is not None:
                cells[column] = float(value.text)
            elif text is not None:
                cells[column] = text.text or ""
        found.append(cells)
    return found


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


def test_every_part_is_well_formed_and_every_part_that_is_named_is_there() -> None:
    archive = zipfile.ZipFile(io.BytesIO(xlsx_writing.document("A/B: [x]?*", ["name"], [["Ö"]])))

    parts = {name: ElementTree.fromstring(archive.read(name)) for name in archive.namelist()}
    named = {
        part.attrib["PartName"].lstrip("/")
        for part in parts["[Content_Types].xml"]
        if "PartName" in part.attrib
    }
    (sheet,) = parts["xl/workbook.xml"].iter(f"{_MAIN}sheet")

    assert archive.testzip() is None
    assert named <= set(parts)
    assert sheet.attrib["name"] == "A B   x"


def test_columns_past_the_alphabet_have_two_letters() -> None:
    header = [f"c{at}" for at in range(60)]

    (first,) = read(xlsx_writing.document("x", header, []))

    assert [list(first)[at] for at in (0, 25, 26, 51, 52, 59)] == ["A", "Z", "AA", "AZ", "BA", "BH"]
    assert list(first.values()) == header


@given(some.text(min_size=1))
def test_any_name_makes_a_workbook_that_opens(name: str) -> None:
    sayable = xlsx_writing._UNSAYABLE.sub("", name)

    head, row = read(xlsx_writing.document(name, ["name", "n"], [[name, "1"]], numbers={"n"}))

    assert head == {"A": "name", "B": "n"}
    assert row["B"] == 1.0
    assert str(row.get("A", "")).replace("\n", "\r") == sayable.replace("\r\n", "\r").replace(
        "\n", "\r"
    )


def test_the_same_table_gives_the_same_bytes() -> None:
    made = [xlsx_writing.document("x", ["a"], [["1"]], numbers={"a"}) for _ in range(2)]

    assert made[0] == made[1]
