"""Who belongs where, by the names that one viewer may know. Nothing else of a person."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league import permissions, withheld
from league.core.actions import Action
from league.core.actors import ANONYMOUS
from league.core.enums import EntryState, MembershipKind, RoundEntryState, RoundState, SeatingState
from league.models import Club, Entry, Event, Membership, Player, Round, RoundEntry, Seat, Seating
from league.queries.evening import entries as reading
from league.queries.evening import sign_up_mail
from league.queries.people import players
from league.words import names

if TYPE_CHECKING:
    from datetime import datetime

    from league.core.actors import Actor
    from league.queries.evening.sign_up_mail import Given


@dataclass(frozen=True, slots=True)
class PersonInClub:
    """Somebody the club has met. ``kind`` is empty for those who do not belong to it now."""

    player_id: int
    name: str
    sort_key: str
    kind: MembershipKind | None


@dataclass(frozen=True, slots=True)
class ClubOfPlayer:
    """A club in which a player is known, and the name they bear there."""

    slug: str
    club: str
    name: str
    kind: MembershipKind | None


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry with its name; ``is_present`` and ``wants_bye`` speak of the next round.

    ``turn`` is the number on the waiting list; ``fee_paid`` and
    ``held_until`` are told to those who call the roll, ``email`` to organizers.
    """

    entry_id: int
    event_id: int
    player_id: int
    name: str
    sort_key: str
    state: EntryState
    is_guest: bool
    is_filler: bool
    is_present: bool
    wants_bye: bool
    joined_round: int
    dropped_round: int | None
    turn: int | None
    offered_until: datetime | None
    fee_paid: bool | None
    held_until: datetime | None
    email: str | None


@dataclass(frozen=True, slots=True)
class Unseated:
    """An entry that has no table in a round, and why."""

    entry_id: int
    player_id: int
    name: str
    state: RoundEntryState
    is_filler: bool


@dataclass(frozen=True, slots=True)
class PlannedSeat:
    seat_id: int
    position: int
    entry_id: int
    player_id: int
    name: str
    is_filler: bool
    is_locked: bool


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """One table of a seating, whatever its state."""

    table_id: int
    number: int
    game: str
    ruleset_id: int
    is_locked: bool
    seats: tuple[PlannedSeat, ...]


def of_club(viewer: Actor, club: Club) -> tuple[PersonInClub, ...]:
    """Everybody the club has met, told apart where names are equal."""
    kinds = dict(
        Membership.objects.filter(club=club, until__isnull=True).values_list("player_id", "kind")
    )
    people = list(players.known(club, viewer))
    shown = names.shown(people, club, full=permissions.sees_names(viewer, club))
    return tuple(
        PersonInClub(
            player_id=row.pk,
            name=shown[row.pk].name,
            sort_key=shown[row.pk].sort_key,
            kind=MembershipKind(kinds[row.pk]) if row.pk in kinds else None,
        )
        for row in people
    )


def clubs_of(viewer: Actor, player: Player) -> tuple[ClubOfPlayer, ...]:
    """The clubs, visible to the viewer, that know the player."""
    members = Membership.objects.filter(player=player)
    kinds = dict(members.filter(until__isnull=True).values_list("club_id", "kind"))
    known = {
        *members.values_list("club_id", flat=True),
        *Entry.objects.filter(withheld.announced(viewer, "event__"), player=player).values_list(
            "event__club_id", flat=True
        ),
    }
    clubs = permissions.visible(Club.objects.filter(pk__in=known), viewer, listed=True)
    found = []
    for club in clubs.order_by("sort_key", "id"):
        full = permissions.sees_names(viewer, club)
        shown = names.shown([player], club, full=full)
        kind = MembershipKind(kinds[club.pk]) if club.pk in kinds else None
        found.append(ClubOfPlayer(club.slug, club.name, shown[player.pk].name, kind))
    return tuple(found)


def of_event(viewer: Actor, event: Event) -> tuple[EntryRow, ...]:
    """The entries of an event."""
    entries = list(Entry.objects.filter(event=event).select_related("player"))
    return _entry_rows(viewer, event, entries)


def of_entry(viewer: Actor, entry: Entry) -> EntryRow:
    """One entry as ``of_event`` has it; read anew."""
    return next(row for row in of_event(viewer, entry.event) if row.entry_id == entry.pk)


