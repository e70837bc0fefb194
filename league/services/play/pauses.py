"""Taking days off from all matches by turns, and being back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from league.core.enums import PlayPace, PlayState
from league.core.errors import BadInput
from league.models import Play, PlayPause, PlaySeat
from league.queries.play import pauses, reach
from league.services.play import _tables

if TYPE_CHECKING:
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
    row = _running(by)
    if row is None:
        row = PlayPause(
            account_id=by.account_id, guest="" if by.account_id is not None else by.guest, since=now
        )
    row.until = now + timedelta(days=days)
    row.save()
    _tell(by)
    return row


@transaction.atomic
def end(*, by: Actor) -> bool:
    """The actor is back: their clocks run again. Says whether they were away."""
    _tables.require_player(by)
    _lock(by)
    row = _running(by)
    if row is None:
        return False
    now = timezone.now()
    if row.since < now:
        row.until = now
        row.save(update_fields=["until"])
    else:
        row.delete()
    _tell(by)
    return True


def _running(by: Actor) -> PlayPause | None:
    now = timezone.now()
    return pauses.of_actor(by).filter(since__lte=now, until__gt=now).order_by("-until").first()


def _lock(by: Actor) -> None:
    """One of the actor's pauses at a time: two presses at once don't take the days twice."""
    list(pauses.of_actor(by).select_for_update().values_list("pk", flat=True))


def _tell(by: Actor) -> None:
    own = reach.of_person(by)
    if own is not None:
        seats = PlaySeat.objects.filter(own)
        by_turns = Play.objects.filter(pace=PlayPace.TURNS, state=PlayState.RUNNING)
        for play in by_turns.filter(pk__in=seats.values("play")):
            _tables.tell(play)
