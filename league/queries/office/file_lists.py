"""What an event or a season hands out as files: results, attendance, adjustments, the journal."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league import permissions
from league.core.actions import Action
from league.core.enums import EntryState, SeatingState
from league.lists.files import Column, Listed
from league.lists.result_columns import COLUMNS
from league.models import Entry, Event, JournalLine, Season, Seat
from league.queries import what_counts
from league.queries.occasions import events
from league.queries.office import journal
from league.queries.records import result_list
from league.queries.standings import adjustments, standings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from django.db.models import QuerySet

    from league.core.actors import Actor
    from league.lists.files import Cell
    from league.queries.standings.adjustments import AdjustmentRow

Scope = Event | Season
AT_ONCE = 500


class What(StrEnum):
    RESULTS = "results"
    ATTENDANCE = "attendance"
    ADJUSTMENTS = "adjustments"
    JOURNAL = "journal"


ATTENDANCE = (
    Column("event", _("the event's short name, as in its address")),
    Column("title", _("the event's name")),
    Column("date", _("the day, such as 2026-11-03")),
    Column("number", _("the number in the club; for those who manage its people")),
    Column("player", _("the name, as you may see it")),
    Column("role", _("guest or filler; empty for everyone else")),
    Column("state", _("registered, waiting, dropped or disqualified")),
    Column("was_there", _("yes for people who were checked in or sat at a table")),
    Column("matches", _("tables at which they sat"), is_number=True),
)
ADJUSTMENTS = (
    Column("event", _("the event's short name; empty for points of the season itself")),
    Column("stage", _("the number of the stage")),
    Column("player", _("the name, as you may see it")),
    Column("points", _("league points given; taken away where negative"), is_number=True),
    Column("reason", _("why, for a penalty or bonus")),
    Column("at", _("the moment, in UTC")),
    Column("by", _("who did it; for organizers")),
    Column("undone", _("yes where it no longer counts; for organizers")),
)
JOURNAL = (
    Column("position", _("counts per club, without gaps"), is_number=True),
    Column("at", _("the moment, in UTC")),
    Column("by", _("who did it")),
    Column("kind", _("what happened; stable, for programs")),
    Column("words", _("the same as a sentence")),
    Column("details", _("about whom and what")),
    Column("event", _("the event's short name")),
)
ALL_COLUMNS: Mapping[What, Sequence[Column]] = {
    What.RESULTS: COLUMNS,
    What.ATTENDANCE: ATTENDANCE,
    What.ADJUSTMENTS: ADJUSTMENTS,
    What.JOURNAL: JOURNAL,
}


def offered(viewer: Actor, scope: Scope) -> tuple[What, ...]:
    """What this viewer may take along."""
    return tuple(what for what in What if _may(viewer, scope, what))


def listed(viewer: Actor, scope: Scope, what: What) -> Listed:
    """One of the lists; its rows are read while they are written.

    Raises:
        NotAllowed: attendance and journal are for organizers.
    """
    if action := _needed(scope, what):
        permissions.require(viewer, action, scope)
    match what:
        case What.RESULTS:
            if isinstance(scope, Event):
                return result_list.of_event(viewer, scope)
            return result_list.of_season(viewer, scope)
        case What.ATTENDANCE:
            return Listed(what, ATTENDANCE, _attendance(viewer, scope))
        case What.ADJUSTMENTS:
            return Listed(what, ADJUSTMENTS, _adjustments(viewer, scope))
    return Listed(what, JOURNAL, _journal(scope))


def _may(viewer: Actor, scope: Scope, what: What) -> bool:
    action = _needed(scope, what)
    return action is None or permissions.can(viewer, action, scope)


def _needed(scope: Scope, what: What) -> Action | None:
    match what:
        case What.ATTENDANCE:
            return Action.MANAGE_EVENT if isinstance(scope, Event) else Action.MANAGE_SEASON
        case What.JOURNAL:
            return Action.SEE_JOURNAL
    return None


def _events(viewer: Actor, scope: Scope) -> list[Event]:
    if isinstance(scope, Event):
        return [scope]
    return list(events.of_season(viewer, scope).filter(what_counts.taking_place()))


# --- attendance -----------------------------------------------------------------------------


def _attendance(viewer: Actor, scope: Scope) -> Iterator[tuple[Cell, ...]]:
    found = _events(viewer, scope)
    entered = Entry.objects.filter(event__in=found)
    people = result_list.People.of(viewer, scope.club, scope, entered)
    for event in found:
        day = result_list.day_of(event)
        seats = Seat.objects.filter(
            entry__event=event, table__isnull=False, seating__state=SeatingState.PUBLISHED
        )
        sat = Counter(seats.values_list("entry_id", flat=True))
        entries = Entry.objects.filter(event=event)
        for entry in sorted(
            entries, key=lambda row: (people.called[row.player_id].sort_key, row.pk)
        ):
            was_there = entry.is_present or sat[entry.pk] > 0
            yield (
                event.slug,
                event.name,
                day,
                people.numbers.get(entry.player_id, ""),
                people.called[entry.player_id].name,
                "filler" if entry.is_filler else "guest" if entry.is_guest else "",
                str(EntryState(entry.state)),
                was_there,
                sat[entry.pk],
            )


# --- penalties and bonuses ------------------------------------------------------------------


def _adjustments(viewer: Actor, scope: Scope) -> Iterator[tuple[Cell, ...]]:
    if isinstance(scope, Season):
        for row in adjustments.of_scope(scope, viewer):
            yield _adjusted("", None, row)
    for event in _events(viewer, scope):
        for stage in standings.stages_of(viewer, event):
            for row in adjustments.of_scope(stage, viewer):
                yield _adjusted(event.slug, stage.number, row)


def _adjusted(event: str, stage: int | None, row: AdjustmentRow) -> tuple[Cell, ...]:
    return (
        event,
        stage,
        row.name,
        str(row.points),
        row.reason,
        row.created_at.isoformat(timespec="seconds"),
        row.author,
        True if row.is_revoked else None,
    )


# --- the journal ----------------------------------------------------------------------------


def _journal(scope: Scope) -> Iterator[tuple[Cell, ...]]:
    """The lines of the event, or of the season and its events, the oldest first."""
    rows = JournalLine.objects.filter(club=scope.club).select_related("club", "event__club")
    if isinstance(scope, Event):
        rows = rows.filter(event=scope)
    else:
        rows = rows.filter(Q(event__season=scope) | Q(payload__season=scope.pk))
    for batch in _batches(rows.order_by("seq")):
        for row, line in zip(batch, journal.in_words(batch), strict=True):
            yield (
                row.seq,
                row.at.isoformat(timespec="seconds"),
                line.actor,
                row.kind,
                line.sentence,
                "; ".join(f"{label}: {text}" for label, text in line.details),
                row.event.slug if row.event is not None else "",
            )


def _batches(rows: QuerySet[JournalLine]) -> Iterator[list[JournalLine]]:
    last = 0
    while batch := list(rows.filter(seq__gt=last)[:AT_ONCE]):
        yield batch
        last = batch[-1].seq or last
