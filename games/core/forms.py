"""Between the flat texts of a form and the nested JSON of a sheet or of options."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.core.reading import unscaled
from games.core.sheet import Cell, CellKind, Issue
from games.core.types import JSON, Path

LONGEST_TEXT = 200
_LONGEST_NUMBER = 24
_SPACES = dict.fromkeys(map(ord, "\u00a0\u2007\u2009\u202f\t"), " ")
_GROUPED = re.compile(r"([+-]?) ?([0-9]{1,3}(?: [0-9]{3})+|[0-9]+)(?:[.,]([0-9]+))?")
_TRUE = frozenset({"on", "true", "1", "yes"})
_FALSE = frozenset({"", "off", "false", "0", "no"})


@dataclass(frozen=True, slots=True)
class FormReading:
    """What a form said: the JSON as far as it could be read, and an issue per unreadable box."""

    data: JSON
    issues: tuple[Issue, ...]


class _Unreadable(Exception):
    """A text that is no value of its cell."""

    def __init__(self, code: str, **params: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def from_form(values: Mapping[str, str], cells: Sequence[Cell]) -> FormReading:
    """Read the texts people typed, box by box. Never raises, whatever the texts are.

    Field names are ``path_name(cell.path)``; names that belong to no cell are ignored. An empty
    box is missing from the JSON (in a list it is None), an unticked one is false. Limits of the
    cells are not looked at: that is the business of the check that follows.
    """
    issues: list[Issue] = []
    leaves: dict[Path, JSON] = {}
    for cell in cells:
        if cell.kind is CellKind.COMPUTED:
            continue
        value: JSON = None
        try:
            value = _read(cell, values.get(cell.name, ""))
        except _Unreadable as error:
            issues.append(Issue(error.code, cell.path, params=error.params))
        leaves[cell.path] = value
    return FormReading(_nested(leaves), tuple(issues))


def to_form(data: JSON, cells: Sequence[Cell]) -> dict[str, str]:
    """The texts with which a form shows ``data`` again; boxes without a value show their default.

    Numbers are written with a decimal point and a hyphen for minus.
    """
    shown: dict[str, str] = {}
    for cell in cells:
        value = _at(data, cell.path)
        shown[cell.name] = _shown(cell, cell.default if value is None else value)
    return shown


def _read(cell: Cell, raw: str) -> JSON:
    if cell.kind is CellKind.FIXED:
        return cell.choices[0].value
    if "\0" in raw:
        raise _Unreadable("form.nul")
    text = raw.translate(_SPACES).strip()
    if cell.kind is CellKind.BOOL:
        if text.lower() in _TRUE:
            return True
        if text.lower() in _FALSE:
            return False
        raise _Unreadable("form.not_yes_or_no")
    if not text:
        return None
    if cell.kind is CellKind.CHOICE:
        for choice in cell.choices:
            if choice.text == text:
                return choice.value
        raise _Unreadable("form.unknown_choice")
    if cell.kind is CellKind.TEXT:
        if len(text) > LONGEST_TEXT:
            raise _Unreadable("form.too_long")
        return raw.strip()
    if cell.kind is CellKind.NUMBERS:
        return _numbers(text)
    return _number(text, cell.decimals)


def _number(text: str, decimals: int) -> int | str:
    found = _GROUPED.fullmatch(text.replace("\u2212", "-"))
    refused = "form.not_number" if decimals else "form.not_whole"
    if found is None or len(text) > _LONGEST_NUMBER:
        raise _Unreadable(refused)
    fraction = found.group(3)
    if fraction is not None and decimals == 0:
        # "1.200" may be meant as twelve hundred or as one and a fifth: nobody guesses
        raise _Unreadable(refused)
    if fraction is not None and len(fraction) > decimals:
        raise _Unreadable("form.too_many_decimals", decimals=decimals)
    scaled = int(found.group(2).replace(" ", "") + (fraction or "").ljust(decimals, "0"))
    written = unscaled(-scaled if found.group(1) == "-" else scaled, decimals)
    return written if "." in written else int(written)


def _numbers(text: str) -> tuple[int, ...]:
    pieces = [piece for piece in re.split(r"[,; ]+", text) if piece]
    if len(text) > LONGEST_TEXT or not all(
        re.fullmatch(r"-?[0-9]{1,9}", piece) for piece in pieces
    ):
        raise _Unreadable("form.not_numbers")
    return tuple(int(piece) for piece in pieces)


def _nested(leaves: Mapping[Path, JSON]) -> JSON:
    """The tree of the leaves. Lists keep a place for what is missing, objects do not."""
    if not leaves:
        return {}
    if () in leaves:
        return leaves[()]
    branches: dict[str | int, dict[Path, JSON]] = {}
    for path, value in leaves.items():
        branches.setdefault(path[0], {})[path[1:]] = value
    built = {step: _nested(branch) for step, branch in branches.items()}
    places = [step for step in built if isinstance(step, int)]
    if places:
        return [built.get(place) for place in range(max(places) + 1)]
    return {str(step): value for step, value in built.items() if value is not None}


def _at(data: JSON, path: Path) -> JSON:
    for step in path:
        if isinstance(step, int):
            if isinstance(data, str) or not isinstance(data, Sequence) or step >= len(data):
                return None
            data = data[step]
        elif isinstance(data, Mapping):
            data = data.get(step)
        else:
            return None
    return data


def _shown(cell: Cell, value: JSON) -> str:
    if cell.kind is CellKind.FIXED:
        return cell.choices[0].text
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | str):
        return str(value)
    if isinstance(value, Sequence):
        return ", ".join(str(part) for part in value)
    return ""
