"""What was sent, what waits, and what never arrived."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.utils import timezone

from league.core.notices import NoticeState
from league.models import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from league.models import NoticeAddress

# So long organizers are told of a message that did not arrive.
TOLD_FOR: Final = timedelta(days=7)


def undelivered() -> list[int]:
    """The events with messages that were given up lately; 0 for those of no event."""
    rows = Notice.objects.filter(state=NoticeState.GIVEN_UP, done_at__gt=timezone.now() - TOLD_FOR)
    return [event or 0 for event in {*rows.values_list("event", flat=True)}]


def latest(addresses: Iterable[NoticeAddress], *, most: int = 50) -> QuerySet[Notice]:
    """The last messages to these addresses, the newest first."""
    rows = Notice.objects.filter(address__in=[row.pk for row in addresses])
    return rows.select_related("address", "event").order_by("-pk")[:most]
