"""The tables of a round on one wall as PDF: large numbers, and who sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.documents.typesetting import Document, Paper


@dataclass(frozen=True, slots=True)
class WallTable:
    """One table: its number, what it plays, and seat and name of everybody there."""

    number: str
    detail: str
    seats: tuple[tuple[str, str], ...]


def wall_tables(
    tables: Sequence[WallTable],
    *,
    title: str,
    detail: str,
    lang: str,
    outside: Sequence[tuple[str, str]] = (),
    outside_heading: str = "",
    paper: Paper = "a4",
) -> Document:
    """Pages with two tables beside each other; ``outside`` are names and why they have no table."""
    data = {
        "title": title,
        "detail": detail,
        "tables": [
            {
                "number": row.number,
                "detail": row.detail,
                "seats": [list(seat) for seat in row.seats],
            }
            for row in tables
        ],
        "outside": [list(row) for row in outside],
        "outside_heading": outside_heading,
    }
    return Document("wall_tables.typ", data, lang, paper)
