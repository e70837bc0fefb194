"""Lists as PDF: standings, and who sits at which table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from league.documents.typesetting import Document, Paper


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
) -> Document:
    """Pages with one row per line; every text is data, never markup."""
    data = {
        "title": title,
        "detail": detail,
        "columns": [asdict(column) for column in columns],
        "rows": [list(row) for row in rows],
    }
    return Document("list.typ", data, lang, paper)
