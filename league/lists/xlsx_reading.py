"""Reading a table from an Excel workbook (.xlsx): values only, measured before it is parsed.

What is packed is counted while it is unpacked, and what a sheet would need in memory before it
is laid out, so that no small file can become a large one. Formulas are never run: what the
program that saved them had computed is read.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import IO, NoReturn
from xml.parsers import expat

from python_calamine import CalamineError, CalamineWorkbook

from league.core.errors import BadInput
from league.lists.csv_reading import (
    MOST_COLUMNS,
    MOST_IN_A_CELL,
    MOST_LINES,
    Row,
    Table,
    unguarded,
)
from league.words import names

MOST_UNPACKED = 96 * 1024 * 1024
MOST_FILES = 500
MOST_SHEETS = 50
MOST_CELLS = 1_000_000
MOST_TEXT = 32 * 1024 * 1024  # of all cells together: many may show the same long text
_PIECE = 1024 * 1024
_BOOK, _LINKS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_SHEETS, _TEXTS = "xl/worksheets/", "xl/sharedStrings.xml"
_OLD = b"\xd0\xcf\x11\xe0"  # .xls, and whatever a password protects
# The only spellings of a place that programs write: what else a parser knows is not guessed.
_ROW = re.compile(r"[1-9][0-9]{0,6}")
_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_SHARED = re.compile(r"[0-9]{1,7}")

Start = Callable[[str, dict[str, str]], None]


def is_workbook(data: bytes) -> bool:
    return data.startswith((b"PK\x03\x04", _OLD))


def read(data: bytes, *, headed: bool, max_bytes: int, max_rows: int) -> Table:
    """The one sheet that has something in it; hidden ones are left out.

    Raises:
        BadInput: ``file_too_large``, ``workbook_old``, ``workbook_unreadable``,
            ``workbook_too_large``, ``too_many_sheets``, ``several_sheets``, ``empty_file``,
            ``too_many_rows``, ``too_many_cells``, ``sheet_too_wide``, ``sheet_too_long``,
            ``cell_error``, ``cell_uncomputed``, ``sheet_cell_too_long``.
    """
    if len(data) > max_bytes:
        raise BadInput("file_too_large", field="file", most=max_bytes // 1024)
    if data.startswith(_OLD):
        raise BadInput("workbook_old", field="file")
    parts = _unpacked(data)
    sheets = _sheets(parts)
    cells, text = MOST_CELLS, MOST_TEXT
    lengths = _lengths(parts.get(_TEXTS, b""))
    for name, part in sheets.items():
        seen = _measured(name, parts[part], most=cells, most_text=text, lengths=lengths)
        cells, text = cells - seen.cells, text - seen.text
    try:
        book = CalamineWorkbook.from_filelike(_plain(parts, set(sheets.values())))
        found = {name: book.get_sheet_by_name(name) for name in sheets}
        filled = [name for name, sheet in found.items() if sheet.start is not None]
        if len(filled) > 1:
            told = ", ".join(names.clean(name) for name in filled[:5])
            raise BadInput("several_sheets", field="file", sheets=told)
        if not filled:
            raise BadInput("empty_file", field="file")
        values = found[filled[0]].to_python(skip_empty_area=False)
    except (CalamineError, OSError, ValueError):
        raise BadInput("workbook_unreadable", field="file") from None
    rows = _rows(filled[0], values)
    header = rows.pop(0) if headed and rows else None
    if header is None and (headed or not rows):
        raise BadInput("empty_file", field="file")
    if len(rows) > max_rows:
        raise BadInput("too_many_rows", field="file", most=max_rows)
    if header is None:
        header = Row(0, ("",) * max(len(row.cells) for row in rows))
    return Table("utf-8", ",", header, tuple(rows), headed, sheet=filled[0])


# --- what a cell says ---------------------------------------------------------------------------


def _rows(sheet: str, values: Sequence[Sequence[object]]) -> list[Row]:
    """The rows with content, each without the empty cells at its end."""
    found: list[Row] = []
    for line, cells in enumerate(values, start=1):
        texts = [unguarded(said(cell)) for cell in cells]
        while texts and not texts[-1].strip():
            texts.pop()
        for column, text in enumerate(texts, start=1):
            if len(text) > MOST_IN_A_CELL:
                raise _at("sheet_cell_too_long", sheet, line, column, most=MOST_IN_A_CELL)
            if "\0" in text:
                raise _at("cell_error", sheet, line, column, value="NUL")
        if texts:
            found.append(Row(line, tuple(texts)))
    return found


def said(value: object) -> str:
    """A value as somebody typed it: 1, 12.5, 2026-11-03, 19:30."""
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.15g}"
        case datetime() if value.time() == time():
            return value.date().isoformat()
        case datetime():
            return value.isoformat(sep=" ", timespec="minutes")
        case date():
            return value.isoformat()
        case time():
            return value.isoformat(timespec="minutes")
        case timedelta():
            minutes = int(value.total_seconds()) // 60
            return f"{minutes // 60}:{minutes % 60:02}"
    return str(value)


# --- what is packed -------------------------------------------------------------------------------


def _unpacked(data: bytes) -> dict[str, bytes]:
    """The parts that a table is read from, counted while they are unpacked."""
    left = MOST_UNPACKED
    parts: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            entries = packed.infolist()
            if len(entries) > MOST_FILES:
                _refused()
            for entry in entries:
                name = entry.filename
                if not _is_needed(name):
                    continue
                with packed.open(entry) as file:
                    body = _bounded(file, left)
                left -= len(body)
                parts[name] = body
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError):
        raise BadInput("workbook_unreadable", field="file") from None
    if _BOOK not in parts or _LINKS not in parts:
        raise BadInput("workbook_unreadable", field="file")
    return parts


def _is_needed(name: str) -> bool:
    return name in {
        *("[Content_Types].xml", "_rels/.rels", _BOOK, _LINKS),
        *("xl/styles.xml", _TEXTS),
    } or (name.startswith(_SHEETS) and name.endswith(".xml"))


def _bounded(file: IO[bytes], most: int) -> bytes:
    body = bytearray()
    while piece := file.read(_PIECE):
        body += piece
        if len(body) > most:
            raise _too_large(MOST_UNPACKED)
    return bytes(body)


def _plain(parts: Mapping[str, bytes], measured: Collection[str]) -> io.BytesIO:
    """The counted parts as a workbook again, without the sheets that were not measured."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as packed:
        for name, body in parts.items():
            if name in measured or not name.startswith(_SHEETS):
                packed.writestr(name, body)
    out.seek(0)
    return out


