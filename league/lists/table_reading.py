"""Reading a table from whatever people have: CSV of any program, an Excel workbook, our JSON."""

from __future__ import annotations

from league.lists import csv_reading, json_reading, xlsx_reading
from league.lists.csv_reading import Table


def read(
    data: bytes,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    headed: bool = True,
    max_bytes: int,
    max_rows: int,
) -> Table:
    """The table in ``data``, as ``csv_reading.read`` has it; encoding and delimiter are of CSV.

    Raises:
        BadInput: as ``csv_reading.read``, ``xlsx_reading.read`` and ``json_reading.read``.
    """
    if xlsx_reading.is_workbook(data):
        return xlsx_reading.read(data, headed=headed, max_bytes=max_bytes, max_rows=max_rows)
    if headed and json_reading.is_list(data):
        return json_reading.read(data, max_bytes=max_bytes, max_rows=max_rows)
    return csv_reading.read(
        data,
        encoding=encoding,
        delimiter=delimiter,
        headed=headed,
        max_bytes=max_bytes,
        max_rows=max_rows,
    )
