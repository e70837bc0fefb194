"""Who sits where, changed by hand in a draft or a round that is played; results stay put."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState, RoundEntryState, RoundState, SeatingState, StageMode
from league.core.errors import BadInput, NotFound, Refused
from league.core.facts import Fact
from league.lists import bg_stats_beside
from league.models import Entry, Round, RoundEntry, Seat, Seating, Table
from league.queries.seating import seating_fields, seating_plans
from league.seating import changes
from league.seating.methods import aim_of
from league.seating.types import PlannedTable
from league.services.records import records
from league.services.seating import seating_rows
from league.services.seating._change_steps import raise_version, refuse_records, table_of, told
from league.services.seating.seating_rows import Locked

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.seating.types import Field

OUTSIDE = (RoundEntryState.BYE, RoundEntryState.REQUESTED_BYE, RoundEntryState.SITS_OUT)


def move(
    *,
    by: Actor,
    seating: Seating,
    entry: Entry,
    table: Table | None,
    expected_version: int | None = None,
    state: RoundEntryState = RoundEntryState.BYE,
) -> Seating:
    """Moves an entry to the last seat of ``table``; None: to a bye or another ``state`` outside.

    Also seats whoever has no place yet. Refused at locked and full tables, and where a result
    stands.
    """
    permissions.require(by, Action.MANAGE_EVENT, seating)
    with transaction.atomic():
        found = seating_rows.changeable(by, seating, expected_version)
        _require_of_event(found, entry)
        if table is not None:
            table = table_of(found.seating, table)
        elif state not in OUTSIDE:
            raise BadInput("unknown_choice", field="state", choice=str(state))
        _seated_at(by, found, entry, table, state)
    return found.seating


def give_bye(
    *,
    by: Actor,
    seating: Seating,
    entry: Entry,
    state: RoundEntryState = RoundEntryState.BYE,
    expected_version: int | None = None,
) -> Seating:
    """Takes an entry from its table (or from nowhere) to a bye."""
    return move(
        by=by,
        seating=seating,
        entry=entry,
        table=None,
        state=state,
        expected_version=expected_version,
    )


def swap(
    *,
    by: Actor,
    seating: Seating,
    entry_a: Entry,
    entry_b: Entry,
    expected_version: int | None = None,
) -> Seating:
    """Exchanges two entries' places, seat for seat; one of them may be on a bye."""
    permissions.require(by, Action.MANAGE_EVENT, seating)
    if entry_a.pk == entry_b.pk:
        raise BadInput("swap_with_oneself", field="entries")
    with transaction.atomic():
        found = seating_rows.changeable(by, seating, expected_version)
        seating_rows.require_mode(found.stage, StageMode.ROUNDS)
        rows = {
            seat.entry_id: seat for seat in found.seating.seats.filter(entry__in=[entry_a, entry_b])
        }
        for entry in (entry_a, entry_b):
            if entry.pk not in rows:
                _require_of_event(found, entry)
                raise Refused("not_in_round", name=entry.player.name)
        a, b = rows[entry_a.pk], rows[entry_b.pk]
        touched = {seat.table_id for seat in (a, b) if seat.table_id}
        tables = seating_plans.tables_of(found.seating)
        refuse_records([table for table in tables if table.pk in touched])
        field = _field(found, tables, (entry_a.pk, entry_b.pk))
        before = seating_plans.planned(tables)
        if a.table_id and b.table_id:
            after = seating_rows.asked(
                lambda: changes.swap(before, field, entry_a.pk, entry_b.pk)
            ).tables
        else:
            _refuse_locked(tables, touched)
            turned = {entry_a.pk: entry_b.pk, entry_b.pk: entry_a.pk}
            after = tuple(
                replace(row, players=tuple(turned.get(p, p) for p in row.players)) for row in before
            )
        outside = {
            seat.entry_id: RoundEntryState(seat.state)
            for seat in seating_plans.seats_without_table(found.seating)
        }
        if a.table_id is None and b.table_id is None:
            outside |= {a.entry_id: outside[b.entry_id], b.entry_id: outside[a.entry_id]}
        elif a.table_id is None or b.table_id is None:
            out, in_ = (a, b) if a.table_id is None else (b, a)
            outside[in_.entry_id] = outside.pop(out.entry_id)
        _arranged(found, tables, after, outside, field)
        told(by, found, swapped=[entry_a.pk, entry_b.pk])
    return found.seating


