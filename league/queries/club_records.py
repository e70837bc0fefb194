"""A club's records: the most, the longest and the closest of all its confirmed results.

They are read from the results as they stand, so that a correction is in them at once. Who shows
nothing of their name to the public holds no record: the best of the others does, for every viewer
alike. Whoever reaches a record first holds it until it is beaten.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from django.core.cache import cache

from league import names, permissions
from league.enums import NameLevel, RecordState, SeatingState
from league.errors import NotFound
from league.models import Club, Entry, MatchRecord, Player, Ruleset, SeatScore
from league.queries import pages
from league.queries.counted_rows import higher_wins

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from django.db.models import QuerySet

    from league.actors import Actor

_Row: TypeAlias = tuple[Any, ...]  # a row of the database, see ``_played``

LEAST: Final = 2  # a row of one is none
FEW_SEATS: Final = 20_000  # so many are gone through while a page waits
_KEPT_S: Final = 600


@dataclass(frozen=True, slots=True)
class Seat:
    player: int
    place: int
    points: Fraction | None


@dataclass(frozen=True, slots=True)
class Played:
    """One confirmed match; ``order`` is when it took place among all of the club."""

    order: tuple[object, ...]
    event: int
    event_name: str
    event_slug: str
    stage: int
    round: int
    table: int
    game: str
    higher_wins: bool | None
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """What was reached, by whom, and the match that completed it.

    ``code`` is ``score`` (per game and ``size``), ``closest`` (per game: what the winner was ahead
    of the next), ``streak`` (wins in a row), ``matches`` or ``evenings`` (with a match, in a row).
    """

    code: str
    value: Fraction
    holders: tuple[int, ...]
    match: Played
    game: str = ""
    size: int = 0
    lower_wins: bool = False


@dataclass(frozen=True, slots=True)
class Records:
    """Records with the names that the viewer sees."""

    rows: tuple[ClubRecord, ...]
    names: dict[int, str]


def of_club(viewer: Actor, club: Club, *, only_quick: bool = False) -> Records | None:
    """The club's records.

    Args:
        only_quick: ``None`` where so much was played that a page should not wait for it.
    """
    if not permissions.can_see(viewer, club):
        raise NotFound("not_found")
    key = f"club-records:2:{club.pk}:{club.created_at.timestamp()}:{club.seq}"
    kept: tuple[tuple[ClubRecord, ...], list[Player]] | None = cache.get(key)
    if kept is None:
        if only_quick and _scores(club)[FEW_SEATS : FEW_SEATS + 1].exists():
            return None
        people = _seen(club)
        rows = found(list(_played(club)), frozenset(people))
        kept = rows, [people[pk] for pk in sorted({pk for row in rows for pk in row.holders})]
        cache.set(key, kept, _KEPT_S)
    rows, holders = kept
    full = permissions.sees_names(viewer, club)
    return Records(rows, pages.plain_names(holders, club, full=full))


def found(matches: Sequence[Played], seen: frozenset[int]) -> tuple[ClubRecord, ...]:
    """The records of these matches among those who may hold one."""
    ordered = sorted(matches, key=lambda match: match.order)
    return (
        *_scored(ordered, seen),
        *_closest(ordered, seen),
        *_most(_streaks(ordered, seen)),
        *_most(_counts(ordered, seen)),
        *_most(_evenings(ordered, seen)),
    )


def _scored(ordered: Iterable[Played], seen: frozenset[int]) -> list[ClubRecord]:
    """The best score per game and size of the table, where points decide."""
    best: dict[tuple[str, int], ClubRecord] = {}
    for match in ordered:
        if match.higher_wins is None:
            continue
        sign = 1 if match.higher_wins else -1
        for seat in match.seats:
            if seat.points is None or seat.player not in seen:
                continue
            key = (match.game, len(match.seats))
            if key not in best or sign * seat.points > sign * best[key].value:
                best[key] = ClubRecord("score", seat.points, (seat.player,), match, *key, sign < 0)
    return [best[key] for key in sorted(best)]


def _closest(ordered: Iterable[Played], seen: frozenset[int]) -> list[ClubRecord]:
    """Per game the match won by the least; of equal ones that of the largest table."""
    best: dict[str, ClubRecord] = {}
    for match in ordered:
        first = [seat for seat in match.seats if seat.place == 1]
        second = [seat for seat in match.seats if seat.place == 2]
        if match.higher_wins is None or len(first) != 1 or not second:
            continue
        next_one = second[0]
        if first[0].points is None or next_one.points is None:
            continue
        holders = (first[0].player, *(seat.player for seat in second))
        gap, size = abs(first[0].points - next_one.points), len(match.seats)
        if gap == 0 or not seen.issuperset(holders):
            continue  # level on points, parted by something else
        held = best.get(match.game)
        if held is None or (gap, -size) < (held.value, -held.size):
            best[match.game] = ClubRecord("closest", gap, holders, match, match.game, size)
    return [best[key] for key in sorted(best)]


def _streaks(ordered: Iterable[Played], seen: frozenset[int]) -> Iterator[ClubRecord]:
    """Every longer row of wins; a shared first place ends none and begins none."""
    running: dict[int, int] = defaultdict(int)
    for match in ordered:
        shared = sum(seat.place == 1 for seat in match.seats) > 1
        for seat in match.seats:
            if seat.player not in seen or (seat.place == 1 and shared):
                continue
            running[seat.player] = running[seat.player] + 1 if seat.place == 1 else 0
            yield ClubRecord("streak", Fraction(running[seat.player]), (seat.player,), match)


def _counts(ordered: Iterable[Played], seen: frozenset[int]) -> Iterator[ClubRecord]:
    count: dict[int, int] = defaultdict(int)
    for match in ordered:
        for seat in match.seats:
            if seat.player in seen:
                count[seat.player] += 1
                yield ClubRecord("matches", Fraction(count[seat.player]), (seat.player,), match)


def _evenings(ordered: Iterable[Played], seen: frozenset[int]) -> Iterator[ClubRecord]:
    """Rows of the club's evenings with a result at which somebody played."""
    number: dict[int, int] = {}
    last: dict[int, tuple[int, int]] = {}  # the last evening somebody played, and their row
    for match in ordered:
        now = number.setdefault(match.event, len(number))
        for seat in match.seats:
            before, row = last.get(seat.player, (-2, 0))
            if seat.player not in seen or before == now:
                continue
            row = row + 1 if before == now - 1 else 1
            last[seat.player] = (now, row)
            yield ClubRecord("evenings", Fraction(row), (seat.player,), match)


