"""The way back of a step of one entry: it stands as it did; only the journal tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.db import transaction

from league import journal, permissions
from league.core.actions import Action
from league.core.enums import EntryState, RoundEntryState, SeatingState
from league.core.errors import Conflict, NotFound, Refused
from league.core.facts import Fact
from league.models import Entry, JournalLine, Membership, Player, RoundEntry, Seat, Seating
from league.queries.evening import entry_steps
from league.queries.evening.entry_steps import SEAT
from league.services.evening import dropouts, entries, waiting_list
from league.services.seating import seating_rows

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Event

_IN = (EntryState.REGISTERED, EntryState.WAITING)
# What the journal says of the way back: the opposite of what is taken back.
_OPPOSITE = {
    Fact.ENTRY_DROPPED: Fact.ENTRY_REINSTATED,
    Fact.ENTRY_DISQUALIFIED: Fact.ENTRY_REINSTATED,
    Fact.ENTRY_REINSTATED: Fact.ENTRY_DROPPED,
    Fact.ENTRY_CHANGED: Fact.ENTRY_CHANGED,
}


def take_back(*, by: Actor, event: Event, line_id: int) -> Event:
    """Makes an entry stand as it did before the step that a line of the journal tells.

    Whoever was entered by it has no entry again, and a person who was made for that is gone too,
    unless either was used meanwhile: who has a seat by now leaves instead, and a person of whom
    anything else is known stays.

    Raises:
        NotFound: the line tells no such step of this event.
        Conflict: ``changed_meanwhile``: something else was done to the entry after it.
    """
    permissions.require(by, Action.CALL_ROLL, event)
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        line = JournalLine.objects.filter(pk=line_id, event=event).first()
        if line is None or line.kind != Fact.ENTRY_DISQUALIFIED:
            entries.refuse_when_over(event)
        entry = _entry_of(line)
        if line is None or entry is None:
            raise NotFound("not_found")
        if entry_steps.last(entry) != line.pk:
            raise Conflict("changed_meanwhile")
        if line.kind in _OPPOSITE:
            _put_back(by, event, entry, line)
        elif _is_idle(entry):
            _remove(by, event, entry, line.payload.get("made"))
        else:
            dropouts.drop(by=by, entry=entry)
    return event


def _entry_of(line: JournalLine | None) -> Entry | None:
    if line is None or not (line.kind in _OPPOSITE or line.kind == Fact.ENTRY_ADDED):
        return None
    if line.kind in _OPPOSITE and "before" not in line.payload:
        return None
    return Entry.objects.select_related("event").filter(pk=line.payload.get("entry")).first()


def _is_idle(entry: Entry) -> bool:
    """Whether nothing but the entry itself knows of it: no seat, no round, no stage."""
    return not (
        entry.seats.exists()
        or entry.round_entries.exists()
        or entry.qualified.exists()
        or entry.scores.exists()
    )


def _remove(by: Actor, event: Event, entry: Entry, made: int | None) -> None:
    player = entry.player_id
    payload = {"entries": [entry.pk], "players": [player]}
    entry.delete()
    journal.append(
        Fact.ENTRY_REMOVED,
        by=by,
        event=event,
        payload={**payload},
        stale_stages=list(event.stages.values_list("pk", flat=True)),
        stale_seasons=[event.season_id] if event.season_id else [],
    )
    waiting_list.move_up(by, event)
    membership = Membership.objects.filter(pk=made, player=player).first() if made else None
    if membership is not None and not _is_known(player, membership):
        membership.delete()
        Player.objects.filter(pk=player).delete()


def _is_known(player: int, made: Membership) -> bool:
    """Whether anything else points at the person: whatever may, by the models themselves."""
    for relation in Player._meta.related_objects:
        rows = relation.related_model._base_manager.filter(**{relation.field.name: player})
        if relation.related_model is Membership:
            rows = rows.exclude(pk=made.pk)
        if rows.exists():
            return True
    return False


def _put_back(by: Actor, event: Event, entry: Entry, line: JournalLine) -> None:
    then = cast("dict[str, Any]", line.payload["before"])  # any JSON
    state = then["entry"]["state"]
    if state != EntryState.REGISTERED and _was_seated_since(entry, then):
        dropouts.drop(by=by, entry=entry)
        return
    waiting_list.give_back(by, event, line.payload.get("moved_up", []))
    if state == EntryState.REGISTERED != entry.state and entries.is_taken(event):
        raise Refused("event_full", field="player", capacity=event.capacity or 0)
    if entry.state not in _IN:
        entries.mark_absent_meanwhile(entry)
        entry.held_until = None  # whoever calls the roll vouches for them
    for name, value in then["entry"].items():
        setattr(entry, name, value)
    entry.save(update_fields=[*then["entry"], "held_until"])
    for seat in then["seats"]:
        _seat_again(seat)
    kept = {row["round_id"]: row for row in then["rounds"]}
    since = RoundEntry.objects.filter(entry=entry)
    if state not in _IN:
        since.exclude(round__in=kept).delete()
    for round_id, row in kept.items():
        # Whoever got another place in the meantime keeps it.
        if not Seat.objects.filter(
            entry=entry, seating__round=round_id, seating__state=SeatingState.PUBLISHED
        ).exclude(state=row["state"]):
            since.filter(round=round_id).update(**row)
    entries.log(
        _OPPOSITE[Fact(line.kind)],
        by,
        entry,
        stale=True,
        undoes=line.pk,
        state=str(entry.state),
        round=entry.dropped_round or entry.joined_round,
        was_here=entry.is_present,
    )
    if state not in _IN:
        waiting_list.move_up(by, event)


def _was_seated_since(entry: Entry, then: dict[str, Any]) -> bool:
    rounds = entry.round_entries.exclude(round__in=[row["round_id"] for row in then["rounds"]])
    return rounds.exclude(state=RoundEntryState.ABSENT).exists()


def _seat_again(then: dict[str, Any]) -> None:
    """Gives a freed seat back where its table is still played and has no result."""
    seat = Seat.objects.select_related("seating").filter(pk=then["pk"], table=None).first()
    if seat is None or then["table_id"] is None:
        return
    table = seat.seating.tables.filter(pk=then["table_id"]).first()
    if table is None or seating_rows.tables_with_record([table]):
        return
    others = list(table.seats.order_by("-position"))
    if len(others) >= table.ruleset.seats_max:
        return  # somebody else has the place by now
    place = min(then["position"], len(others) + 1)
    for other in others:  # from the last on, so that no two share a place on the way
        if other.position is not None and other.position >= place:
            other.position += 1
            other.save(update_fields=["position"])
    for name in SEAT:
        setattr(seat, name, then[name])
    seat.position = place
    seat.save()
    Seating.objects.filter(pk=seat.seating_id).update(version=seat.seating.version + 1)
