"""What a club has said of the headings of lists that it imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from league.models import Club

RESULTS, PEOPLE = "results", "people"


def of(club: Club, what: str) -> dict[str, str]:
    """The fields that headings hold in one sort of list, by the plain heading."""
    return dict(club.known_columns.get(what, {}))
