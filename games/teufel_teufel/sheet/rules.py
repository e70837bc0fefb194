"""The score sheet of Teufel, Teufel!: who left the board when, and how the match ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.core.errors import MalformedSheet
from games.core.reading import Reader
from games.core.sheet import Cell, Issue, Level, PastSeat, SheetRules
from games.core.types import JSON, Outcome, Path
from games.teufel_teufel import options as house
from games.teufel_teufel.option_fields import option_cells
from games.teufel_teufel.options import EntryLevel, TeufelOptions
from games.teufel_teufel.scoring import outcome
from games.teufel_teufel.sheet.checks import check
from games.teufel_teufel.sheet.filled import STAYED, Left, TeufelRow, TeufelSheet
from games.teufel_teufel.sheet.layout import cells, letters_in_order, levels
from games.teufel_teufel.sheet.past import past_sheet
from games.teufel_teufel.words import COLOUR_LABELS, End

_FIELDS = ("level", "seats", "end", "hidden_cards", "rounds", "first_player")
_ROW_FIELDS = ("left", "letters", "devil", "colour", "turns")


class TeufelRules(SheetRules[TeufelSheet, TeufelOptions]):
    """Reads, checks and settles Teufel, Teufel!."""

    def default_options(self) -> TeufelOptions:
        return TeufelOptions()

    def options_from_json(self, data: JSON) -> TeufelOptions:
        return house.from_json(data)

    def options_to_json(self, options: TeufelOptions) -> JSON:
        return house.to_json(options)

    def option_fields(self, options: TeufelOptions | None = None) -> Sequence[Cell]:
        return option_cells()

    def seats(self, options: TeufelOptions) -> range:
        return options.seats

    def higher_wins(self, options: TeufelOptions) -> bool | None:
        return None

    def points_scale(self, options: TeufelOptions) -> int:
        return 0

    def levels(self, options: TeufelOptions) -> tuple[str, ...]:
        return levels(options)

    def layout(self, seats: int, options: TeufelOptions, level: str = "") -> Sequence[Cell]:
        return cells(seats, options, EntryLevel(level or levels(options)[0]))

    def past_options(self, options: TeufelOptions) -> TeufelOptions:
        return replace(options, entry_level=EntryLevel.ORDER)

    def past_sheet(self, seats: Sequence[PastSeat], options: TeufelOptions) -> JSON:
        return past_sheet(seats, options)

    def parse(self, data: JSON, *, seats: int, options: TeufelOptions) -> TeufelSheet:
        read = Reader(MalformedSheet)
        fields = read.mapping(data, (), _FIELDS)
        given = read.sequence(fields.get("seats"), ("seats",))
        if len(given) != seats:
            raise MalformedSheet("json.wrong_length", ("seats",), expected=seats, found=len(given))
        rows = tuple(_row(read, row, ("seats", seat)) for seat, row in enumerate(given))
        end = fields.get("end")
        hidden, rounds, first = (
            read.whole_or_none(fields.get(name), (name,))
            for name in ("hidden_cards", "rounds", "first_player")
        )
        course = [number is not None for number in (hidden, rounds, first)]
        details = [part for row in rows for part in _details(row, options)]
        return TeufelSheet(
            options=options,
            level=_level(read, fields.get("level"), options, detailed=any([*course, *details])),
            rows=rows,
            end=None if end is None else End(read.choice(end, ("end",), [e.value for e in End])),
            hidden_cards=hidden,
            rounds=rounds,
            first_player=first,
        )

    def check(self, sheet: TeufelSheet, *, final: bool = True) -> Sequence[Issue]:
        return check(sheet, final=final)

    def computed(self, sheet: TeufelSheet) -> Mapping[Path, int | str]:
        if any(issue.level is Level.ERROR for issue in check(sheet, final=True)):
            return {}
        places = self.settle(sheet).places
        found: dict[Path, int | str] = {}
        for seat, place in enumerate(places):
            last = place + places.count(place) - 1
            found["seats", seat, "place"] = place if place == last else f"{place}–{last}"
        return found

    def settle(self, sheet: TeufelSheet) -> Outcome:
        order = sheet.order
        assert order is not None, "only a sheet without errors is settled"
        assert sheet.end is not None, "only a sheet without errors is settled"
        return outcome(order, [row.letters for row in sheet.rows], sheet.end, sheet.options)

    def to_json(self, sheet: TeufelSheet) -> JSON:
        data: dict[str, JSON] = {
            "level": sheet.level.value,
            "seats": [_row_json(row) for row in sheet.rows],
        }
        if sheet.end is not None:
            data["end"] = sheet.end.value
        for name in ("hidden_cards", "rounds", "first_player"):
            value = getattr(sheet, name)
            if value is not None:
                data[name] = value
        return data


def _level(read: Reader, data: JSON, options: TeufelOptions, *, detailed: bool) -> EntryLevel:
    """The depth of a sheet; one that holds details is a full one, whatever it calls itself."""
    level = options.entry_level
    if data is not None:
        names = [each.value for each in EntryLevel]
        level = EntryLevel(read.choice(data, ("level",), names))
    return EntryLevel.FULL if detailed else level


def _details(row: TeufelRow, options: TeufelOptions) -> tuple[bool, ...]:
    """What only the full sheet has a box for."""
    return (
        row.letters is not None and not letters_in_order(options),
        row.devil,
        row.colour is not None,
        row.turns is not None,
    )


def _row(read: Reader, data: JSON, path: Path) -> TeufelRow:
    fields = read.mapping(data, path, _ROW_FIELDS)
    letters, turns = (
        read.whole_or_none(fields.get(name), (*path, name)) for name in ("letters", "turns")
    )
    colour = fields.get("colour")
    return TeufelRow(
        left=_left(read, fields.get("left"), (*path, "left")),
        letters=letters,
        devil=read.flag(fields.get("devil"), (*path, "devil"), default=False),
        colour=(
            None if colour is None else read.choice(colour, (*path, "colour"), tuple(COLOUR_LABELS))
        ),
        turns=turns,
    )


def _left(read: Reader, data: JSON, path: Path) -> Left:
    if isinstance(data, str):
        read.choice(data, path, (STAYED,))
        return STAYED
    return read.whole_or_none(data, path)


def _row_json(row: TeufelRow) -> JSON:
    data: dict[str, JSON] = {"devil": row.devil} if row.devil else {}
    for name in ("left", "letters", "colour", "turns"):
        value = getattr(row, name)
        if value is not None:
            data[name] = value
    return data
