"""The score sheet of a free-form game: points, places or both for every seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.errors import MalformedSheet
from games.core.places import places_by, places_from_points, renumbered
from games.core.reading import Reader, json_number
from games.core.sheet import Cell, Issue, SheetRules
from games.core.types import JSON, Outcome, Path
from games.free_form import options as house
from games.free_form.checks import check
from games.free_form.filled import FreeFormRow, FreeFormSheet
from games.free_form.layout import cells, option_cells
from games.free_form.options import FreeFormOptions

LEVEL = "FULL"
_FIELDS = ("seats", "level", "target", "drawn", "won", "dense_places")
_ROW_FIELDS = ("points", "place", "side")


class FreeFormRules(SheetRules[FreeFormSheet, FreeFormOptions]):
    """Reads, checks and settles points and places of any game."""

    def default_options(self) -> FreeFormOptions:
        return FreeFormOptions()

    def options_from_json(self, data: JSON) -> FreeFormOptions:
        return house.from_json(data)

    def options_to_json(self, options: FreeFormOptions) -> JSON:
        return house.to_json(options)

    def option_fields(self, options: FreeFormOptions | None = None) -> Sequence[Cell]:
        return option_cells()

    def seats(self, options: FreeFormOptions) -> range:
        return range(options.seats_min, options.seats_max + 1)

    def higher_wins(self, options: FreeFormOptions) -> bool | None:
        if options.cooperative or not options.has_points:
            return None
        return options.higher_wins

    def points_scale(self, options: FreeFormOptions) -> int:
        return options.decimals if options.has_points else 0

    def is_cooperative(self, options: FreeFormOptions) -> bool:
        return options.cooperative

    def levels(self, options: FreeFormOptions) -> tuple[str, ...]:
        return (LEVEL,)

    def layout(self, seats: int, options: FreeFormOptions, level: str = "") -> Sequence[Cell]:
        return cells(seats, options)

    def parse(self, data: JSON, *, seats: int, options: FreeFormOptions) -> FreeFormSheet:
        read = Reader(MalformedSheet)
        fields = read.mapping(data, (), _FIELDS)
        if fields.get("level") is not None:
            read.choice(fields["level"], ("level",), (LEVEL,))
        rows = read.sequence(fields.get("seats"), ("seats",))
        if len(rows) != seats:
            raise MalformedSheet("json.wrong_length", ("seats",), expected=seats, found=len(rows))
        won = fields.get("won")
        return FreeFormSheet(
            options=options,
            rows=tuple(
                _row(read, row, ("seats", seat), options.decimals) for seat, row in enumerate(rows)
            ),
            own_target=read.scaled_or_none(fields.get("target"), ("target",), options.decimals),
            drawn=read.flag(fields.get("drawn"), ("drawn",), default=False),
            won=None if won is None else read.flag(won, ("won",), default=False),
            dense_places=read.flag(fields.get("dense_places"), ("dense_places",), default=False),
        )

    def check(self, sheet: FreeFormSheet, *, final: bool = True) -> Sequence[Issue]:
        return check(sheet, final=final)

    def computed(self, sheet: FreeFormSheet) -> Mapping[Path, int | str]:
        return {}

    def settle(self, sheet: FreeFormSheet) -> Outcome:
        given = [row.points for row in sheet.rows if row.points is not None]
        points = tuple(given) if len(given) == len(sheet.rows) else None
        nobody_ahead = (1,) * len(sheet.rows)
        if sheet.options.cooperative:
            # all in one boat: everybody wins, or nobody does
            reason = "won" if sheet.won else "lost"
            one_side = (1,) * len(sheet.rows)
            return Outcome(points, nobody_ahead, reason, drawn=not sheet.won, sides=one_side)
        if sheet.options.sides:
            return _settled_by_sides(sheet, points)
        if sheet.drawn:
            return Outcome(points, nobody_ahead, "drawn", drawn=True)
        places = [row.place for row in sheet.rows if row.place is not None]
        if len(places) == len(sheet.rows):
            return Outcome(points, renumbered(places), "places")
        assert points is not None, "only a sheet without errors is settled"
        higher = sheet.options.higher_wins
        return Outcome(points, places_from_points(points, higher_wins=higher), "points")

    def to_json(self, sheet: FreeFormSheet) -> JSON:
        decimals = sheet.options.decimals
        data: dict[str, JSON] = {
            "seats": [_row_json(row, decimals) for row in sheet.rows],
            "drawn": sheet.drawn,
            "dense_places": sheet.dense_places,
        }
        if sheet.own_target is not None:
            data["target"] = json_number(sheet.own_target, decimals)
        if sheet.won is not None:
            data["won"] = sheet.won
        return data


def _settled_by_sides(sheet: FreeFormSheet, points: tuple[int, ...] | None) -> Outcome:
    """Members have what their side has; each place is 1 + the number of seats strictly better."""
    sides = sheet.sides
    assert sides is not None, "only a sheet without errors is settled"
    if sheet.options.scores_sides:
        scored = sheet.of_sides(sides, [row.points for row in sheet.rows])
        points = tuple(scored[side] for side in sides) if scored else None
    if sheet.drawn:
        return Outcome(points, (1,) * len(sides), "drawn", drawn=True, sides=sides)
    told = sheet.of_sides(sides, [row.place for row in sheet.rows])
    if told:
        return Outcome(points, places_by([told[side] for side in sides]), "places", sides=sides)
    assert points is not None, "only a sheet without errors is settled"
    higher = sheet.options.higher_wins
    return Outcome(points, places_from_points(points, higher_wins=higher), "points", sides=sides)


def _row(read: Reader, data: JSON, path: Path, decimals: int) -> FreeFormRow:
    fields = read.mapping(data, path, _ROW_FIELDS)
    return FreeFormRow(
        points=read.scaled_or_none(fields.get("points"), (*path, "points"), decimals),
        place=read.whole_or_none(fields.get("place"), (*path, "place")),
        side=read.whole_or_none(fields.get("side"), (*path, "side")),
    )


def _row_json(row: FreeFormRow, decimals: int) -> JSON:
    data: dict[str, JSON] = {}
    if row.points is not None:
        data["points"] = json_number(row.points, decimals)
    if row.place is not None:
        data["place"] = row.place
    if row.side is not None:
        data["side"] = row.side
    return data
