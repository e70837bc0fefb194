"""The score sheet of The Devil With It, in three depths: totals, counted chips, or every round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from games.core.errors import MalformedSheet
from games.core.reading import Reader
from games.core.sheet import Cell, Issue, PastSeat, SheetRules, past_totals
from games.core.types import JSON, Outcome, Path
from games.the_devil_with_it import options as house
from games.the_devil_with_it.option_fields import option_cells
from games.the_devil_with_it.options import DevilWithItOptions, EntryLevel
from games.the_devil_with_it.scoring import outcome
from games.the_devil_with_it.sheet.case import counted, totals
from games.the_devil_with_it.sheet.checks import check
from games.the_devil_with_it.sheet.filled import (
    LONGEST_LEDGER,
    DevilRow,
    DevilSheet,
    LedgerRound,
    Result,
    Turn,
)
from games.the_devil_with_it.sheet.layout import EMPTY_ROUNDS, ROUNDS_ON_PAPER, cells, levels
from games.the_devil_with_it.sheet.ledger import ledger

_FIELDS = {
    EntryLevel.FINAL: ("level", "seats", "ended_early", "rounds_played"),
    EntryLevel.FINAL_CHIPS: ("level", "seats", "ended_early", "rounds_played"),
    EntryLevel.LEDGER: ("level", "seats", "ended_early", "rounds"),
}
_ROW_FIELDS = {
    EntryLevel.FINAL: ("total",),
    EntryLevel.FINAL_CHIPS: ("total", "chips"),
    EntryLevel.LEDGER: ("total", "rounds"),
}
_TURN_FIELDS = ("bet", "result", "pieces", "amount")
_read = Reader(MalformedSheet)


class DevilWithItRules(SheetRules[DevilSheet, DevilWithItOptions]):
    """Reads, checks and settles The Devil With It."""

    def default_options(self) -> DevilWithItOptions:
        return DevilWithItOptions()

    def options_from_json(self, data: JSON) -> DevilWithItOptions:
        return house.from_json(data)

    def options_to_json(self, options: DevilWithItOptions) -> JSON:
        return house.to_json(options)

    def option_fields(self, options: DevilWithItOptions | None = None) -> Sequence[Cell]:
        return option_cells(options or self.default_options())

    def seats(self, options: DevilWithItOptions) -> range:
        return options.seats

    def higher_wins(self, options: DevilWithItOptions) -> bool | None:
        return True

    def points_scale(self, options: DevilWithItOptions) -> int:
        return 0

    def levels(self, options: DevilWithItOptions) -> tuple[str, ...]:
        return levels(options)

    def layout(self, seats: int, options: DevilWithItOptions, level: str = "") -> Sequence[Cell]:
        chosen = EntryLevel(level or levels(options)[0])
        return cells(seats, options, chosen, ROUNDS_ON_PAPER)

    def rows_in(self, data: JSON) -> int:
        """The last round in which anything is written, whatever else the data holds."""
        if not isinstance(data, Mapping):
            return 0
        lists = [data.get("rounds")]
        rows = data.get("seats")
        if isinstance(rows, Sequence) and not isinstance(rows, str):
            lists += [row.get("rounds") for row in rows if isinstance(row, Mapping)]
        return max(
            (
                place
                for each in lists
                if isinstance(each, Sequence) and not isinstance(each, str)
                for place, entry in enumerate(each[:LONGEST_LEDGER], start=1)
                if _says_something(entry)
            ),
            default=0,
        )

    def rows_named(self, names: Iterable[str]) -> int:
        """The round of the last box: ``seats.1.rounds.4.bet`` belongs to the fifth."""
        return max((_round_named(name) for name in names), default=0)

    def growing_layout(
        self, seats: int, options: DevilWithItOptions, level: str, rows: int
    ) -> Sequence[Cell]:
        return cells(seats, options, EntryLevel(level), rows + EMPTY_ROUNDS)

    def past_options(self, options: DevilWithItOptions) -> DevilWithItOptions:
        return replace(options, entry_level=EntryLevel.FINAL)

    def past_sheet(self, seats: Sequence[PastSeat], options: DevilWithItOptions) -> JSON:
        rows: list[JSON] = [{"total": total} for total in past_totals(seats)]
        return {"level": EntryLevel.FINAL.value, "seats": rows}

    def retold(self, data: JSON, level: str, options: DevilWithItOptions) -> Iterable[JSON]:
        """Totals in as few chips as there are, for a table that counts chips."""
        if level != EntryLevel.FINAL_CHIPS.value or not isinstance(data, Mapping):
            return
        rows = self.parse(data, seats=len(data["seats"]), options=options).rows  # type: ignore[arg-type]  # a list
        counted_out: list[JSON] = []
        box = dict(options.chips)
        for row in rows:
            left, chips = row.total or 0, dict[str, JSON]()
            for face in sorted(box, reverse=True):
                count = min(left // face, box[face])
                box[face] -= count
                left -= count * face
                chips[str(face)] = count
            counted_out.append({"chips": chips})
        yield {"level": level, "seats": counted_out}

    def parse(self, data: JSON, *, seats: int, options: DevilWithItOptions) -> DevilSheet:
        level = options.entry_level
        if isinstance(data, Mapping) and data.get("level") is not None:
            names = [each.value for each in EntryLevel]
            level = EntryLevel(_read.choice(data["level"], ("level",), names))
        fields = _read.mapping(data, (), _FIELDS[level])
        rows = _read.sequence(fields.get("seats"), ("seats",))
        if len(rows) != seats:
            raise MalformedSheet("json.wrong_length", ("seats",), expected=seats, found=len(rows))
        read = [
            _read.mapping(row, ("seats", seat), _ROW_FIELDS[level]) for seat, row in enumerate(rows)
        ]
        return DevilSheet(
            options=options,
            level=level,
            rows=tuple(_row(row, seat, level, options) for seat, row in enumerate(read)),
            rounds=_rounds(fields.get("rounds"), [row.get("rounds") for row in read]),
            rounds_played=_read.whole_or_none(fields.get("rounds_played"), ("rounds_played",)),
            ended_early=_read.flag(fields.get("ended_early"), ("ended_early",), default=False),
        )

    def check(self, sheet: DevilSheet, *, final: bool = True) -> Sequence[Issue]:
        return check(sheet, final=final)

    def computed(self, sheet: DevilSheet) -> Mapping[Path, int | str]:
        found: dict[Path, int | str] = {}
        if sheet.level is EntryLevel.FINAL_CHIPS:
            for seat, row in enumerate(sheet.rows):
                value = counted(sheet, row)
                if value is not None:
                    found["seats", seat, "sum"] = value
        if sheet.level is EntryLevel.LEDGER and len(sheet.rows) in sheet.options.seats:
            for facts in ledger(sheet).rounds:
                for seat, chips in enumerate(facts.after):
                    line: Path = ("seats", seat, "rounds", facts.number - 1)
                    found[*line, "chips"] = chips
                    found[*line, "pawn"] = space_name(facts.positions[seat], sheet.options)
                    if facts.pacts[seat]:
                        found[*line, "pact"] = "✓"
        return found

    def settle(self, sheet: DevilSheet) -> Outcome:
        points = tuple(value for value in totals(sheet, ledger(sheet)) if value is not None)
        assert len(points) == len(sheet.rows), "only a sheet without errors is settled"
        return outcome(points, ended_early=sheet.ended_early)

    def to_json(self, sheet: DevilSheet) -> JSON:
        data: dict[str, JSON] = {
            "level": sheet.level.value,
            "seats": [_row_json(sheet, seat) for seat in range(len(sheet.rows))],
            "ended_early": sheet.ended_early,
        }
        if sheet.level is EntryLevel.LEDGER:
            data["rounds"] = [
                {"reset": each.reset}
                if each.starter is None
                else {"starter": each.starter, "reset": each.reset}
                for each in sheet.rounds
            ]
        if sheet.rounds_played is not None:
            data["rounds_played"] = sheet.rounds_played
        return data


def space_name(position: int, options: DevilWithItOptions) -> str:
    """A place of the track as it is printed: "0–50", "200", "200–300", "> 1600"."""
    track = options.track
    place = position // 2
    if position == 0:
        return f"0–{track[0]}"
    if position % 2 == 0:
        return str(track[place])
    if place == len(track) - 1:
        return f"> {track[place]}"
    return f"{track[place]}–{track[place + 1]}"


def _round_named(name: str) -> int:
    steps = name.split(".")
    if steps[0] == "seats":
        steps = steps[2:]
    if len(steps) < 2 or steps[0] != "rounds":
        return 0
    number = steps[1]
    is_number = number.isascii() and number.isdigit() and len(number) <= 4
    return min(int(number) + 1, LONGEST_LEDGER) if is_number else 0


def _says_something(entry: JSON) -> bool:
    if isinstance(entry, Mapping):
        return any(value is not None and value is not False for value in entry.values())
    return entry is not None


def _row(
    fields: Mapping[str, JSON], seat: int, level: EntryLevel, options: DevilWithItOptions
) -> DevilRow:
    path: Path = ("seats", seat)
    total = _read.whole_or_none(fields.get("total"), (*path, "total"))
    if level is not EntryLevel.FINAL_CHIPS:
        return DevilRow(total)
    faces = [str(face) for face, _ in options.chips]
    given = fields.get("chips")
    counts = _read.mapping({} if given is None else given, (*path, "chips"), faces)
    return DevilRow(
        total,
        tuple(_read.whole_or_none(counts.get(face), (*path, "chips", face)) for face in faces),
    )


def _rounds(data: JSON, lines: Sequence[JSON]) -> tuple[LedgerRound, ...]:
    """The rounds up to the last one in which anything is written."""
    tables = _list(data, ("rounds",))
    turns = [_list(line, ("seats", seat, "rounds")) for seat, line in enumerate(lines)]
    found = []
    for place in range(max(len(tables), *(len(line) for line in turns), 0)):
        path: Path = ("rounds", place)
        given = tables[place] if place < len(tables) else None
        fields = _read.mapping({} if given is None else given, path, ("starter", "reset"))
        found.append(
            LedgerRound(
                turns=tuple(
                    _turn(line[place] if place < len(line) else None, seat, place)
                    for seat, line in enumerate(turns)
                ),
                starter=_read.whole_or_none(fields.get("starter"), (*path, "starter")),
                reset=_read.flag(fields.get("reset"), (*path, "reset"), default=False),
            )
        )
    while found and found[-1].is_blank:
        found.pop()
    return tuple(found)


def _list(data: JSON, path: Path) -> Sequence[JSON]:
    if data is None:
        return ()
    entries = _read.sequence(data, path)
    if len(entries) > LONGEST_LEDGER:
        raise MalformedSheet("the_devil_with_it.too_many_rounds", path, most=LONGEST_LEDGER)
    return entries


def _turn(data: JSON, seat: int, place: int) -> Turn:
    path: Path = ("seats", seat, "rounds", place)
    fields = _read.mapping({} if data is None else data, path, _TURN_FIELDS)
    result = None
    if fields.get("result") is not None:
        names = [each.value for each in Result]
        result = Result(_read.choice(fields["result"], (*path, "result"), names))
    bet, pieces, amount = (
        _read.whole_or_none(fields.get(name), (*path, name)) for name in ("bet", "pieces", "amount")
    )
    return Turn(bet, result, pieces, amount)


def _row_json(sheet: DevilSheet, seat: int) -> JSON:
    row = sheet.rows[seat]
    data: dict[str, JSON] = {}
    if row.total is not None:
        data["total"] = row.total
    if sheet.level is EntryLevel.FINAL_CHIPS:
        counts = zip(sheet.options.chips, row.chips, strict=True)
        data["chips"] = {str(face): count for (face, _), count in counts if count is not None}
    if sheet.level is EntryLevel.LEDGER:
        data["rounds"] = [_turn_json(each.turns[seat]) for each in sheet.rounds]
    return data


def _turn_json(turn: Turn) -> JSON:
    data: dict[str, JSON] = {}
    if turn.bet is not None:
        data["bet"] = turn.bet
    if turn.result is not None:
        data["result"] = turn.result.value
    for name, value in (("pieces", turn.pieces), ("amount", turn.amount)):
        if value is not None:
            data[name] = value
    return data
