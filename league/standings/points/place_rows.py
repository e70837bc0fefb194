"""Schemes that pay by place: the tie rules and the drawn table, shared by all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import ClassVar

from league.standings.contract import TieRule
from league.standings.errors import StandingsError
from league.standings.exact import exact_sum, fraction_from_json
from league.standings.points.declared import DRAWN, TIES, Declared, Setting
from league.standings.types import JSON, TableResult

MAX_SIZE = 12


@dataclass(frozen=True, slots=True)
class PlaceRows(Declared):
    """A scheme with one row of points per table size.

    `drawn` is what every seat of a drawn table gets; None means the mean of the row, or the last
    place where the result has low ties.
    """

    ties: TieRule = "share"
    drawn: Fraction | None = None

    by_places: ClassVar[bool] = True
    settings: ClassVar[tuple[Setting, ...]] = (TIES, DRAWN)

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        raise NotImplementedError

    @property
    def conserving(self) -> bool:
        return self.ties == "share" and self.drawn is None

    def covers(self, size: int) -> bool:
        return self.row(size) is not None

    def mean_per_seat(self, size: int) -> Fraction | None:
        row = self.row(size)
        return None if row is None else exact_sum(row) / size

    def objection(self, *, has_scores: bool, higher_wins: bool | None) -> str | None:
        return None

    def check(self, table: TableResult) -> str | None:
        return None

    def sample(self, size: int) -> tuple[Fraction, ...]:
        return ()

    def award(self, table: TableResult) -> tuple[Fraction, ...]:
        row = self.row(table.size)
        if row is None:
            raise StandingsError("size_not_covered", size=table.size)
        if table.drawn and self.drawn is not None:
            return (self.drawn,) * table.size
        if table.drawn and not table.low_tie:
            return (exact_sum(row) / table.size,) * table.size
        ties: TieRule = "low" if table.low_tie else self.ties
        return place_points(row, [seat.place for seat in table.seats], ties)


def place_points(
    row: Sequence[Fraction], places: Sequence[int], ties: TieRule
) -> tuple[Fraction, ...]:
    """Pay each seat from the row.

    A group of tied seats covers as many places as it has seats, beginning with the one after
    all seats that are better; the numbering of the given places beyond that does not matter.
    """
    paid: dict[int, Fraction] = {}
    start = 0
    counts = Counter(places)
    for place in sorted(counts):
        covered = row[start : start + counts[place]]
        start += len(covered)
        if ties == "full":
            paid[place] = covered[0]
        elif ties == "low":
            paid[place] = covered[-1]
        else:
            mean = exact_sum(covered) / len(covered)
            rounded_up = ties == "share_up" and len(covered) > 1
            # Rounding must not lift a tied group above its own best place.
            paid[place] = min(Fraction(ceil(mean)), covered[0]) if rounded_up else mean
    return tuple(paid[place] for place in places)


def row_from_json(told: JSON, field: str, size: int | None = None) -> tuple[Fraction, ...]:
    """Read one row from the best place to the last; a rise is refused, level neighbours are fine.

    `size` names the row in the error; a list that serves every size has none.
    """
    if not isinstance(told, Sequence) or isinstance(told, str):
        raise StandingsError("list_expected", field)
    row: list[Fraction] = []
    for index, value in enumerate(told):
        where = f"{field}.{index}"
        if value is None or value == "":
            raise _wrong("place_missing", where, size, index + 1)
        row.append(fraction_from_json(value, where))
        if index and row[index] > row[index - 1]:
            raise _wrong("row_rises", where, size, index + 1)
    return tuple(row)


def _wrong(code: str, field: str, size: int | None, place: int) -> StandingsError:
    if size is None:
        return StandingsError(f"list_{code}", field, place=place)
    return StandingsError(code, field, size=size, place=place)
