"""What counts, said once: for standings, ratings, records, and the page of a player or a club.

A cancelled event counts nowhere, whatever was played at it; its own page still shows that.
"""

from __future__ import annotations

from django.db.models import Q

from league.core.enums import EventState, RecordState, SeatingState


def taking_place(path: str = "") -> Q:
    """Rows whose event counts; ``path`` leads to the event."""
    return ~Q(**{f"{path}state": EventState.CANCELLED})


def results(path: str = "") -> Q:
    """Records that count: confirmed, at a seating that stands; ``path`` leads to the record."""
    stands = {
        f"{path}state": RecordState.CONFIRMED,
        f"{path}table__seating__state": SeatingState.PUBLISHED,
    }
    return Q(**stands) & taking_place(f"{path}stage__event__")