def swap_seats(*, by: Actor, table: Table, position_a: int, position_b: int) -> Table:
    """Exchanges two seats of one table. A result that stands follows: scores stay with people."""
    permissions.require(by, Action.MANAGE_EVENT, table)
    with transaction.atomic():
        found = seating_rows.lock_seating(table.seating)
        if found.seating.state == SeatingState.WITHDRAWN:
            raise Refused("not_playing_now")
        seats = {seat.position: seat for seat in Seat.objects.filter(table_id=table.pk)}
        for position in (position_a, position_b):
            if position not in seats:
                raise NotFound("seat_unknown", position=position)
        if position_a == position_b:
            return table
        seats[position_a].position, seats[position_b].position = position_b, position_a
        for position in (position_a, position_b):
            seats[position].save(update_fields=["position"])
        fresh = table_of(found.seating, table)
        if fresh.about:
            fresh.about = bg_stats_beside.swapped(fresh.about, position_a, position_b)
            fresh.save(update_fields=["about"])
        records.follow_swap(by=by, table=fresh)
        raise_version(found)
        seating_rows.log(
            Fact.SEATS_SWAPPED,
            by,
            found.stage,
            round=found.round.number,
            table=table.number,
            seats=[position_a, position_b],
        )
    return table_of(found.seating, table)


def add_late(
    *, by: Actor, seating: Seating | Round, entry: Entry, table: Table | None = None
) -> Seating:
    """Seats a late player (or one on a bye) at the best table with room, or at the one named.

    Nobody else moves. Tables with a result take nobody.

    Raises:
        Refused: ``already_seated``: they sit at a table of this seating, whichever was meant.
    """
    permissions.require(by, Action.MANAGE_EVENT, seating)
    with transaction.atomic():
        target = _seating_of(seating)
        found = seating_rows.changeable(by, target, None)
        seating_rows.require_mode(found.stage, StageMode.ROUNDS)
        _require_of_event(found, entry)
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        if entry.state != EntryState.REGISTERED:
            raise Refused("not_registered", field="player")
        if seat := found.seating.seats.filter(entry=entry, table__isnull=False).first():
            assert seat.table is not None
            name = entry.player.name
            raise Refused("already_seated", field="entry", player=name, table=seat.table.number)
        chosen = table
        if chosen is None:
            options = late_options(found, entry)
            if not options:
                raise Refused("change_no_free_seat", player=entry.player.name)
            chosen = found.seating.tables.get(number=options[0].table)
        _seated_at(by, found, entry, table_of(found.seating, chosen), RoundEntryState.SEATED)
        entry.is_present = True
        entry.joined_round = min(entry.joined_round, found.round.number)
        entry.save(update_fields=["is_present", "joined_round"])
    return found.seating


def late_options(found: Locked, entry: Entry) -> tuple[changes.Option, ...]:
    """The tables that ``entry`` could join, the best first, with what each would cost."""
    tables = seating_plans.tables_of(found.seating)
    field = _field(found, tables, (entry.pk,))
    before = _without(seating_plans.planned(tables), entry.pk)
    busy = frozenset(row.number for row in seating_rows.tables_with_record(tables))
    free = tuple(row for row in before if row.number not in busy)
    return seating_rows.asked(lambda: changes.options_for(free, field, entry.pk))


def free_seat(*, entry: Entry, round_: Round) -> bool:
    """Frees the seat of somebody who goes while the round is played; whether there was one.

    With a result at the table the seat stays: leaving never erases one. Called by the verbs of
    entries, in their transaction and behind their permission.
    """
    seats = Seat.objects.filter(
        entry=entry,
        seating__round=round_,
        seating__state=SeatingState.PUBLISHED,
        table__isnull=False,
    )
    if round_.is_rolling:
        seats = seats.filter(is_open=True)  # the finished matches stay as they were
    seat = seats.select_related("table", "seating").first()
    if seat is None or seat.table is None or seating_rows.tables_with_record([seat.table]):
        return False
    table = seat.table
    seat.table = seat.position = None
    seat.state = RoundEntryState.NO_SHOW
    seat.is_open = seat.is_locked = False
    seat.claim = ""
    seat.save()
    RoundEntry.objects.filter(round=round_, entry=entry).update(state=RoundEntryState.NO_SHOW)
    rest = list(Seat.objects.filter(table=table).order_by("position", "pk"))
    for position, row in enumerate(rest, start=1):
        if row.position != position:
            row.position = position
            row.save(update_fields=["position"])
    if not rest and not table.records.exists():
        table.delete()
    Seating.objects.filter(pk=seat.seating_id).update(version=seat.seating.version + 1)
    return True


# --- behind the verbs -------------------------------------------------------------------


