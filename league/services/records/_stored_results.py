"""What was imported into a season before, and whether it says the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import RecordState
from league.models import MatchRecord
from league.queries.records import sheets

if TYPE_CHECKING:
    from league.services.records._result_people import People
    from league.services.records.result_plan import PlannedMatch


def newest(prefix: str) -> dict[str, MatchRecord]:
    """By key, of those that begin with ``prefix``: the newest version of each table."""
    first = MatchRecord.objects.filter(version=1, reporter_key__startswith=prefix)
    keys = dict(first.values_list("table_id", "reporter_key"))
    found: dict[str, MatchRecord] = {}
    rows = MatchRecord.objects.filter(table__in=first.values("table"))
    rows = rows.select_related("table__seating__round__stage", "stage__event")
    for record in rows.prefetch_related("scores__entry").order_by("version"):
        found[keys[record.table_id]] = record
    return found


def differs(record: MatchRecord, planned: PlannedMatch, scale: int, people: People) -> bool:
    """Whether what stands at the table says something else than the file."""
    if record.state == RecordState.VOIDED:
        return True
    outcome = sheets.outcome_json(planned.outcome, scale)
    if any(record.outcome[name] != outcome[name] for name in ("places", "points")):
        return True
    seats = sorted(record.scores.all(), key=lambda score: score.position)
    return [score.entry.player_id for score in seats] != [
        people.player(seat).pk for seat in planned.match.seats
    ]
