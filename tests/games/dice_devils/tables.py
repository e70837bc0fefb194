"""Short ways to write down tables of Dice Devils in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.catalogue import get
from games.core.sheet import Issue
from games.core.types import JSON

RULES = get("dice-devils").sheet

OBER, SPIEL, FEHLER, PUTZ, SPRING, SATAN = range(1, 7)


def full(rows: Sequence[Mapping[str, int]], options: JSON = None, **table: JSON) -> Any:
    """A sheet with every item and all ranks; sums to compare may stand between the items."""
    # Any: SheetRules in the catalogue is open in the type of its sheets
    beside = ("n", "v", "t", "total", "final_rank")
    chosen = RULES.options_from_json(options)
    ranks = chosen.ranks_in_play(len(rows)) if len(rows) in RULES.seats(chosen) else None
    seats: list[JSON] = [
        {
            "items": {key: count for key, count in row.items() if key not in beside},
            "final_rank": ranks[seat] if ranks else None,
            **{key: row[key] for key in beside if key in row},
        }
        for seat, row in enumerate(rows)
    ]
    return RULES.parse({"level": "FULL", "seats": seats, **table}, seats=len(rows), options=chosen)


def short(rows: Sequence[tuple[int, int, int]], options: JSON = None, **table: JSON) -> Any:
    """A sheet with items, values and triples; ranks are given so that no tie needs them."""
    chosen = RULES.options_from_json({"entry_level": "SHORT", **_mapping(options)})
    ranks = chosen.ranks_in_play(len(rows))
    seats: list[JSON] = [
        {"n": n, "v": v, "t": t, "total": v + chosen.triple_bonus * t, "final_rank": rank}
        for (n, v, t), rank in zip(rows, ranks, strict=True)
    ]
    return RULES.parse({"level": "SHORT", "seats": seats, **table}, seats=len(rows), options=chosen)


def counted(numbers: Sequence[int], options: JSON = None, **table: JSON) -> Any:
    """A sheet of items worth 1 without triples: only their number matters."""
    return short([(n, n, 0) for n in numbers], options, **table)


def totals(numbers: Sequence[int], options: JSON = None, **table: JSON) -> Any:
    """A sheet of totals, with ranks so that no tie needs them."""
    chosen = RULES.options_from_json({"entry_level": "TOTAL", **_mapping(options)})
    ranks = chosen.ranks_in_play(len(numbers))
    seats: list[JSON] = [
        {"total": total, "final_rank": rank} for total, rank in zip(numbers, ranks, strict=True)
    ]
    return RULES.parse(
        {"level": "TOTAL", "seats": seats, **table}, seats=len(numbers), options=chosen
    )


def found(sheet: Any, *, final: bool = True) -> list[tuple[str, str]]:
    """Code and cell of every issue that is an error, warnings left out."""
    return [
        _brief(issue) for issue in RULES.check(sheet, final=final) if issue.level.value == "error"
    ]


def warned(sheet: Any) -> list[tuple[str, str]]:
    """Code and cell of every warning."""
    return [_brief(issue) for issue in RULES.check(sheet) if issue.level.value == "warning"]


def _brief(issue: Issue) -> tuple[str, str]:
    return issue.code.removeprefix("dice_devils."), issue.name


def _mapping(options: JSON) -> Mapping[str, JSON]:
    return options if isinstance(options, Mapping) else {}
