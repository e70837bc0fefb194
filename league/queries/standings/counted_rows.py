"""The rows behind a standing, read with few queries whatever their number."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Case, Count, F, Q, When
from django.db.models.functions import Coalesce

from games import catalogue
from league import withheld
from league.core.actors import ANONYMOUS
from league.core.enums import EntryState
from league.models import Adjustment, Entry, MatchRecord, Player, Ruleset, Season, SeatScore, Stage
from league.queries import what_counts
from league.standings import types as pure
from league.standings.types import MatchId, PlayerId, ReasonId

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from django.db.models import QuerySet

_AT_ONCE = 5000  # ids in one question
_STEP = 20_000  # rows fetched at a time
_GONE = frozenset({EntryState.DROPPED.value, EntryState.DISQUALIFIED.value})


def batched(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Ids in parts that one question can hold."""
    return (ids[at : at + _AT_ONCE] for at in range(0, len(ids), _AT_ONCE))


@dataclass(frozen=True, slots=True)
class Span:
    """Which rows belong to a scope, and as of when.

    ``first`` and ``end`` bound the moment of play, ``players`` those whose results are read
    (with everybody at their tables), ``last_round`` the rounds of a stage. ``public`` leaves out
    what is kept back from the public. ``given_before`` bounds when a season's own adjustments
    were given, where an earlier day is asked for: else they belong to it whenever they are given.
    ``since`` bounds them, and the evenings whose people are listed, where a part is asked for.
    """

    scope: Stage | Season
    as_of: int
    last_round: int | None = None
    first: datetime | None = None
    end: datetime | None = None
    players: frozenset[int] | None = None
    public: bool = False
    given_before: datetime | None = None
    since: datetime | None = None

    def records(self, path: str = "") -> Q:
        """What counts; ``path`` leads to the record."""
        counts = standing_at(self.as_of, path) & self.stages(f"{path}stage")
        return counts & withheld.told(ANONYMOUS, path) if self.public else counts

    def stages(self, path: str = "") -> Q:
        """Rows that hang on a stage of the scope; ``path`` leads to the stage."""
        if isinstance(self.scope, Stage):
            return Q(**{path or "pk": self.scope.pk})
        event = f"{path}__event" if path else "event"
        return Q(**{f"{event}__season": self.scope}) & what_counts.taking_place(f"{event}__")

    def entries(self) -> QuerySet[Entry, Entry]:
        """Entries in the scope; of a season as of a day, in what had begun by then."""
        if isinstance(self.scope, Stage):
            return Entry.objects.filter(event=self.scope.event_id)
        rows = Entry.objects.filter(what_counts.taking_place("event__"), event__season=self.scope)
        if self.public:
            rows = rows.filter(withheld.announced(ANONYMOUS, "event__"))
        return rows if self.end is None else rows.filter(event__starts_at__lt=self.end)


class EntryRow(NamedTuple):
    """An entry that is not simply registered from the first round on, or any of a stage."""

    pk: int
    event: int
    player: PlayerId
    is_guest: bool
    is_filler: bool
    state: str
    keeps_results: bool
    joined_round: int
    dropped_round: int | None


class RecordRow(NamedTuple):
    pk: int
    table: int
    stage: int
    round: int
    order: int
    ruleset: int
    drawn: bool
    low_tie: bool
    scale: int


def standing_at(as_of: int, path: str = "") -> Q:
    """What began to count at or before ``as_of`` and had not ended by then."""
    return Q(**{f"{path}from_seq__lte": as_of}) & (
        Q(**{f"{path}to_seq__isnull": True}) | Q(**{f"{path}to_seq__gt": as_of})
    )


def special_entries(span: Span) -> dict[int, EntryRow]:
    """Entries that change how results count; of a stage all, of a season guests, late and gone."""
    rows = span.entries()
    if isinstance(span.scope, Season):
        rows = rows.exclude(
            is_guest=False,
            state=EntryState.REGISTERED,
            keeps_results=True,
            joined_round__lte=1,
        )
    values = rows.order_by("pk").values_list(
        "pk",
        "event_id",
        "player_id",
        "is_guest",
        "is_filler",
        "state",
        "keeps_results",
        "joined_round",
        "dropped_round",
    )
    return {row[0]: EntryRow._make(row) for row in values.iterator(chunk_size=_STEP)}