def _entry_rows(viewer: Actor, event: Event, entries: list[Entry]) -> tuple[EntryRow, ...]:
    full = permissions.sees_names(viewer, event)
    shown = names.shown([row.player for row in entries], event.club, full=full)
    turns = reading.turns(event)
    calls = permissions.can(viewer, Action.CALL_ROLL, event)
    given = sign_up_mail.given(viewer, event) if calls else {}
    return tuple(
        EntryRow(
            entry_id=row.pk,
            event_id=row.event_id,
            player_id=row.player_id,
            name=shown[row.player_id].name,
            sort_key=shown[row.player_id].sort_key,
            state=EntryState(row.state),
            is_guest=row.is_guest,
            is_filler=row.is_filler,
            is_present=row.is_present,
            wants_bye=row.wants_bye,
            joined_round=row.joined_round,
            dropped_round=row.dropped_round,
            turn=turns.get(row.pk),
            offered_until=row.offered_until,
            fee_paid=row.fee_paid if calls else None,
            held_until=_held(row, given.get(row.pk)),
            email=given[row.pk].address or None if row.pk in given else None,
        )
        for row in entries
    )


def _held(row: Entry, given: Given | None) -> datetime | None:
    return None if given is None or given.is_confirmed else row.held_until


def names_in(viewer: Actor, event: Event) -> dict[int, names.Shown]:
    """The names of an event's entrants, by player."""
    people = Player.objects.filter(entries__event=event)
    return names.shown(people, event.club, full=permissions.sees_names(viewer, event))


def called(entry: Entry) -> str:
    """How somebody is called at the door and on the phones of an event: as its lists say."""
    return names_in(ANONYMOUS, entry.event)[entry.player_id].name


def rounds_of(viewer: Actor, event: Event) -> tuple[Round, ...]:
    """The event's rounds in their order; planned ones for its organizers alone."""
    rows = Round.objects.filter(stage__event=event).select_related("stage")
    if not permissions.can(viewer, Action.MANAGE_EVENT, event):
        rows = rows.exclude(state=RoundState.DRAFT)
    return tuple(rows.order_by("stage__number", "number"))


def published(round_: Round) -> Seating | None:
    """The seating that is played, where there is one."""
    return Seating.objects.filter(round=round_, state=SeatingState.PUBLISHED).first()


def unseated(viewer: Actor, round_: Round) -> tuple[Unseated, ...]:
    """Who has a bye, sits out or is away in a published round."""
    rows = list(
        RoundEntry.objects.filter(round=round_)
        .exclude(state=RoundEntryState.SEATED)
        .select_related("entry")
    )
    if not rows:
        return ()
    shown = names_in(viewer, round_.stage.event)
    found = [
        Unseated(
            entry_id=row.entry_id,
            player_id=row.entry.player_id,
            name=shown[row.entry.player_id].name,
            state=RoundEntryState(row.state),
            is_filler=row.entry.is_filler,
        )
        for row in rows
    ]
    return tuple(sorted(found, key=lambda row: (shown[row.player_id].sort_key, row.entry_id)))


def plan_of(
    viewer: Actor, seating: Seating
) -> tuple[tuple[PlannedTable, ...], tuple[Unseated, ...]]:
    """The tables of a seating, and who has none."""
    shown = names_in(viewer, seating.round.stage.event)
    seats: dict[int | None, list[Seat]] = defaultdict(list)
    rows = Seat.objects.filter(seating=seating).select_related("entry")
    for seat in rows.order_by("position", "id"):
        seats[seat.table_id].append(seat)
    tables = tuple(
        PlannedTable(
            table_id=table.pk,
            number=table.number,
            game=table.ruleset.club_game.title,
            ruleset_id=table.ruleset_id,
            is_locked=table.is_locked,
            seats=tuple(
                PlannedSeat(
                    seat_id=seat.pk,
                    position=seat.position or 0,
                    entry_id=seat.entry_id,
                    player_id=seat.entry.player_id,
                    name=shown[seat.entry.player_id].name,
                    is_filler=seat.entry.is_filler,
                    is_locked=seat.is_locked,
                )
                for seat in seats[table.pk]
            ),
        )
        for table in seating.tables.select_related("ruleset__club_game").order_by("number")
    )
    without = tuple(
        Unseated(
            entry_id=seat.entry_id,
            player_id=seat.entry.player_id,
            name=shown[seat.entry.player_id].name,
            state=RoundEntryState(seat.state),
            is_filler=seat.entry.is_filler,
        )
        for seat in seats[None]
    )
    return tables, without
