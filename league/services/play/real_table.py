"""Real dice, real cards: people around one table enter what chance brought there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from games.core.by_hand import entered
from games.core.errors import GameError, IllegalAction
from games.core.transcript import played
from league.core.enums import PlayPace, PlayState
from league.core.errors import BadInput, Conflict, NotAllowed, Refused
from league.queries.play import real_table as reading
from league.queries.play import states
from league.services.play import _faults, _seats, _tables, table_plays
from league.services.play._course import Course

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.package import GamePackage
    from games.core.types import JSON
    from league.core.actors import Actor
    from league.models import Play, PlaySeat


@transaction.atomic
def enter(*, by: Actor, play: Play, seen: int, values: Sequence[JSON]) -> Play:
    """Takes what fell or was drawn at the real table, then every bot's answer that follows.

    It is the host's to enter, or that of the seat whose draw it is.

    Args:
        seen: the number of the last action that the actor knew of (``Shown.seq``).
        values: one for each box of the question, as ``Shown.real`` puts it.

    Raises:
        NotAllowed: ``play_not_seated``; ``play_not_yours_to_enter``.
        Conflict: ``play_moved_on``: the draw is another one by now, or has been entered already.
        Refused: ``play_draws_from_seed``, ``play_nothing_to_enter``, or the play is past it; the
            code of the rule by which it could not have happened.
        BadInput: ``draw.not_possible`` at the value.
    """
    play, seats = _tables.locked(by, play)
    own = _tables.own_seat(by, seats)
    _tables.require_state(play, PlayState.RUNNING)
    if not play.by_hand:
        raise Refused("play_draws_from_seed")
    if not 0 <= seen <= play.seq:
        raise BadInput("play_seen_unknown", field="expected_seq", most=play.seq)
    if seen != play.seq:
        raise Conflict("play_moved_on")
    asked = reading.asked_now(play)
    if asked is None:
        raise Refused("play_nothing_to_enter")
    if not reading.may_enter(play, seats, own.number, asked):
        raise NotAllowed("play_not_yours_to_enter")
    game = played(states.package_of(play))
    course = Course(play, seats)
    try:
        course.enter(own.number, game.action_from_json(entered(asked, values)))
    except IllegalAction as error:
        raise _faults.told(Refused, error) from error
    except GameError as error:
        raise _faults.told(BadInput, error) from error
    course.go_on()
    play.save()
    _tables.tell(play)
    return play


@transaction.atomic
def seat_here(*, by: Actor, play: Play, name: str = "", number: int | None = None) -> PlaySeat:
    """The host puts somebody who has no device of their own on a free seat.

    Such a seat decides at the host's device. At a match of an evening's table, where everybody has
    a name already, that is ``table_plays.seat_here``.

    Raises:
        Refused: ``play_draws_from_seed``: only where people sit around one table;
            ``play_is_full``, or the play has begun.
    """
    if play.event_id is not None:
        return table_plays.seat_here(by=by, play=play, number=number)
    play, seats = _tables.locked(by, play)
    _tables.require_host(play, _tables.own_seat(by, seats))
    _tables.require_state(play, PlayState.OPEN)
    if not play.by_hand:
        raise Refused("play_draws_from_seed")
    seat = _tables.free_one(seats, number)
    _put(seats, seat, name)
    seat.save()
    _tables.tell(play, lobby=True)
    return seat


def put_here(seats: Sequence[PlaySeat], called: Sequence[str]) -> None:
    """Puts people at the host's device on the seats after the first; the caller saves them."""
    for seat, name in zip(seats[1:], called, strict=False):
        _put(seats, seat, name)


def _put(seats: Sequence[PlaySeat], seat: PlaySeat, name: str) -> None:
    """Names a seat at the host's device. Raises BadInput."""
    seat.name = _seats.named(seats, seat, name)
    seat.at_host = True
    seat.joined_at = seat.play.opened_at


def require_offered(
    package: GamePackage, pace: PlayPace, *, by_hand: bool, reserve: int | None
) -> None:
    """Raises BadInput where this game's draws can't be entered by hand, or not at this pace."""
    if not by_hand:
        raise BadInput("play_here_by_hand", field="here")
    if not package.by_hand:
        raise BadInput("play_by_hand_not_offered", field="by_hand")
    if pace != PlayPace.TOGETHER:
        raise BadInput("play_by_hand_together", field="pace")
    if reserve is not None:  # a bot would step in for somebody who sits right there
        raise BadInput("play_by_hand_no_clock", field="clock")
