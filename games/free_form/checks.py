"""What can be wrong with a free-form sheet."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.reading import unscaled
from games.core.sheet import Issue, Level
from games.free_form import sides
from games.free_form.filled import FreeFormSheet
from games.free_form.options import LARGEST_POINTS, Counts


def check(sheet: FreeFormSheet, *, final: bool) -> tuple[Issue, ...]:
    """Every problem of the sheet, from the table to the seats."""
    return (
        *_table(sheet, final=final),
        *sides.check(sheet, final=final),
        *_points(sheet, final=final),
        *_places(sheet, final=final),
    )


def _table(sheet: FreeFormSheet, *, final: bool) -> Iterator[Issue]:
    options = sheet.options
    found = len(sheet.rows)
    if not options.seats_min <= found <= options.seats_max:
        limits = {"least": options.seats_min, "most": options.seats_max, "found": found}
        yield Issue("free_form.wrong_seat_count", ("seats",), params=limits)
    if sheet.own_target is not None:
        if not options.has_points:
            yield Issue("free_form.amount_without_points", ("target",))
        elif sheet.own_target <= 0:
            yield Issue("free_form.target_not_positive", ("target",))
        elif sheet.own_target > LARGEST_POINTS * 10**options.decimals:
            yield Issue(
                "free_form.points_out_of_range", ("target",), params={"most": LARGEST_POINTS}
            )
    if sheet.drawn and not options.may_be_drawn:
        yield Issue("free_form.draw_not_possible", ("drawn",))
    if options.cooperative and sheet.won is None and final:
        yield Issue("free_form.result_missing", ("won",))
    if not options.cooperative and sheet.won is not None:
        yield Issue("free_form.result_unexpected", ("won",))


def _points(sheet: FreeFormSheet, *, final: bool) -> Iterator[Issue]:
    options = sheet.options
    needed = options.has_points and not options.cooperative and not sheet.drawn
    # a co-operative or drawn match may say points, but then for every seat
    said = any(row.points is not None for row in sheet.rows)
    for seat, row in enumerate(sheet.rows):
        path = ("seats", seat, "points")
        if row.points is None:
            if final and options.has_points and (needed or said) and not options.scores_sides:
                yield Issue("free_form.points_missing", path)
        elif not options.has_points:
            yield Issue("free_form.points_unexpected", path)
        elif abs(row.points) > LARGEST_POINTS * 10**options.decimals:
            yield Issue("free_form.points_out_of_range", path, params={"most": LARGEST_POINTS})
        elif row.points < 0 and not options.negatives:
            yield Issue("free_form.points_negative", path)
    yield from _fixed_total(sheet)


def _fixed_total(sheet: FreeFormSheet) -> Iterator[Issue]:
    expected = sheet.options.fixed_total
    if expected is None:
        return
    points = [row.points for row in sheet.rows if row.points is not None]
    full = len(sheet.rows)
    if sheet.options.scores_sides and sheet.sides is not None:
        full = len(set(sheet.sides))
        told = sheet.of_sides(sheet.sides, [row.points for row in sheet.rows])
        points = list(told.values())
    if len(points) != full or sum(points) == expected:
        return
    found, decimals = sum(points), sheet.options.decimals
    code = "free_form.total_missing" if found < expected else "free_form.total_surplus"
    amounts = {
        "found": unscaled(found, decimals),
        "expected": unscaled(expected, decimals),
        "amount": unscaled(abs(expected - found), decimals),
    }
    yield Issue(code, ("seats",), Level.WARNING, amounts)


def _places(sheet: FreeFormSheet, *, final: bool) -> Iterator[Issue]:
    options = sheet.options
    places = [row.place for row in sheet.rows]
    given = [place for place in places if place is not None]
    if not options.has_places:
        for seat, place in enumerate(places):
            if place is not None:
                yield Issue("free_form.place_unexpected", ("seats", seat, "place"))
        return
    if sheet.drawn:
        for seat, place in enumerate(places):
            if place not in (None, 1):
                yield Issue("free_form.draw_with_places", ("seats", seat, "place"))
        return
    outside = [
        seat
        for seat, place in enumerate(places)
        if place is not None and not 1 <= place <= len(places)
    ]
    for seat in outside:
        params = {"most": len(places)}
        yield Issue("free_form.place_out_of_range", ("seats", seat, "place"), params=params)
    if options.sides:
        if not outside:
            yield from sides.check_places(sheet, final=final)
    elif len(given) < len(places):
        # with points beside them the places may be left out altogether: they follow from the points
        if final and (given or options.counts is Counts.PLACES or options.places_apart):
            yield from _places_missing(places)
    elif not outside:
        yield from _places_fit(given, dense=sheet.dense_places)
        if not options.places_apart:
            yield from _places_against_points(sheet, given)


def _places_missing(places: list[int | None]) -> Iterator[Issue]:
    for seat, place in enumerate(places):
        if place is None:
            yield Issue("free_form.place_missing", ("seats", seat, "place"))


def _places_fit(places: list[int], *, dense: bool) -> Iterator[Issue]:
    for seat, place in enumerate(places):
        path = ("seats", seat, "place")
        better = [other for other in places if other < place]
        expected = 1 + (len(set(better)) if dense else len(better))
        if place == expected:
            continue
        if dense:
            params = {"place": place, "expected": expected}
            yield Issue("free_form.place_gap", path, params=params)
        else:
            params = {"place": place, "better": len(better), "expected": expected}
            yield Issue("free_form.place_inconsistent", path, params=params)


def _places_against_points(sheet: FreeFormSheet, places: list[int]) -> Iterator[Issue]:
    sign = 1 if sheet.options.higher_wins else -1
    values = [None if row.points is None else sign * row.points for row in sheet.rows]
    for seat, value in enumerate(values):
        if value is not None and any(
            other is not None and other > value and places[rival] > places[seat]
            for rival, other in enumerate(values)
        ):
            path = ("seats", seat, "place")
            yield Issue("free_form.places_against_points", path, Level.WARNING)
