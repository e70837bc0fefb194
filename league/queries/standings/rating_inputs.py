"""The matches that a rating is made from, in their order, and those already rated."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import (
    Aggregate,
    BigIntegerField,
    Case,
    F,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Cast, Coalesce

from league import withheld
from league.core.actors import ANONYMOUS
from league.core.enums import RatingKind, RecordState, Visibility
from league.models import (
    ClubGame,
    MatchRecord,
    Play,
    RatedMatch,
    Rating,
    RatingScope,
    RulesetRating,
    SeatScore,
    Table,
)
from league.queries import what_counts
from league.queries.standings import casual_matches
from league.ratings.replay import Match
from league.words.game_identity import identity

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models.sql.compiler import SQLCompiler

    from league.ratings.contract import State

CHUNK = 2000
# A seat in one number, so that a database can hand over a table as one text: place, side (0 for
# who plays alone), then whether it is a guest's, then the player. Their order is the order in
# which they are rated.
_GUEST = 1 << 48
_SIDE = 1 << 49
_PLACE = 1 << 53
_PLAYER = _GUEST - 1


class _Joined(Aggregate):
    """The values of a group as one text with commas."""

    function = "STRING_AGG"
    template = "%(function)s(%(expressions)s, ',')"
    output_field = TextField()

    def as_sqlite(  # type: ignore[override]  # declared for numbers alone
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **options: object
    ) -> tuple[str, Sequence[object]]:
        return self.as_sql(
            compiler, connection, function="GROUP_CONCAT", template="%(function)s(%(expressions)s)"
        )


@dataclass(frozen=True, slots=True)
class Touched:
    """What something marked has to do with ratings: since when, in which boxes, rated where."""

    since: datetime
    boxes: frozenset[int]
    scopes: frozenset[int]


class Stored(NamedTuple):
    """A match as it is kept; the fields are those of Match and of RatedMatch."""

    id: int
    is_casual: bool
    at: datetime
    beta: float | None
    body: bytes


def games_of(scope: RatingScope) -> list[int] | None:
    """The boxes whose matches belong to ``scope``; None for all of them."""
    if scope.kind == RatingKind.ALL:
        return None
    if scope.club_game_id is not None:
        return [scope.club_game_id]
    key = scope.game.partition("/")[0]
    rows = ClubGame.objects.filter(game=key).values_list("pk", "game", "title")
    return [pk for pk, game, title in rows if identity(game, title) == scope.game]


def matches(scope: RatingScope, since: datetime | None = None) -> Iterator[Match]:
    """What counts in ``scope`` from ``since`` on, by time: at tables, and casual matches.

    Of one moment those at tables come first.
    """
    betas = dict(RulesetRating.objects.values_list("ruleset_id", "beta"))
    games = games_of(scope)
    at_tables = _at_tables(scope, games, since, betas)
    casual = casual_matches.matches(scope, games, since, betas)
    return heapq.merge(at_tables, casual, key=attrgetter("at")) if casual else at_tables


def _at_tables(
    scope: RatingScope,
    games: Sequence[int] | None,
    since: datetime | None,
    betas: Mapping[int, float],
) -> Iterator[Match]:
    """The confirmed matches of tables, read in one statement row by row.

    By time (the table's, else its event's), then event, stage, round and table number. Seats
    of guests count where the event ranks them or the scope wants them; those of fillers and of
    the disqualified never do. Who then sits alone was in no match, nor was who sits with the own
    side alone: a co-operative table beat nobody.
    """
    rows = _ordered(scope, games, since).values_list(
        "pk", "at", "ruleset_id", "seating__round__stage__event__rank_guests", "codes"
    )
    for pk, at, ruleset, ranks_guests, seats in rows.iterator(chunk_size=CHUNK):
        if not seats:
            continue
        codes = sorted(map(int, seats.split(",")))
        if ranks_guests or scope.include_guests:
            codes = sorted(code & ~_GUEST for code in codes)
        else:
            codes = [code for code in codes if not code & _GUEST]
        sides: tuple[int, ...] = ()
        if codes and codes[0] % _PLACE >= _SIDE:
            sides = tuple([code % _PLACE // _SIDE for code in codes])
            if len(set(sides)) < 2:
                continue
        if len(codes) > 1:
            yield Match(
                pk,
                at,
                tuple([code & _PLAYER for code in codes]),
                tuple([code // _PLACE for code in codes]),
                betas.get(ruleset),
                sides,
            )


def _ordered(
    scope: RatingScope, games: Sequence[int] | None, since: datetime | None
) -> QuerySet[Any]:  # with annotations
    scores = (
        SeatScore.objects.filter(
            record=OuterRef("record"), entry__keeps_results=True, entry__is_filler=False
        )
        .order_by()
        .values("record")
        .annotate(codes=_Joined(Cast(Cast(_code(), BigIntegerField()), TextField())))
        .values("codes")
    )
    rows = Table.objects.filter(
        withheld.told_rounds(ANONYMOUS, "seating__round__"),
        what_counts.taking_place("seating__round__stage__event__"),
        records__state=RecordState.CONFIRMED,
    )
    if scope.kind != RatingKind.CLUB_GAME:
        # What a hidden club plays does not show through in anybody's rating.
        rows = rows.filter(seating__round__stage__event__club__visibility=Visibility.PUBLIC)
    if games is not None:
        rows = rows.filter(ruleset__club_game__in=games)
    if since is not None:
        event_since = Q(played_at__isnull=True, seating__round__stage__event__starts_at__gte=since)
        rows = rows.filter(Q(played_at__gte=since) | event_since)
    return rows.annotate(
        at=Coalesce("played_at", "seating__round__stage__event__starts_at"),
        record=F("records__pk"),
        codes=Subquery(scores),
    ).order_by(
        "at",
        "seating__round__stage__event_id",
        "seating__round__stage__number",
        "seating__round__number",
        "number",
        "pk",
    )


def _code() -> CombinedExpression:
    guest = Case(
        When(entry__is_guest=True, then=Value(_GUEST, BigIntegerField())),
        default=Value(0, BigIntegerField()),
    )
    place = F("place") * Value(_PLACE, BigIntegerField())
    side = Coalesce(F("side"), 0) * Value(_SIDE, BigIntegerField())
    return place + side + guest + F("entry__player_id")


# --- what is stored -------------------------------------------------------------------------


class _Times(Sequence["datetime"]):
    """The times of a scope's stored matches, looked up one by one."""

    def __init__(self, scope: RatingScope) -> None:
        self._rows = RatedMatch.objects.filter(scope=scope).values_list("at", flat=True)
        self._count = scope.count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> datetime:  # type: ignore[override]  # no slices
        return self._rows.get(number=index + 1)


