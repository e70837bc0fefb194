"""What moving one person would change, said before it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.core.enums import RecordState
from league.models import Entry, Seating, Table
from league.queries.seating import seating_fields, seating_plans
from league.seating import changes
from league.seating.errors import ChangeRefused
from league.seating.methods import aim_of
from league.seating.types import Penalty, PlannedTable
from league.words import names

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.seating.types import Field

# Beyond this many seats the effect of every single swap is not worked out.
MOST_SEATS = 80


@dataclass(frozen=True, slots=True)
class TableOption:
    """A table that the picked person may join, with what gets worse and what gets better."""

    table_id: int
    number: int
    worse: tuple[str, ...]
    better: tuple[str, ...]
    weight: int

    @property
    def verdict(self) -> str:
        """``better``, ``same`` or ``worse``: the whole seating after the change."""
        return _verdict(self.weight)


@dataclass(frozen=True, slots=True)
class Options:
    """Where one person could go: tables with room, and who they could change places with.

    ``swaps`` says of each entry whether the seating gets ``better``, ``same`` or ``worse``;
    empty where it was not worked out. ``leaving`` says what the table they sit at gets when they
    sit out. Without a place (``has_place``), not even a bye, nobody changes places with them.
    """

    entry_id: int
    name: str
    has_place: bool
    table_id: int | None
    tables: tuple[TableOption, ...]
    swaps: Mapping[int, str]
    leaving: TableOption | None = None


def of_entry(viewer: Actor, seating: Seating, entry: Entry) -> Options:
    """The options of ``entry`` in a seating, the best table first."""
    event = seating.round.stage.event
    permissions.require(viewer, Action.MANAGE_EVENT, event)
    tables = seating_plans.tables_of(seating)
    busy = _with_record(tables)
    entries = {seat.entry_id for table in tables for seat in table.seats.all()} | {entry.pk}
    aim = aim_of(seating.method)
    field = seating_fields.collect(
        seating.round.stage,
        before=seating.round,
        entries=entries,
        with_strength=aim == "level",
    )
    kept = seating_plans.locks(tables, present=frozenset(entries))
    field = replace(field, kept=kept, aim=aim)
    people = Entry.objects.filter(event=event).select_related("player")
    shown = names.shown((row.player for row in people), event.club, full=True)
    words = {row.pk: shown[row.player_id].name for row in people}
    before = tuple(row for row in seating_plans.planned(tables) if row.number not in busy)
    seat = next(
        (seat for table in tables for seat in table.seats.all() if seat.entry_id == entry.pk), None
    )
    found = []
    for table in tables:
        if table.number in busy or (seat is not None and table.pk == seat.table_id):
            continue
        change = _joined(before, field, entry.pk, table.number, seat is not None)
        if change is not None:
            found.append(_option(table, change, words))
    return Options(
        entry_id=entry.pk,
        name=words[entry.pk],
        has_place=seat is not None or seating.seats.filter(entry=entry).exists(),
        table_id=seat.table_id if seat else None,
        tables=tuple(sorted(found, key=lambda row: (row.weight, row.number))),
        swaps=_swaps(before, field, entry.pk) if seat is not None else {},
        leaving=_leaving(before, field, entry.pk, seat.table, words)
        if seat is not None and seat.table is not None
        else None,
    )


def _joined(
    before: tuple[PlannedTable, ...], field: Field, entry: int, number: int, has_table: bool
) -> changes.Change | None:
    try:
        if has_table:
            return changes.move(before, field, entry, number)
        return changes.add_player(before, field, entry, table=number)
    except ChangeRefused:
        return None


def _leaving(
    before: tuple[PlannedTable, ...],
    field: Field,
    entry: int,
    table: Table,
    words: Mapping[int, str],
) -> TableOption | None:
    try:
        return _option(table, changes.remove_player(before, field, entry), words)
    except ChangeRefused:
        return None


def _option(table: Table, change: changes.Change, words: Mapping[int, str]) -> TableOption:
    def told(penalties: tuple[Penalty, ...]) -> tuple[str, ...]:
        return tuple(seating_plans.sentences(seating_plans.penalties_json(penalties), words))

    return TableOption(
        table_id=table.pk,
        number=table.number,
        worse=told(change.appeared),
        better=told(change.resolved),
        weight=change.cost_after - change.cost_before,
    )


def _swaps(before: tuple[PlannedTable, ...], field: Field, entry: int) -> dict[int, str]:
    people = [player for table in before for player in table.players if player != entry]
    if len(people) > MOST_SEATS:
        return {}
    found = {}
    for other in people:
        try:
            change = changes.swap(before, field, entry, other)
        except ChangeRefused:
            continue
        found[other] = _verdict(change.cost_after - change.cost_before)
    return found


def _verdict(weight: int) -> str:
    return "same" if weight == 0 else "worse" if weight > 0 else "better"


def _with_record(tables: list[Table]) -> frozenset[int]:
    rows = Table.objects.filter(
        pk__in=[table.pk for table in tables],
        records__state__in=[RecordState.REPORTED, RecordState.DISPUTED, RecordState.CONFIRMED],
    )
    return frozenset(rows.values_list("number", flat=True))
