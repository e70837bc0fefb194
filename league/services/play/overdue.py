"""What people decide where a player's time in a match by turns has run out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league.core.enums import PlayState
from league.core.errors import BadInput, NotAllowed, Refused
from league.queries.play import paces
from league.queries.play import plays as reading
from league.services.play import _tables
from league.services.play._course import Course

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Play, PlaySeat


@transaction.atomic
def give_time(*, by: Actor, play: Play, number: int, days: int) -> PlaySeat:
    """Gives a seat whose time has run out ``days`` from now for this decision.

    Raises:
        NotAllowed: ``play_host_decides``. Refused: ``play_not_late``.
    """
    play, seats = _tables.locked(by, play)
    require_late(by, play, seats, number)
    if days not in paces.DAYS:
        raise BadInput("play_days", field="days", low=paces.DAYS[0], high=paces.DAYS[-1])
    seat = _tables.numbered(seats, number)
    seat.more_days += paces.days_over(play, seats, number) + days
    seat.save(update_fields=["more_days"])
    _tables.tell(play)
    return seat


@transaction.atomic
def stop(*, by: Actor, play: Play) -> Play:
    """Ends the match where somebody's time has run out; it counts as the rules say for that.

    Raises:
        NotAllowed: ``play_host_decides``. Refused: ``play_not_late``.
    """
    play, seats = _tables.locked(by, play)
    require_late(by, play, seats)
    Course(play, seats).stop()
    play.save()
    _tables.tell(play)
    return play


def require_late(by: Actor, play: Play, seats: list[PlaySeat], number: int | None = None) -> None:
    """Raises where nobody's time has run out, or that of seat ``number``, or others decide."""
    _tables.require_state(play, PlayState.RUNNING)
    absent = paces.late(play, seats)
    if not absent or number not in {None, *absent}:
        raise Refused("play_not_late")
    if not paces.decides(by, play, seats, reading.seat_of(by, seats), absent):
        raise NotAllowed("play_host_decides")
