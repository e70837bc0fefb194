"""The shape of a score sheet as a JSON Schema, and a sheet that fits it, for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from games.core.errors import MalformedSheet
from games.core.levels import RANDOM
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
    rules = package.sheet
    for data in _sheets(package, options, seats):
        try:
            sheet = rules.parse(data, seats=seats, options=options)
        except MalformedSheet:
            continue
        if not rules.check(sheet):
            return rules.to_json(sheet)
    return None


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
        secret = number.to_bytes(_SECRET_BYTES, "big")
        bots = [RANDOM] * seats
        match = Recorder(package, seats=seats, options=options, secret=secret, bots=bots)
        play_on(match)
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
