"""Taking back a move: asked for by whoever made it, granted or refused by whoever knows it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.core.transcript import played
from league.core.enums import PlayPace, PlayState, TakeBackState
from league.core.errors import Refused
from league.models import PlayTakeBack
from league.queries.play import plays as reading
from league.queries.play import states
from league.queries.play import take_backs as back_reading
from league.services.play import _clocks, _tables

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from games.core.transcript import State
    from league.core.actors import Actor
    from league.models import Play, PlaySeat
    from league.queries.play.take_backs import Retractable


@transaction.atomic
def take_back(*, by: Actor, play: Play, seen: int, back: int = 0) -> Play:
    """Takes back the last decision of the actor's seat, or asks those who know it.

    Asked again from the same page it changes nothing.

    Args:
        seen, back: as for ``plays.act``.

    Raises:
        Refused: ``play_back_not_now``; ``play_back_refused``: somebody has said no to this one.
        Conflict: ``play_moved_on``.
    """
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    _tables.require_state(play, PlayState.RUNNING)
    newest = back_reading.newest(play)
    if _is_done(play, newest, seat, back):
        return play  # pressed twice
    _tables.require_up_to_date(play, seat, seen, back)
    found = back_reading.last_of(play, seats, seat.number)
    if found is None:
        raise Refused("play_back_not_now")
    is_own = newest is not None and newest.seat == seat.number
    if newest is not None and is_own and back_reading.is_open(play, newest):
        if newest.state == TakeBackState.ASKED:
            return play
        if newest.refused_by not in {None, seat.number}:
            name = reading.seat_called(seats)[newest.refused_by or 0]
            raise Refused("play_back_refused", name=name)
    row = _asked(play, seat.number, found.step.number)
    _settle(play, seats, row, found)
    return play


@transaction.atomic
def grant_back(*, by: Actor, play: Play, number: int) -> Play:
    """Agrees that another seat takes its move back; with the last word needed it is done.

    Args:
        number: of what was asked (``Asked.number``).

    Raises:
        Refused: ``play_back_not_asked``: it is settled, or something has happened since.
    """
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    row = _numbered(play, number)
    if seat.number in row.granted:
        return play
    found = _still_wanted(play, seats, row)
    if seat.number not in found.asked:
        raise Refused("play_back_not_asked")
    row.granted = [*row.granted, seat.number]
    row.save(update_fields=["granted"])
    _settle(play, seats, row, found)
    return play


@transaction.atomic
def refuse_back(*, by: Actor, play: Play, number: int) -> Play:
    """Says that a move stays; whoever asked thinks better of it in the same way.

    Raises:
        Refused: ``play_back_not_asked``.
    """
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    row = _numbered(play, number)
    if row.refused_by == seat.number:
        return play
    found = _still_wanted(play, seats, row)
    if seat.number not in {row.seat, *found.asked}:
        raise Refused("play_back_not_asked")
    row.state, row.refused_by = TakeBackState.REFUSED, seat.number
    row.save(update_fields=["state", "refused_by"])
    _tables.tell(play)
    return play


@transaction.atomic
def correct_draw(*, by: Actor, play: Play, seen: int, back: int = 0) -> Play:
    """Takes back the last draw that was entered at a real table, so that it is entered anew.

    What bots answered to it goes with it. It is for whoever may enter the draw; nobody is asked,
    as everybody sees what lies on the table. Asked again from the same page it changes nothing.

    Args:
        seen, back: as for ``plays.act``.

    Raises:
        Refused: ``play_draws_from_seed``; ``play_nothing_to_correct``: somebody has decided since,
            or the draw is another seat's to enter.
        Conflict: ``play_moved_on``.
    """
    play, seats = _tables.locked(by, play)
    seat = _tables.own_seat(by, seats)
    _tables.require_state(play, PlayState.RUNNING)
    if not play.by_hand:
        raise Refused("play_draws_from_seed")
    if _is_done(play, back_reading.newest(play), seat, back):
        return play  # pressed twice
    _tables.require_up_to_date(play, seat, seen, back)
    step = back_reading.last_draw(play, seats, seat.number)
    if step is None:
        raise Refused("play_nothing_to_correct")
    row = _asked(play, seat.number, step.number)
    play.actions.filter(seq__gte=step.number).delete()
    play.seq = step.number - 1
    _rewind(play, row, step.before)
    _mark(play, seats, frozenset(), None, timedelta())
    _tables.tell(play)
    return play


def _is_done(play: Play, newest: PlayTakeBack | None, seat: PlaySeat, back: int) -> bool:
    """Whether the last thing taken back was this seat's, since the page that knew of ``back``."""
    if newest is None or newest.seat != seat.number:
        return False
    return play.taken_back == newest.number > back


