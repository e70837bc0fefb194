"""Sides on a sheet: who plays together, and what a side has only once.

The places of sides are told as 1, 2, 3 from the best side on, or as places at the table (1 + the
number of seats strictly better), as 1, 1, 3, 3. What counts is always the latter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.core.sheet import Issue
from games.free_form.filled import FreeFormSheet
from games.free_form.layout import most_sides
from games.free_form.options import shape_text


def check(sheet: FreeFormSheet, *, final: bool) -> Iterator[Issue]:
    """Who is on which side, and the points where these are a side's."""
    options, seats = sheet.options, len(sheet.rows)
    most = most_sides(seats, options)
    for seat, row in enumerate(sheet.rows):
        path = ("seats", seat, "side")
        if row.side is None:
            if options.sides and final:
                yield Issue("free_form.side_missing", path)
        elif not options.sides:
            yield Issue("free_form.side_unexpected", path)
        elif not 1 <= row.side <= most:
            yield Issue("free_form.side_out_of_range", path, params={"most": most})
    sides = sheet.sides
    if sides is None:
        return
    found = tuple(sorted(Counter(sides).values()))
    shapes = options.shapes(seats)
    if shapes and found not in shapes and all(1 <= side <= most for side in sides):
        told = {"found": shape_text(found), "expected": ", ".join(map(shape_text, shapes))}
        yield Issue("free_form.sides_wrong", ("seats",), params=told)
    if options.scores_sides:
        points = [row.points for row in sheet.rows]
        yield from _differing(sides, points, "points")
        if final and (not sheet.drawn or any(point is not None for point in points)):
            yield from _missing(sides, points, "points")


def check_places(sheet: FreeFormSheet, *, final: bool) -> Iterator[Issue]:
    """The places of the sides; each is told by at least one member."""
    sides = sheet.sides
    places = [row.place for row in sheet.rows]
    if sides is None:
        return
    yield from _differing(sides, places, "place")
    if final:
        yield from _missing(sides, places, "place")
    told = sheet.of_sides(sides, places)
    if len(told) < len(set(sides)) or _are_places_of_seats(sides, told):
        return
    for side, place in told.items():
        better = sum(other < place for other in told.values())
        if place != 1 + better:
            path = ("seats", next(at for at, one in enumerate(sides) if one == side), "place")
            params = {"place": place, "better": better, "expected": 1 + better}
            yield Issue("free_form.side_place_inconsistent", path, params=params)


def _are_places_of_seats(sides: Sequence[int], told: dict[int, int]) -> bool:
    return all(place == 1 + sum(told[side] < place for side in sides) for place in told.values())


def _differing(sides: Sequence[int], values: Sequence[int | None], name: str) -> Iterator[Issue]:
    first: dict[int, int] = {}
    for seat, (side, value) in enumerate(zip(sides, values, strict=True)):
        if value is not None and first.setdefault(side, value) != value:
            code = "free_form.side_points_differ" if name == "points" else _PLACES_DIFFER
            yield Issue(code, ("seats", seat, name))


def _missing(sides: Sequence[int], values: Sequence[int | None], name: str) -> Iterator[Issue]:
    """Asked of the first member alone: once is enough."""
    told = {side for side, value in zip(sides, values, strict=True) if value is not None}
    for side in sorted(set(sides) - told):
        code = "free_form.side_points_missing" if name == "points" else _PLACE_MISSING
        yield Issue(code, ("seats", sides.index(side), name))


_PLACES_DIFFER = "free_form.side_places_differ"
_PLACE_MISSING = "free_form.side_place_missing"
