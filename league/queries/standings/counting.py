"""What counts in a stage or a season at one position of the club's number line, as pure results.

Read with a handful of queries whatever the number of players and matches, outside of any
transaction: what has been confirmed or adjusted after the position is left out by its numbers.
What has no number (byes, who is listed) is taken as it is now, and so are settings, except where
it is asked what was known at a moment: the journal tells how they stood then.
"""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from django.db.models import Max, Q

from league import withheld
from league.core.actors import ANONYMOUS
from league.core.enums import EntryState, EventState, NameLevel, StageKind
from league.core.errors import Uncountable
from league.models import Club, Event, JournalLine, Player, Qualifier, Round, Season, Stage
from league.queries.occasions import settings_at
from league.queries.occasions.season_rule import rule_of
from league.queries.standings import counted_rows as rows
from league.queries.standings.counted_rows import EntryRow, Span, standing_at
from league.queries.standings.stage_scoring import StageScoring, scoring_from_json, value_from_json
from league.standings import types as pure
from league.standings.compute import stage_standing
from league.standings.cut import carry_over
from league.standings.errors import StandingsError
from league.standings.points import scheme_from_json
from league.standings.season import Evening, season_standing
from league.standings.seats import measure_seats
from league.standings.settings import ZERO, StageSettings
from league.standings.types import ByeValue, EventId, PlayerId, ReasonId
from league.times import wall_time
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from league.queries.occasions.settings_at import Rewound
    from league.standings.compute import Standing
    from league.standings.contract import PointsScheme
    from league.standings.settings import SeatMean
    from league.standings.table import Table
    from league.times.periods import Period

__all__ = [
    "FAULT",
    "LATEST",
    "Counted",
    "Moment",
    "Scope",
    "club_of",
    "count",
    "count_at",
    "countable",
    "explained",
    "in_period",
    "keeps_back",
    "position_at",
    "ranked",
    "scoring_of",
    "settings_of",
    "sort_keys",
    "standing_at",
    "value_of",
]

Scope = Stage | Season
FAULT: Final = "count_fault"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Moment:
    """An earlier time of a standing.

    Attributes:
        round: of a stage: what was played up to this round, as it is known now.
        day: of a season: what was played up to this day, as it is known now.
        at: what was known at this moment, before later corrections.
        period: of a season: what belongs to this part of it alone, ranked from the first match on.
    """

    round: int | None = None
    day: date | None = None
    at: datetime | None = None
    period: Period | None = None


LATEST = Moment()
_KINDS = (StageKind.MAIN.value, StageKind.SEMI_FINAL.value, StageKind.FINAL.value)
_STAGES = 1000  # more stages than an event has


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


@contextmanager
def countable() -> Iterator[None]:
    """Tells whatever stands against a standing as ``Uncountable``, which every door can answer.

    A fault of the program is one too, with a line in the log: results and names on the page
    around the standing can be shown all the same.
    """
    try:
        yield
    except StandingsError as error:
        raise Uncountable(error.code, field="", **error.params) from error
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        log.exception("a standing cannot be computed")
        raise Uncountable(FAULT) from error


