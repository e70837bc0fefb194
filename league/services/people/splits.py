"""Two people in one record: results given to the one who played them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db import transaction

from league import journal, permissions
from league.core.actions import Action
from league.core.errors import BadInput, NotFound, Refused
from league.core.facts import Fact
from league.models import (
    Club,
    Entry,
    Event,
    FixtureAnswer,
    Player,
    RoundEntry,
    Seat,
    Seating,
    SeatScore,
    Table,
)
from league.queries.people import guest_evenings
from league.queries.people import players as known

if TYPE_CHECKING:
    from league.core.actors import Actor


@transaction.atomic
def split(*, by: Actor, club: Club, player: Player, to: Player, tables: Collection[int]) -> Player:
    """Gives what ``player`` did at ``tables`` (ids) to ``to``: seats and every stored result.

    Where nothing else is left of an entry, the whole entry goes, byes and all; otherwise ``to``
    is entered in that event beside it. The same call with both exchanged takes it back.

    Raises:
        BadInput: ``split_nothing``, ``split_not_there`` for a table where ``player`` did not sit,
            ``merge_with_oneself``.
        Refused: ``split_same_table``, ``split_same_round`` where ``to`` sat already.
    """
    permissions.require(by, Action.MANAGE_CLUB, club)
    if player.pk == to.pk:
        raise BadInput("merge_with_oneself", field="to")
    if known.known(club).filter(pk__in=[player.pk, to.pk]).count() != 2:
        raise NotFound("not_a_player_of_club")
    chosen = set(tables)
    if not chosen:
        raise BadInput("split_nothing", field="tables")
    of_club = Table.objects.filter(pk__in=chosen, seating__round__stage__event__club=club)
    path = "seating__round__stage__event"
    events = of_club.values_list(path, flat=True)
    locked = Event.objects.select_for_update(of=("self",)).filter(pk__in=set(events))
    list(locked.order_by("pk"))
    journal.lock_club(club.pk)
    seats = list(
        Seat.objects.filter(entry__player=player, table__in=of_club)
        .select_related("entry", "table", "seating__round__stage__event")
        .order_by("pk")
    )
    if {seat.table_id for seat in seats} != chosen:
        raise BadInput("split_not_there", field="tables", name=player.name)
    by_entry: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        by_entry[seat.entry_id].append(seat)
    for group in by_entry.values():
        _give(group[0].entry, group, to)
    stages = {seat.seating.round.stage for seat in seats}
    touched = {seat.seating.round.stage.event for seat in seats}
    journal.append(
        Fact.RESULTS_SPLIT,
        by=by,
        club=club,
        payload={"player": player.pk, "other": to.pk, "tables": sorted(chosen)},
        stale_stages=[pk for event in touched for pk in event.stages.values_list("pk", flat=True)]
        or [stage.pk for stage in stages],
        stale_seasons=[event.season_id for event in touched if event.season_id is not None],
    )
    return to


def _give(entry: Entry, seats: list[Seat], to: Player) -> None:
    into = Entry.objects.filter(event=entry.event_id, player=to).first()
    if into is not None:
        _refuse_meeting(into, seats)
    elif entry.seats.count() == len(seats):
        Entry.objects.filter(pk=entry.pk).update(player=to)
        return
    else:
        into = _beside(entry, to)
    for seat in seats:
        Seat.objects.filter(pk=seat.pk).update(entry=into)
        SeatScore.objects.filter(entry=entry, record__table=seat.table_id).update(entry=into)
        answers = FixtureAnswer.objects.filter(moment__fixture__table=seat.table_id)
        answers.filter(entry=entry).update(entry=into)
        RoundEntry.objects.filter(entry=entry, round=seat.seating.round_id).update(entry=into)


def _refuse_meeting(into: Entry, seats: list[Seat]) -> None:
    for seat in seats:
        number, name = seat.seating.round.number, into.player.name
        if into.seats.filter(table=seat.table_id).exists():
            raise Refused("split_same_table", name=name, round=number)
        is_timed = not seat.is_rolling and not seat.is_fixture
        there = Seating.objects.filter(pk=seat.seating_id, seats__entry=into)
        rows = RoundEntry.objects.filter(round=seat.seating.round_id, entry=into)
        if is_timed and (there.exists() or rows.exists()):
            raise Refused("split_same_round", name=name, round=number)


def _beside(entry: Entry, to: Player) -> Entry:
    """An entry of ``to`` as the one it is taken from, but not in the room."""
    return Entry.objects.create(
        event=entry.event,
        player=to,
        state=entry.state,
        is_guest=entry.is_filler or guest_evenings.is_guest(entry.event.club_id, to.pk),
        is_filler=entry.is_filler,
        keeps_results=entry.keeps_results,
        joined_round=entry.joined_round,
        dropped_round=entry.dropped_round,
    )
