"""Worked examples of a scheme for the public scoring page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from league.standings.contract import PointsScheme
from league.standings.types import MatchId, PlayerId, SeatResult, TableResult


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """What one table size pays: without ties, with one tie, and when drawn."""

    size: int
    points: tuple[Fraction, ...]
    mean: Fraction
    tied_places: tuple[int, ...]
    tied_points: tuple[Fraction, ...]
    drawn_points: Fraction


def example_rows(
    scheme: PointsScheme, sizes: Iterable[int] = range(2, 7)
) -> tuple[ExampleRow, ...]:
    """One example per covered size; empty where the game's own points decide.

    The tie shown is for second place, at tables of two for first.
    """
    rows: list[ExampleRow] = []
    for size in sizes:
        row, mean = scheme.row(size), scheme.mean_per_seat(size)
        if row is None or mean is None:
            continue
        tied = (1, 1) if size == 2 else (1, 2, 2, *range(4, size + 1))
        rows.append(
            ExampleRow(
                size=size,
                points=row,
                mean=mean,
                tied_places=tied,
                tied_points=scheme.award(_table(tied)),
                drawn_points=scheme.award(_table((1,) * size, drawn=True))[0],
            )
        )
    return tuple(rows)


def _table(places: tuple[int, ...], *, drawn: bool = False) -> TableResult:
    seats = tuple(SeatResult(PlayerId(i), place) for i, place in enumerate(places))
    return TableResult(match=MatchId(0), seats=seats, drawn=drawn)
