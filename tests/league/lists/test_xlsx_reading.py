"""Excel workbooks that come in: read as people typed them, refused before they grow."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook
from xlsxwriter import Workbook

from league.core.errors import BadInput
from league.lists import table_reading, xlsx_reading
from league.words.sentences import sentence

Sheet = Any  # the library has no types
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def book(*fill: Callable[[Sheet, Workbook], object]) -> bytes:
    """A workbook with a sheet for each function that fills one."""
    out = io.BytesIO()
    made = Workbook(out)
    for one in fill:
        one(made.add_worksheet(one.__name__), made)
    made.close()
    return out.getvalue()


def with_cells(xml: str, *, extra: int = 0) -> bytes:
    """A workbook whose one sheet holds ``xml``, and ``extra`` bytes of spaces, packed tightly."""

    def results(sheet: Sheet, _: Workbook) -> None:
        sheet.write_string(0, 0, "x")

    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book(results))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            body = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                data = f'<worksheet xmlns="{MAIN}"><sheetData>{xml}</sheetData></worksheet>'
                body = data.encode() + b" " * extra
            new.writestr(name, body, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def read(data: bytes, **limits: int) -> list[tuple[int, tuple[str, ...]]]:
    limits = {"max_bytes": 10_000_000, "max_rows": 1000} | limits
    table = table_reading.read(data, headed=False, **limits)  # type: ignore[arg-type]
    return [(row.line, row.cells) for row in table.rows]


def refused(data: bytes, **limits: int) -> tuple[str, dict[str, Any]]:
    with pytest.raises(BadInput) as caught:
        read(data, **limits)
    assert "%(" not in sentence(caught.value)
    return caught.value.code, dict(caught.value.params)


def test_values_are_read_as_they_were_typed_and_formulas_by_what_they_gave() -> None:
    def results(sheet: Sheet, made: Workbook) -> None:
        day = made.add_format({"num_format": "dd.mm.yyyy"})
        moment = datetime(2026, 11, 3, tzinfo=UTC).replace(tzinfo=None)
        sheet.write_row(2, 1, ["Ada", 1.0, 0.1 + 0.2, -12.5, 1e15, True])
        sheet.write_datetime(4, 0, moment, day)
        sheet.write_datetime(4, 1, moment.replace(hour=19, minute=30), day)
        sheet.write_formula(4, 2, "=20+16", None, 36)
        sheet.write_string(4, 3, "'=1+1")

    def hidden(sheet: Sheet, _: Workbook) -> None:
        sheet.write_formula(0, 0, "=1/0", None, "#DIV/0!")
        sheet.hide()

    def empty(_: Sheet, __: Workbook) -> None:
        pass

    assert read(book(results, hidden, empty)) == [
        (3, ("", "Ada", "1", "0.3", "-12.5", "1e+15", "yes")),
        (5, ("2026-11-03", "2026-11-03 19:30", "36", "=1+1")),
    ]


def test_a_file_that_grows_when_it_is_unpacked_is_refused_before_it_does() -> None:
    packed = with_cells("", extra=xlsx_reading.MOST_UNPACKED)

    assert len(packed) < 200_000
    assert refused(packed)[0] == "workbook_too_large"


def test_a_lone_cell_far_away_and_a_million_cells_are_refused_with_their_place() -> None:
    far = with_cells('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
    low = with_cells('<row r="900000"><c r="A900000"><v>1</v></c></row>')
    many = with_cells(("<row>" + "<c><v>1</v></c>" * 100 + "</row>") * 10_001)
    blank = with_cells('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="0"/></row>')

    assert (refused(far)[0], refused(far)[1]["cell"]) == ("sheet_too_wide", "XFD1048576")
    assert (refused(low)[0], refused(low)[1]["cell"]) == ("sheet_too_long", "A900000")
    assert refused(many) == ("too_many_cells", {"sheet": "results", "most": 1_000_000})
    assert read(blank) == [(1, ("1",))]


def unparsed(data: bytes) -> str:
    """The code of the fault, found before the other parser lays anything out."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(xlsx_reading, "CalamineWorkbook", None)
        return refused(data)[0]


VALUE = "<v>1</v>"


@pytest.mark.parametrize(
    "cell",
    [
        f'<row><c r="xfd1048576">{VALUE}</c></row>',
        f'<row><c r="a1">{VALUE}</c></row>',
        f'<row><c r="A99999999">{VALUE}</c></row>',
        f'<row><c r="$XFD$1048576">{VALUE}</c></row>',
        f'<row><c r="">{VALUE}</c></row>',
        f'<row r="150000000"><c r="A1">{VALUE}</c><c>{VALUE}</c></row>',
        f'<row r="A150000"><c>{VALUE}</c></row>',
        f'<row r="{"1" * 5000}"><c>{VALUE}</c></row>',
        f'<row r="0"><c>{VALUE}</c></row>',
        f'<row r="150000"><row r="1"><c>{VALUE}</c></row></row>',
        f'<row><c r="CV1"><c r="A1"/>{VALUE}</c></row>',
        f"<c>{VALUE}</c>",
    ],
)
def test_a_place_in_another_spelling_than_programs_write_is_refused_unparsed(cell: str) -> None:
    assert unparsed(with_cells(cell)) == "workbook_unreadable"


def test_a_far_cell_is_found_whatever_else_is_called_like_its_place() -> None:
    far = f'<row><c r="XFD1048576" xmlns:x="urn:x" x:r="A1">{VALUE}</c></row>'
    low = f'<row r="900000" xmlns:x="urn:x" x:r="1"><c>{VALUE}</c></row>'
    back = f'<row r="900000"><c r="A1">{VALUE}</c><c>{VALUE}</c></row>'

    assert unparsed(with_cells(far)) == "sheet_too_wide"
    assert unparsed(with_cells(low)) == "sheet_too_long"
    assert unparsed(with_cells(back)) == "sheet_too_long"


