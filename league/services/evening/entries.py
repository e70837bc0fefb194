"""Who takes part in an event, and who is in the room."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal

from django.db import transaction
from django.db.models import Q

from league import journal, permissions
from league.core.actions import Action
from league.core.actors import Actor
from league.core.enums import EntryState, EventState, MembershipKind, RoundEntryState, RoundState
from league.core.errors import BadInput, NotAllowed, NotFound, Refused
from league.core.facts import Fact
from league.lists import person
from league.models import Entry, Event, Membership, Player, Round, RoundEntry
from league.queries.evening import entries as reading
from league.queries.evening import entry_steps
from league.queries.people import guest_evenings, player_history
from league.services.evening import waiting_list
from league.services.people import players
from league.words import names

if TYPE_CHECKING:
    from games.core.types import JSON

_ENDED = (EventState.FINISHED, EventState.CANCELLED)
ON_LIST = (EntryState.REGISTERED, EntryState.WAITING)


def register(
    *, by: Actor, event: Event, player: Player, present: bool = False, waiting: bool = False
) -> Entry:
    """Enters ``player`` in ``event``; a later round than the first makes them a late arrival.

    Args:
        present: whether they are in the room already.
        waiting: whether a full event puts them on the waiting list instead of refusing.

    Raises:
        BadInput: ``not_a_player_of_club``.
        Refused: ``already_entered``, ``event_full``, ``event_over``, ``late_entry_closed``,
            ``registration_closed`` (a player's own registration before or after its time).

    Whoever waits and is offered a place takes it by that.
    """
    is_organizer = permissions.can(by, Action.CALL_ROLL, event)
    if not is_organizer:
        _require_self(by, player.pk, event)
    elif not permissions.can_see(by, player):
        # Else any number would tell an organizer the name of somebody in a hidden club.
        raise NotFound("not_found")
    elif not (
        by.is_site_admin or permissions.speaks_for(by, player.pk) or _is_known(event, player)
    ):
        # Organizers read full names: somebody of another club comes by their own sign-up.
        raise BadInput("not_a_player_of_club", field="player")
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        refuse_when_over(event)
        if not is_organizer and event.state not in {EventState.OPEN, EventState.RUNNING}:
            raise Refused("registration_closed", event=event.name)
        return _enter(by, event, player, present=present and is_organizer, waiting=waiting)


def add_guest(
    *, by: Actor, event: Event, name: str, waiting: bool = False, allow_similar: bool = True
) -> Entry:
    """Enters a walk-in by name alone, present at once.

    A name that one person of the club bears enters that person; an unknown name becomes a
    new player with a guest membership; a name of several people is refused, and one that is
    nearly somebody's unless ``allow_similar``. ``waiting`` as in ``register``.
    """
    permissions.require(by, Action.CALL_ROLL, event)
    if person.has_control_signs(name):
        raise BadInput("control_signs", field="name")
    clean = names.clean(name)
    if not clean:
        raise BadInput("name_missing", field="name")
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        refuse_when_over(event)
        known = Player.objects.filter(memberships__club=event.club).distinct()
        same = [row for row in known if names.fold(row.name) == names.fold(clean)]
        same = same or player_history.named(event.club, clean)
        if len(same) > 1:
            raise BadInput("name_of_several", field="name", name=clean, count=len(same))
        if same:
            return _enter(by, event, same[0], present=True, waiting=waiting)
        return add_newcomer(
            by=by,
            event=event,
            name=clean,
            present=True,
            waiting=waiting,
            allow_similar=allow_similar,
        )


def add_newcomer(
    *,
    by: Actor,
    event: Event,
    name: str,
    present: bool,
    waiting: bool,
    allow_similar: bool,
) -> Entry:
    """Enters somebody whom the club does not know, as a new player with a guest membership.

    Raises:
        BadInputs: what is wrong with the name.
        Refused: ``similar_player``; and as ``register``.
    """
    permissions.require(by, Action.CALL_ROLL, event)
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        refuse_when_over(event)
        player = players.add(
            by=by,
            club=event.club,
            name=name,
            kind=MembershipKind.GUEST,
            allow_similar=allow_similar,
            at=event,
        )
        made = player.memberships.get(club=event.club)
        return _enter(by, event, player, present=present, waiting=waiting, made=made)


def _enter(
    by: Actor,
    event: Event,
    player: Player,
    *,
    present: bool,
    waiting: bool = False,
    made: Membership | None = None,
) -> Entry:
    journal.hold(event.club_id)
    if (now := player_history.standing(player.pk)) != player.pk:  # merged while this waited
        player = Player.objects.get(pk=now)
    stands = Entry.objects.filter(event=event, player=player).first()
    if stands is not None and stands.offered_until is not None:
        return _promoted(by, event, stands)
    if stands is not None and not _may_come_back(stands, event):
        raise Refused("already_entered", field="player", name=player.name)
    number = reading.next_round_number(event)
    if event.last_entry_round is not None and number > event.last_entry_round:
        raise Refused("late_entry_closed", field="player", round=event.last_entry_round)
    is_full = reading.is_full(event)
    turn = waiting_list.last_in_line(event) if is_full else None
    if is_full and not waiting:
        raise Refused("event_full", field="player", capacity=event.capacity or 0)
    if stands is not None:
        then = entry_steps.before(stands)
        stands.state = EntryState.WAITING if is_full else EntryState.REGISTERED
        stands.dropped_round = None
        stands.is_present = present and not is_full
        stands.queue_number = turn
        stands.save(update_fields=["state", "dropped_round", "is_present", "queue_number"])
        log(Fact.ENTRY_REINSTATED, by, stands, state=stands.state, before=then, stale=True)
        return stands
    entry = Entry.objects.create(
        event=event,
        player=player,
        state=EntryState.WAITING if is_full else EntryState.REGISTERED,
        is_guest=guest_evenings.is_guest(event.club_id, player.pk),
        joined_round=number,
        is_present=present and not is_full,
        queue_number=turn,
    )
    known = {} if made is None else {"made": made.pk}  # the person is new, too
    log(Fact.ENTRY_ADDED, by, entry, state=entry.state, round=number, stale=True, **known)
    return entry


def _may_come_back(entry: Entry, event: Event) -> bool:
    """Whoever signs off before the event begins may sign up again."""
    return entry.state == EntryState.DROPPED and event.state in {
        EventState.PLANNED,
        EventState.OPEN,
    }


def promote_waiting(*, by: Actor, entry: Entry) -> Entry:
    """Gives a place to an entry of the waiting list."""
    permissions.require(by, Action.CALL_ROLL, entry)
    with transaction.atomic():
        event = journal.lock_event(entry.event_id)
        entry.refresh_from_db()
        if entry.state != EntryState.WAITING:
            raise Refused("not_waiting", field="player")
        return _promoted(by, event, entry)


def _promoted(by: Actor, event: Event, entry: Entry) -> Entry:
    if reading.is_full(event, but=entry):
        raise Refused("event_full", field="player", capacity=event.capacity or 0)
    waiting_list.give_place(by, entry)
    return entry


def set_present(
    *,
    by: Actor,
    event: Event,
    entries: Collection[int] | Literal["all"],
    present: bool,
    pauses: bool = False,
    undoes: int | None = None,
) -> Event:
    """Marks entries (ids of this event, or all) as in the room or not, for the next round.

    ``pauses``: they are not seen as gone but will be back tonight, as open play lists them.
    ``undoes`` is the line of the journal that this takes back, so that nobody loses their turn.
    """
    permissions.require(by, Action.CALL_ROLL, event)
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        refuse_when_over(event)
        rows = Entry.objects.filter(event=event, state=EntryState.REGISTERED)
        if entries != "all":
            chosen = set(entries)
            if Entry.objects.filter(event=event, pk__in=chosen).count() < len(chosen):
                raise NotFound("not_found")
            rows = rows.filter(pk__in=chosen)
        changed = list(rows.exclude(is_present=present).values_list("pk", flat=True))
        if changed:
            Entry.objects.filter(pk__in=changed).update(is_present=present)
            payload: dict[str, int | list[int]] = {"present": present, "entries": changed}
            if pauses and not present:
                payload["pauses"] = True
            if undoes is not None:
                payload["undoes"] = undoes
            journal.append(Fact.ROLL_CALLED, by=by, event=event, payload={**payload})
    return event


def request_bye(*, by: Actor, entry: Entry, wants: bool) -> Entry:
    """Notes (or takes back) that an entry asks to sit out the next round."""
    require_roll_or_self(by, entry)
    with transaction.atomic():
        journal.lock_event(entry.event_id)
        entry.refresh_from_db()
        if entry.state != EntryState.REGISTERED:
            raise Refused("not_registered", field="player")
        if entry.wants_bye != wants:
            entry.wants_bye = wants
            entry.save(update_fields=["wants_bye"])
            log(Fact.ENTRY_CHANGED, by, entry, wants_bye=wants)
    return entry


def mark_filler(*, by: Actor, entry: Entry, is_filler: bool) -> Entry:
    """Says whether an entry is the house's, there to make a table full, and not ranked.

    What it played counts as such, too. Who is no filler is a member or guest as the club has them.
    """
    permissions.require(by, Action.CALL_ROLL, entry)
    with transaction.atomic():
        event = journal.lock_event(entry.event_id)
        refuse_when_over(event)
        entry.refresh_from_db()
        if entry.state != EntryState.REGISTERED:
            raise Refused("not_registered", field="player")
        if entry.is_filler != is_filler:
            then = entry_steps.before(entry)
            entry.is_filler = is_filler
            entry.is_guest = is_filler or guest_evenings.is_guest(event.club_id, entry.player_id)
            entry.save(update_fields=["is_filler", "is_guest"])
            log(Fact.ENTRY_CHANGED, by, entry, is_filler=is_filler, before=then, stale=True)
    return entry


def mark_paid(*, by: Actor, entry: Entry, is_paid: bool) -> Entry:
    """Notes that an entry's fee is paid, or takes that back; also after the event is over."""
    permissions.require(by, Action.CALL_ROLL, entry)
    with transaction.atomic():
        journal.lock_event(entry.event_id)
        entry.refresh_from_db()
        if entry.fee_paid != is_paid:
            entry.fee_paid = is_paid
            entry.save(update_fields=["fee_paid"])
            log(Fact.ENTRY_CHANGED, by, entry, fee_paid=is_paid)
    return entry


def call_roll(*, by: Actor, event: Event, players: Collection[Player], present: bool) -> Event:
    """Marks people as here or not; who is here without an entry is entered by that."""
    permissions.require(by, Action.CALL_ROLL, event)
    with transaction.atomic():
        event = journal.lock_event(event.pk)
        refuse_when_over(event)
        entered = dict(
            Entry.objects.filter(event=event, player__in=players).values_list("player", "pk")
        )
        if present:
            for player in players:
                if player.pk not in entered:
                    _enter(by, event, player, present=True)
        if entered:
            set_present(by=by, event=event, entries=list(entered.values()), present=present)
    return event


def is_taken(event: Event) -> bool:
    """Whether all places are taken; an offer gives way to who is brought back."""
    return event.capacity is not None and reading.places_taken(event) >= event.capacity


def mark_absent_meanwhile(entry: Entry) -> None:
    """Rounds that were published while they were away: absent, never a bye."""
    missed = (
        Round.objects.filter(stage__event=entry.event_id, is_rolling=False)
        .exclude(state=RoundState.DRAFT)
        .exclude(round_entries__entry=entry)
        .filter(number__gte=max(entry.dropped_round or 1, entry.joined_round))
        # of a final only who goes on to it misses a round
        .filter(Q(stage__qualifiers__isnull=True) | Q(stage__qualifiers__entry=entry))
        .distinct()
    )
    RoundEntry.objects.bulk_create(
        RoundEntry(round=row, entry=entry, state=RoundEntryState.ABSENT) for row in missed
    )


def _is_known(event: Event, player: Player) -> bool:
    """Whether the event's club knows the player: from a membership or from an event."""
    return (
        Membership.objects.filter(club=event.club_id, player=player).exists()
        or Entry.objects.filter(event__club=event.club_id, player=player).exists()
    )


def refuse_when_over(event: Event) -> None:
    """Refuses where the event is finished or cancelled."""
    if event.state in _ENDED:
        raise Refused("event_over", event=event.name)


def _require_self(by: Actor, player_id: int, event: Event) -> None:
    if permissions.speaks_for(by, player_id) and permissions.can(by, Action.ENTER_SELF, None):
        if not permissions.can_see(by, event):
            permissions.require(by, Action.CALL_ROLL, event)
        return
    permissions.require(by, Action.CALL_ROLL, event)


def require_roll_or_self(by: Actor, entry: Entry) -> None:
    if permissions.speaks_for(by, entry.player_id):
        if permissions.can(by, Action.ENTER_SELF, entry):
            return
        raise NotAllowed("not_allowed", action="enter_self")
    permissions.require(by, Action.CALL_ROLL, entry)


def log(kind: Fact, by: Actor, entry: Entry, *, stale: bool = False, **payload: JSON) -> None:
    """Tells one step of an entry; ``before`` is how it stood (``queries.entry_steps``)."""
    event = entry.event
    stages = list(event.stages.values_list("pk", flat=True)) if stale else []
    seasons = [event.season_id] if stale and event.season_id else []
    journal.append(
        kind,
        by=by,
        event=event,
        payload={"entry": entry.pk, "player": entry.player_id, **payload},
        stale_stages=stages,
        stale_seasons=seasons,
    )
