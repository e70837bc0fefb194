"""A score sheet as a form: read from a request, drawn from the game's own layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from django.utils.formats import get_format
from django.utils.translation import gettext

from games.core.forms import from_form, to_form
from games.core.sheet import Cell, CellKind, Issue, Level, path_name
from league.queries.records import sheets
from league.queries.records.sheets import Rules
from league.words.labels import labelled

if TYPE_CHECKING:
    from games.core.types import JSON, Path

# With more boxes per seat than this, a sheet is drawn as a list per player or item by item.
FEW_BOXES = 3
# So many empty repeated parts stand in the open, the others behind "further".
ROWS_AHEAD = 2


@dataclass(frozen=True, slots=True)
class Reading:
    """What a request said of one sheet: the texts as typed, and what they mean.

    ``is_empty``: nobody has typed anything that a fresh form does not show by itself. ``rows``
    are the repeated parts (rounds) up to the last one with a value, ``rows_sent`` those the form
    had boxes for.
    """

    level: str
    values: Mapping[str, str]
    data: JSON
    issues: tuple[Issue, ...]
    is_empty: bool = False
    rows: int = 0
    rows_sent: int = 0


@dataclass(frozen=True, slots=True)
class ChoiceView:
    value: str
    label: str
    is_selected: bool


@dataclass(frozen=True, slots=True)
class BoxView:
    """One box to draw. ``tone`` is ``wrong`` or ``doubt`` where something is said of it."""

    name: str
    id: str
    kind: str
    label: str
    full_label: str
    group: str
    hint: str
    value: str
    is_required: bool
    is_signed: bool
    decimals: int
    choices: tuple[ChoiceView, ...]
    notes: tuple[str, ...]
    tone: str

    @property
    def is_number(self) -> bool:
        return self.kind in {"int", "decimal"}

    @property
    def inputmode(self) -> str:
        """The phone's keyboard; none is asked for where a minus may be needed."""
        if self.is_signed:
            return ""
        return "decimal" if self.decimals else "numeric"


@dataclass(frozen=True, slots=True)
class IssueView:
    """One issue in words, with the way to its box."""

    level: str
    text: str
    where: str
    href: str


@dataclass(frozen=True, slots=True)
class SeatForm:
    """The boxes of one seat, and what is said of the row as a whole."""

    position: int
    name: str
    boxes: tuple[BoxView, ...]
    tone: str


@dataclass(frozen=True, slots=True)
class LineForm:
    """The same box of every seat."""

    group: str
    label: str
    hint: str
    boxes: tuple[BoxView, ...]
    is_computed: bool


@dataclass(frozen=True, slots=True)
class BlockForm:
    """One of the repeated parts of a sheet, a round: its boxes by seat, and those of the table.

    ``labels`` are the names of the columns, one per box of a seat. Filled parts and those behind
    the first empty one are ``is_open`` only if something is said of them. ``is_further``: far
    behind what is filled in. ``was_sent``: the form it was read from had these boxes.
    """

    label: str
    labels: tuple[str, ...]
    seats: tuple[SeatForm, ...]
    table: tuple[BoxView, ...]
    is_open: bool
    is_further: bool
    was_sent: bool

    @property
    def to_write(self) -> tuple[str, ...]:
        """What somebody writes down for each seat on paper."""
        return tuple(box.label for box in self.seats[0].boxes if box.kind != "computed")


@dataclass(frozen=True, slots=True)
class SheetForm:
    """A whole sheet to draw: by seat, by line, by repeated part, and what belongs to the table."""

    level: str
    levels: tuple[tuple[str, str], ...]
    seats: tuple[SeatForm, ...]
    lines: tuple[LineForm, ...]
    table: tuple[BoxView, ...]
    hidden: tuple[tuple[str, str], ...]
    issues: tuple[IssueView, ...]
    is_short: bool
    has_unreadable: bool = False
    blocks: tuple[BlockForm, ...] = ()

    @property
    def marked(self) -> tuple[BoxView, ...]:
        """The boxes of which something is said."""
        parts: tuple[SheetForm | BlockForm, ...] = (self, *self.blocks)
        of_seats = [box for part in parts for seat in part.seats for box in seat.boxes]
        of_table = [box for part in parts for box in part.table]
        return tuple(box for box in (*of_seats, *of_table) if box.notes)

    @property
    def near(self) -> tuple[BlockForm, ...]:
        """The repeated parts that are filled in, and the next ones."""
        return tuple(block for block in self.blocks if not block.is_further)

    @property
    def further(self) -> tuple[BlockForm, ...]:
        """The empty ones behind them."""
        return tuple(block for block in self.blocks if block.is_further)

    @property
    def errors(self) -> tuple[IssueView, ...]:
        return tuple(issue for issue in self.issues if issue.level == "error")

    @property
    def warnings(self) -> tuple[IssueView, ...]:
        return tuple(issue for issue in self.issues if issue.level == "warning")


