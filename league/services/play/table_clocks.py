"""The clock of an evening's tables in the browser: their stage's, as long as none has begun."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import PlayState
from league.models import Play, Table
from league.services.play import _clocks, _tables

if TYPE_CHECKING:
    from league.models import Stage

# What a stage stores of it.
FIELDS = frozenset({"play_reserve", "play_increment"})


def require_known(stage: Stage) -> None:
    """Raises BadInput for a clock that nobody could play with, or half of one."""
    _clocks.checked(stage.play_reserve, stage.play_increment, prefix="play_")


def follow(stage: Stage) -> None:
    """Gives the stage's clock to its matches that wait for people; the caller locks the event.

    With real dice or cards there is none.
    """
    tables = Table.objects.filter(seating__round__stage=stage)
    rows = Play.objects.select_for_update().filter(event=stage.event_id, state=PlayState.OPEN)
    for play in rows.filter(table__in=tables, by_hand=False).order_by("pk"):
        play.reserve, play.increment = stage.play_reserve, stage.play_increment
        play.save(update_fields=["reserve", "increment"])
        _tables.tell(play)
