"""How a draft stood before each change: what the journal remembers of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, cast

from league.core.enums import SeatingState
from league.core.facts import Fact
from league.models import JournalLine
from league.queries.seating import seating_plans

if TYPE_CHECKING:
    from games.core.types import JSON
    from league.models import Seating, Stage
    from league.seating.again import Companies

BEFORE = "before"
_REMEMBERED = 50  # changes to one draft: more presses than anybody tries
_KINDS = (
    Fact.SEATING_DRAWN,
    Fact.SEATING_CHANGED,
    Fact.SEATING_PUBLISHED,
    Fact.SEATING_WITHDRAWN,
    Fact.SEATING_RESTORED,
    Fact.SEATS_SWAPPED,
    Fact.TABLE_CHANGED,
)


class ArrangedTable(TypedDict):
    """``seats`` are entries in their order, each with whether it is held there."""

    number: int
    ruleset: int
    locked: bool
    seats: list[tuple[int, bool]]


class Arrangement(TypedDict):
    """A draft as the journal keeps it.

    ``told`` is what its explanation says beside the penalties, which are named anew;
    ``outside`` are entries without a table, each with its state.
    """

    method: str
    seed: str
    told: dict[str, JSON]
    tables: list[ArrangedTable]
    outside: list[tuple[int, str]]


def remembered(seating: Seating) -> JSON:
    """A draft as it stands, for the line of what changes it; None for anything but a draft."""
    if seating.state != SeatingState.DRAFT:
        return None
    found: Arrangement = {
        "method": seating.method,
        "seed": seating.seed,
        "told": {name: value for name, value in seating.explanation.items() if name != "penalties"},
        "tables": [
            {
                "number": table.number,
                "ruleset": table.ruleset_id,
                "locked": table.is_locked,
                "seats": [
                    (seat.entry_id, seat.is_locked)
                    for seat in sorted(table.seats.all(), key=lambda row: row.position or 0)
                ],
            }
            for table in seating_plans.tables_of(seating)
        ],
        "outside": [
            (seat.entry_id, seat.state) for seat in seating_plans.seats_without_table(seating)
        ],
    }
    return cast("JSON", found)


def change(stage: Stage, line_id: int) -> JournalLine | None:
    """The line of a change to a draft of this stage that remembers how it stood before."""
    return JournalLine.objects.filter(
        pk=line_id,
        event=stage.event_id,
        kind__in=[kind.value for kind in _KINDS],
        payload__stage=stage.pk,
        payload__has_key=BEFORE,
    ).first()


def companies_had(stage: Stage, number: int) -> set[Companies]:
    """Who sat together in the drafts that a round of this stage has had so far."""
    rows = JournalLine.objects.filter(
        event=stage.event_id,
        kind__in=[kind.value for kind in _KINDS],
        payload__stage=stage.pk,
        payload__round=number,
        payload__has_key=BEFORE,
    )
    before = (row.payload[BEFORE] for row in rows.order_by("-pk")[:_REMEMBERED])
    return {
        frozenset(frozenset(entry for entry, _ in row["seats"]) for row in told["tables"])
        for told in before
        if told
    }


def last_line(stage: Stage) -> int:
    """The last thing that was done to a seating of this stage, as a line of the journal."""
    rows = JournalLine.objects.filter(
        event=stage.event_id, kind__in=[kind.value for kind in _KINDS], payload__stage=stage.pk
    )
    return rows.order_by("-pk").values_list("pk", flat=True).first() or 0


def last_change(stage: Stage) -> int:
    """The same, where it can be taken back by putting the draft back; else 0."""
    line = last_line(stage)
    return line if change(stage, line) is not None else 0