# --- what a sheet would need --------------------------------------------------------------------


def _sheets(parts: Mapping[str, bytes]) -> dict[str, str]:
    """The name of each sheet that is a table and shown, and the part it stands in."""
    links: dict[str, str] = {}
    sheets: dict[str, str] = {}

    def link(tag: str, given: dict[str, str]) -> None:
        if tag == "Relationship":
            target = given.get("Target", "")
            path = target[1:] if target.startswith("/") else posixpath.join("xl", target)
            links[given.get("Id", "")] = posixpath.normpath(path)

    def sheet(tag: str, given: dict[str, str]) -> None:
        ids = [value for key, value in given.items() if _local(key) == "id"]
        part = links.get(ids[0], "") if len(ids) == 1 else ""
        is_shown = given.get("state", "visible") == "visible"
        if tag == "sheet" and is_shown and part in parts:
            sheets[given.get("name", "")] = part
            if len(sheets) > MOST_SHEETS:
                raise BadInput("too_many_sheets", field="file", most=MOST_SHEETS)

    _parsed(parts[_LINKS], link)
    _parsed(parts[_BOOK], sheet)
    if not sheets:
        raise BadInput("workbook_unreadable", field="file")
    return sheets


@dataclass(slots=True)
class _Sheet:
    """What has been seen of a sheet, cell by cell.

    It is laid out from A1 to its last line and column, whether something stands between or not.
    """

    name: str
    most: int
    most_text: int
    lengths: Sequence[int]
    text: int = 0
    row: int = 1
    line: int = 0
    column: int = 0
    lines: int = 0
    columns: int = 0
    is_in_row: bool = False
    is_in_cell: bool = False
    is_shared: bool = False
    is_in_value: bool = False
    value: str = ""
    is_error: bool = False
    has_formula: bool = False
    has_value: bool = False

    @property
    def cells(self) -> int:
        return self.lines * self.columns

    def start(self, tag: str, given: dict[str, str]) -> None:
        if self.is_in_value:
            _refused()
        if tag == "c":
            self._begins(given)
        elif tag == "row":
            self._begins_row(given)
        elif tag == "f":
            self.has_formula = True
        elif tag in {"v", "is"}:
            self._counted()
            self.is_in_value, self.value = tag == "v" and self.is_shared, ""

    def said(self, text: str) -> None:
        """A piece of text; the number of a shared one is one piece, or two parsers read two."""
        if self.is_in_value:
            if self.value or not _SHARED.fullmatch(text):
                _refused()
            self.value = text

    def _begins_row(self, given: dict[str, str]) -> None:
        if self.is_in_row:
            _refused()
        self.is_in_row = True
        if (text := given.get("r")) is not None:
            if not _ROW.fullmatch(text):
                _refused()
            self.row = int(text)

    def _begins(self, given: dict[str, str]) -> None:
        if self.is_in_cell or not self.is_in_row:
            _refused()
        self.is_in_cell = True
        if (text := given.get("r")) is None:
            self.line = self.row
            self.column += 1
        elif found := _REFERENCE.fullmatch(text):
            self.column = 0
            for letter in found[1]:
                self.column = self.column * 26 + ord(letter) - 64
            self.line = int(found[2])
        else:
            _refused()
        self.is_error, self.is_shared = given.get("t") == "e", given.get("t") == "s"
        self.has_formula = self.has_value = False

    def _counted(self) -> None:
        self.has_value = True
        if self.is_error:
            raise _at("cell_error", self.name, self.line, self.column)
        if self.column > MOST_COLUMNS:
            raise _at("sheet_too_wide", self.name, self.line, self.column, most=MOST_COLUMNS)
        if self.line > MOST_LINES:
            raise _at("sheet_too_long", self.name, self.line, self.column, most=MOST_LINES)
        self.lines = max(self.lines, self.line)
        self.columns = max(self.columns, self.column)
        if self.cells > self.most:
            raise BadInput("too_many_cells", field="file", sheet=self.name, most=MOST_CELLS)

    def _shows(self, number: int) -> None:
        """A shared text is laid out anew for every cell that shows it."""
        if number < len(self.lengths):
            self.text += self.lengths[number]
        if self.text > self.most_text:
            raise _too_large(MOST_TEXT)

    def end(self, tag: str) -> None:
        if tag == "v":
            if self.is_in_value and self.value:
                self._shows(int(self.value))
            self.is_in_value = False
        elif tag == "row":
            self.is_in_row = False
            self.row += 1
            self.column = 0
        elif tag == "c":
            self.is_in_cell = False
            if self.has_formula and not self.has_value:
                raise _at("cell_uncomputed", self.name, self.line, self.column)