@countable()
def count(
    scope: Scope,
    *,
    as_of: int,
    last_round: int | None = None,
    last_day: date | None = None,
    period: Period | None = None,
    players: frozenset[int] | None = None,
    then: Rewound | None = None,
    public: bool = False,
) -> Counted:
    """Reads what counts in ``scope`` at position ``as_of``.

    Matches of a season are those whose day, by the club's clock, lies in it; cancelled events
    do not count.

    Args:
        scope: with its club at hand (``event__club`` or ``club``).
        last_round: of a stage: as it stood after this round.
        last_day: of a season: as it stood after this day.
        period: of a season: this part of it alone.
        players: of a season: only what these have, with everybody at their tables.
        then: settings as they stood, where not today's are asked for.
        public: without what is kept back from the public.
    """
    if then is not None:
        scope = then.season(scope) if isinstance(scope, Season) else then.stage(scope)
    if isinstance(scope, Season):
        scope = in_period(scope, period)
    club = club_of(scope)
    span = span_of(
        scope,
        as_of=as_of,
        last_round=last_round,
        last_day=last_day,
        period=period,
        players=players,
        public=public,
    )
    guests = ranks_guests(scope)
    special = rows.special_entries(span)
    records = rows.records(span)
    games = rows.games(records)
    tables = rows.tables(span, records, games, special, guests=guests)
    byes = rows.byes(span, special, records, guests=guests)
    adjusted = rows.adjustments(span)
    only = None if players is None else {*tables, *byes, *adjusted.of_stages}
    stages = _stages(scope, only, public=public)
    if then is not None and isinstance(scope, Season):
        stages = [then.stage(stage) for stage in stages]
    if isinstance(scope, Season):
        enrolled = rows.enrolled(span, guests=guests)
        ids = set(enrolled)
    else:
        ids = {row.player for row in special.values()}
        enrolled = {}
    ids.update(seat.player for some in tables.values() for table in some for seat in table.seats)
    ids.update(bye.player for some in byes.values() for bye in some)
    ids.update(row.player for some in adjusted.of_stages.values() for row in some)
    ids.update(row.player for row in adjusted.own)
    apart = guests_apart(scope, span)
    people = rows.people(ids)
    keys = sort_keys(people.values(), club)
    by_event: dict[int, list[EntryRow]] = defaultdict(list)
    for row in special.values():
        if row.player in people:  # of a part of the players only who is in it, or met them
            by_event[row.event].append(row)
    evenings = [
        Evening(
            event=EventId(stage.event_id),
            results=_results(
                stage,
                pure.Results(
                    tables=tuple(tables.get(stage.pk, ())),
                    byes=tuple(byes.get(stage.pk, ())),
                    adjustments=tuple(adjusted.of_stages.get(stage.pk, ())),
                ),
                _entrants(by_event[stage.event_id], keys, guests=guests),
                special if isinstance(scope, Stage) else None,
                span,
            ),
            scheme=scheme_of(stage),
            settings=_settings(stage, scope),
            order=_order(stage),
            weight=scoring_of(stage).weight,
            stage=_KINDS.index(stage.kind),
            chain=tuple(stage.chain),
        )
        for stage in stages
    ]
    if "seat_adjusted" in scope.chain:
        evenings = _with_seat_means(evenings)
    return Counted(
        scope=scope,
        club=club,
        evenings=tuple(evenings),
        events=tuple({stage.event_id: stage.event for stage in stages}.values()),
        entrants=tuple(
            pure.Entrant(
                player,
                enrolled=enrolled.get(player, False),
                guest=player in apart,
                sort_key=keys[player],
            )
            for player in sorted(PlayerId(pk) for pk in ids)
        ),
        adjustments=adjusted.own,
        reasons=adjusted.reasons,
        people=people,
    )


def in_period(season: Season, period: Period | None) -> Season:
    """The season as a period of it is counted: hardly anybody has its minimum within a week."""
    if period is None:
        return season
    found = copy(season)
    found.min_matches = 0
    found.counting_more = {
        name: value for name, value in season.counting_more.items() if name != "guest_minimum"
    }
    return found


def count_at(scope: Scope, *, as_of: int, moment: Moment, public: bool = False) -> Counted:
    """``count`` as it stood at an earlier moment, which is never after ``as_of``."""
    then = None
    if moment.at is not None:
        as_of = min(as_of, position_at(scope, moment.at))
        then = settings_at.to(club_id_of(scope), as_of)
    return count(
        scope,
        as_of=as_of,
        last_round=moment.round,
        last_day=moment.day,
        period=moment.period,
        then=then,
        public=public,
    )


def keeps_back(scope: Scope) -> bool:
    """Whether the public standing of ``scope`` leaves out what the organizers' one counts."""
    if isinstance(scope, Season):
        events = Event.objects.filter(season=scope)
    else:
        belongs = Q(pk=scope.event_id)
        if scope.source_season_id is not None:
            belongs |= Q(season=scope.source_season_id)
        events = Event.objects.filter(belongs)
    # Who is entered, and what was given, counts before any round is there.
    secret = Event.objects.exclude(withheld.announced(ANONYMOUS)).filter(entries__isnull=False)
    kept = Round.objects.filter(withheld.kept_back())
    holds_back = Q(pk__in=secret.values("pk")) | Q(pk__in=kept.values("stage__event"))
    return events.filter(holds_back, removed_at__isnull=True).exists()


def club_of(scope: Scope) -> Club:
    return scope.club if isinstance(scope, Season) else scope.event.club


def club_id_of(scope: Scope) -> int:
    return scope.club_id if isinstance(scope, Season) else scope.event.club_id


def position_at(scope: Scope, at: datetime) -> int:
    """The club's place in its journal at a moment."""
    lines = JournalLine.objects.filter(club=club_id_of(scope), at__lte=at)
    return lines.aggregate(last=Max("seq"))["last"] or 0


def ranked(counted: Counted, *, with_cells: bool = True) -> Table:
    """The table of what was counted."""
    return explained(counted, with_cells=with_cells).table


