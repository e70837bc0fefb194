"""Evenings for calendar programs, and the address under which somebody finds their own.

A calendar tells of occasions and of nobody who takes part in them.
"""

from __future__ import annotations

import hmac
import uuid
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from league import permissions
from league.core.actors import Actor
from league.core.enums import ActorKind, EntryState, EventState
from league.core.errors import NotFound
from league.core.facts import Fact
from league.documents.calendar import Occasion, Status
from league.models import CalendarLink, Club, Entry, Event, JournalLine, Season
from league.queries.people import player_history
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime

    from django.db.models import QuerySet

SALT = "league.calendar"
# What is long over is in nobody's way in a program that keeps it anyway.
KEPT_DAYS = 400
MOST = 500
_CHANGES = (Fact.EVENT_CREATED, Fact.EVENT_CHANGED, Fact.EVENT_STATE_CHANGED)
_ENTRIES = (Fact.ENTRY_ADDED, Fact.ENTRY_CHANGED, Fact.ENTRY_REINSTATED)


def of_club(viewer: Actor, club: Club) -> list[Event]:
    """The club's evenings of the last year and all that are planned, in their order."""
    return _limited(permissions.visible(Event.objects.filter(club=club), viewer))


def of_season(viewer: Actor, season: Season) -> list[Event]:
    """All evenings of the season that a calendar takes, the latest where there are too many."""
    return _ordered(permissions.visible(Event.objects.filter(season=season), viewer))


def of_player(player_id: int) -> dict[Event, EntryState]:
    """The evenings in which somebody has a place or waits for one, with which of both.

    What the person may not see (any more) is not there for their calendar either.
    """
    states = {
        event: EntryState(state)
        for event, state in Entry.objects.filter(
            player=player_id, state__in=[EntryState.REGISTERED, EntryState.WAITING]
        ).values_list("event", "state")
    }
    viewer = Actor(
        kind=ActorKind.TOKEN,
        key=f"calendar:{player_id}",
        player_id=player_id,
        scopes=frozenset({"read"}),
    )
    seen = permissions.visible(Event.objects.filter(entries__player=player_id), viewer)
    rows = _limited(seen.filter(pk__in=list(states)))
    return {event: states[event.pk] for event in rows}


def occasions(
    events: Iterable[Event],
    *,
    address: Callable[[Event], str],
    entries: Mapping[Event, EntryState] | None = None,
    player_id: int | None = None,
) -> list[Occasion]:
    """The events for a calendar.

    Args:
        address: the whole address of an event's page.
        entries: whether somebody has a place; who waits for one comes tentatively.
        player_id: whose entries these are: changes of theirs count as changes.
    """
    rows = list(events)
    changed = _changed(rows, player_id)
    waiting = {event for event, state in (entries or {}).items() if state == EntryState.WAITING}
    return [
        Occasion(
            uid=uid(event),
            sequence=event.version - 1,
            starts_at=event.starts_at,
            ends_at=event.ends_at,
            zone=wall_time.zone_of(event),
            title=event.name if player_id is None else f"{event.name} ({event.club.name})",
            place=event.place,
            text=event.notes,
            address=address(event),
            status=_status(event, is_waiting=event in waiting),
            changed_at=max(event.created_at, changed.get(event.pk, event.created_at)),
        )
        for event in rows
    ]


def uid(event: Event) -> str:
    """One and the same for ever, wherever the installation moves and whatever its name becomes."""
    text = f"{event.created_at.isoformat()} {event.pk}"
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"stammtisch event {text}"))


def _status(event: Event, *, is_waiting: bool) -> Status:
    if event.state == EventState.CANCELLED:
        return "CANCELLED"
    return "TENTATIVE" if is_waiting else "CONFIRMED"


def _changed(events: list[Event], player_id: int | None) -> dict[int, datetime]:
    """When each of the events was changed last, as the journal says."""
    lines = JournalLine.objects.filter(event__in=events)
    told = [lines.filter(kind__in=_CHANGES)]
    if player_id is not None:
        told.append(lines.filter(kind__in=_ENTRIES, payload__player=player_id))
    found: dict[int, datetime] = {}
    for rows in told:
        for event, at in rows.order_by().values_list("event").annotate(at=Max("at")):
            found[event] = max(at, found.get(event, at))
    return found


def _limited(rows: QuerySet[Event]) -> list[Event]:
    return _ordered(rows.filter(starts_at__gte=timezone.now() - timedelta(days=KEPT_DAYS)))


def _ordered(rows: QuerySet[Event]) -> list[Event]:
    latest = rows.select_related("club").order_by("-starts_at", "-id")[:MOST]
    return list(reversed(latest))


# --- somebody's own address -----------------------------------------------------------------


def code_of(viewer: Actor) -> str:
    """The secret part of the viewer's own address; empty where they have none."""
    link = (
        CalendarLink.objects.filter(player=viewer.player_id).first() if viewer.player_id else None
    )
    return _code(link) if link else ""


def find(player_id: int, code: str) -> int:
    """Whose evenings this address shows: who was merged stands under another number.

    Raises:
        NotFound: alike for a wrong code and for nobody.
    """
    link = CalendarLink.objects.filter(player=player_id).first()
    if link is None or not hmac.compare_digest(_code(link).encode(), code.encode()):
        raise NotFound("not_found")
    return player_history.standing(player_id)


def _code(link: CalendarLink) -> str:
    text = f"{SALT}:{link.player_id}:{link.salt}"
    return hmac.digest(settings.SECRET_KEY.encode(), text.encode(), "sha256").hex()[:40]
