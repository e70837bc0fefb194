"""The shape of a score sheet as a JSON Schema, and a sheet that fits it, for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, pairwise
from typing import Any

from games.core.errors import MalformedSheet
from games.core.levels import EASY, RANDOM
from games.core.package import GamePackage
from games.core.recorder import Recorder, play_on
from games.core.sheet import Cell, CellKind, PastSeat
from games.core.types import JSON

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Say = Callable[[str], str]
Schema = dict[str, JSON]

# As many matches are tried for an example.
_MATCHES = 3
_SECRET_BYTES = 32


def schema_of(cells: Sequence[Cell], *, seats: int, say: Say = str) -> Schema:
    """What the boxes of a layout take; ``say`` puts their words into a language."""
    leaves = {cell.path: cell for cell in cells if cell.kind is not CellKind.COMPUTED}
    return {"$schema": DIALECT, **_node(leaves, (), seats, say)}


def example_of(package: GamePackage, options: Any, *, seats: int) -> JSON:  # as the game types them
    """A finished sheet without a fault, as short as the game takes it; None where there is none.

    It is that of a match among bots, always the same, where the game can be played.
    """
    return _first_right(package, options, seats, _sheets(package, options, seats))


def examples_of(package: GamePackage, options: Any, *, seats: int) -> dict[str, JSON]:  # as above
    """A finished sheet without a fault for each depth of detail, as far as there is one.

    All tell the same match, where that can be: one among bots that know how to play.
    """
    whole: list[JSON] = []
    if package.play is not None:
        whole.append(package.play.sheet(_played(package, options, [EASY] * seats).state))
    found = {}
    for level in package.sheet.levels(options):
        sheets = chain(whole, _sheets(package, options, seats))
        told = (one for data in sheets for one in _at_level(package, options, data, level))
        found[level] = _first_right(package, options, seats, told)
    return found


def _first_right(
    package: GamePackage,
    options: Any,  # as above
    seats: int,
    sheets: Iterable[JSON],
) -> JSON:
    rules = package.sheet
    for data in sheets:
        try:
            sheet = rules.parse(data, seats=seats, options=options)
        except MalformedSheet:
            continue
        if not rules.check(sheet):
            return rules.to_json(sheet)
    return None


def _at_level(
    package: GamePackage, options: Any, data: JSON, level: str
) -> Iterator[JSON]:  # as above
    """The same match told in less detail, or as it is where it says as much as ``level``."""
    rules = package.sheet
    assert isinstance(data, dict)
    rows = data["seats"]
    assert isinstance(rows, list)
    if data.get("level", level) == level:
        yield data
        return
    seats = len(rows)
    with suppress(MalformedSheet):
        told = dict(rules.computed(rules.parse(data, seats=seats, options=options)))
        less: dict[str, JSON] = {"level": level, "seats": [{} for _ in range(seats)]}
        for cell in rules.layout(seats, options, level):
            value = told.get(cell.path, _value(data, cell.path))
            if cell.kind is not CellKind.COMPUTED and value is not None:
                _put(less, cell.path, value)
        yield {**less, "level": level}
        yield from rules.retold(data, level, options)


def _value(data: JSON, path: Sequence[str | int]) -> JSON:
    for step in path:
        if isinstance(data, Mapping) and isinstance(step, str):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data


def _put(data: dict[str, JSON], path: Sequence[str | int], value: JSON) -> None:
    node: Any = data  # a tree of JSON
    for step, after in pairwise(path):
        if isinstance(node, dict):
            node = node.setdefault(step, [] if isinstance(after, int) else {})
        else:
            node = node[step]
    node[path[-1]] = value


def _played(
    package: GamePackage,
    options: Any,  # as above
    bots: list[str],
    number: int = 0,
) -> Recorder:
    secret = number.to_bytes(_SECRET_BYTES, "big")
    match = Recorder(package, seats=len(bots), options=options, secret=secret, bots=bots)
    play_on(match)
    return match


def _sheets(package: GamePackage, options: Any, seats: int) -> Iterator[JSON]:  # as above
    """Sheets that may do, the shortest first."""
    if package.play is None:
        yield {"seats": [{"points": points} for points in range(10 * seats, 0, -10)]}
        return
    short = package.sheet.past_options(options)
    if short is not None and package.sheet.higher_wins(options) is None:
        yield package.sheet.past_sheet([PastSeat(place=1 + seat) for seat in range(seats)], short)
    whole = []
    for number in range(_MATCHES):
        match = _played(package, options, [RANDOM] * seats, number)
        whole.append(package.play.sheet(match.state))
        outcome = package.play.outcome(match.state)
        if short is None or outcome is None or len(set(outcome.places)) < seats:
            continue
        points = outcome.points or [None] * seats
        past = [PastSeat(*one) for one in zip(points, outcome.places, strict=True)]
        with suppress(MalformedSheet):
            yield package.sheet.past_sheet(past, short)
    yield from whole


def _node(
    leaves: Mapping[tuple[str | int, ...], Cell], at: tuple[str | int, ...], seats: int, say: Say
) -> Schema:
    if () in leaves:
        return _leaf(leaves[()], say)
    branches: dict[str | int, dict[tuple[str | int, ...], Cell]] = {}
    for path, cell in leaves.items():
        branches.setdefault(path[0], {})[path[1:]] = cell
    if all(isinstance(step, int) for step in branches) and branches:
        parts = [_node(branches[step], (*at, step), seats, say) for step in branches]
        alike = all(part == parts[0] for part in parts)
        array: Schema = {"type": "array"}
        array |= {"items": parts[0]} if alike else {"prefixItems": parts}
        if at == ("seats",):
            array |= {"minItems": seats, "maxItems": seats}
        return array
    needed = [
        str(step)
        for step, inner in branches.items()
        if any(cell.required for cell in inner.values())
    ]
    found: Schema = {
        "type": "object",
        "properties": {
            str(step): _node(inner, (*at, step), seats, say) for step, inner in branches.items()
        },
        "required": needed,
    }
    # A sheet as a whole may tell what no box of the paper asks for.
    return {**found, "additionalProperties": False} if at else found


def _leaf(cell: Cell, say: Say) -> Schema:
    found: Schema = {"title": say(cell.label)} if cell.label else {}
    if cell.hint:
        found["description"] = say(cell.hint)
    if cell.default is not None:
        found["default"] = cell.default
    empty: list[JSON] = [] if cell.required else [None]
    match cell.kind:
        case CellKind.FIXED:
            return {**found, "const": cell.choices[0].value}
        case CellKind.CHOICE:
            return {**found, "enum": [*(choice.value for choice in cell.choices), *empty]}
        case CellKind.BOOL:
            kinds = ["boolean"]
        case CellKind.INT:
            kinds = ["integer"]
        case CellKind.DECIMAL:
            kinds = ["integer", "string"]
        case _:
            kinds = ["array"] if cell.kind is CellKind.NUMBERS else ["string"]
    if empty:
        kinds.append("null")
    limits = {"minimum": cell.minimum, "maximum": cell.maximum}
    told = {name: value for name, value in limits.items() if value is not None}
    return {**found, "type": kinds[0] if len(kinds) == 1 else kinds, **told}