def _most(rows: Iterable[ClubRecord]) -> list[ClubRecord]:
    """The first of the largest, if it is more than one."""
    best: ClubRecord | None = None
    for row in rows:
        if row.value >= LEAST and (best is None or row.value > best.value):
            best = row
    return [best] if best is not None else []


# --- reading ----------------------------------------------------------------------------------


def _scores(club: Club) -> QuerySet[SeatScore]:
    return SeatScore.objects.filter(
        record__state=RecordState.CONFIRMED,
        record__table__seating__state=SeatingState.PUBLISHED,
        record__stage__event__club=club,
        entry__keeps_results=True,
    )


def _seen(club: Club) -> dict[int, Player]:
    """Who may hold a record, with no more of them than their name."""
    people = Player.objects.filter(
        pk__in=Entry.objects.filter(event__club=club).values("player")
    ).only("name", "given", "family", "nickname", "name_level", "is_minor", "sort_key")
    return {row.pk: row for row in people if names.level_of(row, club) != NameLevel.HIDDEN}


def _played(club: Club) -> Iterator[Played]:
    """The club's matches, each read with everything a record needs, in one query."""
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
    table: list[_Row] = []
    for row in rows.values_list(
        *("record_id", "entry__player_id", "place", "points", "record__outcome__scale"),
        *("record__ruleset_id", "record__table__played_at", "record__table__number"),
        *("record__table__seating__round__number", "record__stage__number"),
        *("record__stage__event_id", "record__stage__event__name", "record__stage__event__slug"),
        "record__stage__event__starts_at",
    ).iterator(chunk_size=5000):
        if table and table[0][0] != row[0]:
            yield _match(table, games)
            table = []
        table.append(row)
    if table:
        yield _match(table, games)


def _match(rows: Sequence[_Row], games: dict[int, tuple[str, bool | None]]) -> Played:
    record, _player, _place, _points, scale, ruleset, played_at, number, *where = rows[0]
    round_, stage, event, name, slug, starts_at = where
    title, higher_wins = games[ruleset]
    worth = 10 ** int(scale or 0)
    return Played(
        order=(starts_at, event, stage, round_, played_at or starts_at, number, record),
        event=event,
        event_name=name,
        event_slug=slug,
        stage=stage,
        round=round_,
        table=number,
        game=title,
        higher_wins=higher_wins,
        seats=tuple(
            Seat(row[1], row[2], None if row[3] is None else Fraction(row[3], worth))
            for row in rows
        ),
    )
