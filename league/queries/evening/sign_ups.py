"""Signing up by name: which events take it, and the link by which somebody keeps their place."""

from __future__ import annotations

import hmac

from django.conf import settings

from league import permissions
from league.core import actors, keys
from league.core.enums import EventState
from league.lists.whole_numbers import whole
from league.models import Club, Entry, Event

SALT = "league.sign-up"
DOOR_SALT = "league.club-door"
DOOR_LENGTH = 8


def takes_names(event: Event) -> bool:
    """Whether anybody who finds the event may sign up for it, without an account."""
    is_open = event.state in {EventState.OPEN, EventState.RUNNING}
    return event.by_name and is_open and permissions.can_see(actors.ANONYMOUS, event)


def open_by_name(club: Club) -> list[Event]:
    """The club's events that take names now, the next first."""
    rows = Event.objects.filter(club=club, by_name=True, removed_at__isnull=True)
    found = rows.select_related("club", "season").order_by("starts_at", "pk")
    return [event for event in found if takes_names(event)]


def door_code(club: Club) -> str:
    """The code at the club's door; nothing is stored of it but how many there were."""
    text = f"{DOOR_SALT}:{club.pk}:{club.created_at.isoformat()}:{club.door_number}"
    return keys.code_for(text, key=settings.SECRET_KEY)[:DOOR_LENGTH]


def is_door_code(club: Club, typed: str) -> bool:
    """Whether somebody has read it: in any case, with or without the gap in its middle."""
    plain = "".join(sign for sign in typed.casefold() if sign not in " -\u2013\u00a0")
    return hmac.compare_digest(door_code(club).encode(), plain.encode("utf-8", "replace"))


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
