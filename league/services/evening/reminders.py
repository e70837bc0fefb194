"""Reminding a table of its result: what its page then says, until somebody has answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from league import journal, permissions
from league.core.actions import Action
from league.core.enums import RoundState, SeatingState
from league.core.errors import Refused
from league.core.facts import Fact
from league.models import Table
from league.queries.records import records
from league.services.seating import seating_rows

if TYPE_CHECKING:
    from datetime import datetime

    from league.core.actors import Actor


def remind(*, by: Actor, table: Table) -> Table:
    """Asks a table for its result, or for the second look at what one of its seats reported.

    Raises:
        Refused: ``not_playing_now`` for a table of another round; ``nothing_to_remind_of`` where
            the result counts already or the desk itself has to decide on an objection.
    """
    return _set(by, table, Fact.TABLE_REMINDED, seating_rows.moment())


def take_back(*, by: Actor, table: Table) -> Table:
    """Takes the reminder off the table's page."""
    return _set(by, table, Fact.REMINDER_WITHDRAWN, None)


def _set(by: Actor, table: Table, fact: Fact, at: datetime | None) -> Table:
    permissions.require(by, Action.MANAGE_EVENT, table)
    with transaction.atomic():
        locked = seating_rows.lock_seating(table.seating)
        seating_rows.refuse_when_over(locked.event)
        if (
            locked.round.state != RoundState.PUBLISHED
            or locked.seating.state != SeatingState.PUBLISHED
        ):
            raise Refused("not_playing_now")
        row = records.table_row(viewer=by, table=table)
        if at is not None and not row.is_awaited:
            raise Refused("nothing_to_remind_of", table=table.number)
        Table.objects.filter(pk=table.pk).update(reminded_at=at)
        journal.append(fact, by=by, event=locked.event, payload={"table": table.number})
    table.reminded_at = at
    return table
