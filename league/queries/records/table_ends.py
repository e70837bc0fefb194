"""Why a table can report nothing any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import EventState, RoundState, SeatingState
from league.core.errors import Gone, LeagueError

if TYPE_CHECKING:
    from league.models import Table


def over_at(table: Table) -> LeagueError | None:
    """Why seats of ``table`` can report nothing (any more); None while they can."""
    seating = table.seating
    event = seating.round.stage.event
    if seating.state != SeatingState.PUBLISHED:
        return Gone("seating_withdrawn")
    if event.state == EventState.CANCELLED:
        return Gone("event_cancelled")
    if seating.round.state == RoundState.CLOSED:
        return Gone("round_closed", round=seating.round.number)
    if event.state == EventState.FINISHED:
        return Gone("event_finished")
    return None
