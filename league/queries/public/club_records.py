"""A club's records: the most, the longest and the closest of all its confirmed results.

They are read from the results as they stand, so that a correction is in them at once. Who shows
nothing of their name to the public holds no record, and a filler never does: the best of the
others does, for every viewer alike. Of a large club all but the last evenings are added up once and
kept in the cache; a change among them means adding up again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django.core.cache import cache
from django.db.models import Q

from league import permissions, withheld
from league.core.actors import ANONYMOUS
from league.core.enums import NameLevel, RecordState
from league.core.errors import NotFound
from league.core.facts import Fact
from league.models import Club, Entry, Event, JournalLine, MatchRecord, Player, Ruleset, SeatScore
from league.queries import what_counts
from league.queries.public import pages
from league.queries.public.record_tally import ClubRecord, Played, Seat, Tally
from league.queries.standings import changes_since
from league.queries.standings.counted_rows import higher_wins
from league.words import names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from league.core.actors import Actor

_Row: TypeAlias = tuple[Any, ...]  # a row of the database, see ``_played``

FEW_SEATS: Final = 20_000  # so many are gone through while a page waits
TAIL_EVENINGS: Final = 3  # the last evenings, at which results still come and change
MOST_TAIL: Final = 2_000  # matches of the last evenings, before older ones of them are added up
_KEPT_S: Final = 600
_NOBODY: Final = 0  # no player's number
_BASE_KEPT_S: Final = 86_400
_NAME: Final = ("name", "given", "family", "nickname", "name_level", "is_minor", "sort_key")
# What changes no record and nobody's name; what happens at the last evenings is read anew anyway.
_QUIET: Final = changes_since.QUIET - {
    Fact.PLAYER_CHANGED,
    Fact.RESULTS_WITHHELD,
    Fact.RESULTS_PUBLISHED,
}


@dataclass(frozen=True, slots=True)
class Records:
    """Records with the names that the viewer sees."""

    rows: tuple[ClubRecord, ...]
    names: dict[int, str]


@dataclass(frozen=True, slots=True)
class _Base:
    """The records of all evenings before ``until`` as of ``seq``, to be carried on from."""

    seq: int
    until: datetime
    seen: frozenset[int]
    tally: Tally


def of_club(viewer: Actor, club: Club, *, only_quick: bool = False) -> Records | None:
    """The club's records.

    Args:
        only_quick: ``None`` where so much was played that a page should not wait for it.
    """
    if not permissions.can_see(viewer, club):
        raise NotFound("not_found")
    key = f"club-records:6:{club.pk}:{club.created_at.timestamp()}:{club.seq}"
    kept: tuple[tuple[ClubRecord, ...], list[Player]] | None = cache.get(key)
    if kept is None:
        if not _is_large(club):
            people = _seen(club)
            rows = Tally().extend(_played(club), people).records()
            kept = rows, [people[pk] for pk in sorted(_holders(rows))]
        elif only_quick and _held(club) is None:
            return None
        else:
            kept = _carried_on(club)
        cache.set(key, kept, _KEPT_S)
    rows, holders = kept
    full = permissions.sees_names(viewer, club)
    return Records(rows, pages.plain_names(holders, club, full=full))


def behind() -> tuple[Club, ...]:
    """Large clubs whose records are to be counted ahead, so that hardly anybody waits for it."""
    clubs = Club.objects.order_by("pk")
    return tuple(club for club in clubs if _is_large(club) and not _held(club))


def count_ahead(club: Club) -> None:
    """Counts the records of a large club."""
    _count(club)


# --- large clubs: the last evenings on top of what was added up before ------------------------


def _carried_on(club: Club) -> tuple[tuple[ClubRecord, ...], list[Player]]:
    base = _held(club) or _count(club)
    tail = list(_played(club, since=base.until))
    people = _players({seat.player for match in tail for seat in match.seats})
    seen = base.seen | {pk for pk, row in people.items() if _shows(row, club)}
    if len(tail) > MOST_TAIL:
        base = _advanced(club, base, tail, seen)
        tail = [match for match in tail if match.starts_at >= base.until]
    rows = base.tally.copy().extend(tail, seen).records()
    holders = list(_players(_holders(rows)).values())
    if all(_shows(row, club) for row in holders):
        return rows, holders
    # Somebody went into hiding by way of another club.
    cache.delete(_base_key(club))
    return _carried_on(club)


def _held(club: Club) -> _Base | None:
    """What was added up before, unless something has changed that it rests on."""
    base: _Base | None = cache.get(_base_key(club))
    if base is None or base.seq > club.seq:
        return None
    lines = JournalLine.objects.filter(club=club, seq__gt=base.seq, seq__lte=club.seq)
    at_the_last = Q(event__starts_at__gte=base.until) & ~Q(kind=Fact.EVENT_CHANGED)
    moved = lines.exclude(kind__in=_QUIET).exclude(at_the_last)
    return None if moved.exists() else base


def _count(club: Club) -> _Base:
    """Adds up all but the last evenings; whatever comes later than the club's line is left out."""
    last = Event.objects.filter(what_counts.taking_place(), club=club)
    last = last.filter(stages__records__state=RecordState.CONFIRMED)
    days = last.order_by("-starts_at").values_list("starts_at", flat=True).distinct()
    until = list(days[:TAIL_EVENINGS])[-1]
    seen = frozenset(_seen(club))
    tally = Tally().extend(_played(club, before=until), seen)
    return _keep(club, _Base(club.seq, until, seen, tally))


