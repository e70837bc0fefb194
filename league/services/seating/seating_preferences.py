"""Seating preferences as they are stored, or a refusal at what is wrong."""

from __future__ import annotations

from league.core.errors import BadInput
from league.seating.errors import SeatingError
from league.seating.preferences import preferences_from_json


def preferences_spec(data: object, *, field: str = "") -> dict[str, object]:
    """Preferences complete and in order, without what is usual."""
    try:
        return preferences_from_json(data).to_json()
    except SeatingError as error:
        raise refusal(error, field=field) from error


def refusal(error: SeatingError, *, field: str = "") -> BadInput:
    """What the seating room cannot read, as a wrong input of the league at ``field``'s part."""
    numbers = {name: value for name, value in error.params.items() if isinstance(value, int)}
    part = str(error.params.get("part", ""))
    if field and part:
        field = f"{field}.{part}"
    return BadInput(f"preference_{error.code}", field=field, part=part, **numbers)
