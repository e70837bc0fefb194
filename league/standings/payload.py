"""One plain form of a table for page, CSV, print and API alike."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias, TypedDict, TypeVar, cast

from league.standings.contract import PointsScheme, Value
from league.standings.exact import exact_sum, exact_text, shown
from league.standings.rules import rule_to_json
from league.standings.table import Cell, Row, Table
from league.standings.texts import COLUMN_NAMES
from league.standings.tiebreaks import criterion
from league.standings.types import JSON, PlayerId, ReasonId

FORMAT = 1
DASH = "\u2013"
MOST_NUMBERS = 12


class Number(TypedDict):
    """An exact number and what people see of it."""

    exact: str
    shown: str


PlainValue: TypeAlias = "Number | list[int] | list[Number] | int | None"


class ColumnPayload(TypedDict):
    """A column: its key in `values`, its English name, and how to print it.

    `kind` is rank, name, count (a plain integer), number (exact and shown), counts (a list of
    integers) or numbers (the first of a list of numbers). `criterion` is the position in the
    chain from 1, None outside it.
    """

    key: str
    label: str
    kind: str
    criterion: int | None


class RoundPayload(TypedDict):
    event: int
    round: int


class CellPayload(TypedDict):
    kind: str
    event: int
    round: int
    match: int | None
    size: int | None
    place: int | None
    tied: bool
    drawn: bool
    points: Number | None
    score: Number | None
    counted: bool
    note: str
    why: str


class AdjustmentPayload(TypedDict):
    reason: int
    points: Number
    text: str | None


class ExtraPayload(TypedDict):
    """Points that are never dropped beside adjustments: attendance, sit_out or carried."""

    kind: str
    points: Number


class RowPayload(TypedDict):
    player: int
    name: str
    rank: int | None
    tied: bool
    rank_text: str
    values: dict[str, PlainValue]
    cells: list[CellPayload]
    adjustments: list[AdjustmentPayload]
    extras: list[ExtraPayload]
    state: str
    unranked: str | None
    have: int | None
    need: int | None
    joined_round: int


class TablePayload(TypedDict):
    """What a snapshot stores; the order of all keys and rows is fixed."""

    format: int
    kind: str
    chain: list[str]
    scheme: dict[str, JSON] | None
    rule: dict[str, JSON] | None
    ranked: int
    columns: list[ColumnPayload]
    rounds: list[RoundPayload]
    rows: list[RowPayload]


P = TypeVar("P", bound=TablePayload)


@lru_cache(maxsize=8192)
def _texts(value: Fraction) -> tuple[str, str]:
    return exact_text(value), shown(value)


def number(value: Fraction) -> Number:
    """An exact number as JSON: `{"exact": "16/3", "shown": "5.33"}`."""
    exact, seen = _texts(value)
    return {"exact": exact, "shown": seen}


def rank_text(rank: int | None, tied: bool) -> str:
    """ "4", "4=" for a shared rank, a dash for none."""
    return DASH if rank is None else f"{rank}=" if tied else str(rank)


def to_json(
    table: Table,
    *,
    names: Mapping[PlayerId, str] | None = None,
    reasons: Mapping[ReasonId, str] | None = None,
    scheme: PointsScheme | None = None,
    cells: bool = True,
) -> TablePayload:
    """Write a table as plain data; the same table always gives the same bytes.

    `names` are the names to be shown to this audience, `reasons` the texts of adjustments.
    Without `cells` the single results are left out: a long season has tens of thousands.
    """
    return {
        "format": FORMAT,
        "kind": table.kind,
        "chain": list(table.chain),
        "scheme": None if scheme is None else scheme.to_json(),
        "rule": None if table.rule is None else rule_to_json(table.rule),
        "ranked": table.ranked,
        "columns": columns(table.chain),
        "rounds": [{"event": event, "round": round_} for event, round_ in table.rounds],
        "rows": [_row(row, table.chain, names or {}, reasons or {}, cells) for row in table.rows],
    }


def with_names(payload: P, names: Mapping[PlayerId, str]) -> P:
    """The same table with other names; who is not in ``names`` is called as before."""
    rows: list[RowPayload] = [
        {**row, "name": names.get(PlayerId(row["player"]), row["name"])} for row in payload["rows"]
    ]
    return cast("P", {**payload, "rows": rows})


def columns(chain: tuple[str, ...]) -> list[ColumnPayload]:
    """Rank, name, every criterion of the chain in its order, points if not among them, matches."""
    kinds = {"places": "counts", "best": "numbers", "matches": "count"}
    found: list[ColumnPayload] = [
        {"key": "rank", "label": COLUMN_NAMES["rank"], "kind": "rank", "criterion": None},
        {"key": "name", "label": COLUMN_NAMES["name"], "kind": "name", "criterion": None},
    ]
    for position, key in enumerate(chain, start=1):
        label, kind = criterion(key).name, kinds.get(key, "number")
        found.append({"key": key, "label": label, "kind": kind, "criterion": position})
    if "points" not in chain:
        label = criterion("points").name
        found.append({"key": "points", "label": label, "kind": "number", "criterion": None})
    if "matches" not in chain:
        label = COLUMN_NAMES["matches"]
        found.append({"key": "matches", "label": label, "kind": "count", "criterion": None})
    return found


def grid(payload: TablePayload) -> list[list[str]]:
    """The table as rows of text for CSV and spreadsheets, header of column keys first.

    A number fills two columns, `points` as shown and `points_exact`; a row that is not ranked
    has a dash for its rank and the reason in the last column but two (`unranked`, `have`, `need`).
    """
    header: list[str] = []
    for column in payload["columns"]:
        header.append(column["key"])
        if column["kind"] == "number":
            header.append(f"{column['key']}_exact")
    lines = [[*header, "state", "unranked", "have", "need"]]
    for row in payload["rows"]:
        line: list[str] = []
        for column in payload["columns"]:
            line.extend(_grid_cells(row, column))
        line.append(row["state"])
        line.append(row["unranked"] or "")
        line.extend("" if count is None else str(count) for count in (row["have"], row["need"]))
        lines.append(line)
    return lines


def _grid_cells(row: RowPayload, column: ColumnPayload) -> list[str]:
    if column["kind"] == "rank":
        return [row["rank_text"]]
    if column["kind"] == "name":
        return [row["name"]]
    value = row["values"][column["key"]]
    if value is None:
        return [DASH, ""] if column["kind"] == "number" else [DASH]
    if isinstance(value, int):
        return [str(value)]
    if isinstance(value, list):
        return ["-".join(str(part) if isinstance(part, int) else part["shown"] for part in value)]
    return [value["shown"], value["exact"]]


def _value(value: Value) -> PlainValue:
    if value is None:
        return None
    if isinstance(value, Fraction):
        return number(value)
    counts = [one for one in value if isinstance(one, int)]
    if len(counts) == len(value):
        return counts
    return [number(Fraction(one)) for one in value[:MOST_NUMBERS]]


def values_of(row: Row, chain: tuple[str, ...]) -> dict[str, PlainValue]:
    """The values of a row by column."""
    values = {key: _value(value) for key, value in zip(chain, row.values, strict=True)}
    values.setdefault("points", number(row.points))
    values["matches"] = row.matches
    return values


def _row(
    row: Row,
    chain: tuple[str, ...],
    names: Mapping[PlayerId, str],
    reasons: Mapping[ReasonId, str],
    cells: bool,
) -> RowPayload:
    return {
        "player": row.player,
        "name": names.get(row.player, ""),
        "rank": row.rank,
        "tied": row.tied,
        "rank_text": rank_text(row.rank, row.tied),
        "values": values_of(row, chain),
        "cells": [_cell(cell) for cell in row.cells] if cells else [],
        "adjustments": [
            {
                "reason": entry.reason,
                "points": number(entry.points),
                "text": reasons.get(entry.reason),
            }
            for entry in row.adjustments
        ],
        "extras": _extras(row),
        "state": row.state,
        "unranked": row.unranked,
        "have": row.have,
        "need": row.need,
        "joined_round": row.joined_round,
    }


def _extras(row: Row) -> list[ExtraPayload]:
    kinds = dict.fromkeys(term.kind for term in row.extras)
    return [
        {
            "kind": kind,
            "points": number(exact_sum(term.value for term in row.extras if term.kind == kind)),
        }
        for kind in kinds
    ]


def _cell(cell: Cell) -> CellPayload:
    return {
        "kind": cell.kind,
        "event": cell.event,
        "round": cell.round,
        "match": cell.match,
        "size": cell.size,
        "place": cell.place,
        "tied": cell.tied,
        "drawn": cell.drawn,
        "points": None if cell.points is None else number(cell.points),
        "score": None if cell.score is None else number(cell.score),
        "counted": cell.counted,
        "note": cell.note,
        "why": cell.why,
    }
