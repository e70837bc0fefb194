"""The days that the league reckons with; every door that takes a day asks here."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final

from league.core.errors import BadInput

FIRST: Final = date(1900, 1, 1)
LAST: Final = date(2200, 12, 31)


def is_known(day: date) -> bool:
    """Whether the day (or the day of a time, by the clock it is written in) can be meant."""
    return FIRST.year <= day.year <= LAST.year


def require(field: str, day: date | datetime | None) -> None:
    """Refuses a day outside the bounds at ``field``; none at all is fine.

    Raises:
        BadInput: ``day_out_of_bounds``.
    """
    if day is not None and not is_known(day):
        raise BadInput("day_out_of_bounds", field=field, low=FIRST.year, high=LAST.year)
