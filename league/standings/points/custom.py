"""The club's own rows, one per table size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.errors import StandingsError
from league.standings.exact import exact_text
from league.standings.points.declared import Box, Setting
from league.standings.points.place_rows import MAX_SIZE, PlaceRows, row_from_json
from league.standings.types import JSON


def rows_from_json(told: JSON, field: str) -> tuple[tuple[Fraction, ...], ...]:
    """Read complete rows by table size, shortest first."""
    if not isinstance(told, Mapping) or not told:
        raise StandingsError("rows_missing", field)
    sizes = {str(size): size for size in range(2, MAX_SIZE + 1)}
    rows: list[tuple[Fraction, ...]] = []
    for name, row_told in told.items():
        size = sizes.get(name)
        if size is None:
            where = f"{field}.{str(name)[:40]}"
            raise StandingsError("size_out_of_range", where, low=2, high=MAX_SIZE)
        row = row_from_json(row_told, f"{field}.{name}", size)
        if len(row) < size:
            where = f"{field}.{name}.{len(row)}"
            raise StandingsError("place_missing", where, size=size, place=len(row) + 1)
        if len(row) > size:
            where = f"{field}.{name}.{size}"
            raise StandingsError("place_surplus", where, size=size, place=size + 1)
        rows.append(row)
    return tuple(sorted(rows, key=len))


def rows_to_json(rows: tuple[tuple[Fraction, ...], ...]) -> dict[str, JSON]:
    return {str(len(row)): [exact_text(value) for value in row] for row in rows}


@dataclass(frozen=True, slots=True)
class Custom(PlaceRows):
    """`rows` holds complete rows of different lengths, shortest first; other sizes are missing."""

    key: ClassVar[str] = "custom"
    rows: tuple[tuple[Fraction, ...], ...] = ()

    settings: ClassVar[tuple[Setting, ...]] = (
        *PlaceRows.settings,
        Setting(
            "rows",
            Box.ROWS,
            rows_from_json,
            rows_to_json,
            hint=gettext_noop("%(size)s numbers, first place first."),
            needed=True,
            stem="row",
        ),
    )

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        for row in self.rows:
            if len(row) == size:
                return row
        return None
