"""Who drops out of an event, is disqualified, and comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from league import journal, permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import EntryState, RoundState, StageMode
from league.core.errors import BadInput, Refused
from league.core.facts import Fact
from league.lists import person
from league.models import Entry, Event, JournalLine, Round
from league.queries.evening import entries as reading
from league.queries.evening import entry_steps
from league.services.evening import waiting_list
from league.services.evening.entries import (
    ON_LIST,
    is_taken,
    log,
    mark_absent_meanwhile,
    require_roll_or_self,
)
from league.services.seating import seating_changes

if TYPE_CHECKING:
    from games.core.types import JSON

REASON_MOST = 400


def drop(*, by: Actor, entry: Entry, round_number: int | None = None) -> Entry:
    """Takes an entry out of the event. Results stay, and rounds that were played.

    Without ``round_number`` they go at once: a seat in the running round is freed unless its
    table has a result. With the next round's number they still play the running one. Leaving the
    club never hinders this: the right comes from the entry alone. Whoever is first on the
    waiting list moves up.

    Raises:
        BadInput: ``leaves_too_late``: a round after the next one, which nobody is seated for yet.
    """
    require_roll_or_self(by, entry)
    with transaction.atomic():
        event = journal.lock_event(entry.event_id)
        entry.refresh_from_db()
        if entry.state not in ON_LIST:
            raise Refused("not_registered", field="player")
        coming = reading.next_round_number(event)
        if round_number is not None and round_number > coming:
            raise BadInput("leaves_too_late", field="round", next=coming)
        was_waiting = entry.state == EntryState.WAITING
        then = entry_steps.before(entry)
        entry.state = EntryState.DROPPED
        entry.offered_until = entry.held_until = None
        entry.dropped_round = round_number or coming
        was_here = entry.is_present
        entry.is_present = entry.wants_bye = False
        entry.save(
            update_fields=[
                *("state", "offered_until", "held_until"),
                *("dropped_round", "is_present", "wants_bye"),
            ]
        )
        left = False
        if round_number is None or round_number < coming:
            left = _leave(entry)
        moved: list[JSON] = [*waiting_list.move_up(by, event)]
        log(
            Fact.ENTRY_DROPPED,
            by,
            entry,
            round=entry.dropped_round,
            left_seat=left,
            was_here=was_here,
            was_waiting=was_waiting,
            moved_up=moved,
            before=then,
            stale=True,
        )
    return entry


def _leave(entry: Entry) -> bool:
    """Frees the seats of the rounds that are being played now.

    Fixtures stay: drawing the open ones again leaves them out, and keeps the others' days.
    """
    running = Round.objects.filter(stage__event=entry.event_id, state=RoundState.PUBLISHED)
    running = running.exclude(stage__mode=StageMode.FIXTURES)
    freed = [seating_changes.free_seat(entry=entry, round_=row) for row in running]
    return any(freed)


def reinstate(*, by: Actor, entry: Entry, undoes: int | None = None) -> Entry:
    """Brings a dropped or disqualified entry back, from the next round on.

    ``undoes`` is the line of the journal that this takes back: they are where they were, in the
    room, on the waiting list or not, and nobody loses their turn. Whoever had moved up by it and
    has not come since is first in line again.
    """
    permissions.require(by, Action.CALL_ROLL, entry)
    with transaction.atomic():
        event = journal.lock_event(entry.event_id)
        entry.refresh_from_db()
        if entry.state not in {EntryState.DROPPED, EntryState.DISQUALIFIED}:
            raise Refused("not_dropped", field="player")
        said = {} if undoes is None else _said(event, undoes)
        waits = bool(said.get("was_waiting"))
        waiting_list.give_back(by, event, said.get("moved_up", []))
        if not waits and (reading.is_full(event) if undoes is None else is_taken(event)):
            raise Refused("event_full", field="player", capacity=event.capacity or 0)
        then = entry_steps.before(entry)
        mark_absent_meanwhile(entry)
        entry.state = EntryState.WAITING if waits else EntryState.REGISTERED
        entry.dropped_round = entry.held_until = None
        entry.keeps_results = True
        entry.is_present = not waits and bool(said.get("was_here", True))
        entry.save(
            update_fields=["state", "dropped_round", "held_until", "keeps_results", "is_present"]
        )
        taken_back = {} if undoes is None else {"undoes": undoes}
        log(Fact.ENTRY_REINSTATED, by, entry, before=then, stale=True, **taken_back)
        waiting_list.move_up(by, event)
        entry.refresh_from_db()
    return entry


def _said(event: Event, line: int) -> dict[str, Any]:  # JSON, as ``drop`` wrote it
    """What this line of the journal said when somebody left."""
    row = JournalLine.objects.filter(pk=line, event=event).first()
    return row.payload if row is not None else {}


def disqualify(*, by: Actor, entry: Entry, keep_results: bool, reason: str) -> Entry:
    """Disqualifies an entry; ``keep_results`` says whether its results still count."""
    permissions.require(by, Action.MANAGE_EVENT, entry)
    why = person.text(reason, "reason", REASON_MOST)
    if not why:
        raise BadInput("reason_missing", field="reason")
    with transaction.atomic():
        event = journal.lock_event(entry.event_id)
        entry.refresh_from_db()
        if entry.state == EntryState.DISQUALIFIED:
            raise Refused("already_disqualified", field="player")
        was_waiting = entry.state == EntryState.WAITING
        then = entry_steps.before(entry)
        entry.state = EntryState.DISQUALIFIED
        entry.offered_until = entry.held_until = None
        entry.keeps_results = keep_results
        coming = reading.next_round_number(event)
        # Who had left before missed the rounds since then, whatever came later.
        entry.dropped_round = min(entry.dropped_round or coming, coming)
        was_here = entry.is_present
        entry.is_present = entry.wants_bye = False
        entry.save(
            update_fields=[
                *("state", "offered_until", "held_until", "keeps_results"),
                *("dropped_round", "is_present", "wants_bye"),
            ]
        )
        _leave(entry)
        moved: list[JSON] = [*waiting_list.move_up(by, event)]
        log(
            Fact.ENTRY_DISQUALIFIED,
            by,
            entry,
            keep_results=keep_results,
            reason=why,
            was_here=was_here,
            was_waiting=was_waiting,
            moved_up=moved,
            before=then,
            stale=True,
        )
    return entry