def enrolled(span: Span, *, guests: bool) -> dict[PlayerId, bool]:
    """Everybody entered in the scope, and whether that makes a row of its own."""
    takes_part = ~Q(state=EntryState.WAITING) & Q(is_filler=False)
    if not guests:
        takes_part &= Q(is_guest=False)
    rows = span.entries()
    if span.since is not None:
        rows = rows.filter(event__starts_at__gte=span.since)
    if span.players is not None:
        rows = rows.filter(player__in=span.players)
    counted = rows.order_by().values("player").annotate(times=Count("pk", filter=takes_part))
    return {
        PlayerId(player): times > 0
        for player, times in sorted(counted.values_list("player", "times"))
    }


def guests(span: Span) -> frozenset[PlayerId]:
    """Who takes part in a season only as a guest: nowhere in it as a member."""
    rows = span.entries().exclude(state=EntryState.WAITING)
    if span.players is not None:
        rows = rows.filter(player__in=span.players)
    counted = rows.order_by().values("player").annotate(times=Count("pk", filter=Q(is_guest=False)))
    found = counted.filter(times=0).values_list("player", flat=True)
    return frozenset(PlayerId(player) for player in found)


def records(span: Span) -> list[RecordRow]:
    """Every version that counts, or those of the tables at which one of the players sat."""
    chosen = MatchRecord.objects.filter(span.records())
    if span.players is None:
        return list(record_rows(span, chosen))
    entries = list(span.entries().filter(player__in=span.players).values_list("pk", flat=True))
    ids: set[int] = set()
    for part in batched(entries):
        ids.update(SeatScore.objects.filter(entry__in=part).values_list("record_id", flat=True))
    found: list[RecordRow] = []
    for part in batched(sorted(ids)):
        found.extend(record_rows(span, chosen.filter(pk__in=part)))
    return found


def within(
    span: Span, chosen: QuerySet[MatchRecord, MatchRecord]
) -> QuerySet[MatchRecord, MatchRecord]:
    """Those records that belong to the time of the scope.

    A drawn round belongs to its evening, past midnight too and whenever it was written down; in
    open play each match belongs to the moment at which it began.
    """
    begins = F("stage__event__starts_at")
    began = Coalesce("table__played_at", begins)
    chosen = chosen.annotate(
        at=Case(When(table__seating__round__is_rolling=True, then=began), default=begins)
    )
    if span.first is not None:
        chosen = chosen.filter(at__gte=span.first)
    if span.end is not None:
        chosen = chosen.filter(at__lt=span.end)
    if span.last_round is not None:
        chosen = chosen.filter(table__seating__round__number__lte=span.last_round)
    return chosen


def record_rows(span: Span, chosen: QuerySet[MatchRecord, MatchRecord]) -> Iterator[RecordRow]:
    rows = (
        within(span, chosen)
        .order_by("pk")
        .values_list(
            "pk",
            "table_id",
            "stage_id",
            "table__seating__round__number",
            Coalesce("table__played_at", "stage__event__starts_at"),
            "ruleset_id",
            "outcome",
        )
    )
    for pk, table, stage, round_, at, ruleset, outcome in rows.iterator(chunk_size=_STEP):
        yield RecordRow(
            pk,
            table,
            stage,
            round_,
            int(at.timestamp()),
            ruleset,
            bool(outcome["drawn"]),
            bool(outcome["low_tie"]),
            int(outcome["scale"]),
        )


@dataclass(frozen=True, slots=True)
class Games:
    """Which game a ruleset plays, and whether more points win there."""

    game: str
    higher_wins: bool | None


def games(rows: Collection[RecordRow]) -> dict[int, Games]:
    """What is known of the rulesets of these records."""
    if not rows:
        return {}
    found = Ruleset.objects.filter(pk__in={row.ruleset for row in rows})
    return {
        pk: Games(f"{game}:{box}", higher_wins(game, json.dumps(options, sort_keys=True)))
        for pk, game, box, options in found.values_list(
            "pk", "club_game__game", "club_game", "options"
        )
    }


@lru_cache(maxsize=256)
def higher_wins(game: str, options_text: str) -> bool | None:
    """The direction of a game under stored options; None where no points are compared."""
    sheet = catalogue.get(game).sheet
    return sheet.higher_wins(sheet.options_from_json(json.loads(options_text)))


