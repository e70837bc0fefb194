"""Signing up by name: which events take it, and the link by which somebody keeps their place."""

from __future__ import annotations

import hmac

from django.conf import settings

from league import permissions
from league.core import actors, keys
from league.core.enums import EventState
from league.lists.whole_numbers import whole
from league.models import Entry, Event

SALT = "league.sign-up"


def takes_names(event: Event) -> bool:
    """Whether anybody who finds the event may sign up for it, without an account."""
    is_open = event.state in {EventState.OPEN, EventState.RUNNING}
    return event.by_name and is_open and permissions.can_see(actors.ANONYMOUS, event)


def code_of(entry: Entry) -> str:
    """What the link of this entry ends with: whoever holds it speaks for the entry."""
    text = f"{SALT}:{entry.pk}:{entry.created_at.isoformat()}"
    return f"{entry.pk}-{keys.code_for(text, key=settings.SECRET_KEY)}"


def of_code(event: Event, code: str) -> Entry | None:
    """The entry that a link speaks for; None for a wrong code, and for that of another event."""
    entry_id = whole(code.partition("-")[0]) or 0
    entry = Entry.objects.filter(event=event, pk=entry_id).select_related("player").first()
    if entry is None or not hmac.compare_digest(code_of(entry).encode(), code.encode()):
        return None
    return entry