def first_since(scope: RatingScope, since: datetime | None) -> int:
    """The number of the first stored match at or after ``since``; one past the last if none."""
    return 1 if since is None else 1 + bisect_left(_Times(scope), since)


def stored(scope: RatingScope, first: int) -> Iterator[Stored]:
    """Stored matches from number ``first`` on."""
    rows = RatedMatch.objects.filter(
        scope=scope, number__gte=first, number__lte=scope.count
    ).order_by("number")
    found = rows.values_list("table_id", "play_id", "at", "beta", "body")
    for table, play, at, beta, body in found.iterator(chunk_size=CHUNK):
        yield Stored(table or play, not table, at, beta, bytes(body))


def bodies(scope: RatingScope, first: int, last: int, *, backwards: bool) -> Iterator[bytes]:
    """The seats of stored matches between two numbers, both included."""
    rows = RatedMatch.objects.filter(scope=scope, number__gte=first, number__lte=last)
    rows = rows.order_by("-number" if backwards else "number")
    for body in rows.values_list("body", flat=True).iterator(chunk_size=CHUNK):
        yield bytes(body)


def current(scope: RatingScope) -> dict[int, State]:
    """Everybody's state after the last stored match."""
    rows = Rating.objects.filter(scope=scope).order_by()
    found = rows.values_list("player_id", "value", "deviation", "matches")
    return {player: (value, spread, count) for player, value, spread, count in found.iterator()}


# --- what is marked -------------------------------------------------------------------------


def marked_in(club_id: int) -> Q:
    """Marks of what was played in a club."""
    return Q(stage__event__club=club_id) | Q(play__club=club_id)


def touched_by_plays(plays: Sequence[int]) -> tuple[Touched, ...]:
    """What casual matches have to do with ratings, those too that no longer count."""
    scopes: dict[int, set[int]] = defaultdict(set)
    for play, scope in RatedMatch.objects.filter(play__in=plays).values_list("play", "scope"):
        scopes[play].add(scope)
    rows = Play.objects.filter(pk__in=plays, is_rated=True)
    return tuple(
        Touched(row.ended_at, frozenset([row.ruleset.club_game_id]), frozenset(scopes[row.pk]))
        for row in rows.select_related("ruleset")
        if row.ended_at is not None and row.ruleset is not None
    )


def touched(stages: Sequence[int]) -> tuple[Touched, ...]:
    """What belongs to ``stages`` now and what is stored of them, one answer per stage."""
    since: dict[int, list[datetime]] = defaultdict(list)
    boxes: dict[int, set[int]] = defaultdict(set)
    scopes: dict[int, set[int]] = defaultdict(set)
    current = (
        MatchRecord.objects.filter(stage__in=stages, state=RecordState.CONFIRMED)
        .order_by()
        .values("stage", "table__ruleset__club_game")
        .annotate(at=Min(Coalesce("table__played_at", "stage__event__starts_at")))
        .values_list("stage", "table__ruleset__club_game", "at")
    )
    for stage, box, at in current:
        since[stage].append(at)
        boxes[stage].add(box)
    path = "table__seating__round__stage"
    kept = (
        RatedMatch.objects.filter(**{f"{path}__in": stages})
        .order_by()
        .values(path, "scope")
        .annotate(first=Min("at"))
        .values_list(path, "scope", "first")
    )
    for stage, scope, at in kept:
        since[stage].append(at)
        scopes[stage].add(scope)
    return tuple(
        Touched(min(times), frozenset(boxes[stage]), frozenset(scopes[stage]))
        for stage, times in since.items()
    )
