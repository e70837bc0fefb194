"""Worked examples of a scheme for the public scoring page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from league.standings.contract import PointsScheme
from league.standings.types import MatchId, PlayerId, SeatResult, TableResult


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """What one table size pays: without ties and, where places decide, with one tie.

    Where the game's own points count, `scores` are those of the example; ties are then told in
    words alone. `mean` is None where only the game decides.
    """

    size: int
    points: tuple[Fraction, ...]
    mean: Fraction | None
    tied_places: tuple[int, ...] = ()
    tied_points: tuple[Fraction, ...] = ()
    drawn_points: Fraction | None = None
    scores: tuple[Fraction, ...] = ()


def example_rows(
    scheme: PointsScheme, sizes: Iterable[int] = range(2, 7)
) -> tuple[ExampleRow, ...]:
    """One example per covered size.

    The tie shown is for second place, at tables of two for first.
    """
    return tuple(
        _by_score(scheme, size) if scheme.sample(size) else _by_place(scheme, size)
        for size in sizes
        if scheme.covers(size)
    )


def _by_place(scheme: PointsScheme, size: int) -> ExampleRow:
    tied = (1, 1) if size == 2 else (1, 2, 2, *range(4, size + 1))
    return ExampleRow(
        size=size,
        points=scheme.award(_table(range(1, size + 1))),
        mean=scheme.mean_per_seat(size),
        tied_places=tied,
        tied_points=scheme.award(_table(tied)),
        drawn_points=scheme.award(_table((1,) * size, drawn=True))[0],
    )


def _by_score(scheme: PointsScheme, size: int) -> ExampleRow:
    scores = scheme.sample(size)
    return ExampleRow(
        size=size,
        points=scheme.award(_table(range(1, size + 1), scores)),
        mean=scheme.mean_per_seat(size),
        scores=scores,
    )


def _table(
    places: Iterable[int], scores: tuple[Fraction, ...] = (), *, drawn: bool = False
) -> TableResult:
    seats = tuple(
        SeatResult(PlayerId(at), place, score=scores[at] if scores else None)
        for at, place in enumerate(places)
    )
    return TableResult(match=MatchId(0), seats=seats, drawn=drawn)
