"""Judging a sheet: the stored ruleset's rules, applied to what a table wrote."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext

from games import catalogue
from games.core.errors import MalformedSheet
from games.core.forms import to_form
from games.core.package import GamePackage
from games.core.sheet import Cell, CellKind, Issue, Level
from games.core.types import JSON, Outcome, Path
from league.words.labels import labelled

if TYPE_CHECKING:
    from league.models import Ruleset

LARGEST_POINTS = 10**9


@dataclass(frozen=True, slots=True)
class Rules:
    """The score sheet of one stored ruleset: a game with the options a club plays by."""

    package: GamePackage
    options: Any  # Any: each game has its own type of options

    @property
    def scale(self) -> int:
        return self.package.sheet.points_scale(self.options)

    @property
    def levels(self) -> tuple[str, ...]:
        return self.package.sheet.levels(self.options)

    @property
    def seats(self) -> range:
        return self.package.sheet.seats(self.options)

    def layout(self, seats: int, level: str = "", rows: int | None = None) -> Sequence[Cell]:
        """The boxes on paper; with ``rows`` filled repeated parts, the boxes of a form."""
        if rows is None:
            return self.package.sheet.layout(seats, self.options, level)
        return self.package.sheet.growing_layout(seats, self.options, level or self.levels[0], rows)

    def rows_in(self, data: JSON) -> int:
        """How many repeated parts (rounds) ``data`` tells of."""
        return self.package.sheet.rows_in(data)

    def rows_named(self, names: Iterable[str]) -> int:
        """How many repeated parts the boxes of these names stand for."""
        return self.package.sheet.rows_named(names)

    def level_of(self, data: JSON) -> str:
        """The depth of detail ``data`` was written in; the first one where it does not say."""
        level = data.get("level") if isinstance(data, Mapping) else None
        return level if isinstance(level, str) and level in self.levels else self.levels[0]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a sheet to read: its words and the value of each seat in sheet order."""

    group: str
    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetText:
    """A sheet to read: lines per seat, and what it says of the table as a whole."""

    lines: tuple[SheetLine, ...]
    table: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """What the rules say of one sheet.

    ``sheet`` is its canonical JSON, None where its shape cannot be read. ``outcome`` is None
    where the places of the seats do not follow from it.
    """

    sheet: JSON
    outcome: Outcome | None
    issues: tuple[Issue, ...]
    computed: Mapping[Path, int | str]

    @property
    def errors(self) -> tuple[Issue, ...]:
        return tuple(issue for issue in self.issues if issue.level is Level.ERROR)

    @property
    def warnings(self) -> tuple[Issue, ...]:
        return tuple(issue for issue in self.issues if issue.level is Level.WARNING)


def rules_of(ruleset: Ruleset) -> Rules:
    """The sheet rules of a stored ruleset (never of submitted data)."""
    package = catalogue.get(ruleset.club_game.game)
    return Rules(package, package.sheet.options_from_json(ruleset.options))


def judge(rules: Rules, data: JSON, *, seats: int, final: bool = True) -> Judged:
    """Reads and checks ``data`` as the sheet of a table with ``seats`` seats; never raises."""
    sheet_rules = rules.package.sheet
    try:
        sheet = sheet_rules.parse(data, seats=seats, options=rules.options)
    except MalformedSheet as error:
        return Judged(None, None, (Issue(error.code, error.path, params=error.params),), {})
    issues = tuple(sheet_rules.check(sheet, final=final))
    is_sound = not any(issue.level is Level.ERROR for issue in issues)
    outcome = sheet_rules.settle(sheet) if is_sound and final else None
    if outcome is None and seats in rules.seats:
        outcome = _settled_in_spite(rules, sheet, seats)
    return Judged(sheet_rules.to_json(sheet), outcome, issues, sheet_rules.computed(sheet))


def _settled_in_spite(rules: Rules, sheet: Any, seats: int) -> Outcome | None:  # Any: see Rules
    """The outcome of a sheet with errors, where every seat has a place all the same.

    A game promises to settle sound sheets only. For others its arithmetic may stumble over
    what is missing, and then there is nothing an organizer could let stand.
    """
    try:
        outcome = rules.package.sheet.settle(sheet)
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError):
        return None
    limit = LARGEST_POINTS * 10**rules.scale
    fits = len(outcome.places) == seats and all(1 <= place <= seats for place in outcome.places)
    if not fits or any(abs(points) > limit for points in outcome.points or ()):
        return None
    return outcome


