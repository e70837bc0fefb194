"""What is open to one who sits at a play, or comes by, by the names of the services."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from league.core.enums import PlayAccess, PlayPace, PlayState
from league.queries.play import paces, real_table
from league.queries.play.of_clubs import is_of_club

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from league.core.actors import Actor
    from league.models import Play, PlaySeat

# Before that nobody may say that somebody else is away.
QUIET_S = 60


def away(play: Play, rows: Sequence[PlaySeat], own: PlaySeat | None) -> tuple[int, ...]:
    """Seats that let the others wait so long that one who still plays may have a bot play on.

    By turns nobody is away: a seat may be late, and its host decides. Nor with a clock, which
    decides by itself.
    """
    if own is None or own.has_resigned or play.state != PlayState.RUNNING:
        return ()
    if play.pace == PlayPace.TURNS or play.reserve is not None:
        return ()
    before = timezone.now() - timedelta(seconds=QUIET_S)
    return tuple(
        row.number
        for row in rows
        if row.owes_since is not None
        and row.owes_since <= before
        and row.is_person
        and not row.bot
        and not row.at_host
        and row.pk != own.pk
    )


def open_to(
    actor: Actor,
    play: Play,
    rows: Sequence[PlaySeat],
    own: PlaySeat | None,
    absent: Sequence[int],
    late: Collection[int] = (),
) -> frozenset[str]:
    """The verbs that ``own`` may use now; of somebody without a seat where it is None.

    Args:
        absent: the seats that are ``away``.
        late: the seats whose time by turns has run out.
    """
    found: set[str] = set()
    if play.state == PlayState.OPEN:
        found |= _before_it_begins(actor, play, rows, own)
    elif paces.decides(actor, play, rows, own, late):
        found |= {"take_over", "give_time", "stop"}
    if own is None or play.state == PlayState.OPEN:
        pass
    elif play.state == PlayState.RUNNING:
        found |= {"resign", "agree_to_stop"} if not own.has_resigned else set()
        if own.bot and not own.has_resigned:
            found.add("come_back")
        held = real_table.held_by(play, rows, own.number)
        if any(row.owes_since is not None for row in rows if row.number in held):
            found.add("act")
        if absent:
            found.add("take_over")
    elif not hasattr(play, "rematch") and play.event_id is None:
        found.add("again")
    return frozenset(found)


def _before_it_begins(
    actor: Actor, play: Play, rows: Sequence[PlaySeat], own: PlaySeat | None
) -> set[str]:
    found: set[str] = set()
    is_awaited = own is not None and not own.is_here
    is_anybodys = own is None and play.event_id is None
    has_free = is_anybodys and any(row.is_free for row in rows) and may_sit(actor, play)
    if is_awaited or has_free:
        found.add("sit")
    if own is not None and own.is_here:
        found.add("leave")
    if own is not None and _seats_others_here(play, rows, own):
        found.add("seat_here")
    if own is not None and own.number == play.host and play.event_id is None:
        found.add("add_bot" if any(row.is_free for row in rows) else "begin")
        if any(row.bot for row in rows):
            found.add("remove_bot")
        if any(row.is_person and row.pk != own.pk for row in rows):
            found.add("free_seat")
    return found


def _seats_others_here(play: Play, rows: Sequence[PlaySeat], own: PlaySeat) -> bool:
    """Whether ``own`` is the host of a real table who may put somebody at their device."""
    if not play.by_hand or own.number != play.host:
        return False
    if play.event_id is not None:
        return own.is_here and not all(row.is_here for row in rows)
    return any(row.is_free for row in rows)


def asked_to_stop(play: Play, rows: Sequence[PlaySeat]) -> tuple[PlaySeat, ...]:
    """The seats whose people must agree before the match stops where it stands.

    At the host's device the host's word is enough. A bot that stands in agrees for nobody at a
    table of an evening, whose result counts; elsewhere whoever is away is not waited for.
    """
    people = (row for row in rows if row.is_person and not row.has_resigned and not row.at_host)
    return tuple(row for row in people if play.event_id is not None or not row.bot)


def would_all_stop(play: Play, rows: Sequence[PlaySeat]) -> bool:
    """Whether somebody is asked, and everybody who is would stop here."""
    asked = asked_to_stop(play, rows)
    return bool(asked) and all(row.wants_stop for row in asked)


def may_sit(actor: Actor, play: Play) -> bool:
    """Whether a free seat is for the actor too: at a table of members, for those alone."""
    if play.access != PlayAccess.CLUB:
        return True
    assert play.club is not None
    return is_of_club(actor, play.club)
