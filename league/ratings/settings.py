"""Reading of stored settings: a number within limits, or a refusal that names the field."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from league.ratings.errors import RatingSettingsError

if TYPE_CHECKING:
    from league.ratings.contract import Settings


def number(settings: Settings, field: str, usual: float, *, low: float, high: float) -> float:
    value: object = settings.get(field, usual)
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise RatingSettingsError("rating_not_a_number", field=field)
    if not low <= value <= high:
        raise RatingSettingsError("rating_out_of_range", field=field, low=low, high=high)
    return float(value)


def whole(settings: Settings, field: str, usual: int, *, low: int, high: int) -> int:
    value = number(settings, field, usual, low=low, high=high)
    if value != int(value):
        raise RatingSettingsError("rating_not_a_number", field=field)
    return int(value)


def flag(settings: Settings, field: str, usual: bool) -> bool:
    value: object = settings.get(field, usual)
    if not isinstance(value, bool):
        raise RatingSettingsError("rating_not_yes_or_no", field=field)
    return value
