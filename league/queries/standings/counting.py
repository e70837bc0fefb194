"""What counts in a stage or a season at one position of the club's number line, as pure results.

Read with a handful of queries whatever the number of players and matches, outside of any
transaction: what has been confirmed or adjusted after the position is left out by its numbers.
What has no number (byes, who is listed) is taken as it is now, and so are settings, except where
it is asked what was known at a moment: the journal tells how they stood then.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from django.db.models import Max, Q

from league import withheld
from league.core.actors import ANONYMOUS
from league.core.enums import StageKind
from league.core.errors import Uncountable
from league.models import Club, Event, JournalLine, Player, Qualifier, Round, Season, Stage
from league.queries import what_counts
from league.queries.occasions import settings_at
from league.queries.occasions.season_rule import rule_of
from league.queries.standings import counted_byes
from league.queries.standings import counted_rows as rows
from league.queries.standings.counted_entrants import entrants_by_event, only_players_of, sort_keys
from league.queries.standings.counted_results import found_in, lots_of, with_seat_means
from league.queries.standings.counted_rows import EntryRow, Span
from league.queries.standings.stage_settings import scheme_of, scoring_of, settings_in
from league.standings import types as pure
from league.standings.compute import stage_standing
from league.standings.cut import carry_over
from league.standings.errors import StandingsError
from league.standings.season import Evening, season_standing
from league.standings.types import EventId, PlayerId, ReasonId
from league.times import wall_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from league.queries.occasions.settings_at import Rewound
    from league.standings.compute import Standing
    from league.standings.table import Table
    from league.times.periods import Period

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
    found = found_in(span, special, guests=guests)
    stages = stages_of(scope, None if players is None else found.stages, public=public)
    if then is not None and isinstance(scope, Season):
        stages = [then.stage(stage) for stage in stages]
    enrolled = rows.enrolled(span, guests=guests) if isinstance(scope, Season) else {}
    entered = () if isinstance(scope, Season) else (row.player for row in special.values())
    ids = {*enrolled, *entered, *found.players}
    apart = guests_apart(scope, span)
    people = rows.people(ids)
    keys = sort_keys(people.values(), club)
    # of a part of the players only who is in it, or met them
    entries = {pk: row for pk, row in special.items() if row.player in people}
    listed = entrants_by_event(entries.values(), keys, guests=guests)
    own = special if isinstance(scope, Stage) else None
    evenings = [
        _evening(stage, scope, _results(stage, found.of(stage), listed[stage.event_id], own, span))
        for stage in stages
    ]
    if "seat_adjusted" in scope.chain:
        evenings = with_seat_means(evenings)
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
        adjustments=found.adjusted.own,
        reasons=found.adjusted.reasons,
        people=people,
    )


def _evening(stage: Stage, scope: Scope, results: pure.Results) -> Evening:
    return Evening(
        event=EventId(stage.event_id),
        results=results,
        scheme=scheme_of(stage),
        settings=settings_in(stage, scope),
        order=_order(stage),
        weight=scoring_of(stage).weight,
        stage=_KINDS.index(stage.kind),
        chain=tuple(stage.chain),
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
    rounds = counted_byes.all_rounds(span)
    stages = sorted(
        stages_of(span.scope, set(rounds)),
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


# --- reading --------------------------------------------------------------------------------


def stages_of(scope: Scope, only: set[int] | None, *, public: bool = False) -> list[Stage]:
    """The stages whose results count in the scope, in their order."""
    if isinstance(scope, Stage):
        return [scope]
    found = Stage.objects.filter(what_counts.taking_place("event__"), event__season=scope)
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
        entrants = only_players_of(results, entrants, going_on)
    results = replace(results, entrants=tuple(entrants), lots=lots_of(stage, entries))
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