@countable()
def explained(counted: Counted, *, with_cells: bool = True) -> Standing:
    """The table of what was counted, with what explains each of its values."""
    scope = counted.scope
    if not isinstance(scope, Season):
        only = counted.evenings[0]
        return stage_standing(
            only.results, only.scheme, tuple(scope.chain), only.settings, only.event
        )
    return season_standing(
        counted.evenings if any(one.weight for one in counted.evenings) else (),
        entrants=counted.entrants,
        adjustments=counted.adjustments,
        rule=rule_of(scope),
        chain=tuple(scope.chain),
        with_cells=with_cells,
    )


@countable()
def span_of(
    scope: Scope,
    *,
    as_of: int,
    last_round: int | None = None,
    last_day: date | None = None,
    period: Period | None = None,
    players: frozenset[int] | None = None,
    public: bool = False,
) -> Span:
    """Which rows belong to the scope; a season has its first and last day."""
    if isinstance(scope, Stage):
        return Span(scope, as_of, last_round, public=public)
    first, end = wall_time.season_span(scope)
    since: datetime | None = None
    until: list[datetime] = []
    if period is not None:
        first, end = period.first, period.end
        since = first if period.number > 1 else None
        until += [] if period.is_last else [end]
    if last_day is not None:
        until.append(wall_time.span(last_day, last_day, wall_time.zone_of(scope))[1])
    return Span(
        scope,
        as_of,
        first=first,
        end=min([end, *until]),
        players=players,
        public=public,
        since=since,
        given_before=min(until, default=None),
    )


def rounds_in_order(span: Span) -> list[tuple[int, int]]:
    """Every (event, round) of a season, as its table lists them."""
    rounds = rows.all_rounds(span)
    stages = sorted(
        _stages(span.scope, set(rounds)),
        key=lambda stage: (_order(stage), stage.event_id, _KINDS.index(stage.kind)),
    )
    found = ((stage.event_id, number) for stage in stages for number in sorted(rounds[stage.pk]))
    return list(dict.fromkeys(found))


def _order(stage: Stage) -> int:
    return int(stage.event.starts_at.timestamp()) * _STAGES + stage.number


def guests_apart(scope: Scope, span: Span) -> frozenset[PlayerId]:
    """The guests of a season that asks more of them before they are ranked; else nobody."""
    if isinstance(scope, Stage) or rule_of(scope).guest_minimum is None:
        return frozenset()
    return rows.guests(span)


def ranks_guests(scope: Scope) -> bool:
    return scope.rank_guests if isinstance(scope, Season) else scope.event.rank_guests


def scheme_of(stage: Stage) -> PointsScheme:
    """The stage's points scheme; equal specs give one object."""
    return _scheme(json.dumps(stage.scheme, sort_keys=True))


@lru_cache(maxsize=256)
def _scheme(text: str) -> PointsScheme:
    return scheme_from_json(json.loads(text))


def settings_of(stage: Stage) -> StageSettings:
    """How the stage treats rounds without a match; a mean is that of its usual table."""
    bye = value_of(stage.bye)
    more = scoring_of(stage)
    return StageSettings(
        guests_hold_places=more.guests_hold_places,
        filler_points=more.filler_points,
        shared_win=more.shared_win,
        full_size=more.full_size,
        opponents_floor=more.opponents_floor / 100,
        usual_size=max(2, stage.size_preferred),
        bye_limit=more.bye_limit,
        bye=bye,
        requested_bye=bye if more.requested_bye is None else more.requested_bye,
        late=value_of(stage.late),
        no_show=value_of(stage.no_show),
        absent=more.absent,
        sits_out=more.sits_out,
        dropped=more.dropped,
        cooperative_won=more.cooperative_won,
        cooperative_lost=more.cooperative_lost,
        side_points=more.side_points,
    )


def _settings(stage: Stage, scope: Scope) -> StageSettings:
    """The settings of a stage; what is booked for fillers stands in its own standing alone."""
    settings = settings_of(stage)
    return settings if isinstance(scope, Stage) else replace(settings, filler_points=None)


def scoring_of(stage: Stage) -> StageScoring:
    """What the stage says beyond the usual; what another release stored and this one does not
    know counts as usual.
    """
    try:
        return scoring_from_json(stage.scoring)
    except StandingsError:
        return StageScoring()


def value_of(spec: Mapping[str, str]) -> ByeValue:
    """The value behind a stored rule such as ``{"kind": "fixed", "points": "5/2"}``."""
    try:
        return value_from_json(spec, "")
    except StandingsError:
        return ZERO


