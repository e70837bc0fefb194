"""What counts in a stage or a season at one position of the club's number line, as pure results.

Read with a handful of queries whatever the number of players and matches, outside of any
transaction: what has been confirmed or adjusted after the position is left out by its numbers.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce

from games import catalogue
from league import names, wall_time
from league.enums import EntryState, EventState, NameLevel, RoundEntryState, RoundState, StageKind
from league.models import (
    Adjustment,
    Club,
    Entry,
    Event,
    MatchRecord,
    Player,
    RoundEntry,
    Season,
    SeatScore,
    Stage,
)
from league.standings import types as pure
from league.standings.exact import fraction_from_json
from league.standings.points import scheme_from_json
from league.standings.season import Evening
from league.standings.settings import ZERO, StageSettings
from league.standings.types import ByeResult, ByeValue, EventId, MatchId, PlayerId, ReasonId

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Scope = Stage | Season

_BYES: dict[str, pure.ByeKind] = {
    RoundEntryState.BYE: "bye",
    RoundEntryState.REQUESTED_BYE: "requested_bye",
    RoundEntryState.SITS_OUT: "sits_out",
    RoundEntryState.ABSENT: "absent",
    RoundEntryState.NO_SHOW: "no_show",
}


@dataclass(frozen=True, slots=True)
class Counted:
    """All that a standing is computed from.

    ``evenings`` has one part per stage. ``entrants`` and ``adjustments`` are the season's own;
    those of a stage are in its results. ``people`` are the rows behind every player id.
    """

    scope: Scope
    club: Club
    evenings: tuple[Evening, ...]
    events: tuple[Event, ...]
    entrants: tuple[pure.Entrant, ...]
    adjustments: tuple[pure.Adjustment, ...]
    reasons: Mapping[ReasonId, str]
    people: Mapping[int, Player]


@dataclass(frozen=True, slots=True)
class _EntryRow:
    event: int
    player: PlayerId
    is_guest: bool
    state: str
    keeps_results: bool
    joined_round: int


@dataclass(frozen=True, slots=True)
class _RecordRow:
    table: int
    stage: int
    round: int
    order: int
    drawn: bool
    low_tie: bool
    scale: int
    higher_wins: bool | None


@dataclass(frozen=True, slots=True)
class _Span:
    """Which rows belong to the scope, as conditions on a stage, and when they were played."""

    stages: tuple[int, ...]
    first: datetime | None = None
    end: datetime | None = None


def count(scope: Scope, *, as_of: int, last_round: int | None = None) -> Counted:
    """Reads what counts in ``scope`` at position ``as_of``.

    Matches of a season are those whose day, by the club's clock, lies in it; cancelled events
    do not count.

    Args:
        scope: with its club at hand (``event__club`` or ``club``).
        last_round: for a stage: as it stood after this round.
    """
    stages = _stages(scope)
    span = _span(scope, stages)
    entries = _entries(scope, stages)
    records = _records(span, as_of, last_round)
    tables = _tables(span, as_of, records, entries, _ranks_guests(scope))
    byes = _byes(span, entries, records, stages, last_round)
    adjusted, own, reasons = _adjustments(scope, span, as_of)
    people = _people(scope, stages, span)
    club = scope.club if isinstance(scope, Season) else scope.event.club
    keys = sort_keys(people.values(), club)
    by_event: dict[int, list[_EntryRow]] = defaultdict(list)
    for row in entries.values():
        by_event[row.event].append(row)
    guests = _ranks_guests(scope)
    evenings = []
    for stage in stages:
        results = pure.Results(
            tables=tuple(tables[stage.pk]),
            byes=tuple(byes[stage.pk]),
            adjustments=tuple(adjusted[stage.pk]),
        )
        entrants = _entrants(by_event[stage.event_id], keys, guests=guests)
        if isinstance(scope, Season) or stage.kind != StageKind.MAIN:
            entrants = _only_players_of(results, entrants)
        evenings.append(
            Evening(
                event=EventId(stage.event_id),
                results=pure.Results(
                    results.tables, results.byes, results.adjustments, tuple(entrants)
                ),
                scheme=scheme_from_json(stage.scheme),
                settings=settings_of(stage),
                order=int(stage.event.starts_at.timestamp()),
            )
        )
    return Counted(
        scope=scope,
        club=club,
        evenings=tuple(evenings),
        events=tuple({stage.event_id: stage.event for stage in stages}.values()),
        entrants=_season_entrants(entries.values(), keys, guests=guests),
        adjustments=tuple(own),
        reasons=reasons,
        people=people,
    )


def settings_of(stage: Stage) -> StageSettings:
    """How the stage treats rounds without a match; a mean is that of its usual table."""
    bye = value_of(stage.bye)
    return StageSettings(
        usual_size=max(2, stage.size_preferred),
        bye=bye,
        requested_bye=bye,
        late=value_of(stage.late),
        no_show=value_of(stage.no_show),
    )


def value_of(spec: Mapping[str, str]) -> ByeValue:
    """The value behind a stored rule such as ``{"kind": "fixed", "points": "5/2"}``."""
    match spec.get("kind"):
        case "mean":
            return ByeValue("mean")
        case "own_average":
            return ByeValue("own_average")
        case "fixed":
            return ByeValue("fixed", fraction_from_json(spec.get("points")))
    return ZERO


def sort_keys(people: Iterable[Player], club: Club) -> dict[int, str]:
    """The neutral order among equals, the same for every audience: by what the public sees."""
    return {
        row.pk: row.sort_key
        if names.level_of(row, club) == NameLevel.FULL
        else names.fold(names.public_name(row, club))
        for row in people
    }


# --- reading, one query each ---------------------------------------------------------------


def _stages(scope: Scope) -> list[Stage]:
    if isinstance(scope, Stage):
        return [scope]
    return list(
        Stage.objects.filter(event__season=scope)
        .exclude(event__state=EventState.CANCELLED)
        .select_related("event")
        .order_by("event__starts_at", "event_id", "number")
    )


def _span(scope: Scope, stages: list[Stage]) -> _Span:
    ids = tuple(stage.pk for stage in stages)
    if isinstance(scope, Stage):
        return _Span(ids)
    first, end = wall_time.season_span(scope)
    return _Span(ids, first, end)


def _ranks_guests(scope: Scope) -> bool:
    return scope.rank_guests if isinstance(scope, Season) else scope.event.rank_guests


def standing_at(as_of: int, path: str = "") -> Q:
    """What began to count at or before ``as_of`` and had not ended by then."""
    return Q(**{f"{path}from_seq__lte": as_of}) & (
        Q(**{f"{path}to_seq__isnull": True}) | Q(**{f"{path}to_seq__gt": as_of})
    )


def _entries(scope: Scope, stages: list[Stage]) -> dict[int, _EntryRow]:
    rows = Entry.objects.filter(event__in={stage.event_id for stage in stages}).values_list(
        "pk", "event_id", "player_id", "is_guest", "state", "keeps_results", "joined_round"
    )
    return {
        pk: _EntryRow(event, PlayerId(player), guest, state, keeps, joined)
        for pk, event, player, guest, state, keeps, joined in rows
    }


def _records(span: _Span, as_of: int, last_round: int | None) -> dict[int, _RecordRow]:
    chosen = MatchRecord.objects.filter(standing_at(as_of), stage__in=span.stages)
    chosen = chosen.annotate(at=Coalesce("table__played_at", "stage__event__starts_at"))
    if span.first is not None:
        chosen = chosen.filter(at__gte=span.first, at__lt=span.end)
    if last_round is not None:
        chosen = chosen.filter(table__seating__round__number__lte=last_round)
    rows = chosen.annotate(options_text=Cast("ruleset__options", TextField())).values_list(
        "pk",
        "table_id",
        "stage_id",
        "table__seating__round__number",
        "at",
        "outcome",
        "ruleset__club_game__game",
        "options_text",
    )
    return {
        pk: _RecordRow(
            table,
            stage,
            round_,
            int(at.timestamp()),
            bool(outcome["drawn"]),
            bool(outcome["low_tie"]),
            int(outcome["scale"]),
            higher_wins(game, options),
        )
        for pk, table, stage, round_, at, outcome, game, options in rows
    }


@lru_cache(maxsize=256)
def higher_wins(game: str, options_text: str) -> bool | None:
    """The direction of a game under stored options; None where no points are compared."""
    sheet = catalogue.get(game).sheet
    return sheet.higher_wins(sheet.options_from_json(json.loads(options_text)))


def _tables(
    span: _Span,
    as_of: int,
    records: Mapping[int, _RecordRow],
    entries: Mapping[int, _EntryRow],
    ranks_guests: bool,
) -> dict[int, list[pure.TableResult]]:
    scores = (
        SeatScore.objects.filter(standing_at(as_of, "record__"), record__stage__in=span.stages)
        .order_by("record_id", "position")
        .values_list("record_id", "entry_id", "place", "points")
    )
    seats: dict[int, list[pure.SeatResult]] = defaultdict(list)
    for record_id, entry_id, place, points in scores:
        record = records.get(record_id)
        if record is None:  # another day than the season's, or a later round
            continue
        entry = entries[entry_id]
        seats[record_id].append(
            pure.SeatResult(
                entry.player,
                place,
                None if points is None else scaled(points, record.scale),
                ranks_guests or not entry.is_guest,
            )
        )
    tables: dict[int, list[pure.TableResult]] = defaultdict(list)
    for pk, record in records.items():
        tables[record.stage].append(
            pure.TableResult(
                match=MatchId(record.table),
                seats=tuple(seats[pk]),
                round=record.round,
                order=record.order,
                drawn=record.drawn,
                low_tie=record.low_tie,
                higher_wins=record.higher_wins,
            )
        )
    return tables


@lru_cache(maxsize=8192)
def scaled(points: int, scale: int) -> Fraction:
    """Points as they are stored (a whole number of smallest units) as what they mean."""
    return Fraction(points, 10**scale)


def _byes(
    span: _Span,
    entries: Mapping[int, _EntryRow],
    records: Mapping[int, _RecordRow],
    stages: list[Stage],
    last_round: int | None,
) -> dict[int, list[ByeResult]]:
    rows = RoundEntry.objects.filter(
        round__stage__in=span.stages,
        round__state__in=[RoundState.PUBLISHED, RoundState.CLOSED],
        state__in=list(_BYES),
    )
    if span.first is not None:
        rows = rows.annotate(
            at=Coalesce("round__published_at", "round__stage__event__starts_at")
        ).filter(at__gte=span.first, at__lt=span.end)
    if last_round is not None:
        rows = rows.filter(round__number__lte=last_round)
    byes: dict[int, list[ByeResult]] = defaultdict(list)
    rounds: dict[int, set[int]] = defaultdict(set)
    for record in records.values():
        rounds[record.stage].add(record.round)
    told: set[tuple[int, int, int]] = set()
    for stage_id, number, entry_id, state, num, den in rows.order_by("round_id", "pk").values_list(
        "round__stage_id", "round__number", "entry_id", "state", "value_num", "value_den"
    ):
        entry = entries.get(entry_id)
        if entry is None:  # entered since the entries were read: the next computation has them
            continue
        stored = None if num is None else ByeValue("fixed", Fraction(num, den))
        byes[stage_id].append(ByeResult(entry.player, number, _BYES[state], stored))
        rounds[stage_id].add(number)
        told.add((stage_id, number, entry_id))
    late = [(pk, row) for pk, row in entries.items() if row.joined_round > 1]
    for stage in stages:
        for pk, row in late:
            if row.event != stage.event_id:
                continue
            byes[stage.pk].extend(
                ByeResult(row.player, number, "late")
                for number in sorted(rounds[stage.pk])
                if number < row.joined_round and (stage.pk, number, pk) not in told
            )
    return byes


def _adjustments(
    scope: Scope, span: _Span, as_of: int
) -> tuple[dict[int, list[pure.Adjustment]], list[pure.Adjustment], dict[ReasonId, str]]:
    belongs = Q(stage__in=span.stages)
    if isinstance(scope, Season):
        belongs |= Q(season=scope)
    of_stages: dict[int, list[pure.Adjustment]] = defaultdict(list)
    own: list[pure.Adjustment] = []
    reasons: dict[ReasonId, str] = {}
    for pk, stage, player, num, den, reason in (
        Adjustment.objects.filter(belongs, standing_at(as_of))
        .order_by("pk")
        .values_list("pk", "stage_id", "player_id", "points_num", "points_den", "reason")
    ):
        row = pure.Adjustment(PlayerId(player), Fraction(num, den), ReasonId(pk))
        reasons[ReasonId(pk)] = reason
        where: int | None = stage  # the type of the column does not say that it may be empty
        (own if where is None else of_stages[where]).append(row)
    return of_stages, own, reasons


def _people(scope: Scope, stages: list[Stage], span: _Span) -> dict[int, Player]:
    events = {stage.event_id for stage in stages}
    belongs = Q(pk__in=Entry.objects.filter(event__in=events).values("player"))
    belongs |= Q(pk__in=_adjusted_players(scope, span))
    rows = Player.objects.filter(belongs).only(
        "name", "given", "family", "nickname", "is_minor", "name_level", "sort_key"
    )
    return {row.pk: row for row in rows.order_by("pk")}


def _adjusted_players(scope: Scope, span: _Span) -> QuerySet[Adjustment, int]:
    belongs = Q(stage__in=span.stages)
    if isinstance(scope, Season):
        belongs |= Q(season=scope)
    return Adjustment.objects.filter(belongs).values_list(F("player"), flat=True)


# --- who is listed -------------------------------------------------------------------------


def _entrants(
    rows: Iterable[_EntryRow], keys: Mapping[int, str], *, guests: bool
) -> list[pure.Entrant]:
    return [
        pure.Entrant(
            player=row.player,
            state=_state(row),
            void=not row.keeps_results,
            ranked=guests or not row.is_guest,
            joined_round=row.joined_round,
            sort_key=keys[row.player],
        )
        for row in rows
        if row.state != EntryState.WAITING
    ]


def _state(row: _EntryRow) -> pure.EntryState:
    if row.state == EntryState.DROPPED:
        return "dropped"
    return "disqualified" if row.state == EntryState.DISQUALIFIED else "registered"


def _only_players_of(results: pure.Results, entrants: Iterable[pure.Entrant]) -> list[pure.Entrant]:
    """Those of the event's people who have something in these results."""
    there = {seat.player for table in results.tables for seat in table.seats}
    there |= {bye.player for bye in results.byes}
    there |= {row.player for row in results.adjustments}
    return [entrant for entrant in entrants if entrant.player in there]


def _season_entrants(
    rows: Iterable[_EntryRow], keys: Mapping[int, str], *, guests: bool
) -> tuple[pure.Entrant, ...]:
    """Everybody entered in an event of the season; guests get a row only if they are ranked."""
    enrolled: dict[PlayerId, bool] = {}
    for row in rows:
        takes_part = row.state != EntryState.WAITING and (guests or not row.is_guest)
        enrolled[row.player] = enrolled.get(row.player, False) or takes_part
    return tuple(
        pure.Entrant(player=player, enrolled=is_in, sort_key=keys[player])
        for player, is_in in sorted(enrolled.items())
    )
