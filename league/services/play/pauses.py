"""Taking days off from all matches by turns, and being back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from league.core.enums import PlayPace, PlayState
from league.core.errors import BadInput
from league.models import Account, Play, PlayPause, PlaySeat
from league.queries.play import pauses, reach
from league.services.play import _tables

if TYPE_CHECKING:
    from datetime import datetime

    from league.core.actors import Actor


@transaction.atomic
def pause(*, by: Actor, days: int) -> PlayPause:
    """From now on no clock of the actor runs for so many days; one that runs is set anew.

    Raises:
        BadInput: ``play_pause_days``: more than may be taken at a time or in a year.
    """
    _tables.require_player(by)
    _lock(by)
    most = pauses.days_left(viewer=by)
    if not 1 <= days <= most:
        raise BadInput("play_pause_days", field="days", most=most)
    now = timezone.now()
    row = pauses.running(by).first() or _moved_here(by, now) or _new(by, now)
    row.until = now + timedelta(days=days)
    row.save()
    _tell(by)
    return row


@transaction.atomic
def end(*, by: Actor) -> bool:
    """The actor is back: their clocks run again. Says whether they were away."""
    _tables.require_player(by)
    _lock(by)
    now = timezone.now()
    rows = pauses.running(by)
    if not rows:
        return False
    for row in rows:
        if row.since < now:
            row.until = now
            row.save(update_fields=["until"])
        else:
            row.delete()
    _tell(by)
    return True


def _moved_here(by: Actor, now: datetime) -> PlayPause | None:
    """A pause that was ended within a day goes on, as if it had been taken until now.

    So nobody has more pauses than days off, however often they press.
    """
    rows = pauses.of_actor(by).filter(until__lte=now, until__lt=F("since") + timedelta(days=1))
    row = rows.order_by("until").last()
    if row is not None:
        row.since = now - (row.until - row.since)
    return row


def _new(by: Actor, now: datetime) -> PlayPause:
    guest = "" if by.account_id is not None else by.guest
    return PlayPause(account_id=by.account_id, guest=guest, since=now)


def _lock(by: Actor) -> None:
    """One press at a time of one person: two at once don't take the days twice.

    What they have already is locked, for the first pause is still to come: the account, or the
    seats of a guest.
    """
    if by.account_id is not None:
        Account.objects.select_for_update(no_key=True).get(pk=by.account_id)
    elif by.guest:
        seats = PlaySeat.objects.select_for_update(no_key=True).filter(guest=by.guest)
        list(seats.order_by("pk").values_list("pk", flat=True))


def _tell(by: Actor) -> None:
    own = reach.of_person(by)
    if own is not None:
        seats = PlaySeat.objects.filter(own)
        by_turns = Play.objects.filter(pace=PlayPace.TURNS, state=PlayState.RUNNING)
        for play in by_turns.filter(pk__in=seats.values("play")):
            _tables.tell(play)