def _asked(play: Play, seat: int, seq: int) -> PlayTakeBack:
    """That a seat wants action ``seq`` to be taken back."""
    play.backs_asked += 1
    play.save(update_fields=["backs_asked"])
    return PlayTakeBack.objects.create(
        play=play,
        number=play.backs_asked,
        seat=seat,
        seq=seq,
        newest=play.seq,
        at=timezone.now(),
    )


def _numbered(play: Play, number: int) -> PlayTakeBack:
    row = PlayTakeBack.objects.filter(play=play, number=number).first()
    if row is None:
        raise Refused("play_back_not_asked")
    return row


def _still_wanted(play: Play, seats: list[PlaySeat], row: PlayTakeBack) -> Retractable:
    """The decision that is asked about. Raises Refused once it is settled or has been overtaken."""
    newest = back_reading.newest(play)
    is_newest = newest is not None and newest.pk == row.pk
    is_asked = row.state == TakeBackState.ASKED and back_reading.is_open(play, row)
    found = back_reading.last_of(play, seats, row.seat) if is_newest and is_asked else None
    if found is None:
        raise Refused("play_back_not_asked")
    return found


def _settle(play: Play, seats: list[PlaySeat], row: PlayTakeBack, found: Retractable) -> None:
    """Takes it back once nobody is left to agree; whoever watches is told."""
    if set(found.asked) <= set(row.granted):
        _undo(play, seats, row, found)
    _tables.tell(play)


def _undo(play: Play, seats: list[PlaySeat], row: PlayTakeBack, found: Retractable) -> None:
    """The chain of actions without the decision; what others decided beside it moves up."""
    rules = played(states.package_of(play))
    gone = play.actions.get(seq=found.step.number)
    thought = gone.at - _owed_since(play, found)
    gone.delete()
    for step in found.later:
        play.actions.filter(seq=step.number).update(seq=F("seq") - 1)
    play.seq -= 1
    row.beside = list(found.beside)
    _rewind(play, row, found.after)
    _mark(play, seats, frozenset(rules.to_act(found.after)), row.seat, thought)


def _rewind(play: Play, row: PlayTakeBack, state: State) -> None:
    """A play whose chain of actions has become shorter stands at ``state``."""
    play.taken_back = row.number
    last = play.actions.filter(seq=play.seq).first()
    before = play.began_at if last is None else last.at
    assert before is not None
    play.moved_at = before
    play.length = played(states.package_of(play)).length(state)
    play.save()
    row.state, row.at = TakeBackState.DONE, timezone.now()
    row.save(update_fields=["state", "beside", "at"])
    states.keep(play, play.seq, play.moved_at, state)


def _owed_since(play: Play, found: Retractable) -> datetime:
    """Since when the seat had owed the decision."""
    step = found.step
    rules, first = played(states.package_of(play)), step.number - 4 * play.size
    since = step.number
    for earlier in reversed(states.steps(play, max(0, first))):
        if earlier.number >= step.number:
            continue
        since = earlier.number
        if earlier.actor == step.actor or step.actor not in rules.to_act(earlier.before):
            break
    row = play.actions.filter(seq=since).exclude(seq=step.number).first()
    assert play.began_at is not None
    return play.began_at if row is None else row.at


def _mark(
    play: Play,
    seats: list[PlaySeat],
    owing: Collection[object],
    number: int | None,
    thought: timedelta,
) -> None:
    """Who is to decide now: the seat ``number`` with the time that it has already thought.

    What others have thought about a move that is gone is not taken from them.
    """
    for seat in seats:
        if seat.number == number and seat.reserve_left is not None:
            _clocks.go_on(play, seat)
        elif seat.number == number:
            seat.owes_since, seat.more_days = timezone.now() - thought, 0
            if play.pace == PlayPace.TURNS:  # what it was given is not taken from it again
                seat.more_days = max(0, thought.days + 1 - (play.days or 0))
        elif seat.number not in owing and seat.owes_since is not None:
            seat.owes_since, seat.more_days = None, 0
        else:
            continue
        seat.save(update_fields=["owes_since", "more_days", "reserve_left"])
