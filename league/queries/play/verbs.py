"""What is open to one who sits at a play, or comes by, by the names of the services."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from league.core.enums import PlayState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.models import Play, PlaySeat

# Before that nobody may say that somebody else is away.
QUIET_S = 60


def away(play: Play, rows: Sequence[PlaySeat], own: PlaySeat | None) -> tuple[int, ...]:
    """Seats that let the others wait so long that one who still plays may have a bot play on."""
    if own is None or own.has_resigned or play.state != PlayState.RUNNING:
        return ()
    before = timezone.now() - timedelta(seconds=QUIET_S)
    return tuple(
        row.number
        for row in rows
        if row.owes_since is not None
        and row.owes_since <= before
        and row.is_person
        and not row.bot
        and row.pk != own.pk
    )


def open_to(
    play: Play,
    rows: Sequence[PlaySeat],
    own: PlaySeat | None,
    absent: Sequence[int],
) -> frozenset[str]:
    """The verbs that ``own`` may use now; of somebody without a seat where it is None.

    Args:
        absent: the seats that are ``away``.
    """
    found: set[str] = set()
    if play.state == PlayState.OPEN:
        if own is None and any(row.is_free for row in rows):
            found.add("sit")
        if own is not None:
            found.add("leave")
        if own is not None and own.number == play.host:
            if any(row.is_free for row in rows):
                found.add("add_bot")
            else:
                found.add("begin")
            if any(row.bot for row in rows):
                found.add("remove_bot")
            if any(row.is_person and row.pk != own.pk for row in rows):
                found.add("free_seat")
    elif own is None:
        pass
    elif play.state == PlayState.RUNNING:
        found |= {"resign", "agree_to_stop"} if not own.has_resigned else set()
        if own.bot and not own.has_resigned:
            found.add("come_back")
        if own.owes_since is not None:
            found.add("act")
        if absent:
            found.add("take_over")
    elif not hasattr(play, "rematch"):
        found.add("again")
    return frozenset(found)
