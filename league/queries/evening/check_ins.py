"""The door of an event: its code for checking in by oneself, and whom it waits for.

The code is made from the event and the service's own key, so that nothing is stored: whoever
stands in the room and reads it may say that somebody of the list is here, and nothing more.
"""

from __future__ import annotations

import hmac

from django.conf import settings
from django.core import signing

from league.core import keys
from league.core.enums import EntryState, EventState
from league.core.errors import Gone, NotFound
from league.models import Entry, Event

SALT = "league.check-in"
UNDO_SECONDS = 600
OWN_SALT = "league.own-evening"
OWN_SECONDS = 24 * 3600


def code_of(event: Event) -> str:
    """The code of an event's door: always the same, and that of no other event."""
    text = f"{SALT}:{event.pk}:{event.created_at.isoformat()}"
    return keys.code_for(text, key=settings.SECRET_KEY)


def find(*, slug: str, code: str) -> Event:
    """The event whose door has this code; NotFound for a wrong one, Gone when it is over."""
    event = evening(slug)
    if event is None or not hmac.compare_digest(code_of(event).encode(), code.encode()):
        raise NotFound("link_unknown")
    if event.state == EventState.CANCELLED:
        raise Gone("event_cancelled")
    if event.state == EventState.FINISHED:
        raise Gone("event_finished")
    return event


def expected(event: Event) -> list[Entry]:
    """Who has a place and was not seen yet, for the door's list."""
    rows = Entry.objects.filter(event=event, state=EntryState.REGISTERED, is_present=False)
    return list(rows.select_related("player"))


def undo_token(entry: Entry) -> str:
    """Lets the browser that checked somebody in take it back for some minutes."""
    return signing.dumps(entry.pk, salt=SALT)


def just_now(event: Event, token: str) -> Entry | None:
    """Whom the browser with this token checked in a moment ago."""
    try:
        entry_id = signing.loads(token, salt=SALT, max_age=UNDO_SECONDS)
    except signing.BadSignature:
        return None
    return Entry.objects.filter(event=event, pk=entry_id).select_related("player").first()


def evening(slug: str) -> Event | None:
    """The event of this address, for browsers that hold a token of somebody there."""
    rows = Event.objects.filter(slug=slug, removed_at__isnull=True)
    return rows.select_related("club", "season").first()


def own_token(entry: Entry) -> str:
    """Lets the browser of this person speak for them tonight: free, pausing, gone home."""
    return signing.dumps(entry.pk, salt=OWN_SALT)


def of_own_token(event: Event, token: str) -> Entry | None:
    """The entry a browser with this token speaks for; None for another event or a day later."""
    try:
        entry_id = signing.loads(token, salt=OWN_SALT, max_age=OWN_SECONDS)
    except signing.BadSignature:
        return None
    return Entry.objects.filter(event=event, pk=entry_id).select_related("player").first()