def read(
    post: Mapping[str, str], rules: Rules, *, seats: int, level: str = "", prefix: str = ""
) -> Reading:
    """Reads the texts of a form; unreadable ones come back as issues, nothing is raised."""
    level = level if level in rules.levels else rules.levels[0]
    sent = rules.rows_named(name.removeprefix(prefix) for name in post if name.startswith(prefix))
    cells = rules.layout(seats, level, sent)
    values = {
        cell.name: post.get(prefix + cell.name, "")
        for cell in cells
        if cell.kind not in {CellKind.COMPUTED, CellKind.FIXED}
    }
    found = from_form(values, cells)
    fresh = of_sheet({}, rules, seats=seats, level=level).values
    is_empty = all(not text.strip() or text == fresh.get(name) for name, text in values.items())
    rows = max(
        (cell.row for cell in cells if cell.row and values.get(cell.name, "").strip()), default=0
    )
    return Reading(level, values, found.data, found.issues, is_empty, rows, sent)


def of_sheet(sheet: JSON, rules: Rules, *, seats: int, level: str = "") -> Reading:
    """The texts with which a form shows a stored sheet again."""
    level = level if level in rules.levels else rules.level_of(sheet)
    rows = rules.rows_in(sheet)
    cells = rules.layout(seats, level, rows)
    mark = str(get_format("DECIMAL_SEPARATOR"))
    values = {
        cell.name: text.replace(".", mark) if cell.kind is CellKind.DECIMAL else text
        for cell in cells
        for text in [to_form(sheet, [cell])[cell.name]]
        if cell.kind not in {CellKind.COMPUTED, CellKind.FIXED}
    }
    return Reading(level, values, sheet, (), rows=rows)


def draw(
    rules: Rules,
    names: Sequence[str],
    *,
    reading: Reading | None = None,
    issues: Iterable[Issue] = (),
    prefix: str = "",
    on_paper: bool = False,
) -> SheetForm:
    """The sheet of a table with these players in seat order, with marks at its boxes.

    A form has room for some more repeated parts than are filled in, paper for as many as fit.
    """
    seats = len(names)
    reading = reading or of_sheet({}, rules, seats=seats)
    cells = rules.layout(seats, reading.level, None if on_paper else reading.rows)
    judged = sheets.judge(rules, reading.data, seats=seats, final=False)
    computed = {path_name(path): str(value) for path, value in judged.computed.items()}
    issues = tuple(issues)
    known = {cell.path: cell for cell in cells}
    boxes = {
        cell.path: _box(
            cell,
            names,
            computed.get(cell.name, "")
            if cell.kind is CellKind.COMPUTED
            else reading.values.get(cell.name, ""),
            [issue for issue in issues if issue.path == cell.path],
            prefix,
        )
        for cell in cells
        if cell.kind is not CellKind.FIXED
    }
    once = [cell for cell in cells if cell.row is None]
    by_seat = [[cell for cell in once if cell.seat == seat] for seat in range(seats)]
    return SheetForm(
        level=reading.level,
        levels=tuple((level, _level_label(rules, seats, level)) for level in rules.levels),
        seats=tuple(
            SeatForm(
                position=seat + 1,
                name=names[seat],
                boxes=tuple(boxes[cell.path] for cell in by_seat[seat]),
                tone=_tone(
                    [
                        issue
                        for issue in issues
                        if issue.path[:2] == ("seats", seat) and issue.path not in known
                    ]
                ),
            )
            for seat in range(seats)
        ),
        lines=tuple(
            LineForm(
                group=sheets.group_of(head),
                label=sheets.words(head.label),
                hint=sheets.words(head.hint),
                boxes=tuple(boxes[("seats", seat, *head.path[2:])] for seat in range(seats)),
                is_computed=head.kind is CellKind.COMPUTED,
            )
            for head in (by_seat[0] if seats else ())
        ),
        table=tuple(
            boxes[cell.path]
            for cell in once
            if cell.seat is None and cell.kind is not CellKind.FIXED
        ),
        hidden=tuple(
            (prefix + cell.name, cell.choices[0].text)
            for cell in cells
            if cell.kind is CellKind.FIXED
        ),
        issues=tuple(_issue(issue, names, known, prefix) for issue in issues),
        is_short=bool(by_seat) and len(by_seat[0]) <= FEW_BOXES,
        blocks=_blocks(cells, names, boxes, reading),
    )


