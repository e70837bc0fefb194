"""The tables of a seating by hand: kept as they are, given another game, added, removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Max

from league import permissions
from league.core.actions import Action
from league.core.enums import SeatingState
from league.core.errors import NotFound, Refused
from league.core.facts import Fact
from league.models import Entry, Ruleset, Seating, Table
from league.queries.seating import seating_fields, seating_plans
from league.services.seating import seating_rows
from league.services.seating._change_steps import (
    raise_version,
    refuse_records,
    require_draft,
    table_of,
    told,
)

if TYPE_CHECKING:
    from league.core.actors import Actor


def set_lock(
    *,
    by: Actor,
    seating: Seating,
    locked: bool,
    table: Table | None = None,
    entry: Entry | None = None,
) -> Seating:
    """Keeps a table (or one entry at its table) as it is when the draft is drawn again."""
    permissions.require(by, Action.MANAGE_EVENT, seating)
    with transaction.atomic():
        found = seating_rows.changeable(by, seating, None)
        require_draft(found)
        if table is not None:
            rows = found.seating.tables.filter(pk=table.pk)
            changed = rows.update(is_locked=locked)
        else:
            seats = found.seating.seats.filter(entry=entry, table__isnull=False)
            changed = seats.update(is_locked=locked)
        if not changed:
            raise NotFound("not_found")
        told(by, found, locked=locked, table=table.number if table else None)
    return found.seating


def set_ruleset(*, by: Actor, table: Table, ruleset: Ruleset) -> Table:
    """Puts another game of the stage on a table, as long as it has no result."""
    permissions.require(by, Action.MANAGE_EVENT, table)
    with transaction.atomic():
        found = seating_rows.changeable(by, table.seating, None)
        row = table_of(found.seating, table)
        refuse_records([row])
        choices = {choice.ruleset: choice for choice in seating_fields.offered(found.stage)}
        choice = choices.get(ruleset.pk)
        if choice is None:
            raise Refused("seating_ruleset_not_offered", field="ruleset", table=row.number)
        size = row.seats.count()
        if size and not choice.low <= size <= choice.high:
            raise Refused(
                "ruleset_wrong_size",
                field="ruleset",
                game=ruleset.name,
                low=choice.low,
                high=choice.high,
                table=row.number,
                size=size,
            )
        row.ruleset = ruleset
        row.save(update_fields=["ruleset"])
        tables = seating_plans.tables_of(found.seating)
        short = seating_rows.copies_short(tables)
        if short and found.seating.state == SeatingState.PUBLISHED:
            raise short[0]
        raise_version(found)
        seating_rows.log(
            Fact.TABLE_CHANGED,
            by,
            found.stage,
            round=found.round.number,
            table=row.number,
            ruleset=ruleset.pk,
            before=found.before,
        )
    return row


def add_table(*, by: Actor, seating: Seating, ruleset: Ruleset | None = None) -> Table:
    """An empty table more in a draft; it vanishes at publishing unless somebody sits down."""
    permissions.require(by, Action.MANAGE_EVENT, seating)
    with transaction.atomic():
        found = seating_rows.changeable(by, seating, None)
        require_draft(found)
        last = found.seating.tables.aggregate(last=Max("number"))["last"] or 0
        offered = {choice.ruleset for choice in seating_fields.offered(found.stage)}
        chosen = ruleset or found.stage.ruleset
        if chosen.pk not in offered:
            raise Refused("seating_ruleset_not_offered", field="ruleset", table=last + 1)
        table = Table.objects.create(seating=found.seating, number=last + 1, ruleset=chosen)
        told(by, found, table=table.number, added=True)
    return table


def remove_table(*, by: Actor, table: Table) -> Seating:
    """Takes an empty table out of a draft."""
    permissions.require(by, Action.MANAGE_EVENT, table)
    with transaction.atomic():
        found = seating_rows.changeable(by, table.seating, None)
        require_draft(found)
        row = table_of(found.seating, table)
        if row.seats.exists():
            raise Refused("table_has_people", table=row.number)
        row.delete()
        told(by, found, table=row.number, removed=True)
    return found.seating
