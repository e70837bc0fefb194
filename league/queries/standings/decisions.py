"""What the journal tells between two places that bears on a standing as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from django.db.models import Max

from league.core.enums import EventState
from league.core.facts import Fact
from league.models import JournalLine, MatchRecord, Season
from league.queries.occasions.settings_at import OF_EVENT, OF_SEASON
from league.queries.standings import counting
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from league.queries.standings.counting import Counted, Moment, Scope

Kind = Literal[
    "scheme",
    "chain",
    "rule",
    "settings",
    "guests",
    "merged",
    "unmerged",
    "split",
    "claimed",
    "moved_in",
    "moved_out",
    "cancelled",
    "returned",
    "published",
    "hidden",
]
# These the journal can undo: a standing "as it was known then" is counted with the old ones.
SETTINGS: Final = frozenset({"scheme", "chain", "rule", "settings", "guests"})
_OF_PEOPLE: Final[dict[str, Kind]] = {
    Fact.PLAYERS_MERGED.value: "merged",
    Fact.MERGE_UNDONE.value: "unmerged",
    Fact.RESULTS_SPLIT.value: "split",
    Fact.CLAIM_APPROVED.value: "claimed",
}
_SHOWING: Final[dict[str, Kind]] = {
    Fact.STANDINGS_PUBLISHED.value: "published",
    Fact.STANDINGS_HIDDEN.value: "hidden",
}
_CHANGES: Final = frozenset(
    {
        *(Fact.STAGE_CHANGED, Fact.SEASON_CHANGED, Fact.EVENT_CHANGED),
        Fact.EVENT_STATE_CHANGED,
    }
)


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the journal, by its number: what it changed, where, and whom it concerns."""

    line: int
    kind: Kind
    event: int | None = None
    player: int | None = None

    @property
    def is_setting(self) -> bool:
        return self.kind in SETTINGS


def between(counted: Counted, first: int, last: int) -> tuple[Decision, ...]:
    """The decisions after the place ``first`` of the journal up to ``last``, in its order."""
    lines = JournalLine.objects.filter(
        club=counted.club,
        seq__gt=first,
        seq__lte=last,
        kind__in=[*_OF_PEOPLE, *_SHOWING, *_CHANGES],
    )
    here = _events_of(counted.scope)
    found: list[Decision] = []
    for seq, kind, event, payload in lines.order_by("seq").values_list(
        "seq", "kind", "event_id", "payload"
    ):
        found += [
            Decision(seq or 0, what, event, who)
            for what, who in _told(counted, here, kind, event, payload)
        ]
    return tuple(found)


def place_of(scope: Scope, moment: Moment, last: int) -> int:
    """The place of the journal at which a moment ended; ``last`` for now."""
    if moment.at is not None:
        return min(last, counting.position_at(scope, moment.at))
    if moment.day is not None:
        of = scope if isinstance(scope, Season) else scope.event
        end = wall_time.span(moment.day, moment.day, wall_time.zone_of(of))[1]
        return min(last, counting.position_at(scope, end))
    if moment.round is not None:
        rows = MatchRecord.objects.filter(
            stage=scope.pk, table__seating__round__number__lte=moment.round
        )
        return min(last, rows.aggregate(last=Max("from_seq"))["last"] or 0)
    return last


def _events_of(scope: Scope) -> frozenset[int]:
    """The events that belong to the scope today, those that were cancelled among them."""
    if not isinstance(scope, Season):
        return frozenset([scope.event_id])
    return frozenset(scope.events.values_list("pk", flat=True))


# A payload is JSON of any shape.
def _told(
    counted: Counted,
    here: Collection[int],
    kind: str,
    event: int | None,
    payload: Mapping[str, Any],
) -> Iterator[tuple[Kind, int | None]]:
    scope, is_season = counted.scope, isinstance(counted.scope, Season)
    changed = payload.get("changed", {})
    if kind in _OF_PEOPLE:
        if payload.get("player") in counted.people:
            yield _OF_PEOPLE[kind], payload["player"]
    elif kind in _SHOWING:
        if payload.get("season" if is_season else "stage") == scope.pk:
            yield _SHOWING[kind], None
    elif kind == Fact.STAGE_CHANGED:
        if event in here if is_season else payload.get("stage") == scope.pk:
            yield from _of_stage(changed, is_season=is_season)
    elif kind == Fact.SEASON_CHANGED:
        if is_season and payload.get("season") == scope.pk:
            yield from _of_season(changed)
    elif kind == Fact.EVENT_CHANGED:
        yield from _of_event(changed, scope, is_here=event in here, is_season=is_season)
    elif payload.get("event") in here:
        yield from _of_state(payload)


def _of_stage(changed: Mapping[str, Any], *, is_season: bool) -> Iterator[tuple[Kind, None]]:
    if "scheme" in changed:
        yield "scheme", None
    if "chain" in changed and not is_season:
        yield "chain", None
    if changed.keys() & {"bye", "late", "no_show", "scoring", "size_preferred"}:
        yield "settings", None


def _of_season(changed: Mapping[str, Any]) -> Iterator[tuple[Kind, None]]:
    if "chain" in changed:
        yield "chain", None
    if "rank_guests" in changed:
        yield "guests", None
    if changed.keys() & set(OF_SEASON) - {"chain", "rank_guests"}:
        yield "rule", None


def _of_event(
    changed: Mapping[str, Any], scope: Scope, *, is_here: bool, is_season: bool
) -> Iterator[tuple[Kind, None]]:
    if is_season and "season" in changed:
        if changed["season"]["new"] == scope.pk:
            yield "moved_in", None
        elif changed["season"]["old"] == scope.pk:
            yield "moved_out", None
    if is_here and not is_season and changed.keys() & set(OF_EVENT):
        yield "guests", None


def _of_state(payload: Mapping[str, Any]) -> Iterator[tuple[Kind, None]]:
    if payload.get("new") == EventState.CANCELLED:
        yield "cancelled", None
    elif payload.get("old") == EventState.CANCELLED:
        yield "returned", None