def tables(
    span: Span,
    rows: Collection[RecordRow],
    known: Mapping[int, Games],
    special: Mapping[int, EntryRow],
    *,
    guests: bool,
) -> dict[int, list[pure.TableResult]]:
    """The matches of each stage, from their records and seats."""
    if not rows:
        return {}
    by_pk = {row.pk: row for row in rows}
    seats: dict[int, list[pure.SeatResult]] = {pk: [] for pk in by_pk}
    for record_id, player, entry_id, position, place, points, side in _scores(span, by_pk):
        record = by_pk.get(record_id)
        if record is None:  # another day than the season's, or a later round
            continue
        entry = special.get(entry_id)
        seats[record_id].append(
            pure.SeatResult(
                PlayerId(player),
                place,
                None if points is None else scaled(points, record.scale),
                entry is None or is_ranked(entry, guests=guests),
                position,
                entry is not None and _was_gone(entry, record.round),
                side,
                entry is not None and entry.is_filler,
            )
        )
    found: dict[int, list[pure.TableResult]] = defaultdict(list)
    for row in rows:
        game = known[row.ruleset]
        found[row.stage].append(
            pure.TableResult(
                match=MatchId(row.table),
                seats=tuple(seats.pop(row.pk)),
                round=row.round,
                order=row.order,
                drawn=row.drawn,
                low_tie=row.low_tie,
                higher_wins=game.higher_wins,
                game=game.game,
            )
        )
    return found


def is_ranked(entry: EntryRow, *, guests: bool) -> bool:
    """Whether the entry takes part in the standings; a filler never does."""
    return not entry.is_filler and (guests or not entry.is_guest)


def _was_gone(entry: EntryRow, round_: int) -> bool:
    gone = entry.dropped_round
    return gone is not None and round_ >= gone and entry.state in _GONE


def _scores(
    span: Span, by_pk: Collection[int]
) -> Iterator[tuple[int, int, int, int, int, int | None, int | None]]:
    columns = ("record_id", "entry__player_id", "entry_id", "position", "place", "points", "side")
    if span.players is None:
        chosen = SeatScore.objects.filter(span.records("record__"))
        rows = chosen.order_by("record_id", "position").values_list(*columns)
        yield from rows.iterator(chunk_size=_STEP)
        return
    for part in batched(sorted(by_pk)):
        rows = SeatScore.objects.filter(record__in=part).order_by("record_id", "position")
        yield from rows.values_list(*columns)


@lru_cache(maxsize=8192)
def scaled(points: int, scale: int) -> Fraction:
    """Points as they are stored (a whole number of smallest units) as what they mean."""
    return Fraction(points, 10**scale)


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Penalties and bonuses: of the stages, of the season itself, and their reasons."""

    of_stages: Mapping[int, list[pure.Adjustment]]
    own: tuple[pure.Adjustment, ...]
    reasons: Mapping[ReasonId, str]


def adjustments(span: Span) -> Adjusted:
    belongs = span.stages("stage")
    if isinstance(span.scope, Season):
        belongs |= Q(season=span.scope)
    chosen = Adjustment.objects.filter(belongs, standing_at(span.as_of))
    if span.public:
        announced = withheld.announced(ANONYMOUS, "stage__event__")
        chosen = chosen.filter(Q(stage__isnull=True) | announced)
    if span.players is not None:
        chosen = chosen.filter(player__in=span.players)
    if span.end is not None:
        chosen = chosen.filter(Q(season__isnull=False) | Q(stage__event__starts_at__lt=span.end))
    if span.given_before is not None:
        chosen = chosen.filter(Q(stage__isnull=False) | Q(created_at__lt=span.given_before))
    if span.since is not None:
        of_part = Q(season__isnull=False, created_at__gte=span.since)
        chosen = chosen.filter(of_part | Q(stage__event__starts_at__gte=span.since))
    of_stages: dict[int, list[pure.Adjustment]] = defaultdict(list)
    own: list[pure.Adjustment] = []
    reasons: dict[ReasonId, str] = {}
    for pk, stage, player, num, den, reason in chosen.order_by("pk").values_list(
        "pk", "stage_id", "player_id", "points_num", "points_den", "reason"
    ):
        row = pure.Adjustment(PlayerId(player), Fraction(num, den), ReasonId(pk))
        reasons[ReasonId(pk)] = reason
        where: int | None = stage  # the type of the column does not say that it may be empty
        (own if where is None else of_stages[where]).append(row)
    return Adjusted(of_stages, tuple(own), reasons)


def people(ids: Collection[int]) -> dict[int, Player]:
    """The rows behind these ids, as far as names and their order need them."""
    found: dict[int, Player] = {}
    for part in batched(sorted(ids)):
        rows = Player.objects.filter(pk__in=part).only(
            "name", "given", "family", "nickname", "is_minor", "name_level", "sort_key"
        )
        found.update((row.pk, row) for row in rows.order_by("pk"))
    return found
