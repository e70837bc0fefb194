"""What becomes of a decision for which somebody's time has run out: a bot makes it, once.

The first time it makes that one decision, and the next one is its player's again, with the
increment. Where time runs out there too, a bot plays on until the player says that they are back;
as long as nobody else is there either, the match waits (``reserves.run_out``).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction

from league.core.actors import system
from league.core.enums import PlayState, TroubleKind
from league.core.errors import NotAllowed
from league.models import Play
from league.queries.play import reserves, states, verbs
from league.services.play import _seats, _tables
from league.services.play._course import Course
from league.services.standings import troubles

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import PlaySeat


def look(play: Play) -> bool:
    """Has bots decide where time has run out, before somebody looks at a play or presses there.

    Returns whether anything has changed. Time runs out whoever looks. Raises Refused as
    ``states.package_of``.
    """
    if play.reserve is None or play.state != PlayState.RUNNING:
        return False
    if not reserves.run_out(play, list(play.seats.all())):
        return False
    states.package_of(play)  # by rules that are here
    return _done(play.pk)


def sweep(*, by: Actor) -> int:
    """The same where nobody looks, each match by itself; for the service. Returns how many."""
    if not by.is_system:
        raise NotAllowed("not_allowed")
    return sum(_done(number) for number in reserves.due())


def _done(number: int) -> bool:
    work = partial(_decide, number)
    return bool(troubles.unless_pausing(TroubleKind.CLOCKS, number, work))


@transaction.atomic
def _decide(number: int) -> bool:
    """Whoever holds the lock first finds time run out; nobody does after that."""
    play, seats = _tables.locked(system("clock"), Play(pk=number))
    late = [seats[each] for each in reserves.run_out(play, seats)]
    if not late:
        return False
    course, once = Course(play, seats), [seat for seat in late if not seat.ran_out]
    for seat in late:
        _note(seat)
    if verbs.would_all_stop(play, seats):
        course.stop()  # the others had said so, and waited for this one's word
    else:
        for seat in (seat for seat in once if course.owes(seat.number)):
            course.stand_in(seat.number, _seats.STAND_IN)
        course.go_on()
    play.save()
    _tables.tell(play)
    return True


def _note(seat: PlaySeat) -> None:
    """The second time in a row a bot stays."""
    if seat.ran_out:
        seat.bot = _seats.STAND_IN
    seat.ran_out = True
    seat.save(update_fields=["bot", "ran_out"])