def test_the_empty_space_between_two_cells_is_counted_as_it_is_laid_out() -> None:
    corners = with_cells(
        f'<row r="1"><c r="A1">{VALUE}</c></row><row r="200000"><c r="CV200000">{VALUE}</c></row>'
    )
    apart = with_cells(
        f'<row r="1"><c r="CV1">{VALUE}</c></row><row r="200000"><c r="A200000">{VALUE}</c></row>'
    )

    assert unparsed(corners) == unparsed(apart) == "too_many_cells"


def test_a_sheet_in_another_encoding_is_not_read_by_two_parsers_in_two_ways() -> None:
    body = f'<worksheet xmlns="{MAIN}"><sheetData/></worksheet>'
    packed, out = with_cells(""), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            is_sheet = name == "xl/worksheets/sheet1.xml"
            new.writestr(name, body.encode("utf-16") if is_sheet else old.read(name))

    assert unparsed(out.getvalue()) == "workbook_unreadable"


def with_texts(texts: str, cells: str) -> bytes:
    packed, out = with_cells(cells), io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            body = old.read(name)
            if name == "xl/sharedStrings.xml":
                body = f'<sst xmlns="{MAIN}">{texts}</sst>'.encode()
            new.writestr(name, body, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def test_one_long_text_that_many_cells_show_is_counted_for_each_of_them() -> None:
    def shown(*numbers: str) -> str:
        return "".join(f'<row><c t="s"><v>{one}</v></c></row>' for one in numbers)

    texts = f"<si/><si><t>{'x' * 1_000_000}</t></si><si><r><t>a</t></r><r><t>b</t></r></si>"
    many = with_texts(texts, shown(*["1"] * 34))

    assert len(many) < 20_000
    assert unparsed(many) == "workbook_too_large"
    assert read(with_texts(texts, shown("2", "0", "2"))) == [(1, ("ab",)), (3, ("ab",))]
    for odd in ("+1", " 1", "1.0", "2<!-- -->3", "1<x/>"):
        assert unparsed(with_texts(texts, shown(odd))) == "workbook_unreadable"


odd = st.text("AXFDacxfd019$:. ", max_size=12)
places = st.none() | odd | st.from_regex(r"\A[A-Za-z]{1,4}[0-9]{1,9}\Z")


def attribute(value: str | None) -> str:
    return "" if value is None else f' r="{value}"'


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(places, st.lists(places, max_size=3)), max_size=3))
def test_whatever_is_parsed_is_laid_out_within_the_limit(
    rows: list[tuple[str | None, list[str | None]]],
) -> None:
    cells = [
        (row, "".join(f"<c{attribute(one)}>{VALUE}</c>" for one in cells)) for row, cells in rows
    ]
    xml = "".join(f"<row{attribute(row)}>{of}</row>" for row, of in cells)
    body = f"<worksheet><sheetData>{xml}</sheetData></worksheet>".encode()
    try:
        measured = xlsx_reading._measured("results", body, most=xlsx_reading.MOST_CELLS).cells
    except BadInput:
        return
    assert measured <= xlsx_reading.MOST_CELLS
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(with_cells(xml))).get_sheet_by_name("results")
    width, height = (0, 0) if sheet.end is None else (sheet.end[1] + 1, sheet.end[0] + 1)
    assert width * height <= measured


def test_a_cell_without_a_sound_value_is_named_by_sheet_row_and_column() -> None:
    error = with_cells('<row r="7"><c r="AB7" t="e"><v>#REF!</v></c></row>')
    formula = with_cells('<row r="2"><c r="C2"><f>1+1</f></c></row>')
    long = with_cells(
        f'<row r="3"><c r="B3" t="inlineStr"><is><t>{"x" * 10_001}</t></is></c></row>'
    )

    for data, code, cell in (
        (error, "cell_error", "AB7"),
        (formula, "cell_uncomputed", "C2"),
        (long, "sheet_cell_too_long", "B3"),
    ):
        found, params = refused(data)
        assert (found, params["sheet"], params["cell"]) == (code, "results", cell)


def test_which_sheet_is_meant_is_never_guessed() -> None:
    def one(sheet: Sheet, _: Workbook) -> None:
        sheet.write_string(0, 0, "a")

    def two(sheet: Sheet, _: Workbook) -> None:
        sheet.write_string(0, 0, "b")

    assert refused(book(one, two)) == ("several_sheets", {"sheets": "one, two"})


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04 and nothing more", "workbook_unreadable"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "workbook_old"),
        (with_cells("<row><c r='A1'><v>1</v>"), "workbook_unreadable"),
        (with_cells("")[:-300], "workbook_unreadable"),
    ],
)
def test_what_is_no_workbook_is_said_to_be_none(data: bytes, code: str) -> None:
    assert refused(data)[0] == code


def test_entities_that_would_multiply_are_refused() -> None:
    packed = with_cells("")
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            body = old.read(name)
            if name == "xl/workbook.xml":
                body = b'<!DOCTYPE w [<!ENTITY a "aaaa">]><workbook>&a;</workbook>'
            new.writestr(name, body)

    assert refused(out.getvalue())[0] == "workbook_unreadable"


def test_rows_beyond_the_limit_are_refused() -> None:
    rows = "".join(f"<row><c><v>{n}</v></c></row>" for n in range(5))

    assert refused(with_cells(rows), max_rows=4) == ("too_many_rows", {"most": 4})
