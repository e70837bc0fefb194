"""The waiting list of a full event: who is next has the place, and nobody overtakes.

These are steps of the verbs that free a place; the event is locked when they are called.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from league import journal
from league.core.actors import system
from league.core.enums import EntryState, EventState
from league.core.facts import Fact
from league.models import Entry, Event
from league.queries.evening import entries as reading
from league.queries.evening import entry_steps

if TYPE_CHECKING:
    from datetime import datetime

    from games.core.types import JSON
    from league.core.actors import Actor

_TAKES_PEOPLE = (EventState.PLANNED, EventState.OPEN, EventState.RUNNING)


def last_in_line(event: Event) -> int:
    """The queue number of whoever joins the waiting list now."""
    last: int | None = Entry.objects.filter(event=event).aggregate(n=Max("queue_number"))["n"]
    return (last or 0) + 1


def move_up(by: Actor, event: Event) -> list[int]:
    """Gives the free places to those who are first in line, or offers them; who has one now.

    Does nothing where the ranking of a season decides who comes next, nor once the event takes
    nobody any more. Offers that no place stands behind are withdrawn.
    """
    if not _moves(event):
        return []
    line = list(reading.queue(event))
    places = len(line)
    if event.capacity is not None:
        places = max(0, event.capacity - reading.places_taken(event))
    until = _offer_ends(event)
    if until is None:
        for entry in line[:places]:
            give_place(by, entry)
        return [entry.pk for entry in line[:places]]
    for turn, entry in enumerate(line):
        if (entry.offered_until is not None) != (turn < places):
            _offer(by, entry, until if turn < places else None)
    return []


def give_place(by: Actor, entry: Entry) -> None:
    """Somebody who waits has a place from the next round on."""
    then = entry_steps.before(entry)
    entry.state = EntryState.REGISTERED
    entry.joined_round = reading.next_round_number(entry.event)
    entry.offered_until = None
    entry.save(update_fields=["state", "joined_round", "offered_until"])
    _log(by, entry, state=entry.state, before=then)


def give_back(by: Actor, event: Event, entries: list[int]) -> None:
    """Who moved up, and was not here since, waits again, first in line as before."""
    rows = Entry.objects.filter(
        event=event, pk__in=entries, state=EntryState.REGISTERED, is_present=False
    ).filter(seats__isnull=True, round_entries__isnull=True)
    for entry in rows.select_related("event"):
        entry.state = EntryState.WAITING
        entry.save(update_fields=["state"])
        _log(by, entry, state=entry.state)


def catch_up() -> int:
    """Takes back the offers that nobody took, and gives every free place; how many events."""
    waits = Event.objects.filter(entries__state=EntryState.WAITING, state__in=_TAKES_PEOPLE)
    by = system("waiting list")
    for pk in waits.order_by("pk").values_list("pk", flat=True).distinct():
        with transaction.atomic():
            # Asked again under the lock: it may have begun, ended or been removed meanwhile.
            there = Event.objects.select_for_update().filter(pk=pk, state__in=_TAKES_PEOPLE)
            if (event := there.first()) is None:
                continue
            for entry in reading.queue(event).filter(offered_until__lte=timezone.now()):
                # Who let it pass is asked again after everybody else.
                entry.queue_number = last_in_line(event)
                entry.save(update_fields=["queue_number"])
                _offer(by, entry, None)
            move_up(by, event)
    return len(waits)


def _moves(event: Event) -> bool:
    if event.state not in _TAKES_PEOPLE:
        return False
    if event.stages.filter(source_season__isnull=False).exists():
        return False
    last = event.last_entry_round
    return last is None or reading.next_round_number(event) <= last


def _offer_ends(event: Event) -> datetime | None:
    """Until when a place is offered now; None where whoever is next has it at once."""
    now = timezone.now()
    if event.offer_hours is None or event.state == EventState.RUNNING or now >= event.starts_at:
        return None
    return min(now + timedelta(hours=event.offer_hours), event.starts_at)


def _offer(by: Actor, entry: Entry, until: datetime | None) -> None:
    entry.offered_until = until
    entry.save(update_fields=["offered_until"])
    _log(by, entry, offered_until=until.isoformat() if until else "")


def _log(by: Actor, entry: Entry, **payload: JSON) -> None:
    event = entry.event
    journal.append(
        Fact.ENTRY_CHANGED,
        by=by,
        event=event,
        payload={"entry": entry.pk, "player": entry.player_id, **payload},
        stale_stages=list(event.stages.values_list("pk", flat=True)),
        stale_seasons=[event.season_id] if event.season_id else [],
    )
