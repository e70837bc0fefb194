"""Which column of a list of people holds what: as said, as remembered, by the headings."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from league.core.errors import BadInput
from league.lists import csv_reading
from league.lists.people_list import ALIASES, FIELDS, columns_of, has_headings, table_of
from league.lists.whole_numbers import whole
from league.queries import known_columns as remembered
from league.services import known_columns

if TYPE_CHECKING:
    from league.models import Club


def table(
    club: Club,
    data: bytes,
    encoding: str | None,
    delimiter: str | None,
    headed: bool | None,
    headings: Mapping[str, str],
) -> csv_reading.Table:
    if headed is None:
        said = {csv_reading.plain(heading): field for field, heading in headings.items()}
        known = {**remembered.of(club, remembered.PEOPLE), **said}
        headed = has_headings(data, encoding, delimiter, known)
    return table_of(data, encoding, delimiter, headed)


def proposed(
    club: Club, table: csv_reading.Table, headings: Mapping[str, str]
) -> Mapping[str, int | None] | None:
    """The columns by what is said of their headings; None where they speak for themselves."""
    if not table.headed:
        return _by_number(headings) if headings else None
    said = known_columns.said(headings, table.header.cells, ALIASES)
    known = {**remembered.of(club, remembered.PEOPLE), **said}
    if known.keys().isdisjoint(map(csv_reading.plain, table.header.cells)):
        return None
    with suppress(BadInput):  # two that are headed alike: told when it is read
        return dict(columns_of(table, None, known))
    return None


def _by_number(columns: Mapping[str, str]) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for field, text in columns.items():
        number = whole(text, low=1, high=csv_reading.MOST_COLUMNS)
        if field not in FIELDS or number is None:
            choice = text if field in FIELDS else field
            raise BadInput("unknown_choice", field="columns", choice=choice[:40])
        found[field] = number - 1
    return found


def usual(table: csv_reading.Table) -> Mapping[str, int]:
    with suppress(BadInput):  # which of two that are headed alike it is had to be said
        return columns_of(table, None)
    return {}
