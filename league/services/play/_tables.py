"""What every verb of a play begins with: the row locked, its seats, who asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from games.core.types import Seat
from league.after_commit import live
from league.core import keys
from league.core.actions import Action, is_within_scopes
from league.core.enums import TakeBackState
from league.core.errors import BadInput, Conflict, NotAllowed, NotFound, Refused
from league.models import Club, Play, PlaySeat, PlaySecret
from league.queries.play import plays as reading
from league.queries.play import reach, states
from league.queries.play.of_clubs import is_of_club
from league.services.play import _rated, _seeds

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.core.enums import PlayState


def require_player(by: Actor) -> None:
    """Raises NotAllowed for a token that may not play, BadInput for who could not come back."""
    if not is_within_scopes(by, Action.PLAY):
        raise NotAllowed("not_allowed", action="play")
    if by.account_id is None and not by.guest and not by.is_system:
        raise NotAllowed("play_needs_a_key")


def require_of_club(by: Actor, club: Club) -> None:
    """Raises NotAllowed for somebody who is no member of the club and runs nothing in it."""
    if not is_of_club(by, club):
        raise NotAllowed("not_allowed", action="play")


def locked(by: Actor, play: Play) -> tuple[Play, list[PlaySeat]]:
    """The play's row, locked, with its seats. Raises NotFound for who may not see it."""
    row = Play.objects.select_for_update().filter(pk=play.pk).first()
    if row is not None and not (by.is_system or reach.is_of_nobody(row)):
        # Asked only then: PostgreSQL joins a row that it waited for with the rows of before.
        row = reach.visible(by).filter(pk=row.pk).first()
    if row is None:
        raise NotFound("not_found")
    if not is_within_scopes(by, Action.PLAY):
        raise NotAllowed("not_allowed", action="play")
    return row, list(PlaySeat.objects.filter(play=row).order_by("number"))


def own_seat(by: Actor, seats: list[PlaySeat]) -> PlaySeat:
    """The seat of who asks. Raises NotAllowed for somebody who only watches."""
    seat = reading.seat_of(by, seats)
    if seat is None:
        raise NotAllowed("play_not_seated")
    return seat


def require_state(play: Play, *wanted: PlayState) -> None:
    """Raises Refused where the play stands elsewhere."""
    if play.state not in wanted:
        raise Refused(f"play_is_{play.state}")


def require_up_to_date(play: Play, seat: PlaySeat, seen: int, back: int) -> None:
    """Raises Conflict where what has happened since could make this seat choose otherwise.

    Args:
        seen: the last action that it knew of; ``back``: the last move taken back then.
    """
    if not 0 <= back <= play.taken_back:
        raise BadInput("play_seen_unknown", field="expected_taken_back", most=play.taken_back)
    if back < play.taken_back:
        seen = _seen_without(play, seat, seen, back)
    if not 0 <= seen <= play.seq:
        raise BadInput("play_seen_unknown", field="expected_seq", most=play.seq)
    package, me = states.package_of(play), Seat(seat.number)
    if any(not states.is_beside(package, step, me) for step in states.steps(play, seen)):
        raise Conflict("play_moved_on")


def _seen_without(play: Play, seat: PlaySeat, seen: int, back: int) -> int:
    """The last action that the seat knew of as it is counted now. Raises Conflict."""
    gone = play.take_backs.filter(state=TakeBackState.DONE, number__gt=back).order_by("number")
    for row in gone:
        if row.seq > seen:
            continue
        if seat.number not in row.beside:
            raise Conflict("play_moved_on")
        seen -= 1
    return seen


def require_host(play: Play, seat: PlaySeat) -> None:
    """Raises NotAllowed for who is no host, Refused at an evening's table, which has none."""
    if play.event_id is not None:
        raise Refused("play_seats_fixed")
    if seat.number != play.host:
        raise NotAllowed("play_host_only")


def numbered(seats: list[PlaySeat], number: int) -> PlaySeat:
    """The seat with this number. Raises BadInput."""
    if not 0 <= number < len(seats):
        raise BadInput("play_no_such_seat", field="number", number=number)
    return seats[number]


def free_one(seats: list[PlaySeat], number: int | None = None) -> PlaySeat:
    """The free seat with this number, else the first one. Raises Refused: ``play_is_full``."""
    for seat in seats if number is None else [numbered(seats, number)]:
        if seat.is_free:
            return seat
    raise Refused("play_is_full")


def new(play: Play) -> Play:
    """Stores a new play under a code of its own, bound to bytes that nobody has seen.

    With real dice there are none.
    """
    drawn = ""
    if not play.by_hand:
        drawn, play.commitment = _seeds.drawn()
    play.code = keys.new_code()
    play.opened_at = play.moved_at = timezone.now()
    play.is_rated = _rated.is_wanted(play)
    play.save()
    if drawn:
        PlaySecret.objects.create(play=play, drawn=drawn)
    return play


def tell(play: Play, *, lobby: bool = False) -> None:
    """Whoever watches this play is told after the commit that something is new."""
    live.play_changed(play.code, lobby=lobby)
