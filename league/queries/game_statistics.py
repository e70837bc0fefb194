"""What the results here say about a game: who wins from which seat, and how high."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from league import permissions
from league.actors import ANONYMOUS
from league.enums import RecordState, SeatingState
from league.models import Club, SeatScore

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST = 100_000  # seats looked at, the latest first
Z = 1.959964  # of the 95 % interval


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
class PlacePoints:
    """The points that a place was won with: least, quarter, middle, three quarters, most."""

    place: int
    spread: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class SizeStatistics:
    size: int
    matches: int
    seats: tuple[SeatShare, ...]
    places: tuple[PlacePoints, ...]


def of_game(key: str) -> tuple[SizeStatistics, ...]:
    """By table size, from confirmed results in clubs that want to be found; no names are read."""
    clubs = permissions.visible(Club.objects.all(), ANONYMOUS, listed=True)
    rows = (
        SeatScore.objects.filter(
            record__state=RecordState.CONFIRMED,
            record__table__seating__state=SeatingState.PUBLISHED,
            record__ruleset__club_game__game=key,
            record__stage__event__club__in=clubs,
        )
        .order_by("-record_id", "position")
        .values_list("record_id", "position", "place", "points", "record__outcome__scale")[:MOST]
    )
    tables: dict[int, list[tuple[int, int, Fraction | None]]] = defaultdict(list)
    for record, seat, place, points, scale in rows:
        worth = None if points is None else Fraction(points, 10 ** int(scale or 0))
        tables[record].append((seat, place, worth))
    by_size: dict[int, list[list[tuple[int, int, Fraction | None]]]] = defaultdict(list)
    for table in tables.values():
        by_size[len(table)].append(table)
    return tuple(
        SizeStatistics(size, len(found), _seats(size, found), _places(size, found))
        for size, found in sorted(by_size.items())
        if size > 1
    )


def _seats(
    size: int, tables: Sequence[Sequence[tuple[int, int, Fraction | None]]]
) -> tuple[SeatShare, ...]:
    wins = dict.fromkeys(range(1, size + 1), Fraction(0))
    for table in tables:
        first = [seat for seat, place, _ in table if place == 1]
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


def _places(
    size: int, tables: Iterable[Sequence[tuple[int, int, Fraction | None]]]
) -> tuple[PlacePoints, ...]:
    points: dict[int, list[Fraction]] = defaultdict(list)
    for table in tables:
        for _seat, place, worth in table:
            if worth is not None:
                points[place].append(worth)
    return tuple(
        PlacePoints(place, _five(sorted(points[place])))
        for place in range(1, size + 1)
        if points[place]
    )


def _five(ordered: Sequence[Fraction]) -> tuple[Fraction, ...]:
    last = len(ordered) - 1
    return tuple(ordered[round(last * part / 4)] for part in range(5))
