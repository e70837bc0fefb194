"""Reading a list that was taken along as JSON: its columns, and a row for each object."""

from __future__ import annotations

import json

from league.core.errors import BadInput
from league.lists.csv_reading import MOST_COLUMNS, MOST_IN_A_CELL, Row, Table, too_long
from league.lists.files import said

_SPACE = b" \t\r\n"


def is_list(data: bytes) -> bool:
    return data.removeprefix(b"\xef\xbb\xbf").lstrip(_SPACE).startswith(b"{")


def read(data: bytes, *, max_bytes: int, max_rows: int) -> Table:
    """The table in ``data``; a row's line is the one on which files of ours have it.

    Raises:
        BadInput: ``file_too_large``, ``json_list_unreadable``, ``too_many_rows``,
            ``too_many_columns``, ``cell_too_long``, ``nul_character``, ``unknown_column``.
    """
    if len(data) > max_bytes:
        raise BadInput("file_too_large", field="file", most=max_bytes // 1024)
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise BadInput("json_list_unreadable", field="file") from None
    if not isinstance(found, dict):
        raise BadInput("json_list_unreadable", field="file")
    columns, rows = found.get("columns"), found.get("rows")
    if not isinstance(columns, list) or not isinstance(rows, list):
        raise BadInput("json_list_unreadable", field="file")
    if not all(isinstance(column, str) for column in columns):
        raise BadInput("json_list_unreadable", field="file")
    if len(columns) > MOST_COLUMNS:
        raise BadInput("too_many_columns", field="file", line=1, most=MOST_COLUMNS)
    if len(rows) > max_rows:
        raise BadInput("too_many_rows", field="file", most=max_rows)
    known = set(columns)
    read = tuple(_row(line, row, columns, known) for line, row in enumerate(rows, start=2))
    return Table("utf-8", ",", Row(1, tuple(columns)), read)


def _row(line: int, row: object, columns: list[str], known: set[str]) -> Row:
    if not isinstance(row, dict) or not all(
        value is None or isinstance(value, str | int | float) for value in row.values()
    ):
        raise BadInput("json_row_unreadable", field="file", line=line - 1)
    for name in row:
        if name not in known:
            raise BadInput("unknown_column", field="file", line=line - 1, column=name[:40])
    cells = tuple(_text(row.get(name)) for name in columns)
    if any(len(cell) > MOST_IN_A_CELL for cell in cells):
        raise too_long(line)
    if any("\0" in cell for cell in cells):
        raise BadInput("nul_character", field="file", line=line)
    return Row(line, cells)


def _text(value: str | float | None) -> str:
    return f"{value:.15g}" if isinstance(value, float) else said(value)
