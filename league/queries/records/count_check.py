"""Whether the results that are shown are the results that count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Prefetch

from league import permissions
from league.core.actions import Action
from league.core.enums import RecordState
from league.models import Event, MatchRecord, SeatScore, Snapshot, Stage
from league.queries.records.records import TableRow, tables_in

if TYPE_CHECKING:
    from league.core.actors import Actor


@dataclass(frozen=True, slots=True)
class CountCheck:
    """Whether the results that are shown are the results that count, for one event.

    ``waiting`` are tables whose sheet nobody has confirmed, ``missing`` those without one;
    ``broken`` are confirmed records whose stored scores differ from their outcome, or that
    stand at no position of the journal; ``is_current`` says that every stored standing is as
    new as the last result.
    """

    confirmed: int
    waiting: tuple[TableRow, ...]
    missing: tuple[TableRow, ...]
    broken: tuple[int, ...]
    is_current: bool

    @property
    def holds(self) -> bool:
        return not self.waiting and not self.missing and not self.broken and self.is_current


def check_counted(*, viewer: Actor, event: Event) -> CountCheck:
    """Compares the results shown with the results counted, for the staff of the event."""
    permissions.require(viewer, Action.SUBMIT_RECORD, event)
    rows = tables_in(viewer=viewer, event=event)
    stages = list(Stage.objects.filter(event=event))
    confirmed = list(
        MatchRecord.objects.filter(stage__in=stages, state=RecordState.CONFIRMED)
        .prefetch_related(Prefetch("scores", SeatScore.objects.order_by("position")))
        .order_by("pk")
    )
    known = dict(
        Snapshot.objects.filter(stage__in=stages, audience="live").values_list("stage", "as_of")
    )
    return CountCheck(
        confirmed=len(confirmed),
        waiting=tuple(row for row in rows if row.state in {"reported", "disputed"}),
        missing=tuple(row for row in rows if row.state in {"playing", "waiting", "missing"}),
        broken=tuple(record.pk for record in confirmed if not _is_whole(record)),
        is_current=all(known.get(stage.pk, 0) >= stage.stale_at for stage in stages),
    )


def _is_whole(record: MatchRecord) -> bool:
    scores = list(record.scores.all())
    points = record.outcome["points"]
    return (
        record.from_seq is not None
        and record.to_seq is None
        and [score.place for score in scores] == record.outcome["places"]
        and (points is None or [score.points for score in scores] == points)
    )
