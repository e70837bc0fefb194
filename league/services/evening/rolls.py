"""Everybody marked at once, members entered by it where wanted, and taken back."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from league import journal, permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import EntryState, MembershipKind
from league.core.errors import NotFound, Refused
from league.core.facts import Fact
from league.models import Entry, Event, JournalLine, Membership, Player
from league.queries.evening import entries as reading
from league.services.evening import entries, waiting_list


@dataclass(frozen=True, slots=True)
class Arrival:
    """What marking all at once did: the line of the journal that says it, and the counts."""

    line_id: int
    entered: int
    left_out: int
    marked: int = 0


def everybody(*, by: Actor, event: Event, present: bool) -> Arrival | None:
    """Marks all who are entered as in the room or not; None where they are marked so already."""
    permissions.require(by, Action.CALL_ROLL, event)
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        before = _last_line(event)
        event = entries.set_present(by=by, event=event, entries="all", present=present)
        line = _last_line(event)
    if line is None or line == before:
        return None
    return Arrival(line.pk, 0, 0, marked=len(line.payload["entries"]))


def members_here(*, by: Actor, event: Event) -> Arrival:
    """Enters every current member who has no entry, and marks everybody entered as here.

    In the order of names while there are places; ``left_out`` found none.

    Raises:
        Refused: ``event_full`` where members are left and not one fits, ``event_over``,
            ``late_entry_closed``.
    """
    permissions.require(by, Action.CALL_ROLL, event)
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        missing = list(_missing(event))
        coming = missing
        if event.capacity is not None:
            coming = missing[: max(0, event.capacity - reading.places_held(event))]
        if missing and not coming:
            raise Refused("event_full", field="player", capacity=event.capacity or 0)
        away = Entry.objects.filter(event=event, state=EntryState.REGISTERED, is_present=False)
        marked = list(away.values_list("pk", flat=True))
        entries.set_present(by=by, event=event, entries=marked, present=True)
        entries.call_roll(by=by, event=event, players=coming, present=True)
        entered = Entry.objects.filter(event=event, player__in=coming).order_by("pk")
        line = journal.append(
            Fact.ROLL_CALLED,
            by=by,
            event=event,
            payload={
                "present": True,
                "entered": list(entered.values_list("pk", flat=True)),
                "entries": marked,
                "left_out": len(missing) - len(coming),
            },
        )
    return Arrival(line.pk, len(coming), len(missing) - len(coming))


def take_back(*, by: Actor, event: Event, line_id: int) -> Event:
    """Undoes ``everybody`` and ``members_here``: who was marked is as before, and whoever was
    entered by it has no entry again.

    Who was seated in the meantime stays.
    """
    permissions.require(by, Action.CALL_ROLL, event)
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        line = JournalLine.objects.filter(
            pk=line_id, event=event, kind=Fact.ROLL_CALLED.value, payload__has_key="entries"
        ).first()
        if line is None:
            raise NotFound("not_found")
        entries.set_present(
            by=by,
            event=event,
            entries=line.payload["entries"],
            present=not line.payload["present"],
            undoes=line.pk,
        )
        fresh = Entry.objects.filter(event=event, pk__in=line.payload.get("entered", []))
        idle = list(
            fresh.filter(seats__isnull=True, round_entries__isnull=True)
            .order_by("pk")
            .values_list("pk", "player_id")
        )
        if idle:
            Entry.objects.filter(pk__in=[pk for pk, _ in idle]).delete()
            journal.append(
                Fact.ENTRY_REMOVED,
                by=by,
                event=event,
                payload={
                    "entries": [pk for pk, _ in idle],
                    "players": [player for _, player in idle],
                },
                stale_stages=list(event.stages.values_list("pk", flat=True)),
                stale_seasons=[event.season_id] if event.season_id else [],
            )
            waiting_list.move_up(by, event)
    return event


def _last_line(event: Event) -> JournalLine | None:
    rows = JournalLine.objects.filter(event=event, kind=Fact.ROLL_CALLED.value)
    return rows.order_by("-pk").first()


def _missing(event: Event) -> list[Player]:
    """Current members without an entry; guests come by name."""
    members = Membership.objects.filter(
        club=event.club_id, kind=MembershipKind.MEMBER, until__isnull=True
    )
    entered = Entry.objects.filter(event=event)
    return list(
        Player.objects.filter(pk__in=members.values("player"))
        .exclude(pk__in=entered.values("player"))
        .order_by("sort_key", "pk")
    )