def _blocks(
    cells: Sequence[Cell], names: Sequence[str], boxes: Mapping[Path, BoxView], reading: Reading
) -> tuple[BlockForm, ...]:
    """The repeated parts, each with its boxes by seat."""
    parts: dict[int, list[Cell]] = {}
    for cell in cells:
        if cell.row is not None:
            parts.setdefault(cell.row, []).append(cell)
    drawn = []
    for row, part in sorted(parts.items()):
        lines = [
            SeatForm(
                position=seat + 1,
                name=name,
                boxes=tuple(boxes[cell.path] for cell in part if cell.seat == seat),
                tone="",
            )
            for seat, name in enumerate(names)
        ]
        drawn.append(
            BlockForm(
                label=sheets.group_of(part[0]),
                labels=tuple(box.label for box in lines[0].boxes),
                seats=tuple(lines),
                table=tuple(boxes[cell.path] for cell in part if cell.seat is None),
                is_open=row == reading.rows + 1 or any(boxes[cell.path].tone for cell in part),
                is_further=row > reading.rows + ROWS_AHEAD,
                was_sent=row <= reading.rows_sent,
            )
        )
    return tuple(drawn)


@dataclass(frozen=True, slots=True)
class Checked:
    """A form that was read and judged, ready to be drawn or echoed."""

    reading: Reading
    judged: sheets.Judged | None  # None: a text of it could not be read
    form: SheetForm

    @property
    def issues(self) -> tuple[Issue, ...]:
        return self.reading.issues if self.judged is None else self.judged.issues

    @property
    def is_sound(self) -> bool:
        """Whether it may be sent: no error, though perhaps warnings."""
        return self.judged is not None and not self.judged.errors


def checked(
    post: Mapping[str, str],
    rules: Rules,
    names: Sequence[str],
    *,
    level: str = "",
    prefix: str = "",
    final: bool = True,
) -> Checked:
    """Reads and judges a form. What cannot be read is said first, the rules only after that."""
    reading = read(post, rules, seats=len(names), level=level, prefix=prefix)
    judged = None
    issues = reading.issues
    if not issues:
        judged = sheets.judge(rules, reading.data, seats=len(names), final=final)
        issues = judged.issues
    form = draw(rules, names, reading=reading, issues=issues, prefix=prefix)
    return Checked(reading, judged, replace(form, has_unreadable=bool(reading.issues)))


def _box(
    cell: Cell, names: Sequence[str], value: str, issues: Sequence[Issue], prefix: str
) -> BoxView:
    label = sheets.words(cell.label)
    named = sheets.full_label(cell)
    return BoxView(
        name=prefix + cell.name,
        id=_id(prefix, cell.path),
        kind=cell.kind.value,
        label=label,
        full_label=labelled(names[cell.seat], named) if cell.seat is not None else named,
        group=sheets.group_of(cell),
        hint=sheets.words(cell.hint),
        value=value,
        is_required=cell.required,
        is_signed=cell.minimum is None or cell.minimum < 0,
        decimals=cell.decimals,
        choices=tuple(
            ChoiceView(choice.text, sheets.words(choice.label), choice.text == value)
            for choice in cell.choices
        ),
        notes=tuple(sheets.sentence(issue) for issue in issues),
        tone=_tone(issues),
    )


def _tone(issues: Sequence[Issue]) -> str:
    if not issues:
        return ""
    return "wrong" if any(issue.level is Level.ERROR for issue in issues) else "doubt"


def _issue(
    issue: Issue, names: Sequence[str], known: Mapping[Path, Cell], prefix: str
) -> IssueView:
    path = issue.path
    cell = known.get(path)
    row = path[1] if len(path) > 1 and path[0] == "seats" else None
    who = names[row] if isinstance(row, int) and 0 <= row < len(names) else ""
    what = sheets.full_label(cell) if cell is not None else ""
    where = ", ".join(part for part in (who, what) if part) or gettext("The table as a whole")
    return IssueView(
        level=issue.level.value,
        text=sheets.sentence(issue),
        where=where,
        href=f"#{_id(prefix, path)}" if cell is not None else "",
    )


def _level_label(rules: Rules, seats: int, level: str) -> str:
    for cell in rules.layout(seats, level):
        if cell.kind is CellKind.FIXED and cell.path == ("level",):
            return sheets.words(cell.choices[0].label)
    return level


def _id(prefix: str, path: Path) -> str:
    return "-".join(["box", *(part for part in [prefix.rstrip(".")] if part), *map(str, path)])
