"""A sheet together with what every check needs to know about it."""

from __future__ import annotations

from games.core.types import Path
from games.dice_devils.options import EntryLevel
from games.dice_devils.scoring import Holding, holding
from games.dice_devils.sheet.filled import DiceDevilsSheet
from games.dice_devils.sheet.limits import limits_for


class Case:
    """One sheet under examination. ``final`` is false while the table still writes."""

    def __init__(self, sheet: DiceDevilsSheet, *, final: bool) -> None:
        self.sheet = sheet
        self.final = final
        self.options = sheet.options
        self.seats = len(sheet.rows)
        self.limits = limits_for(sheet.options)
        self.held: tuple[Holding, ...] = tuple(
            # a row with a negative number says nothing about the table
            Holding() if _is_negative(sheet, seat) else holding(sheet, row)
            for seat, row in enumerate(sheet.rows)
        )
        self.items: tuple[int | None, ...] = tuple(held.n for held in self.held)
        self.complete = None not in self.items

    def items_path(self, seat: int) -> Path:
        """Where a fault in the number of items is shown."""
        return ("seats", seat, "n")

    def total_path(self, seat: int) -> Path:
        """Where a remark on the total is shown."""
        return ("seats", seat, "total")


def _is_negative(sheet: DiceDevilsSheet, seat: int) -> bool:
    row = sheet.rows[seat]
    numbers = [*row.items, row.v]
    if sheet.level is not EntryLevel.FULL:
        numbers += [row.n, row.t, row.total]
    return any(number is not None and number < 0 for number in numbers)
