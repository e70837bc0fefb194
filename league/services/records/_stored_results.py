"""What was imported into a season before, and whether it says the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from league.core.enums import RecordState, SeatingState
from league.core.errors import BadInput
from league.lists.match_list import At
from league.models import Event, MatchRecord, Table
from league.queries.records import sheets

if TYPE_CHECKING:
    from league.models import Season
    from league.services.records._result_people import People
    from league.services.records.result_plan import PlannedMatch


@dataclass(frozen=True, slots=True)
class There:
    """What the season has of the events that a list with rounds names by their addresses.

    ``own`` are events that no import made: their tables are known, and none comes to them.
    """

    records: Mapping[At | None, MatchRecord] = field(default_factory=dict)
    without: Collection[At] = frozenset()
    own: Collection[str] = frozenset()

    def refusal(self, at: At | None) -> BadInput | None:
        """Why a match cannot be added at this place."""
        if at is None or (at not in self.without and at.event not in self.own):
            return None
        return BadInput("event_played_here", field="event", event=at.event)


def in_events(season: Season, named: Collection[str], prefix: str) -> There:
    """The tables of the season's events whose addresses are among ``named``."""
    events = Event.objects.filter(season=season, removed_at__isnull=True, slug__in=set(named))
    if not events:
        return There()
    made = MatchRecord.objects.filter(
        version=1, reporter_key__startswith=prefix, stage__event__in=events
    )
    own = set(events.values_list("slug", flat=True)) - set(
        made.values_list("stage__event__slug", flat=True)
    )
    places: dict[int, At] = {}
    tables = Table.objects.filter(
        seating__state=SeatingState.PUBLISHED, seating__round__stage__event__in=events
    )
    for pk, slug, stage, number, is_rolling, table in tables.values_list(
        "pk",
        "seating__round__stage__event__slug",
        "seating__round__stage__number",
        "seating__round__number",
        "seating__round__is_rolling",
        "number",
    ):
        places[pk] = At(slug, stage, None if is_rolling else number, table)
    rows = MatchRecord.objects.filter(table__in=tables).select_related("stage__event")
    records: dict[At | None, MatchRecord] = {
        places[row.table_id]: row
        for row in rows.prefetch_related("scores__entry").order_by("version")
    }
    return There(records, set(places.values()) - records.keys(), own)


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


def differs(record: MatchRecord, planned: PlannedMatch, people: People) -> bool:
    """Whether what stands at the table says something else than the file."""
    if record.state == RecordState.VOIDED:
        return True
    outcome = sheets.outcome_json(planned.outcome, planned.scale)
    if any(record.outcome[name] != outcome[name] for name in ("places", "points")):
        return True
    seats = sorted(record.scores.all(), key=lambda score: score.position)
    return [score.entry.player_id for score in seats] != [
        people.player(seat).pk for seat in planned.match.seats
    ]
