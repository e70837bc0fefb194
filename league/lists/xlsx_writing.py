"""Writing one table as an Excel workbook: numbers are numbers, texts are texts, no formulas."""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import IO

from xlsxwriter import Workbook

MEDIA = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]+)?")
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\\s]")
# What XML 1.0 has no way to say.
_UNSAYABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WIDEST, _NAME_MOST = 60, 31
_USUAL_WIDTH = 12
_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)  # so that the same table gives the same bytes


def document(
    title: str,
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    numbers: Collection[str] = (),
) -> bytes:
    """The file: a sheet called ``title`` with a head that stays in sight.

    Args:
        numbers: headings of columns whose decimal numbers, written as text, are to be numbers;
            what is none, such as a dash or a fraction, stays text.
    """
    out = io.BytesIO()
    book = Workbook(out, {"in_memory": True})
    book.set_properties({"created": _MOMENT})
    sheet = book.add_worksheet(_sheet_name(title))
    sheet.freeze_panes(1, 0)
    head = book.add_format({"bold": True})
    for column, heading in enumerate(header):
        cells = [heading, *(row[column] for row in rows)]
        sheet.set_column(column, column, min(max(map(len, cells)) + 2, _WIDEST))
        sheet.write_string(0, column, heading, head)
        for line, text in enumerate(cells[1:], start=1):
            if heading in numbers and _NUMBER.fullmatch(text):
                sheet.write_number(line, column, float(text))
            elif text:
                sheet.write_string(line, column, _UNSAYABLE.sub("", text))
    book.close()
    return out.getvalue()


def streamed(
    out: IO[bytes],
    title: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numbers: Collection[str] = (),
) -> None:
    """The same for any number of rows: each is let go as soon as it is written."""
    book = Workbook(out, {"constant_memory": True})
    book.set_properties({"created": _MOMENT})
    sheet = book.add_worksheet(_sheet_name(title))
    sheet.freeze_panes(1, 0)
    head = book.add_format({"bold": True})
    for column, heading in enumerate(header):
        sheet.set_column(column, column, max(len(heading) + 2, _USUAL_WIDTH))
        sheet.write_string(0, column, heading, head)
    for line, row in enumerate(rows, start=1):
        for column, text in enumerate(row):
            if header[column] in numbers and _NUMBER.fullmatch(text):
                sheet.write_number(line, column, float(text))
            elif text:
                sheet.write_string(line, column, _UNSAYABLE.sub("", text))
    book.close()


def _sheet_name(title: str) -> str:
    """As much of a title as a sheet's name may hold: its length counts in UTF-16."""
    name = _NOT_IN_NAMES.sub(" ", _UNSAYABLE.sub("", title)).strip(" '")
    while len(name.encode("utf-16-le")) > 2 * _NAME_MOST:
        name = name[:-1]
    return name.strip(" '") or "1"
