"""Lists as files to take along: CSV, an Excel workbook, or JSON, written row by row.

A file is never whole in memory, and it is whole before the first byte leaves the house.
"""

from __future__ import annotations

import codecs
import csv
import json
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import IO, TYPE_CHECKING

from league.lists import csv_writing, xlsx_writing

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Cell = str | int | bool | None
FEW = 512 * 1024


class Kind(StrEnum):
    CSV = "csv"
    XLSX = "xlsx"
    JSON = "json"

    @property
    def media(self) -> str:
        return _MEDIA[self]


_MEDIA = {
    Kind.CSV: "text/csv; charset=utf-8",
    Kind.XLSX: xlsx_writing.MEDIA,
    Kind.JSON: "application/json",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column by its heading, which is the same in every language, and what stands in it.

    ``is_number``: its texts are exact numbers of our own making, such as "5.5" or "16/3".
    """

    key: str
    about: StrPromise
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """What a file holds; ``name`` is how programs call it: results, attendance."""

    name: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Cell]]

    @property
    def header(self) -> list[str]:
        return [column.key for column in self.columns]

    @property
    def numbers(self) -> set[str]:
        return {column.key for column in self.columns if column.is_number}

    def file_name(self, start: str, kind: Kind) -> str:
        return f"{start}-{self.name}.{kind}"


def written(listed: Listed, kind: Kind) -> bytes | IO[bytes]:
    """The file: its bytes while they are few, else open at its beginning, and gone once closed."""
    out = tempfile.TemporaryFile()  # noqa: SIM115  (handed on open)
    try:
        _WRITERS[kind](listed, out)
        size = out.tell()
        out.seek(0)
        if size > FEW:
            return out
        body = out.read()
    except BaseException:
        out.close()
        raise
    out.close()
    return body


def _csv(listed: Listed, out: IO[bytes]) -> None:
    lines = codecs.getwriter("utf-8")(out)
    out.write(codecs.BOM_UTF8)
    writer = csv.writer(lines, delimiter=";", lineterminator="\r\n")
    writer.writerow(listed.header)
    free = [column.is_number for column in listed.columns]
    for row in listed.rows:
        writer.writerow(
            [
                text if is_number else csv_writing.guarded(text)
                for text, is_number in zip(map(said, row), free, strict=True)
            ]
        )


def _xlsx(listed: Listed, out: IO[bytes]) -> None:
    rows = ([said(cell) for cell in row] for row in listed.rows)
    xlsx_writing.streamed(
        out, listed.name, listed.header, rows, numbers=listed.numbers | {"seat", "table", "round"}
    )


def _json(listed: Listed, out: IO[bytes]) -> None:
    """One row a line, so that files can be compared; ``columns`` says what is left out."""
    head = {"file": f"{listed.name}/1", "columns": listed.header}
    out.write(json.dumps(head, ensure_ascii=False)[:-1].encode() + b', "rows": [')
    first = True
    for row in listed.rows:
        fields = dict(zip(listed.header, row, strict=True))
        there = {key: value for key, value in fields.items() if value is not None and value != ""}
        out.write(b"\n" if first else b",\n")
        out.write(json.dumps(there, ensure_ascii=False).encode())
        first = False
    out.write(b"\n]}\n")


def said(cell: Cell) -> str:
    """A cell as a spreadsheet has it."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return str(cell)


_WRITERS = {Kind.CSV: _csv, Kind.XLSX: _xlsx, Kind.JSON: _json}
