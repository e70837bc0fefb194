"""The director's check: are the results shown the results counted, and what is not in yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q

from league import permissions
from league.core.actions import Action
from league.core.enums import RecordState, SeatingState
from league.models import Event, MatchRecord, Stage, Table
from league.queries.standings.standings import payload, stages_of

if TYPE_CHECKING:
    from league.core.actors import Actor


@dataclass(frozen=True, slots=True)
class TableRef:
    """A table by the numbers that people know."""

    id: int
    round: int
    number: int


@dataclass(frozen=True, slots=True)
class Check:
    """Whether the results shown are the results counted, for one stage.

    ``missing`` are confirmed but not in the standing, ``surplus`` are in it but not confirmed;
    ``waiting`` have a sheet that nobody has confirmed, ``without`` have none yet.
    """

    stage: Stage
    counted: int
    shown: int
    is_current: bool
    missing: tuple[TableRef, ...]
    surplus: tuple[int, ...]
    waiting: tuple[TableRef, ...]
    without: tuple[TableRef, ...]

    @property
    def is_right(self) -> bool:
        return not self.missing and not self.surplus


def check(event: Event, viewer: Actor) -> tuple[Check, ...]:
    """For every stage: are the results shown the results counted, and what is not in yet."""
    permissions.require(viewer, Action.MANAGE_EVENT, event)
    return tuple(_checked(stage, viewer) for stage in stages_of(viewer, event))


def _checked(stage: Stage, viewer: Actor) -> Check:
    shown = payload(stage, viewer)
    there = {
        cell["match"]
        for row in shown.payload["rows"]
        for cell in row["cells"]
        if cell["match"] is not None
    }
    records = MatchRecord.objects.filter(table=OuterRef("pk"))
    tables = (
        Table.objects.filter(
            Q(seating__state=SeatingState.PUBLISHED) | Q(records__state=RecordState.CONFIRMED),
            seating__round__stage=stage,
        )
        .annotate(
            is_counted=Exists(records.filter(state=RecordState.CONFIRMED)),
            is_waiting=Exists(
                records.filter(state__in=[RecordState.REPORTED, RecordState.DISPUTED])
            ),
        )
        .order_by("seating__round__number", "number", "pk")
        .distinct()
        .values_list("pk", "seating__round__number", "number", "is_counted", "is_waiting")
    )
    rows = [
        (TableRef(pk, round_, number), is_in, waits) for pk, round_, number, is_in, waits in tables
    ]
    counted = {ref.id for ref, is_in, _ in rows if is_in}
    return Check(
        stage=stage,
        counted=len(counted),
        shown=len(there),
        is_current=shown.is_current,
        missing=tuple(ref for ref, is_in, _ in rows if is_in and ref.id not in there),
        surplus=tuple(sorted(there - counted)),
        waiting=tuple(ref for ref, is_in, waits in rows if waits and not is_in),
        without=tuple(ref for ref, is_in, waits in rows if not is_in and not waits),
    )
