"""What has changed in a season between two positions, and for whom; None where that is open.

The journal is asked. A kind of line that is not known here to be harmless, or to concern
certain players alone, means that everything must be counted again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from league.core.enums import RoundEntryState
from league.core.facts import Fact
from league.models import Entry, JournalLine, MatchRecord, RoundEntry, SeatScore
from league.queries.standings import counted_rows

if TYPE_CHECKING:
    from league.models import Season
    from league.queries.standings.counted_rows import Span

MOST_LINES: Final = 400
MOST_PLAYERS: Final = 120
# Whatever these say, no result, bye or list of people becomes another one.
QUIET: Final = frozenset(
    {
        *(Fact.CALENDAR_ADDRESS_MADE, Fact.CALENDAR_ADDRESS_ENDED),
        *(Fact.ACCOUNT_CHANGED, Fact.ACCOUNT_MADE),
        *(Fact.CLUB_CREATED, Fact.GAME_ADDED, Fact.RULESET_ADDED),
        *(Fact.PICTURE_CHANGED, Fact.PRESET_CHANGED, Fact.PRESET_KEPT, Fact.PRESET_REMOVED),
        *(Fact.SCHEME_SAVED, Fact.GRANT_GIVEN, Fact.GRANT_REVOKED, Fact.INVITATION_MADE),
        *(Fact.INVITATION_ACCEPTED, Fact.INVITATION_REVOKED, Fact.TOKEN_MADE),
        *(Fact.TOKEN_REVOKED, Fact.PLAYER_ADDED, Fact.PLAYER_CHANGED, Fact.PLAYER_CLAIMED),
        *(Fact.CLAIM_APPROVED, Fact.CLAIM_DECLINED, Fact.MEMBERSHIP_STARTED),
        *(Fact.MEMBERSHIP_CHANGED, Fact.MEMBERSHIP_ENDED, Fact.KEPT_APART, Fact.APART_LIFTED),
        *(Fact.EVENT_CREATED, Fact.SEATING_DRAWN, Fact.SEAT_CLAIMED, Fact.SEAT_RELEASED),
        *(Fact.LINK_REVOKED, Fact.RECORD_REPORTED, Fact.RECORD_AGREED, Fact.ROUND_CLOSED),
        *(Fact.ROUND_REOPENED, Fact.TABLE_FORMED, Fact.RATINGS_CHANGED),
        *(Fact.STANDINGS_PUBLISHED, Fact.STANDINGS_HIDDEN),
        *(Fact.RESULTS_WITHHELD, Fact.RESULTS_PUBLISHED),
    }
)
_RESULTS: Final = frozenset(
    {
        Fact.RECORD_CONFIRMED,
        Fact.RECORD_CORRECTED,
        Fact.RECORD_VOIDED,
        Fact.RECORD_RESTORED,
        Fact.RECORD_DISPUTED,
    }
)
# One person's own entry; nobody else's results look at it.
_ENTRIES: Final = frozenset({Fact.ENTRY_ADDED, Fact.ENTRY_DROPPED})
_ADJUSTMENTS: Final = frozenset({Fact.ADJUSTMENT_MADE, Fact.ADJUSTMENT_REVOKED})
_MOVES: Final = frozenset({Fact.EVENT_CHANGED, Fact.PLAYERS_MERGED, Fact.MERGE_UNDONE})
_WITHOUT_MATCH: Final = frozenset(
    {state for state in RoundEntryState.values if state != RoundEntryState.SEATED}
)


@dataclass(frozen=True, slots=True)
class Changes:
    """Whose results are not what they were, the tables that changed, and in which events."""

    players: frozenset[int]
    tables: frozenset[int]
    events: frozenset[int]


@dataclass(frozen=True, slots=True)
class TableChange:
    """A version that counts: how many seats, by which ruleset, and whether with points."""

    seats: int
    ruleset: int
    has_points: bool


def between(season: Season, first: int, last: int) -> Changes | None:
    """What the lines after ``first`` up to ``last`` change in the season."""
    lines = JournalLine.objects.filter(club=season.club_id, seq__gt=first, seq__lte=last)
    found = list(
        lines.order_by("seq").values_list("kind", "event_id", "event__season_id", "payload")[
            : MOST_LINES + 1
        ]
    )
    if len(found) > MOST_LINES:
        return None
    tables: set[int] = set()
    records: set[int] = set()
    players: set[int] = set()
    seated: set[int] = set()
    for kind, event, in_season, payload in found:
        if kind in QUIET or _is_elsewhere(kind, event, in_season, payload, season):
            continue
        if kind in _RESULTS:
            if isinstance(payload.get("table_id"), int):
                tables.add(payload["table_id"])
            elif isinstance(payload.get("record"), int):
                records.add(payload["record"])
            else:
                return None
        elif kind in _ENTRIES | _ADJUSTMENTS and isinstance(payload.get("player"), int):
            players.add(payload["player"])
        elif kind == Fact.SEATING_PUBLISHED and event is not None:
            seated.add(event)
        else:
            return None
    if records:
        rows = MatchRecord.objects.filter(pk__in=records)
        tables.update(rows.values_list("table_id", flat=True))
    here = dict(
        MatchRecord.objects.filter(table__in=tables, stage__event__season=season).values_list(
            "pk", "stage__event_id"
        )
    )
    events = {*here.values(), *seated}
    players.update(
        SeatScore.objects.filter(record__in=list(here)).values_list("entry__player_id", flat=True)
    )
    # The first match of a round is a round that late players have missed.
    players.update(
        Entry.objects.filter(event__in=events, joined_round__gt=1).values_list(
            "player_id", flat=True
        )
    )
    players.update(
        RoundEntry.objects.filter(
            round__stage__event__in=seated, state__in=_WITHOUT_MATCH
        ).values_list("entry__player_id", flat=True)
    )
    if len(players) > MOST_PLAYERS:
        return None
    return Changes(frozenset(players), frozenset(tables), frozenset(events))


# A payload is JSON of any shape.
def _is_elsewhere(
    kind: str,
    event: int | None,
    in_season: int | None,
    payload: Mapping[str, Any],
    season: Season,
) -> bool:
    """Whether the line speaks of another season or event only."""
    if kind in _MOVES:
        moved = payload.get("changed", payload)
        return (
            kind == Fact.EVENT_CHANGED
            and in_season != season.pk
            and not (isinstance(moved, Mapping) and "season" in moved)
        )
    if event is not None:
        return in_season != season.pk
    told = payload.get("season")
    return isinstance(told, int) and told != season.pk


def counted_versions(span: Span, tables: Iterable[int]) -> list[TableChange]:
    """What counts at these tables of a season."""
    rows = counted_rows.within(
        span,
        MatchRecord.objects.filter(
            counted_rows.standing_at(span.as_of), span.stages("stage"), table__in=list(tables)
        ),
    )
    found = list(rows.order_by("pk").values_list("pk", "ruleset_id"))
    seats: dict[int, list[int | None]] = {pk: [] for pk, _ in found}
    for record, points in (
        SeatScore.objects.filter(record__in=list(seats))
        .order_by("record_id", "position")
        .values_list("record_id", "points")
    ):
        seats[record].append(points)
    return [
        TableChange(len(seats[pk]), ruleset, bool(seats[pk]) and seats[pk][0] is not None)
        for pk, ruleset in found
    ]
