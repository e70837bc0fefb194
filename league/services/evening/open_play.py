"""Open play: tables form one by one from whoever is free, in one rolling round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import transaction

from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState, RoundState, StageMode
from league.core.errors import BadInput, Conflict, NotFound, Refused
from league.core.facts import Fact
from league.models import Entry, Event, Ruleset, Seat, Seating, Stage, Table
from league.queries.evening import open_play as reading
from league.queries.seating import apart, seating_fields, seating_plans
from league.seating.rolling import next_tables
from league.seating.types import PlannedTable
from league.services.evening import clocks, dropouts, entries
from league.services.seating import seating_rows

if TYPE_CHECKING:
    from league.core.actors import Actor


def form_tables(
    *, by: Actor, stage: Stage, at_most: int | None = None, seed: int | None = None
) -> tuple[Table, ...]:
    """Forms as many tables as those who are free fill, whoever waited longest first.

    Raises:
        Refused: ``too_few_free``, or why the free ones cannot sit together.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        event, stage, seating = _rolling(by, stage)
        waiting = reading.waiting(stage)
        field = reading.field(stage, seating)
        first = reading.next_number(seating)
        planned = seating_rows.asked(
            lambda: next_tables(
                waiting,
                field,
                seed=seating_rows.fresh_seed(seed),
                at_most=at_most,
                first_number=first,
            )
        )
        if not planned:
            raise Refused("too_few_free")
        return tuple(_formed(by, event, stage, seating, row) for row in planned)


def form_table(
    *, by: Actor, stage: Stage, entries: Sequence[Entry], ruleset: Ruleset | None = None
) -> Table:
    """Forms one table of exactly these entries, in this order of seats."""
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        event, stage, seating = _rolling(by, stage)
        people = _free(event, entries)
        choices = {choice.ruleset: choice for choice in seating_fields.offered(stage)}
        chosen = ruleset or next(
            (
                row
                for row in seating_fields.rulesets_of(stage)
                if row.pk in choices and row.seats_min <= len(people) <= row.seats_max
            ),
            stage.ruleset,
        )
        number = reading.next_number(seating)
        choice = choices.get(chosen.pk)
        if choice is None:
            raise Refused("seating_ruleset_not_offered", field="ruleset", table=number)
        if not choice.low <= len(people) <= choice.high:
            raise BadInput(
                "ruleset_wrong_size",
                field="entries",
                game=chosen.name,
                low=choice.low,
                high=choice.high,
                table=number,
                size=len(people),
            )
        _check_copies(seating, chosen)
        _refuse_apart(event, people, number)
        planned = PlannedTable(number, chosen.pk, tuple(row.pk for row in people))
        called = [row.pk for row in people if not row.is_present]
        Entry.objects.filter(pk__in=called).update(is_present=True)
        return _formed(by, event, stage, seating, planned, called)


def proposed(*, by: Actor, stage: Stage) -> reading.Proposals:
    """What could start now, the best first; writes nothing.

    Raises:
        Refused: ``mode_is_rounds``, or why the free ones cannot sit together.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    seating_rows.require_mode(stage, StageMode.OPEN_PLAY)
    return seating_rows.asked(lambda: reading.proposals(stage))


def form_proposed(
    *, by: Actor, stage: Stage, tables: Sequence[tuple[Ruleset, Sequence[Entry]]]
) -> tuple[Table, ...]:
    """Forms tables as they were proposed: all of them, or none where one no longer fits.

    Raises:
        Refused: as ``form_table``; ``not_free_now`` when somebody pauses or has left since.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        event, stage = seating_rows.lock_stage(stage)
        ids = [entry.pk for _, entries in tables for entry in entries]
        away = Entry.objects.filter(pk__in=ids, event=event).exclude(
            state=EntryState.REGISTERED, is_present=True
        )
        gone = away.select_related("player").order_by("pk").first()
        if gone is not None:
            raise Refused("not_free_now", field="entries", name=gone.player.name)
        return tuple(
            form_table(by=by, stage=stage, entries=entries, ruleset=ruleset)
            for ruleset, entries in tables
        )


def step_back(*, by: Actor, stage: Stage, line: int) -> None:
    """Takes back the latest thing done in the room, which ``line`` of the journal names.

    Again and again it goes further back, until a result depends on what was done.

    Raises:
        Conflict: ``changed_meanwhile`` where something else is the latest by now.
        Refused: ``table_has_record``.
    """
    permissions.require(by, Action.MANAGE_EVENT, stage)
    with transaction.atomic():
        event, stage = seating_rows.lock_stage(stage)
        seating_rows.refuse_when_over(event)
        seating_rows.require_mode(stage, StageMode.OPEN_PLAY)
        done = reading.last_done(stage)
        if done is None or done.line != line:
            raise Conflict("changed_meanwhile")
        if done.table is not None:
            disband(by=by, table=done.table)
        elif done.kind == Fact.ENTRY_DROPPED:
            gone = Entry.objects.get(pk=done.entries[0])
            dropouts.reinstate(by=by, entry=gone, undoes=done.line)
        else:
            entries.set_present(
                by=by,
                event=event,
                entries=done.entries,
                present=not done.present,
                undoes=done.line,
            )


