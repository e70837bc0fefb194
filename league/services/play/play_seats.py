"""Taking and leaving seats of a play before it begins, and seating bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from league.core.enums import PlayState
from league.core.errors import NotAllowed, Refused
from league.queries.play import plays as reading
from league.queries.play import states, verbs
from league.services.play import _seats, _tables, table_plays

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Play, PlaySeat


@transaction.atomic
def sit(
    *, by: Actor, play: Play, name: str = "", contribution: str = "", number: int | None = None
) -> PlaySeat:
    """Gives the actor a free seat, or again the one they have.

    At a match of an evening's table that is ``table_plays.sit_again``.

    Args:
        name: what the seat is called; an account may leave it out.
        contribution: what the seat adds to the seed: hex, or any words. May be added later by
            sitting down again, as long as the play has not begun; what is there stays.
        number: of the seat wanted; the first free one when absent.

    Raises:
        Refused: ``play_is_full``, ``play_seat_taken``, or the play is past it.
        NotAllowed: ``play_members_only``.
    """
    if play.event_id is not None:
        return table_plays.sit_again(by=by, play=play, contribution=contribution)
    _tables.require_player(by)
    play, seats = _tables.locked(by, play)
    own = reading.seat_of(by, seats)
    if own is not None and play.state != PlayState.OPEN:
        return own
    _tables.require_state(play, PlayState.OPEN)
    if own is None and not verbs.may_sit(by, play):
        raise NotAllowed("play_members_only")
    seat = own
    if seat is None and number is not None:
        seat = _tables.numbered(seats, number)
        if not seat.is_free:
            raise Refused("play_seat_taken", number=number + 1)
    if seat is None:
        seat = _tables.free_one(seats)
    _seats.take(by, seats, seat, name, contribution)
    _save(play, seat)
    return seat


@transaction.atomic
def leave(*, by: Actor, play: Play) -> Play:
    """Frees the actor's seat before the start.

    The host's rights go to the next person; a table that nobody sits at is closed.
    """
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    _tables.require_state(play, PlayState.OPEN)
    vacate(play, seats, seat)
    return play


@transaction.atomic
def add_bot(*, by: Actor, play: Play, bot: str, number: int | None = None) -> PlaySeat:
    """The host puts a bot on a free seat, the first one unless ``number`` says which."""
    play, seats = _tables.locked(by, play)
    _tables.require_host(play, _tables.own_seat(by, seats))
    _tables.require_state(play, PlayState.OPEN)
    _seats.require_bot(states.package_of(play), bot)
    seat = _tables.free_one(seats, number)
    seat.bot = bot
    _save(play, seat)
    return seat


@transaction.atomic
def remove_bot(*, by: Actor, play: Play, number: int) -> PlaySeat:
    """The host takes a bot away before the start, so that somebody can sit there.

    Raises:
        Refused: ``play_seat_of_person``: a person's seat is freed by ``free_seat``.
    """
    play, seat = _of_another(by, play, number)
    if seat.is_person:
        raise Refused("play_seat_of_person", number=number + 1)
    _seats.empty(seat)
    _save(play, seat)
    return seat


@transaction.atomic
def free_seat(*, by: Actor, play: Play, number: int) -> PlaySeat:
    """The host frees the seat of somebody who has gone before the start.

    Whoever sat there may sit down again, like anybody else.

    Raises:
        Refused: ``play_leave_yourself``: the host's own seat.
    """
    play, seat = _of_another(by, play, number)
    if number == play.host:
        raise Refused("play_leave_yourself")
    _seats.empty(seat)
    _save(play, seat)
    return seat


def vacate(play: Play, seats: list[PlaySeat], seat: PlaySeat) -> None:
    """Frees one of the ``seats`` of a locked play that has not begun."""
    _seats.empty(seat)
    here = (each for each in seats if each.is_person and each.is_here)
    people = [each.number for each in here if not each.at_host]
    if not people:
        play.state, play.ended_at = PlayState.STOPPED, timezone.now()
    elif play.host not in people:
        play.host = people[0]
    play.save()
    _save(play, seat)


def _of_another(by: Actor, play: Play, number: int) -> tuple[Play, PlaySeat]:
    """The locked play and one of its seats, for its host before the start."""
    play, seats = _tables.locked(by, play)
    _tables.require_host(play, _tables.own_seat(by, seats))
    _tables.require_state(play, PlayState.OPEN)
    return play, _tables.numbered(seats, number)


def _save(play: Play, seat: PlaySeat) -> None:
    seat.save()
    _tables.tell(play, lobby=True)
