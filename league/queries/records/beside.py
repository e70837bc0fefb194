"""What an imported match brought beside its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league import permissions
from league.lists import bg_stats_beside
from league.lists.bg_stats_beside import Beside

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Table


def of_table(*, viewer: Actor, table: Table) -> Beside | None:
    """For those who see whole names: comments and places are words of people about people."""
    event = table.seating.round.stage.event
    if not table.about or not permissions.sees_names(viewer, event):
        return None
    return bg_stats_beside.of_stored(table.about)
