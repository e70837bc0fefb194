"""Evenings as data in a page (JSON-LD, schema.org), for search engines and calendars of a town.

Who reads it is nobody in particular: it stands on the pages of visitors alone, and only where
everybody finds them. It is data, which no browser runs; the content policy need not allow it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from league.core.enums import ActorKind, EventState
from league.times import wall_time
from league.web.actor import actor_of
from league.web.office.office import absolute
from league.web.public import link_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest
    from django.utils.safestring import SafeString

    from league.models import Club, Event

_VOCABULARY = "https://schema.org"
# So that no text can end the element that it stands in.
_ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def of_event(request: HttpRequest, event: Event) -> SafeString | None:
    if not _is_told(request, event.club):
        return None
    return _element({"@context": _VOCABULARY, **_event(request, event)})


def of_club(request: HttpRequest, club: Club, coming: Sequence[Event]) -> SafeString | None:
    """The evenings that are to come."""
    if not coming or not _is_told(request, club):
        return None
    rows = [_event(request, event) for event in coming]
    return _element({"@context": _VOCABULARY, "@graph": rows})


def _is_told(request: HttpRequest, club: Club) -> bool:
    return actor_of(request).kind == ActorKind.ANONYMOUS and link_cards.is_for_all(club)


def _event(request: HttpRequest, event: Event) -> dict[str, object]:
    zone, address = wall_time.zone_of(event), absolute(request, reverse("event", args=[event.slug]))
    is_cancelled = event.state == EventState.CANCELLED
    told: dict[str, object] = {
        "@type": "Event",
        "@id": address,
        "name": event.name,
        "url": address,
        "startDate": event.starts_at.astimezone(zone).isoformat(),
        "eventStatus": f"{_VOCABULARY}/Event{'Cancelled' if is_cancelled else 'Scheduled'}",
        "eventAttendanceMode": f"{_VOCABULARY}/OfflineEventAttendanceMode",
        "organizer": {
            "@type": "Organization",
            "name": event.club.name,
            "url": absolute(request, reverse("club", args=[event.club.slug])),
        },
    }
    if event.ends_at is not None:
        told["endDate"] = event.ends_at.astimezone(zone).isoformat()
    if event.place:
        told["location"] = {"@type": "Place", "name": event.place}
    return told


def _element(data: dict[str, object]) -> SafeString:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)
    # What could be a tag or an entity was escaped above.
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(text))
