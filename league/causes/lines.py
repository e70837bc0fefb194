"""Which messages a line of the journal causes, and for whom."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q

from league.causes.rows import Cause, tell_club, tell_entries, tell_organizers, tell_players
from league.core.enums import Confirmation, EntryState, EventState, SeasonState
from league.core.facts import Fact
from league.core.notices import NoticeKind
from league.models import Entry, MatchRecord, Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core.types import JSON
    from league.models import JournalLine


log = logging.getLogger(__name__)


def of_line(line: JournalLine) -> None:
    """Makes the messages that this line of the journal causes. Most lines cause none.

    What happened stands, whatever is wrong here: a fault of ours is logged, and nobody is told.
    """
    make = _MAKERS.get(Fact(line.kind))
    if make is None:
        return
    try:
        with transaction.atomic():
            make(line)
    except Exception:
        log.exception("no messages from line %s, a %s", line.pk, line.kind)


def _cause(kind: NoticeKind, line: JournalLine, **subject: JSON) -> Cause:
    return Cause(kind, f"line:{line.pk}:{kind}", subject, line, line.event_id)


def _seating(line: JournalLine) -> None:
    seating = line.payload["seating"]
    cause = _cause(NoticeKind.SEATING, line, seating=seating)
    seats = Seat.objects.filter(seating=seating)
    tell_entries(cause, Entry.objects.filter(pk__in=seats.values("entry"), is_filler=False))
    tell_club(cause, line.club_id or 0)


def _table_formed(line: JournalLine) -> None:
    table = line.payload["id"]
    cause = _cause(NoticeKind.SEATING, line, table=table)
    tell_entries(cause, Entry.objects.filter(seats__table=table, is_filler=False))


def _reported(line: JournalLine) -> None:
    event = line.event
    if event is None or event.confirmation in {Confirmation.ORGANIZER, Confirmation.NONE}:
        return
    record = line.payload["record"]
    cause = _cause(NoticeKind.SECOND_LOOK, line, record=record)
    reporter = MatchRecord.objects.filter(pk=record, reporter_seat__isnull=False)
    seats = Seat.objects.filter(table=line.payload["table_id"]).exclude(
        pk__in=reporter.values("reporter_seat")  # who reported it has looked already
    )
    tell_entries(cause, Entry.objects.filter(pk__in=seats.values("entry"), is_filler=False))


def _corrected(line: JournalLine) -> None:
    if line.payload.get("swapped"):
        return
    cause = _cause(NoticeKind.CORRECTED, line, record=line.payload["record"])
    seated = Entry.objects.filter(seats__table=line.payload["table_id"], is_filler=False)
    tell_entries(cause, seated)


def _disputed(line: JournalLine) -> None:
    if line.event is not None:
        cause = _cause(NoticeKind.OBJECTION, line, record=line.payload["record"])
        tell_organizers(cause, line.event, but=line.actor_key)
        tell_club(cause, line.event.club_id)


def _entry_changed(line: JournalLine) -> None:
    told = line.payload
    before = told.get("before")
    was = before.get("entry", {}).get("state") if isinstance(before, dict) else None
    moved_up = told.get("state") == EntryState.REGISTERED and was == EntryState.WAITING
    if moved_up or told.get("offered_until"):
        cause = _cause(NoticeKind.PLACE, line)
        tell_entries(cause, Entry.objects.filter(pk=told["entry"]))


def _entry_added(line: JournalLine) -> None:
    if line.event is None:
        return
    entry = line.payload["entry"]
    cause = _cause(NoticeKind.SIGN_UP, line, who=entry)
    tell_organizers(cause, line.event, but=line.actor_key)


def _standings(line: JournalLine) -> None:
    season = line.payload.get("season")
    cause = _cause(NoticeKind.STANDINGS, line, season=season or 0)
    there = Q(event__season=season) if season else Q(event=line.event_id)
    _tell_of_standings(cause, there, line)


def _state_changed(line: JournalLine) -> None:
    """An event that ends has its last standings, where they are published by themselves."""
    event = line.event
    if line.payload.get("new") != EventState.FINISHED or event is None:
        return
    if event.stages.filter(auto_publish=True).exists():
        cause = _cause(NoticeKind.STANDINGS, line, season=0)
        _tell_of_standings(cause, Q(event=line.event_id), line)


def _season_changed(line: JournalLine) -> None:
    if line.payload.get("changed", {}).get("state", {}).get("new") != SeasonState.FINISHED:
        return
    season = line.payload["season"]
    cause = _cause(NoticeKind.SEASON_OVER, line, season=season)
    _tell_of_standings(cause, Q(event__season=season), line)


def _tell_of_standings(cause: Cause, there: Q, line: JournalLine) -> None:
    played = Entry.objects.filter(there, is_filler=False).exclude(state=EntryState.WAITING)
    tell_players(cause, played)
    tell_club(cause, line.club_id or 0)


_MAKERS: dict[Fact, Callable[[JournalLine], None]] = {
    Fact.SEATING_PUBLISHED: _seating,
    Fact.TABLE_FORMED: _table_formed,
    Fact.RECORD_REPORTED: _reported,
    Fact.RECORD_CORRECTED: _corrected,
    Fact.RECORD_DISPUTED: _disputed,
    Fact.ENTRY_CHANGED: _entry_changed,
    Fact.ENTRY_REINSTATED: _entry_changed,
    Fact.ENTRY_ADDED: _entry_added,
    Fact.STANDINGS_PUBLISHED: _standings,
    Fact.EVENT_STATE_CHANGED: _state_changed,
    Fact.SEASON_CHANGED: _season_changed,
}
