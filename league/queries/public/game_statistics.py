"""What the results here say about a game, beside what matches among bots say.

Who wins from which seat, from which start (a rank, or a place in the order of turns; as far as it
was drawn here), and with how many points.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from statistics import quantiles
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Exists, OuterRef, Q

from games.catalogue import get
from games.core.start import Start
from games.core.transcript import PLAYED
from games.core.types import Seat as Place
from games.studies import studied
from league import permissions, withheld
from league.core.actors import ANONYMOUS
from league.core.enums import PlayState
from league.models import Club, Play, PlaySeat, SeatScore, TableStart
from league.queries import what_counts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games.core.package import GamePackage
    from games.studies import Studied

MOST = 100_000  # seats looked at, the latest first
Z = 1.959964  # of the 95 % interval
_FIELDS = (
    *("record_id", "record__table_id", "entry_id", "position", "place"),
    *("points", "record__outcome__scale"),
)


@dataclass(frozen=True, slots=True)
class SeatShare:
    """How often a seat won at tables of one size; a shared first place is shared.

    ``low`` and ``high`` bound the true share with 95 % certainty (Wilson's interval).
    """

    seat: int
    wins: Fraction
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class StartShare:
    """How often a start won, of so many ``matches`` in which somebody had it."""

    start: str
    matches: int
    wins: Fraction
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """The points that a place was won with.

    Attributes:
        spread: least, quarter, middle, three quarters, most; between two values exactly.
        usual: the least and the most that lie within one and a half times the middle half of it.
        outliers: what lies beyond, each number once, the least first.
    """

    place: int
    spread: tuple[Fraction, ...]
    usual: tuple[Fraction, Fraction]
    outliers: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class SizeStatistics:
    size: int
    matches: int
    seats: tuple[SeatShare, ...]
    starts: tuple[StartShare, ...]
    places: tuple[PlacePoints, ...]
    studied: Studied | None


def of_game(key: str) -> tuple[SizeStatistics, ...]:
    """By table size, from confirmed results in clubs that want to be found; no names are read.

    A table that was made full by the house says nothing.
    """
    clubs = permissions.visible(Club.objects.all(), ANONYMOUS, listed=True)
    rows = list(
        SeatScore.objects.filter(
            withheld.told(ANONYMOUS, "record__"),
            what_counts.results("record__"),
            record__ruleset__club_game__game=key,
            record__stage__event__club__in=clubs,
        )
        .exclude(record__in=SeatScore.objects.filter(entry__is_filler=True).values("record"))
        .order_by("-record_id", "position")
        .values_list(*_FIELDS)[:MOST]
    )
    tables: dict[int, list[_Seat]] = defaultdict(list)
    for record, table, entry, seat, place, points, scale in rows:
        worth = None if points is None else Fraction(points, 10 ** int(scale or 0))
        tables[record].append(_Seat(table, entry, seat, place, worth))
    if len(rows) == MOST:
        tables.pop(rows[-1][0])  # some of its seats may lie beyond
    by_size: dict[int, list[list[_Seat]]] = defaultdict(list)
    for seats in tables.values():
        by_size[len(seats)].append(seats)
    package = get(key)
    starts = _starts(package, tables.values())
    return tuple(
        SizeStatistics(
            size,
            len(found),
            _seats(size, found),
            _by_start(package, found, starts),
            _places(size, found),
            studied(package.key, package.edition, size),
        )
        for size, found in sorted(by_size.items())
        if size > 1
    )


def casual(key: str) -> int:
    """How many matches came to their end in the browser beside all events.

    Those of clubs that want to be found, and of nobody; with a bot on a seat to the end they are
    practice.
    """
    clubs = permissions.visible(Club.objects.all(), ANONYMOUS, listed=True)
    rows = Play.objects.filter(
        Q(club__isnull=True) | Q(club__in=clubs),
        game=key,
        event__isnull=True,
        state=PlayState.OVER,
        end=PLAYED,
    )
    with_bots = Exists(PlaySeat.objects.filter(play=OuterRef("pk")).exclude(bot=""))
    return rows.exclude(with_bots).count()


class _Seat(NamedTuple):
    """One seat of one match; ``table`` and ``entry`` are ids."""

    table: int
    entry: int
    seat: int
    place: int
    points: Fraction | None


def _starts(package: GamePackage, tables: Iterable[Sequence[_Seat]]) -> dict[tuple[int, int], str]:
    """What each entry of a table started as, where its last draw was made for these people."""
    if package.start is None:
        return {}
    people = {seats[0].table: {seat.entry for seat in seats} for seats in tables}
    drawn = TableStart.objects.filter(table__ruleset__club_game__game=package.key)
    rows = {
        table: (entries, Start(tuple(roles), None if first is None else Place(first)))
        for table, entries, roles, first in drawn.order_by("number").values_list(
            "table", "entries", "roles", "first"
        )
        if table in people
    }
    return {
        (table, entry): package.start.key(start, seat, len(entries))
        for table, (entries, start) in rows.items()
        if set(entries) == people[table]
        for seat, entry in enumerate(entries)
    }


def _by_start(
    package: GamePackage,
    tables: Sequence[Sequence[_Seat]],
    starts: Mapping[tuple[int, int], str],
) -> tuple[StartShare, ...]:
    wins: dict[str, Fraction] = defaultdict(Fraction)
    matches: dict[str, int] = defaultdict(int)
    for table in tables:
        first = sum(one.place == 1 for one in table)
        for one in table:
            start = starts.get((one.table, one.entry), "")
            if start:
                matches[start] += 1
                wins[start] += Fraction(one.place == 1, first)
    named = list(package.start.key_names()) if package.start is not None else []
    order = sorted(matches, key=lambda start: named.index(start) if named else int(start))
    return tuple(
        StartShare(
            start,
            matches[start],
            wins[start] / matches[start],
            *interval(float(wins[start]), matches[start]),
        )
        for start in order
    )


def _seats(size: int, tables: Sequence[Sequence[_Seat]]) -> tuple[SeatShare, ...]:
    wins = dict.fromkeys(range(1, size + 1), Fraction(0))
    for table in tables:
        first = [one.seat for one in table if one.place == 1]
        for seat in first:
            wins[seat] = wins.get(seat, Fraction(0)) + Fraction(1, len(first))
    return tuple(
        SeatShare(seat, won / len(tables), *interval(float(won), len(tables)))
        for seat, won in sorted(wins.items())
    )


def interval(wins: float, matches: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; it never leaves 0 to 1."""
    share = wins / matches
    centre = share + Z * Z / (2 * matches)
    width = Z * math.sqrt(share * (1 - share) / matches + Z * Z / (4 * matches * matches))
    whole = 1 + Z * Z / matches
    return max(0.0, (centre - width) / whole), min(1.0, (centre + width) / whole)


def _places(size: int, tables: Iterable[Sequence[_Seat]]) -> tuple[PlacePoints, ...]:
    points: dict[int, list[Fraction]] = defaultdict(list)
    for table in tables:
        for one in table:
            if one.points is not None:
                points[one.place].append(one.points)
    return tuple(
        place_points(place, sorted(points[place])) for place in range(1, size + 1) if points[place]
    )


def place_points(place: int, ordered: Sequence[Fraction]) -> PlacePoints:
    """Quartiles as they are taken of a whole population, and whiskers as Tukey drew them."""
    if len(ordered) == 1:
        return PlacePoints(place, (ordered[0],) * 5, (ordered[0],) * 2, ())
    low, middle, high = quantiles(ordered, n=4, method="inclusive")
    reach = (high - low) * 3 / 2
    usual = [one for one in ordered if low - reach <= one <= high + reach]
    return PlacePoints(
        place,
        (ordered[0], low, middle, high, ordered[-1]),
        (usual[0], usual[-1]),
        tuple(sorted({one for one in ordered if not usual[0] <= one <= usual[-1]})),
    )
