"""A score sheet of each game in each depth of detail, where the document says how to report one."""

from __future__ import annotations

from functools import cache
from typing import Any

from games import catalogue
from league.queries.records import sheet_shapes

REPORTED_BY = {"table_report", "record_correct"}


def add(result: dict[str, Any], generator: object, request: object, public: bool) -> dict[str, Any]:
    """Puts the examples beside the bodies that hold a sheet. As the tool calls it."""
    for methods in result["paths"].values():
        for operation in methods.values():
            if operation["operationId"] in REPORTED_BY:
                operation["requestBody"]["content"]["application/json"]["examples"] = _bodies()
    return result


@cache
def _bodies() -> dict[str, Any]:
    return {
        f"{game.key} {level}": {
            "summary": f"{game.key}: `level` {level}, {len(sheet['seats'])} seats",
            "value": {"sheet": sheet},
        }
        for game in catalogue.all_games()
        for level, sheet in _sheets(game.key)
    }


def _sheets(game: str) -> list[tuple[str, Any]]:  # a sheet in the game's own fields
    return [(level, sheet) for level, sheet in sheet_shapes.usual(game).items() if sheet]