def sort_keys(people: Iterable[Player], club: Club) -> dict[int, str]:
    """The neutral order among equals, the same for every audience: by what the public sees."""
    return {
        row.pk: row.sort_key
        if names.level_of(row, club) == NameLevel.FULL
        else names.fold(names.public_name(row, club))
        for row in people
    }


# --- reading --------------------------------------------------------------------------------


def _stages(scope: Scope, only: set[int] | None, *, public: bool = False) -> list[Stage]:
    if isinstance(scope, Stage):
        return [scope]
    found = Stage.objects.filter(event__season=scope).exclude(event__state=EventState.CANCELLED)
    if only is not None:
        found = found.filter(pk__in=only)
    if public:
        found = found.filter(withheld.announced(ANONYMOUS, "event__"))
    return list(found.select_related("event").order_by("event__starts_at", "event_id", "number"))


def _results(
    stage: Stage,
    results: pure.Results,
    entrants: list[pure.Entrant],
    entries: Mapping[int, EntryRow] | None,
    span: Span,
) -> pure.Results:
    """The results of a stage with its people; ``entries`` only where the stage itself is asked.

    What was brought along counts in the final's own standing: in the season it is there already.
    """
    if entries is None:
        return replace(results, entrants=tuple(entrants))
    if stage.kind != StageKind.MAIN:
        through = Qualifier.objects.filter(stage=stage, declined=False).exclude(how="bye")
        going_on = set(through.values_list("entry__player_id", flat=True))
        entrants = _only_players_of(results, entrants, going_on)
    results = replace(results, entrants=tuple(entrants), lots=_lots(stage, entries))
    percent = scoring_of(stage).carry
    source = source_table(stage, as_of=span.as_of, public=span.public) if percent else None
    if source is None:
        return results
    there = {entrant.player for entrant in entrants}
    return replace(results, carried=carry_over(source, there, percent))


def source_table(stage: Stage, *, as_of: int, public: bool = False) -> Table | None:
    """The table that a final's people come from; None where nothing stands before it."""
    if stage.source is not None:
        return ranked(count(stage.source, as_of=as_of, public=public))
    if stage.source_season is not None:
        return ranked(count(stage.source_season, as_of=as_of, public=public))
    return None


def _lots(stage: Stage, entries: Mapping[int, EntryRow]) -> tuple[pure.Lot, ...]:
    return tuple(
        pure.Lot(
            tuple(entries[pk].player for pk in lot["entries"] if pk in entries),
            lot["seed"],
            lot["drawn_on"],
            lot["drawn_by"],
        )
        for lot in stage.lots
    )


def _with_seat_means(evenings: Sequence[Evening]) -> list[Evening]:
    """What each seat gives, measured on all results here that are scored alike."""
    parts: dict[str, list[Evening]] = defaultdict(list)
    for evening in evenings:
        parts[json.dumps(evening.scheme.to_json(), sort_keys=True)].append(evening)
    means: dict[str, tuple[SeatMean, ...]] = {}
    for key, some in parts.items():
        tables = tuple(table for evening in some for table in evening.results.tables)
        means[key] = measure_seats(pure.Results(tables=tables), some[0].scheme)
    return [
        replace(evening, settings=replace(evening.settings, seat_means=means[key]))
        for key, some in parts.items()
        for evening in some
    ]


# --- who is listed -------------------------------------------------------------------------


def _entrants(
    entries: Iterable[EntryRow], keys: Mapping[int, str], *, guests: bool
) -> list[pure.Entrant]:
    return [
        pure.Entrant(
            player=row.player,
            state=_state(row),
            void=not row.keeps_results,
            ranked=rows.is_ranked(row, guests=guests),
            filler=row.is_filler,
            joined_round=row.joined_round,
            sort_key=keys[row.player],
        )
        for row in entries
        if row.state != EntryState.WAITING
    ]


def _state(row: EntryRow) -> pure.EntryState:
    if row.state == EntryState.DROPPED:
        return "dropped"
    return "disqualified" if row.state == EntryState.DISQUALIFIED else "registered"


def _only_players_of(
    results: pure.Results, entrants: Iterable[pure.Entrant], going_on: set[int]
) -> list[pure.Entrant]:
    """Those of the event's people who go on or have something in these results."""
    there = {seat.player for table in results.tables for seat in table.seats}
    there |= {bye.player for bye in results.byes}
    there |= {row.player for row in results.adjustments}
    return [
        entrant for entrant in entrants if entrant.player in there or entrant.player in going_on
    ]