def _measured(
    name: str, body: bytes, *, most: int, most_text: int = 0, lengths: Sequence[int] = ()
) -> _Sheet:
    """How many cells a sheet is laid out as, and how much shared text."""
    seen = _Sheet(names.clean(name)[:40], most, most_text, lengths)
    _parsed(body, seen.start, seen.end, seen.said)
    return seen


def _lengths(body: bytes) -> list[int]:
    """How long each of the shared texts is at most."""
    found: list[int] = []
    inside = False

    def start(tag: str, _given: dict[str, str]) -> None:
        nonlocal inside
        if tag == "si":
            if inside:
                _refused()
            inside = True
            found.append(0)

    def end(tag: str) -> None:
        nonlocal inside
        inside = inside and tag != "si"

    def said(text: str) -> None:
        if inside:
            found[-1] += len(text)

    if body:
        _parsed(body, start, end, said)
    return found


def _parsed(
    body: bytes,
    start: Start,
    end: Callable[[str], None] | None = None,
    said: Callable[[str], None] | None = None,
) -> None:
    """Walks through XML by local names of elements; one that defines entities is no workbook.

    The other parser reads UTF-8 whatever a part says of itself, and so does this one.
    """
    if b"\0" in body:
        _refused()
    parser = expat.ParserCreate("utf-8")
    parser.StartDoctypeDeclHandler = _refused
    parser.StartElementHandler = lambda tag, given: start(_local(tag), given)
    if end is not None:
        parser.EndElementHandler = lambda tag: end(_local(tag))
    if said is not None:
        parser.CharacterDataHandler = said
    try:
        parser.Parse(body, True)
    except expat.ExpatError:
        _refused()


def _too_large(most: int) -> BadInput:
    return BadInput("workbook_too_large", field="file", most=most // 1024 // 1024)


def _refused(*_given: object) -> NoReturn:
    raise BadInput("workbook_unreadable", field="file") from None


def _local(name: str) -> str:
    """What stands behind the first colon, as the other parser takes it."""
    prefix, colon, local = name.partition(":")
    return local if colon else prefix


def _at(code: str, sheet: str, line: int, column: int, **params: int | str) -> BadInput:
    """A fault at a cell, named as the program that wrote it does."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return BadInput(code, field="file", sheet=sheet, line=line, cell=f"{letters}{line}", **params)
