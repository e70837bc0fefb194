"""Writing tables that spreadsheets open as they are: byte order mark, semicolons, CRLF."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Collection, Iterable, Sequence

_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def guarded(text: str) -> str:
    """``text`` so that no spreadsheet runs it as a formula; ``csv_reading`` takes it back."""
    return f"'{text}" if _FORMULA.match(text) else text


def document(
    header: Sequence[str],
    rows: Iterable[Sequence[str | int | None]],
    *,
    numbers: Collection[str] = (),
) -> bytes:
    """The file: texts are guarded, numbers are written as they are, ``None`` is empty.

    Args:
        numbers: headings of columns that hold numbers of our own making, as text.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow([guarded(heading) for heading in header])
    free = {index for index, heading in enumerate(header) if heading in numbers}
    for row in rows:
        writer.writerow(
            [
                ""
                if cell is None
                else guarded(cell)
                if isinstance(cell, str) and index not in free
                else str(cell)
                for index, cell in enumerate(row)
            ]
        )
    return codecs.BOM_UTF8 + out.getvalue().encode("utf-8")
