"""Cross-tables as PDF: a row per player, a column per round, evening or opponent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from league.documents.typesetting import Document, Paper

ROOM = 187.0  # mm beside the names, on the narrower of the two papers
WIDE, NARROW = 14.3, 8.5  # mm of a column with points, and with a few signs


@dataclass(frozen=True, slots=True)
class CrossCell:
    """What happened there; ``struck`` where it does not count."""

    text: str
    struck: bool = False


@dataclass(frozen=True, slots=True)
class CrossRow:
    rank: str
    name: str
    cells: tuple[CrossCell, ...]


def cross_table(
    columns: Sequence[str],
    rows: Sequence[CrossRow],
    *,
    heads: tuple[str, str],
    title: str,
    detail: str,
    lang: str,
    note: str = "",
    width: float = WIDE,
    paper: Paper = "a4",
) -> Document:
    """A table; columns beyond the page's room go on over the page, the names again.

    Args:
        heads: what stands above ranks and names.
        note: what the signs mean, below the table.
        width: of a column, in mm.
    """
    most = int(ROOM / width)
    starts = range(0, max(len(columns), 1), most)
    data = {
        "title": title,
        "detail": detail,
        "heads": list(heads),
        "note": note,
        "width": width,
        "columns": list(columns),
        "parts": [list(range(at, min(at + most, len(columns)))) for at in starts],
        "rows": [asdict(row) for row in rows],
    }
    return Document("cross_table.typ", data, lang, paper)
