"""What ``components/_table.html`` shows: standings, or any other ranked table."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WHOLE = re.compile("−?[0-9]+")
_PARTED = re.compile("−?[0-9]+[.,][0-9]{2}")


@dataclass(frozen=True, slots=True)
class Column:
    """A heading. ``title`` says what the column means; ``main`` is the one that ranks."""

    label: str
    title: str = ""
    kind: str = "num"
    main: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A value in words. ``href`` is the page that explains it, ``label`` what that link is called.

    ``struck``: it does not count, which ``label`` says too.
    """

    text: str
    title: str = ""
    struck: bool = False
    href: str = ""
    label: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether it is a number without decimals."""
        return _WHOLE.fullmatch(self.text) is not None


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody with a rank (None: a dash) and a cell per column.

    Attributes:
        mark: a word beside the name. out: has left, or is not ranked. mine: the viewer.
        cut: a line below this row, with ``cut_text`` at it.
        move: ranks risen since, negative where fallen; None for whoever is new.
    """

    rank: int | None
    tied: bool
    name: str
    cells: tuple[Cell, ...]
    url: str = ""
    hint: str = ""
    mark: str = ""
    out: bool = False
    mine: bool = False
    cut: bool = False
    cut_text: str = ""
    move: int | None = None


@dataclass(frozen=True, slots=True)
class RankedTable:
    """``moves`` shows what has moved; ``roams`` is a matrix of links with one stop of the tab key;
    ``who`` heads the column of names."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    moves: bool = False
    roams: bool = False
    who: str = ""

    @property
    def parted(self) -> tuple[bool, ...]:
        """Of each column whether numbers in it have two decimals, to which whole ones align."""
        rows = [row.cells for row in self.rows]
        return tuple(any(map(_is_parted, column)) for column in zip(*rows, strict=False))


def _is_parted(cell: Cell) -> bool:
    return _PARTED.fullmatch(cell.text) is not None
