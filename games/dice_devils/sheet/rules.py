"""The score sheet of Dice Devils, in three depths: every item, three sums, or totals alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.core.errors import MalformedSheet
from games.core.reading import Reader
from games.core.sheet import Cell, Issue, PastSeat, SheetRules, past_totals
from games.core.types import JSON, Outcome, Path
from games.dice_devils import options as house
from games.dice_devils.devils import ITEM_LABELS
from games.dice_devils.option_fields import option_cells
from games.dice_devils.options import DiceDevilsOptions, EntryLevel
from games.dice_devils.scoring import holding, places, seats_to_part, with_nothing
from games.dice_devils.sheet.checks import check
from games.dice_devils.sheet.filled import DiceDevilsRow, DiceDevilsSheet
from games.dice_devils.sheet.layout import cells, levels

_FIELDS = ("level", "seats", "ranks_in_play", "ended_early", "rounds")
_ROW_FIELDS = {
    EntryLevel.FULL: ("items", "n", "v", "t", "total", "final_rank"),
    EntryLevel.SHORT: ("n", "v", "t", "total", "final_rank"),
    EntryLevel.TOTAL: ("total", "final_rank"),
}


class DiceDevilsRules(SheetRules[DiceDevilsSheet, DiceDevilsOptions]):
    """Reads, checks and settles Dice Devils."""

    def default_options(self) -> DiceDevilsOptions:
        return DiceDevilsOptions()

    def options_from_json(self, data: JSON) -> DiceDevilsOptions:
        return house.from_json(data)

    def options_to_json(self, options: DiceDevilsOptions) -> JSON:
        return house.to_json(options)

    def option_fields(self, options: DiceDevilsOptions | None = None) -> Sequence[Cell]:
        return option_cells()

    def seats(self, options: DiceDevilsOptions) -> range:
        return options.seats

    def higher_wins(self, options: DiceDevilsOptions) -> bool | None:
        return True

    def points_scale(self, options: DiceDevilsOptions) -> int:
        return 0

    def levels(self, options: DiceDevilsOptions) -> tuple[str, ...]:
        return levels(options)

    def layout(self, seats: int, options: DiceDevilsOptions, level: str = "") -> Sequence[Cell]:
        return cells(seats, options, EntryLevel(level or levels(options)[0]))

    def past_options(self, options: DiceDevilsOptions) -> DiceDevilsOptions:
        return replace(options, entry_level=EntryLevel.TOTAL)

    def past_sheet(self, seats: Sequence[PastSeat], options: DiceDevilsOptions) -> JSON:
        rows: list[JSON] = [
            {"total": total, "final_rank": seat.tiebreak}
            for total, seat in zip(past_totals(seats), seats, strict=True)
        ]
        return {"level": EntryLevel.TOTAL.value, "seats": rows}

    def parse(self, data: JSON, *, seats: int, options: DiceDevilsOptions) -> DiceDevilsSheet:
        read = Reader(MalformedSheet)
        fields = read.mapping(data, (), _FIELDS)
        level = options.entry_level
        if fields.get("level") is not None:
            names = [each.value for each in EntryLevel]
            level = EntryLevel(read.choice(fields["level"], ("level",), names))
        rows = read.sequence(fields.get("seats"), ("seats",))
        if len(rows) != seats:
            raise MalformedSheet("json.wrong_length", ("seats",), expected=seats, found=len(rows))
        return DiceDevilsSheet(
            options=options,
            level=level,
            rows=tuple(_row(read, row, ("seats", seat), level) for seat, row in enumerate(rows)),
            ranks_in_play=_ranks(read, fields.get("ranks_in_play")),
            ended_early=read.flag(fields.get("ended_early"), ("ended_early",), default=False),
            rounds=read.whole_or_none(fields.get("rounds"), ("rounds",)),
        )

    def check(self, sheet: DiceDevilsSheet, *, final: bool = True) -> Sequence[Issue]:
        return check(with_nothing(sheet) if final else sheet, final=final)

    def computed(self, sheet: DiceDevilsSheet) -> Mapping[Path, int | str]:
        if sheet.level is not EntryLevel.FULL:
            return {}
        found: dict[Path, int | str] = {}
        for seat, row in enumerate(sheet.rows):
            held = holding(sheet, row)
            for name, value in (("n", held.n), ("v", held.v), ("t", held.t), ("sum", held.total)):
                if value is not None:
                    found["seats", seat, name] = value
        return found

    def settle(self, sheet: DiceDevilsSheet) -> Outcome:
        sheet = with_nothing(sheet)
        totals = [holding(sheet, row).total for row in sheet.rows]
        points = tuple(total for total in totals if total is not None)
        assert len(points) == len(sheet.rows), "only a sheet without errors is settled"
        ranks = [row.final_rank for row in sheet.rows]
        reason = "early_end" if sheet.ended_early else "points"
        if not sheet.ended_early and seats_to_part(points, sheet.options):
            reason = "tie_break"
        return Outcome(points, places(points, ranks, sheet.options), reason)

    def to_json(self, sheet: DiceDevilsSheet) -> JSON:
        data: dict[str, JSON] = {
            "level": sheet.level.value,
            "seats": [_row_json(row) for row in sheet.rows],
            "ended_early": sheet.ended_early,
        }
        if sheet.ranks_in_play is not None:
            data["ranks_in_play"] = list(sheet.ranks_in_play)
        if sheet.rounds is not None:
            data["rounds"] = sheet.rounds
        return data


def _ranks(read: Reader, data: JSON) -> tuple[int, ...] | None:
    if data is None:
        return None
    path: Path = ("ranks_in_play",)
    return tuple(
        read.whole(rank, (*path, place)) for place, rank in enumerate(read.sequence(data, path))
    )


def _row(read: Reader, data: JSON, path: Path, level: EntryLevel) -> DiceDevilsRow:
    fields = read.mapping(data, path, _ROW_FIELDS[level])
    items: tuple[int | None, ...] = ()
    if level is EntryLevel.FULL:
        given = fields.get("items")
        counts = read.mapping({} if given is None else given, (*path, "items"), tuple(ITEM_LABELS))
        items = tuple(
            read.whole_or_none(counts.get(key), (*path, "items", key)) for key in ITEM_LABELS
        )
    n, v, t, total, rank = (
        read.whole_or_none(fields.get(name), (*path, name))
        for name in ("n", "v", "t", "total", "final_rank")
    )
    return DiceDevilsRow(items, n, v, t, total, rank)


def _row_json(row: DiceDevilsRow) -> JSON:
    data: dict[str, JSON] = {}
    if row.items:
        counts = zip(ITEM_LABELS, row.items, strict=True)
        data["items"] = {key: count for key, count in counts if count is not None}
    for name in ("n", "v", "t", "total", "final_rank"):
        value = getattr(row, name)
        if value is not None:
            data[name] = value
    return data
