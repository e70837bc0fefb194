"""The start of a table is drawn: once for all who look, again only with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from games.core.rng import SeededRng, new_seed
from league import journal, permissions
from league.core.actions import Action
from league.core.errors import BadInput, NotAllowed, Refused
from league.core.facts import Fact
from league.models import Table, TableStart
from league.queries.records import sheets
from league.queries.records import table_starts as reading
from league.services.records import links, record_rows

if TYPE_CHECKING:
    from league.core.actors import Actor


def draw(*, by: Actor, table: Table, seen: int, reason: str = "") -> TableStart:
    """Draws ranks, colours or who begins, for the people who sit there.

    Args:
        seen: the number of the draw that the asker saw, 0 for none. A later one that counts is
            returned as it is, so that two taps at once are one draw.

    Raises:
        BadInput: ``reason_missing`` for a second draw without one.
        NotAllowed: ``start_is_over`` for a seat once the table has reported.
        Refused: ``nothing_to_draw``: this game, or this number of players, has no such draw.
        Gone: the round, event or seating is over.
    """
    permissions.require(by, Action.SUBMIT_RECORD, table)
    reason = record_rows.reason_of(reason)
    with transaction.atomic():
        event, table = record_rows.locked(table)
        late = links.over_at(table)
        if late is not None:
            raise late
        rules = sheets.rules_of(table.ruleset)
        seats = record_rows.seats_of(table)
        if rules.package.start is None or len(seats) not in rules.seats:
            raise Refused("nothing_to_draw")
        found = reading.newest(table)
        counts = found is not None and reading.holds(found, seats)
        if found is not None and counts and found.number > seen:
            return found
        if table.record_version and not permissions.can(by, Action.CORRECT_RECORD, event):
            raise NotAllowed("start_is_over")
        if counts and not reason:
            raise BadInput("reason_missing", field="reason")
        seed = new_seed()
        start = rules.package.start.draw(len(seats), rules.options, SeededRng(seed))
        row = TableStart.objects.create(
            table=table,
            number=found.number + 1 if found else 1,
            seed=seed.hex(),
            entries=[seat.entry_id for seat in seats],
            roles=list(start.roles),
            first=start.first,
            seat=permissions.seat_of(by, table),
            at=timezone.now(),
            reason=reason if counts else "",
        )
        journal.append(
            Fact.START_DRAWN,
            by=by,
            event=event,
            payload={
                "table_id": table.pk,
                "table": table.number,
                "round": table.seating.round.number,
                "count": row.number,
                "seed": row.seed,
                **({"reason": row.reason} if row.reason else {}),
            },
        )
    return row
