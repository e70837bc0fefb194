"""The board: fields in rows and columns, some marked, one of them the devil field."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Board:
    """Fields are whole numbers from 0, row by row; people and JSON say row and column from 1.

    ``marked`` are the fields that are empty at the start, in rising order. Every other field but
    ``devil_field`` holds a card then.
    """

    rows: int
    cols: int
    devil_field: int
    marked: tuple[int, ...]

    @property
    def fields(self) -> int:
        """How many fields there are, with the marked ones and the devil field."""
        return self.rows * self.cols

    @property
    def card_fields(self) -> tuple[int, ...]:
        """The fields that hold a card at the start, in rising order."""
        empty = {self.devil_field, *self.marked}
        return tuple(field for field in range(self.fields) if field not in empty)

    def has(self, row: int, col: int) -> bool:
        """Whether there is such a field, counted from 1."""
        return 1 <= row <= self.rows and 1 <= col <= self.cols

    def index(self, row: int, col: int) -> int:
        """The field in this row and column, counted from 1."""
        assert self.has(row, col), (row, col)
        return (row - 1) * self.cols + col - 1

    def place(self, field: int) -> tuple[int, int]:
        """Row and column of a field, counted from 1."""
        row, col = divmod(field, self.cols)
        return row + 1, col + 1

    def distance(self, one: int, other: int) -> int:
        """The number of steps between two fields, whatever lies in between."""
        (row, col), (row_, col_) = divmod(one, self.cols), divmod(other, self.cols)
        return abs(row - row_) + abs(col - col_)

    def neighbours(self, field: int) -> tuple[int, ...]:
        """The fields one step away, in rising order (R1)."""
        row, col = divmod(field, self.cols)
        around = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
        return tuple(
            r * self.cols + c for r, c in around if 0 <= r < self.rows and 0 <= c < self.cols
        )

    def room_for(self, more: int, taken: Iterable[int], distance: int) -> bool:
        """Whether ``more`` discs fit beside those on ``taken``, all ``distance`` steps apart.

        No disc stands on the devil field.
        """
        near = _near(self, distance)
        free = (1 << self.fields) - 1 & ~(1 << self.devil_field)
        for field in taken:
            free &= ~near[field]
        return _fit(more, free, near)


@cache
def _near(board: Board, distance: int) -> tuple[int, ...]:
    """For each field, as bits, the fields closer than ``distance``, itself among them."""
    return tuple(
        sum(
            1 << other
            for other in range(board.fields)
            if other == field or board.distance(field, other) < distance
        )
        for field in range(board.fields)
    )


def _fit(more: int, free: int, near: tuple[int, ...]) -> bool:
    """Whether so many fields of ``free`` can be chosen, none of them near another.

    A choice that nothing can be added to has a field near any free one, so it is enough to try
    the fields near the first.
    """
    if more <= 0:
        return True
    if free.bit_count() < more:
        return False
    first = (free & -free).bit_length() - 1
    tried = free & near[first]
    while tried:
        lowest = tried & -tried
        field = lowest.bit_length() - 1
        if _fit(more - 1, free & ~near[field], near):
            return True
        tried ^= lowest
    return False
