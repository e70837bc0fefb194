"""A sheet together with what every check needs to know about it."""

from __future__ import annotations

from games.core.types import Path
from games.the_devil_with_it.options import EntryLevel
from games.the_devil_with_it.sheet.filled import DevilRow, DevilSheet
from games.the_devil_with_it.sheet.ledger import Ledger, ledger


class Case:
    """One sheet under examination. ``final`` is false while the table still writes."""

    def __init__(self, sheet: DevilSheet, *, final: bool) -> None:
        self.sheet = sheet
        self.final = final
        self.options = sheet.options
        self.seats = len(sheet.rows)
        self.counted: tuple[int | None, ...] = tuple(counted(sheet, row) for row in sheet.rows)
        self.ledger: Ledger = ledger(sheet)
        self.totals: tuple[int | None, ...] = totals(sheet, self.ledger)

    @property
    def rounds(self) -> int | None:
        """How many rounds were played, where the sheet says it."""
        if self.sheet.level is EntryLevel.LEDGER:
            return len(self.sheet.rounds)
        return self.sheet.rounds_played

    @property
    def is_out_of_time(self) -> bool:
        """Whether the match has had all the rounds the ruleset allows."""
        most = self.options.max_rounds
        return most is not None and self.rounds is not None and self.rounds >= most

    def total_path(self, seat: int) -> Path:
        """Where a fault in the total is shown."""
        return ("seats", seat, "total")


def counted(sheet: DevilSheet, row: DevilRow) -> int | None:
    """The money in a row of counted chips; None where nothing is counted or a count is negative.

    Single empty boxes mean none of that face; a total of 0 needs no counts at all.
    """
    if sheet.level is not EntryLevel.FINAL_CHIPS:
        return None
    if all(count is None for count in row.chips):
        return 0 if row.total == 0 else None
    if any(count is not None and count < 0 for count in row.chips):
        return None
    faces = zip(sheet.options.chips, row.chips, strict=True)
    return sum(face * (count or 0) for (face, _), count in faces)


def totals(sheet: DevilSheet, book: Ledger) -> tuple[int | None, ...]:
    """What each seat owns at the end: as written, as counted, or as the ledger says."""
    if sheet.level is EntryLevel.FINAL:
        return tuple(row.total for row in sheet.rows)
    if sheet.level is EntryLevel.FINAL_CHIPS:
        return tuple(counted(sheet, row) for row in sheet.rows)
    computed = book.totals(sheet.options, len(sheet.rows))
    return computed or (None,) * len(sheet.rows)
