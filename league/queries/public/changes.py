"""What has changed since a position of a club's journal, for whoever may see what changed.

A line tells where to look and nothing more: no names, no words. Lines about what a viewer may not
see are not there; who may not read the journal learns no more here than on the pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from league import permissions
from league.core.enums import RoundState
from league.core.facts import Fact
from league.models import Event, JournalLine, Round, Season, Stage
from league.queries.records import record_lists
from league.withheld import kept_back, told_rounds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from league.core.actors import Actor
    from league.models import Club

BATCH: Final = 200
# What each fact changes of what is shown. What stands nowhere here changes nothing of it, or says
# of people what only organizers may know.
_OF: Final[dict[str, tuple[Fact, ...]]] = {
    "club": (Fact.CLUB_CHANGED, Fact.PICTURE_CHANGED),
    "season": (Fact.SEASON_CREATED, Fact.SEASON_CHANGED, Fact.SEASON_RESTORED),
    "event": (
        *(Fact.EVENT_CREATED, Fact.EVENT_CHANGED, Fact.EVENT_STATE_CHANGED, Fact.EVENT_RESTORED),
        *(Fact.STAGE_CREATED, Fact.STAGE_CHANGED, Fact.STAGE_REMOVED),
    ),
    "entries": (
        *(Fact.ENTRY_ADDED, Fact.ENTRY_DROPPED, Fact.ENTRY_REINSTATED),
        *(Fact.ENTRY_DISQUALIFIED, Fact.ENTRY_REMOVED),
    ),
    "seating": (
        *(Fact.SEATING_PUBLISHED, Fact.SEATING_WITHDRAWN, Fact.SEATING_RESTORED),
        *(Fact.SEATS_SWAPPED, Fact.TABLE_FORMED, Fact.TABLE_CHANGED),
        *(Fact.ROUND_CLOSED, Fact.ROUND_REOPENED),
    ),
    "clock": (
        *(Fact.CLOCK_STARTED, Fact.CLOCK_HELD, Fact.CLOCK_RESUMED),
        *(Fact.CLOCK_EXTENDED, Fact.CLOCK_RESET),
    ),
    "results": (
        *(Fact.RECORD_CONFIRMED, Fact.RECORD_CORRECTED, Fact.RECORD_VOIDED),
        *(Fact.RECORD_RESTORED, Fact.RECORD_DISPUTED, Fact.RECORD_REPORTED),
        *(Fact.RESULTS_WITHHELD, Fact.RESULTS_PUBLISHED, Fact.RESULTS_IMPORTED),
    ),
    "standings": (
        *(Fact.STANDINGS_PUBLISHED, Fact.STANDINGS_HIDDEN),
        *(Fact.ADJUSTMENT_MADE, Fact.ADJUSTMENT_REVOKED),
    ),
}
KINDS: Final = tuple(_OF)
_WHAT: Final = {fact.value: what for what, facts in _OF.items() for fact in facts}
# Of drafts they exist for organizers alone.
_MAY_BE_DRAFT: Final = frozenset({Fact.TABLE_CHANGED.value, Fact.SEATS_SWAPPED.value})
_ADJUSTED: Final = frozenset({Fact.ADJUSTMENT_MADE.value, Fact.ADJUSTMENT_REVOKED.value})


@dataclass(frozen=True, slots=True)
class Change:
    """Something is different; ``what`` is one of ``KINDS``, the numbers say of which thing."""

    position: int
    at: datetime
    what: str
    event_id: int | None
    season_id: int | None = None
    stage_id: int | None = None
    record_id: int | None = None


def since(
    *, viewer: Actor, club: Club, after: int, limit: int, event: Event | None = None
) -> tuple[Change, ...]:
    """The oldest ``limit`` changes after a position; of one event, where it is given."""
    return tuple(islice(_changes(viewer, club, after, event), limit))


def _changes(viewer: Actor, club: Club, after: int, event: Event | None) -> Iterator[Change]:
    lines = JournalLine.objects.filter(club=club, kind__in=_WHAT).order_by("seq")
    if event is not None:
        lines = lines.filter(event=event)
    while batch := list(lines.filter(seq__gt=after)[:BATCH]):
        seen = _Seen(viewer, club, batch)
        yield from (change for line in batch if (change := seen.change(line)) is not None)
        after = batch[-1].seq or after


class _Seen:
    """What of the things that some lines are about exists for the viewer: a query per kind."""

    def __init__(self, viewer: Actor, club: Club, lines: Sequence[JournalLine]) -> None:
        def ids(key: str) -> set[int]:
            values = (line.payload.get(key) for line in lines)
            return {value for value in values if type(value) is int}

        events = {line.event_id for line in lines if line.event_id is not None}
        rows = permissions.visible(Event.objects.filter(pk__in=events), viewer)
        self._events = set(rows.values_list("pk", flat=True))
        seasons = permissions.visible(Season.objects.filter(pk__in=ids("season")), viewer)
        self._seasons = dict(seasons.values_list("pk", "auto_publish"))
        stages = permissions.visible(Stage.objects.filter(pk__in=ids("stage")), viewer)
        self._stages = dict(stages.values_list("pk", "auto_publish"))
        records = record_lists.of(viewer, club).filter(pk__in=ids("record"))
        self._records = set(records.values_list("pk", flat=True))
        rounds = Round.objects.filter(stage__event__in=self._events)
        drafts = rounds.filter(state=RoundState.DRAFT).values_list("stage", "number")
        self._drafts = set(drafts)
        untold = rounds.filter(kept_back()).exclude(told_rounds(viewer))
        self._untold = set(untold.values_list("stage__event", flat=True))

    def change(self, line: JournalLine) -> Change | None:
        """The line as the viewer may know it; nothing of what is not there for them."""
        told = line.payload
        season, stage, record = told.get("season"), told.get("stage"), told.get("record")
        if line.event_id is not None and line.event_id not in self._events:
            return None
        if line.event_id is None and season is not None and season not in self._seasons:
            return None
        if record is not None and record not in self._records:
            return None
        if line.kind == Fact.RESULTS_IMPORTED and line.event_id in self._untold:
            return None
        if line.kind in _MAY_BE_DRAFT and (stage, told.get("round")) in self._drafts:
            return None
        if line.kind in _ADJUSTED and not self._is_told_at_once(line, season, stage):
            return None
        return Change(
            position=line.seq or 0,
            at=line.at,
            what=_WHAT[line.kind],
            event_id=line.event_id,
            season_id=season if season in self._seasons else None,
            stage_id=stage if stage in self._stages else None,
            record_id=record,
        )

    def _is_told_at_once(self, line: JournalLine, season: int | None, stage: int | None) -> bool:
        """Whether an adjustment is in the public standing already, and no round is kept back."""
        scopes = self._seasons if season is not None else self._stages
        shown = scopes.get(season if season is not None else stage or 0, False)
        return shown and line.event_id not in self._untold
