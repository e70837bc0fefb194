"""Days off of one who plays by turns."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from league.models import PlayPause

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor

# At most so many days at a time, and within a year.
LONGEST, IN_A_YEAR = 21, 42
YEAR = timedelta(days=365)


def of_actor(actor: Actor) -> QuerySet[PlayPause]:
    """All pauses of the actor; none for somebody who can have none."""
    if actor.account_id is not None:
        return PlayPause.objects.filter(account=actor.account_id)
    return PlayPause.objects.filter(guest=actor.guest) if actor.guest else PlayPause.objects.none()


def running(actor: Actor) -> QuerySet[PlayPause]:
    """Those that last now, the one that ends last first."""
    now = timezone.now()
    return of_actor(actor).filter(since__lte=now, until__gt=now).order_by("-until")


def until(*, viewer: Actor) -> datetime | None:
    """When the viewer's days off end, where they have begun."""
    row = running(viewer).first()
    return None if row is None else row.until


def days_left(*, viewer: Actor) -> int:
    """How many days off the viewer may still take from now on, this pause's own not counted."""
    if viewer.account_id is None and not viewer.guest:
        return 0
    now = timezone.now()
    used = timedelta()
    for row in of_actor(viewer).filter(until__gt=now - YEAR):
        used += max(min(row.until, now) - max(row.since, now - YEAR), timedelta())
    return min(LONGEST, max(0, IN_A_YEAR - -(-used // timedelta(days=1))))
