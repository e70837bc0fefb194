"""Lists as PDF: standings, and who sits at which table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import typst

from league.documents.slips import Paper

_TEMPLATE = Path(__file__).with_name("list.typ")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: ``number`` is set to the right, ``wide`` takes what is left, ``large`` is what
    people look for from afar.
    """

    label: str
    number: bool = False
    wide: bool = False
    large: bool = False


def listed(
    columns: Sequence[Column],
    rows: Sequence[Sequence[str]],
    *,
    title: str,
    detail: str,
    lang: str,
    paper: Paper = "a4",
) -> bytes:
    """The bytes of a PDF with one row per line; every text is data, never markup."""
    data = {
        "title": title,
        "detail": detail,
        "lang": lang.split("-")[0],
        "paper": paper,
        "columns": [asdict(column) for column in columns],
        "rows": [list(row) for row in rows],
    }
    return typst.compile(
        _TEMPLATE.read_bytes(),
        format="pdf",
        sys_inputs={"data": json.dumps(data)},
        ignore_system_fonts=True,
    )
