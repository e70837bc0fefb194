"""What finishing an event closed and threw away: opening it again brings just that back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import EventState, RoundState
from league.core.facts import Fact
from league.models import JournalLine, Round

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from games.core.types import JSON
    from league.models import Event


def told(event: Event) -> dict[str, JSON]:
    """What the journal knows of the last time: ids of rounds ``closed``, ``drafts`` thrown away."""
    lines = JournalLine.objects.filter(
        event=event, kind=Fact.EVENT_STATE_CHANGED, payload__new=EventState.FINISHED.value
    )
    last = lines.order_by("-pk").first()
    return last.payload if last else {}


def closed(event: Event) -> QuerySet[Round]:
    """The rounds that were closed by it, and still are."""
    ids = told(event).get("closed", [])
    return Round.objects.filter(stage__event=event, pk__in=ids, state=RoundState.CLOSED)
