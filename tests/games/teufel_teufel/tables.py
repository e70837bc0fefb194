"""Short ways to write down tables of Teufel, Teufel! in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.catalogue import get
from games.core.sheet import Issue
from games.core.types import JSON

RULES = get("teufel-teufel").sheet

STAYED = "stayed"
CLUB: Mapping[str, JSON] = {"early_end_allowed": True}


def table(
    end: str | None,
    left: Sequence[int | str | None],
    *,
    rows: Mapping[int, Mapping[str, JSON]] | None = None,
    options: Mapping[str, JSON] = CLUB,
    **fields: JSON,
) -> Any:
    """A sheet with an end and the order of leaving, seat by seat; ``rows`` add to single seats."""
    # Any: SheetRules in the catalogue is open in the type of its sheets
    more = rows or {}
    seats: list[JSON] = [{"left": place, **more.get(seat, {})} for seat, place in enumerate(left)]
    return RULES.parse(
        {"end": end, "seats": seats, **fields},
        seats=len(left),
        options=RULES.options_from_json(options),
    )


def found(sheet: Any, *, final: bool = True) -> list[tuple[str, str]]:
    """Code and cell of every error."""
    return _brief(RULES.check(sheet, final=final), "error")


def warned(sheet: Any, *, final: bool = True) -> list[tuple[str, str]]:
    """Code and cell of every warning."""
    return _brief(RULES.check(sheet, final=final), "warning")


def _brief(issues: Sequence[Issue], level: str) -> list[tuple[str, str]]:
    return [
        (issue.code.removeprefix("teufel_teufel."), issue.name)
        for issue in issues
        if issue.level.value == level
    ]
