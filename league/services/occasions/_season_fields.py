"""What a file says of a season, checked field by field before it is stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import models

from league.core.errors import BadInput
from league.standings.points import scheme_from_json

_M = TypeVar("_M", bound=models.Model)
Told = Mapping[str, Any]  # Any: JSON of a file, each field of its own type
# No more digits than the database holds, and no exponent: a short one is a number without end.
_EXACT = re.compile(r"-?[0-9]{1,19}(?:/[0-9]{1,19})?", re.ASCII)


def scheme_of(told: Told) -> dict[str, Any]:  # Any: JSON
    """The scheme as it is stored, without the rows that its name says already."""
    return dict(scheme_from_json(_bare(told)).to_json())


def _bare(told: Told) -> Told:
    kept = {
        name: value for name, value in told.items() if name != "rows" or told["key"] == "custom"
    }
    return {
        name: _bare(value) if name in ("scheme", "places") and isinstance(value, dict) else value
        for name, value in kept.items()
    }


def exact(text: object) -> Fraction:
    """A number as files spell it: ``-3``, ``16/3``."""
    if not isinstance(text, str) or not _EXACT.fullmatch(text):
        raise ValueError("a number in another spelling")
    return Fraction(text)


def in_order(rows: Iterable[Told], name: str) -> list[Told]:
    """Rows by their numbers, which are 1, 2, 3 …"""
    found = sorted(rows, key=lambda one: int(one[name]))
    if [one[name] for one in found] != list(range(1, len(found) + 1)):
        raise ValueError(f"numbers of {name} are missing")
    return found


def checked(row: _M) -> _M:
    """The row, whose own fields hold what they may; what it hangs on is here for certain."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        is_empty = value in field.empty_values and not field.choices
        if not (
            field.is_relation or field.primary_key or is_empty or (value == "" and field.blank)
        ):
            try:
                setattr(row, field.attname, field.clean(value, row))
            except ValidationError as error:
                said = {"name": field.name, "value": str(value)[:40]}
                raise BadInput("season_file_value", field="file", **said) from error
    return row


def stored(row: _M) -> _M:
    checked(row).save()
    return row
