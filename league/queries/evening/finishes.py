"""What finishing an event closed and threw away: opening it again brings just that back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import EventState, RoundState
from league.core.facts import Fact
from league.models import JournalLine, Round

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from league.models import Event


def closed(event: Event) -> QuerySet[Round]:
    """The rounds that were closed by it, and still are."""
    return Round.objects.filter(
        stage__event=event, pk__in=_told(event, "closed"), state=RoundState.CLOSED
    )


def thrown_away(event: Event) -> list[int]:
    """Ids of the drafts that it threw away."""
    return _told(event, "drafts")


def _told(event: Event, what: str) -> list[int]:
    """Ids that the journal knows of the last time."""
    lines = JournalLine.objects.filter(
        event=event, kind=Fact.EVENT_STATE_CHANGED, payload__new=EventState.FINISHED.value
    )
    last = lines.order_by("-pk").first()
    return list(last.payload.get(what, [])) if last else []
