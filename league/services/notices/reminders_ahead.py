"""Tomorrow's events: whoever has a place is told the day before, once per event and day."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from league.causes import rows
from league.core.enums import EntryState, EventState
from league.core.notices import NoticeKind
from league.models import Entry, Event
from league.times import wall_time

AHEAD: Final = timedelta(hours=26)
# Later than this nobody is surprised any more: who signs up then knows the day.
AT_LEAST: Final = timedelta(hours=12)


def tell() -> None:
    """Makes the messages of the events that begin in about a day. Again makes none twice."""
    now = timezone.now()
    events = Event.objects.filter(
        state__in=[EventState.PLANNED, EventState.OPEN],
        is_announced=True,
        removed_at__isnull=True,
        starts_at__gt=now + AT_LEAST,
        starts_at__lte=now + AHEAD,
    )
    for event in events.select_related("club").order_by("pk"):
        day = wall_time.day_of(event.starts_at, wall_time.zone_of(event))
        if day - wall_time.today(event) != timedelta(days=1):
            continue
        cause = rows.Cause(NoticeKind.TOMORROW, f"tomorrow:{event.pk}:{day}", event_id=event.pk)
        there = Entry.objects.filter(event=event, state=EntryState.REGISTERED, is_filler=False)
        with transaction.atomic():
            rows.tell_entries(cause, there)
            rows.tell_club(cause, event.club_id)
