"""Rendered parts of an event's pages, kept for a moment while nothing in its club changes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, TypeVar

from django.conf import settings
from django.core.cache.backends.locmem import LocMemCache
from django.utils import translation

from league.core.enums import ActorKind
from league.queries.occasions import events
from league.times import wall_time

if TYPE_CHECKING:
    from django.http import HttpResponse

    from league.core.actors import Actor
    from league.models import Event

T = TypeVar("T")

# Long enough for everybody who looks at the same evening, short enough for a new release.
KEPT_S = 60

# In this process alone: half a megabyte per page is quicker rendered anew than fetched, and no
# other release of the program ever reads it.
_parts = LocMemCache("parts", {"OPTIONS": {"MAX_ENTRIES": 60}})
_stamps = LocMemCache("stamps", {"OPTIONS": {"MAX_ENTRIES": 4000}})


def mark(page: str, event: Event, who: Actor | None, *asked: object) -> str:
    """What a part depends on, in one short word: the same word, the same bytes.

    Args:
        who: whose eyes it is made for; None for what everybody sees alike.
        asked: what else the address says about the part.
    """
    today = wall_time.today(event)
    parts = (
        page,
        events.position(event),
        who.key if who is not None else "",
        who.player_id if who is not None else None,
        translation.get_language(),
        today.isoformat(),
        asked,
    )
    return f"kept:{hashlib.sha256(repr(parts).encode()).hexdigest()[:40]}"


def shared(answer: HttpResponse, who: Actor) -> HttpResponse:
    """Marks an answer that is the same for all who are nobody in particular.

    The one-process server may then give it to the next of them (``league.server.front``).
    """
    if who.kind == ActorKind.ANONYMOUS:
        answer["X-Shared"] = "1"
    return answer


def find(key: str, kind: type[T]) -> T | None:
    """What was kept under this mark, if it is still there."""
    if settings.DEBUG:  # whoever edits templates wants to see them
        return None
    found = _parts.get(key)
    return found if isinstance(found, kind) else None


def put(key: str, value: object) -> None:
    _parts.set(key, value, KEPT_S)


def stamp(key: str) -> str:
    """The stamp of the part under this mark, also where the part itself is too much to keep."""
    return "" if settings.DEBUG else str(_stamps.get(key, ""))


def put_stamp(key: str, value: str) -> None:
    _stamps.set(key, value, KEPT_S)


def forget() -> None:
    """Keeps nothing of what was kept."""
    _parts.clear()
    _stamps.clear()
