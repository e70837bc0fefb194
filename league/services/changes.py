"""What a write changes in a row, told as old and new for the journal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Model

if TYPE_CHECKING:
    from games.core.types import JSON


def filled(row: Model, fields: Mapping[str, object]) -> None:
    """Sets ``fields`` on a new, unsaved ``row``."""
    for name, value in fields.items():
        setattr(row, name, value)


def applied(row: Model, fields: Mapping[str, object]) -> dict[str, JSON]:
    """Sets ``fields`` on ``row`` (unsaved) and returns old and new of those that differ."""
    found: dict[str, JSON] = {}
    for name, new in fields.items():
        old = getattr(row, name)
        if old == new:
            continue
        setattr(row, name, new)
        found[name] = {"old": told(old), "new": told(new)}
    return found


def told(value: object) -> JSON:
    """The value as JSON: ids for rows, ISO 8601 for times."""
    if isinstance(value, Model):
        return int(value.pk)
    if isinstance(value, date):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): told(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [told(part) for part in value]
    return str(value)
