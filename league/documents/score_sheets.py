"""Blank score sheets as PDF: the boxes of a sheet's form, drawn for a pen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from league.documents.slips import qr
from league.documents.typesetting import Document, Paper

UPRIGHT = 6  # more columns than this are set on a page turned to its side


@dataclass(frozen=True, slots=True)
class Line:
    """One row of boxes: what it is called, what may be written, whether it is a sum of others.

    ``is_group``: no boxes, a heading over the lines that follow.
    """

    label: str
    note: str = ""
    is_sum: bool = False
    is_group: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Lines with a box in every column; without columns each line has one box.

    ``first`` is the width of the labels in mm, ``corner`` what stands above them.
    """

    lines: tuple[Line, ...]
    columns: tuple[str, ...] = ()
    corner: str = ""
    note: str = ""
    first: int = 40


@dataclass(frozen=True, slots=True)
class BlankSheet:
    """The page of one table; ``url`` is set with its QR code, if there is one."""

    heading: str
    detail: str
    grids: tuple[Grid, ...]
    url: str = ""


def score_sheets(
    sheets: Sequence[BlankSheet], *, title: str, lang: str, paper: Paper = "a4"
) -> Document:
    """Pages with a page per sheet, or as many as its lines need."""
    widest = max((len(grid.columns) for sheet in sheets for grid in sheet.grids), default=0)
    data = {
        "title": title,
        "flipped": widest > UPRIGHT,
        "sheets": [{**asdict(sheet), "qr": qr(sheet.url)} for sheet in sheets],
    }
    return Document("score_sheets.typ", data, lang, paper)