def disband(*, by: Actor, table: Table) -> Seating:
    """Takes a table of open play back that has reported nothing; its people are as before it."""
    permissions.require(by, Action.MANAGE_EVENT, table)
    with transaction.atomic():
        found = seating_rows.lock_seating(table.seating)
        seating_rows.refuse_when_over(found.event)
        seating_rows.require_mode(found.stage, StageMode.OPEN_PLAY)
        row = Table.objects.filter(pk=table.pk, seating=found.seating).first()
        if row is None:
            raise NotFound("not_found")
        if row.records.exists():
            raise Refused("table_has_record", table=row.number)
        number = row.number
        called = reading.called_to(row)
        Entry.objects.filter(pk__in=called, event=found.event).update(is_present=False)
        row.delete()
        seating_rows.log(
            Fact.TABLE_CHANGED, by, found.stage, stale=True, table=number, disbanded=True
        )
        if found.round.state != RoundState.CLOSED:
            if not found.round.is_withheld and not found.seating.tables.exists():
                found.round.delete()  # the first table made it
            seating_rows.unbegin(by, found.event)
    return found.seating


def _rolling(by: Actor, stage: Stage) -> tuple[Event, Stage, Seating]:
    """The published seating of the stage's one rolling round, made when the first table forms."""
    event, stage = seating_rows.lock_stage(stage)
    seating_rows.refuse_when_over(event)
    seating_rows.require_mode(stage, StageMode.OPEN_PLAY)
    seating_rows.begin(by, event)
    return event, stage, seating_rows.rolling(stage, method="rolling", over="open_play_ended")


def _free(event: Event, entries: Sequence[Entry]) -> list[Entry]:
    """The entries as they are now, all of the event, in play, and at no other open table."""
    ids = [entry.pk for entry in entries]
    if len(set(ids)) != len(ids):
        twice = Counter(ids).most_common(1)[0][0]
        name = next(entry.player.name for entry in entries if entry.pk == twice)
        raise BadInput("seating_player_twice", field="entries", player=name)
    rows = Entry.objects.filter(event=event).select_related("player").in_bulk(ids)
    if len(rows) != len(ids):
        raise NotFound("not_found")
    for row in rows.values():
        if row.state != EntryState.REGISTERED:
            raise Refused("not_registered", field="entries")
    open_seat = (
        Seat.objects.filter(entry__in=ids, is_rolling=True, is_open=True)
        .select_related("entry__player", "table")
        .order_by("pk")
        .first()
    )
    if open_seat is not None and open_seat.table is not None:
        raise Refused(
            "already_playing",
            field="entries",
            name=open_seat.entry.player.name,
            table=open_seat.table.number,
        )
    return [rows[pk] for pk in ids]


def _check_copies(seating: Seating, ruleset: Ruleset) -> None:
    box = ruleset.club_game
    if box.copies is None:
        return
    used = (
        Table.objects.filter(seating=seating, ruleset__club_game=box, seats__is_open=True)
        .distinct()
        .count()
    )
    if used >= box.copies:
        raise Refused("copies_short", game=box.title, tables=used + 1, copies=box.copies)


def _refuse_apart(event: Event, people: Sequence[Entry], number: int) -> None:
    names = {row.player_id: row.player.name for row in people}
    kept = sorted(apart.pairs(event.club_id, names.keys()))
    if kept:
        told = seating_plans.listed(names[player] for player in kept[0])
        raise Refused("seating_apart", field="entries", players=told, table=number)


def _formed(
    by: Actor,
    event: Event,
    stage: Stage,
    seating: Seating,
    planned: PlannedTable,
    called: Sequence[int] = (),
) -> Table:
    """The table with its line; ``called`` are those who were not free: they pause again after it
    is taken back."""
    table = Table.objects.create(seating=seating, number=planned.number, ruleset_id=planned.ruleset)
    Seat.objects.bulk_create(
        Seat(seating=seating, table=table, entry_id=entry, position=position, is_rolling=True)
        for position, entry in enumerate(planned.players, start=1)
    )
    now = seating_rows.moment()
    seating_rows.open_table(table, event, now)
    seating_rows.log(
        Fact.TABLE_FORMED,
        by,
        stage,
        stale=True,
        table=table.number,
        size=len(planned.players),
        id=table.pk,
        called=list(called),
    )
    clocks.begin_table(by, stage, table, now)
    return Table.objects.select_related(
        "ruleset__club_game", "seating__round__stage__event__club"
    ).get(pk=table.pk)