def _advanced(club: Club, base: _Base, tail: Sequence[Played], seen: frozenset[int]) -> _Base:
    """The same with the older evenings of the tail added up."""
    days = sorted({match.starts_at for match in tail})
    until = days[max(0, len(days) - TAIL_EVENINGS)]
    older = [match for match in tail if match.starts_at < until]
    return _keep(club, _Base(club.seq, until, seen, base.tally.copy().extend(older, seen)))


def _keep(club: Club, base: _Base) -> _Base:
    cache.set(_base_key(club), base, _BASE_KEPT_S)
    return base


def _base_key(club: Club) -> str:
    return f"club-records-base:5:{club.pk}:{club.created_at.timestamp()}"


# --- reading ----------------------------------------------------------------------------------


def _scores(club: Club) -> QuerySet[SeatScore]:
    return SeatScore.objects.filter(
        withheld.told(ANONYMOUS, "record__"),
        what_counts.results("record__"),
        record__stage__event__club=club,
        entry__keeps_results=True,
    )


def _seen(club: Club) -> dict[int, Player]:
    """Who may hold a record, with no more of them than their name."""
    people = Player.objects.filter(pk__in=Entry.objects.filter(event__club=club).values("player"))
    people = people.only(*_NAME)
    return {row.pk: row for row in people if _shows(row, club)}


def _players(ids: Iterable[int]) -> dict[int, Player]:
    """These people by their number, in its order."""
    rows = Player.objects.only(*_NAME).in_bulk(list(ids))
    return {pk: rows[pk] for pk in sorted(rows)}


def _shows(player: Player, club: Club) -> bool:
    return names.level_of(player, club) != NameLevel.HIDDEN


def _holders(rows: Iterable[ClubRecord]) -> set[int]:
    return {pk for row in rows for pk in (*row.holders, *row.level)}


def _is_large(club: Club) -> bool:
    return bool(_scores(club)[FEW_SEATS : FEW_SEATS + 1].exists())


def _played(
    club: Club, *, since: datetime | None = None, before: datetime | None = None
) -> Iterator[Played]:
    """The club's matches, each read with everything a record needs, in one query.

    Args:
        since, before: only of events that begin then or later, or earlier, and of the earlier
            ones what counted at the club's line.
    """
    rulesets = Ruleset.objects.filter(
        pk__in=MatchRecord.objects.filter(stage__event__club=club).values("ruleset")
    )
    games = {
        pk: (title, higher_wins(game, json.dumps(options, sort_keys=True)))
        for pk, title, game, options in rulesets.values_list(
            "pk", "club_game__title", "club_game__game", "options"
        )
    }
    rows = _scores(club).order_by("record_id", "position")
    if since is not None:
        rows = rows.filter(record__stage__event__starts_at__gte=since)
    if before is not None:
        rows = rows.filter(record__stage__event__starts_at__lt=before)
        rows = rows.exclude(record__from_seq__gt=club.seq)
    table: list[_Row] = []
    for row in rows.values_list(
        *("record_id", "entry__player_id", "place", "points", "record__outcome__scale"),
        *("record__ruleset_id", "record__table__played_at", "record__table__number"),
        *("record__table__seating__round__number", "record__stage__number"),
        *("record__stage__event_id", "record__stage__event__name", "record__stage__event__slug"),
        *("record__stage__event__starts_at", "entry__is_filler", "side", "record__outcome__drawn"),
    ).iterator(chunk_size=5000):
        if table and table[0][0] != row[0]:
            yield _match(table, games)
            table = []
        table.append(row)
    if table:
        yield _match(table, games)


def _match(rows: Sequence[_Row], games: dict[int, tuple[str, bool | None]]) -> Played:
    record, _player, _place, _points, scale, ruleset, played_at, number, *where = rows[0]
    round_, stage, event, name, slug, starts_at, _filler, _side, drawn = where
    title, higher_wins = games[ruleset]
    worth = 10 ** int(scale or 0)
    return Played(
        order=(starts_at, event, stage, round_, played_at or starts_at, number, record),
        starts_at=starts_at,
        event=event,
        event_name=name,
        event_slug=slug,
        stage=stage,
        round=round_,
        table=number,
        game=title,
        higher_wins=higher_wins,
        seats=tuple(
            Seat(
                _NOBODY if row[-3] else row[1],
                row[2],
                None if row[3] is None else Fraction(row[3], worth),
                row[-2],
            )
            for row in rows
        ),
        drawn=bool(drawn),
    )