def issue_json(issue: Issue) -> dict[str, JSON]:
    """The stored form of an issue."""
    return {
        "code": issue.code,
        "path": list(issue.path),
        "level": issue.level.value,
        "params": dict(issue.params),
    }


def issue_of(stored: Mapping[str, Any]) -> Issue:  # Any: read back from a JSON column
    """The issue behind its stored form."""
    return Issue(
        stored["code"], tuple(stored["path"]), Level(stored["level"]), dict(stored["params"])
    )


def outcome_json(outcome: Outcome, scale: int) -> dict[str, JSON]:
    """The stored form of an outcome; ``scale`` is the number of decimals of its points."""
    return {
        "points": None if outcome.points is None else list(outcome.points),
        "places": list(outcome.places),
        "reason": outcome.reason,
        "drawn": outcome.drawn,
        "low_tie": outcome.low_tie,
        "scale": scale,
        "sides": None if outcome.sides is None else list(outcome.sides),
    }


def reordered(sheet: JSON, order: Sequence[int]) -> JSON:
    """``sheet`` with its rows in a new order: row ``n`` is the old row ``order[n]``."""
    if not isinstance(sheet, Mapping):
        return sheet
    rows = sheet.get("seats")
    if isinstance(rows, str) or not isinstance(rows, Sequence) or len(rows) != len(order):
        return sheet
    return {**sheet, "seats": [rows[place] for place in order]}


# --- words ------------------------------------------------------------------------------


def words(text: str) -> str:
    """The translation of a text that a game has marked; nothing stays nothing."""
    return gettext(text) if text else ""


def group_of(cell: Cell) -> str:
    """The heading of a box, with its number where it belongs to a repeated part."""
    return words(cell.group) if cell.row is None else words(cell.group) % {"row": cell.row}


def full_label(cell: Cell) -> str:
    """What tells a box from all others of its seat: "Round 3: Bet"."""
    label = words(cell.label)
    return label if cell.row is None else labelled(group_of(cell), label)


def sentence(issue: Issue) -> str:
    """What is wrong, in the language of the moment; names inside it are translated too."""
    phrase = catalogue.sentences().get(issue.code)
    if phrase is None:
        return gettext("This is not possible (%(code)s).") % {"code": issue.code}
    params = {
        name: words(value) if isinstance(value, str) else value
        for name, value in issue.params.items()
    }
    return gettext(phrase) % params


def shown_value(cell: Cell, text: str) -> str:
    """The value of a box as a reader sees it: words for choices and ticks."""
    if cell.kind is CellKind.BOOL:
        return gettext("yes") if text == "true" else ""
    if cell.kind is CellKind.CHOICE:
        return next((words(entry.label) for entry in cell.choices if entry.text == text), text)
    return text.replace("-", "\u2212")


def text_of(rules: Rules, sheet: JSON, *, seats: int) -> SheetText:
    """The boxes of a sheet with their words, empty ones left out."""
    cells = rules.layout(seats, rules.level_of(sheet), rules.rows_in(sheet))
    values: dict[str, str] = dict(to_form(sheet, cells))
    for path, value in judge(rules, sheet, seats=seats, final=False).computed.items():
        values[".".join(map(str, path))] = str(value)
    lines: dict[Path, list[str]] = {}
    heads: dict[Path, Cell] = {}
    table: list[tuple[str, str]] = []
    for cell in cells:
        shown = "" if cell.kind is CellKind.FIXED else shown_value(cell, values[cell.name])
        if cell.seat is not None:
            key = cell.path[2:]
            heads.setdefault(key, cell)
            lines.setdefault(key, [""] * seats)[cell.seat] = shown
        elif shown:
            table.append((full_label(cell), shown))
    return SheetText(
        tuple(
            SheetLine(group_of(heads[key]), full_label(heads[key]), tuple(found))
            for key, found in lines.items()
            if any(found)
        ),
        tuple(table),
    )
