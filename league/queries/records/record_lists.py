"""The records of an event, a season or a club in one list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from league import permissions
from league.core.actions import Action
from league.core.enums import SeatingState
from league.models import Club, Event, MatchRecord, Season
from league.queries.people import player_history
from league.queries.records import record_versions
from league.withheld import at_tables, or_led

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.queries.records.record_versions import VersionRow

Scope = Club | Season | Event
_EVENT = "stage__event__"


def of(viewer: Actor, scope: Scope) -> QuerySet[MatchRecord]:
    """The versions that exist for the viewer; each of them does at its own address, too."""
    rows = permissions.visible(MatchRecord.objects.filter(_within(scope)), viewer)
    published = Q(table__seating__state=SeatingState.PUBLISHED)
    rows = rows.filter(or_led(viewer, Action.MANAGE_EVENT, _EVENT, published))
    counted = or_led(viewer, Action.SUBMIT_RECORD, _EVENT, Q(confirmed_at__isnull=False))
    at_table = at_tables(viewer, "table__")
    # An empty condition is all rows; with another one beside it, it would be no condition.
    rows = rows.filter(counted | at_table if counted and at_table is not None else counted)
    return record_versions.with_people(rows).select_related(
        "table__seating__round__stage__event__club"
    )


def _within(scope: Scope) -> Q:
    match scope:
        case Event():
            return Q(stage__event=scope)
        case Season():
            return Q(stage__event__season=scope)
    return Q(stage__event__club=scope)


def of_player(player_id: int) -> Q:
    """Where somebody played; the number of a merged record leads to the kept one."""
    return Q(scores__entry__player=player_history.standing(player_id))


def since(moment: datetime) -> Q:
    """What was reported, confirmed or closed at that moment or later."""
    return Q(reported_at__gte=moment) | Q(confirmed_at__gte=moment) | Q(closed_at__gte=moment)


def as_seen(viewer: Actor, rows: Iterable[MatchRecord]) -> dict[int, VersionRow]:
    """The rows of a page with the names that the viewer may see, by record."""
    events: dict[int, tuple[Event, list[MatchRecord]]] = {}
    for row in rows:
        event = row.table.seating.round.stage.event
        events.setdefault(event.pk, (event, []))[1].append(row)
    found = (record_versions.as_seen(viewer, event, each) for event, each in events.values())
    return {row.record_id: row for each in found for row in each}