def _seated_at(
    by: Actor, found: Locked, entry: Entry, table: Table | None, state: RoundEntryState
) -> None:
    # In open play one entry has a seat at every table it played: nothing here could tell which.
    seating_rows.require_mode(found.stage, StageMode.ROUNDS)
    tables = seating_plans.tables_of(found.seating)
    seat = found.seating.seats.filter(entry=entry).first()
    is_in = Entry.objects.filter(pk=entry.pk, state=EntryState.REGISTERED).exists()
    if not is_in and (table is not None or seat is None):
        raise Refused("not_registered", field="player")
    touched = {pk for pk in (seat.table_id if seat else None, table.pk if table else None) if pk}
    refuse_records([row for row in tables if row.pk in touched])
    field = _field(found, tables, (entry.pk,))
    before = seating_plans.planned(tables)
    outside = {
        row.entry_id: RoundEntryState(row.state)
        for row in seating_plans.seats_without_table(found.seating)
        if row.entry_id != entry.pk
    }
    if table is None:
        _refuse_locked(tables, touched)
        after = _without(before, entry.pk)
        outside[entry.pk] = state
    elif not any(row.number == table.number for row in before):
        _refuse_locked(tables, touched)
        alone = PlannedTable(table.number, table.ruleset_id, (entry.pk,))
        after = (*_without(before, entry.pk), alone)
    elif seat is not None and seat.table_id is not None:
        target = table.number
        after = seating_rows.asked(lambda: changes.move(before, field, entry.pk, target)).tables
    else:
        target = table.number
        after = seating_rows.asked(
            lambda: changes.add_player(before, field, entry.pk, table=target)
        ).tables
    _arranged(found, tables, after, outside, field)
    told(by, found, entry=entry.pk, table=table.number if table else None, state=str(state))


def _arranged(
    found: Locked,
    tables: Sequence[Table],
    after: Sequence[PlannedTable],
    outside: dict[int, RoundEntryState],
    field: Field,
) -> None:
    """Makes the rows say ``after`` and ``outside``; whoever is in neither has no place."""
    seating = found.seating
    is_published = seating.state == SeatingState.PUBLISHED
    rows = {seat.entry_id: seat for seat in seating.seats.all()}
    by_number = {table.number: table for table in tables}
    placed: set[int] = set()
    for planned in after:
        table = by_number[planned.number]
        if table.ruleset_id != planned.ruleset:
            table.ruleset_id = planned.ruleset
            table.save(update_fields=["ruleset"])
        for position, entry in enumerate(planned.players, start=1):
            placed.add(entry)
            _place(rows.get(entry) or Seat(seating=seating, entry_id=entry), table, position)
    for entry, state in outside.items():
        placed.add(entry)
        _place(rows.get(entry) or Seat(seating=seating, entry_id=entry), None, None, state)
    seating.seats.exclude(entry__in=placed).delete()
    emptied = {table.number for table in tables if table.seats.all()} - {
        planned.number for planned in after
    }
    # a table with voided records stays, empty: nothing that was reported is ever deleted
    seating.tables.filter(number__in=emptied, records__isnull=True).delete()
    if is_published:
        seating.seats.filter(table__isnull=False).exclude(
            table__in=[t.pk for t in seating_rows.tables_with_record(tables)]
        ).update(is_open=True)
        for seat in seating.seats.all():
            RoundEntry.objects.update_or_create(
                round=found.round, entry_id=seat.entry_id, defaults={"state": seat.state}
            )
    seating_rows.explained(seating, field, seating_plans.tables_of(seating))


def _place(
    seat: Seat,
    table: Table | None,
    position: int | None,
    state: RoundEntryState = RoundEntryState.SEATED,
) -> None:
    table_id = table.pk if table else None
    if seat.pk and (seat.table_id, seat.position, seat.state) == (table_id, position, state):
        return
    if seat.table_id != table_id:
        # whoever sat there by its link, or was held there, does not take that along
        seat.claim = ""
        seat.is_locked = False
        seat.is_open = False
    seat.table, seat.position, seat.state = table, position, state
    seat.save()


def _field(found: Locked, tables: Sequence[Table], more: Collection[int]) -> Field:
    """The field of everybody in the seating and ``more``; locked tables are kept as they are."""
    entries = {seat.entry_id for table in tables for seat in table.seats.all()} | set(more)
    aim = aim_of(found.seating.method)
    field = seating_fields.collect(
        found.stage, before=found.round, entries=entries, with_strength=aim == "level"
    )
    kept = seating_plans.locks(tables, present=frozenset(entries))
    return replace(field, kept=kept, aim=aim)


def _without(tables: Sequence[PlannedTable], entry: int) -> tuple[PlannedTable, ...]:
    left = (replace(row, players=tuple(p for p in row.players if p != entry)) for row in tables)
    return tuple(row for row in left if row.players)


def _refuse_locked(tables: Sequence[Table], touched: Collection[int]) -> None:
    for table in tables:
        if table.pk in touched and table.is_locked:
            raise Refused("change_table_locked", table=table.number)


def _require_of_event(found: Locked, entry: Entry) -> None:
    if entry.event_id != found.event.pk:
        raise NotFound("not_found")


def _seating_of(subject: Seating | Round) -> Seating:
    if isinstance(subject, Seating):
        return subject
    row = (
        Seating.objects.filter(round=subject)
        .exclude(state=SeatingState.WITHDRAWN)
        .select_related("round__stage__event__club")
        .order_by("-number")
        .first()
    )
    if row is None or subject.state == RoundState.CLOSED:
        raise Refused("not_playing_now")
    return row
