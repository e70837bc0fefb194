"""Steps of every change by hand: what refuses it, and the version and line it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from league.core.enums import SeatingState
from league.core.errors import NotFound, Refused
from league.core.facts import Fact
from league.models import Seating, Table
from league.services.seating import seating_rows
from league.services.seating.seating_rows import Locked

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.core.actors import Actor


def refuse_records(tables: Sequence[Table]) -> None:
    """Nothing moves at a table that has a result."""
    having = seating_rows.tables_with_record(tables)
    if having:
        raise Refused("table_has_record", table=having[0].number)


def require_draft(found: Locked) -> None:
    """Refuses what only a draft allows."""
    if found.seating.state != SeatingState.DRAFT:
        raise Refused("not_a_draft")


def table_of(seating: Seating, table: Table) -> Table:
    """The table as it is behind the lock, unless it is another seating's."""
    row = (
        Table.objects.filter(pk=table.pk, seating=seating)
        .select_related("ruleset__club_game", "seating__round__stage__event__club")
        .first()
    )
    if row is None:
        raise NotFound("not_found")
    return row


def raise_version(found: Locked) -> None:
    """Whoever looked before this change is told so when they save."""
    found.seating.version += 1
    found.seating.save(update_fields=["version", "explanation"])


def told(by: Actor, found: Locked, **payload: JSON) -> None:
    raise_version(found)
    is_published = found.seating.state == SeatingState.PUBLISHED
    seating_rows.log(
        Fact.SEATING_CHANGED,
        by,
        found.stage,
        stale=is_published,
        seating=found.seating.pk,
        round=found.round.number,
        before=found.before,
        **payload,
    )
