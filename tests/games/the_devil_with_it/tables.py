"""Short ways to write down tables of The Devil With It in tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.catalogue import get
from games.core.sheet import Issue, Level
from games.core.types import JSON

RULES = get("the-devil-with-it").sheet

Written = tuple[int | str | None, ...]
"""A turn: bet, then pieces and amount; or bet, "devil" or "no_turn", and what may follow."""


def final(totals: Sequence[int | None], options: JSON = None, **table: JSON) -> Any:
    """A sheet of totals."""
    # Any: SheetRules in the catalogue is open in the type of its sheets
    seats: list[JSON] = [{"total": total} for total in totals]
    return _parsed({"level": "FINAL", "seats": seats, **table}, options)


def counted(rows: Sequence[Mapping[int, int]], options: JSON = None, **table: JSON) -> Any:
    """A sheet of counted chips; an entry for 0 is the total the table wrote."""
    seats: list[JSON] = [
        {
            "chips": {str(face): count for face, count in row.items() if face},
            **({"total": row[0]} if 0 in row else {}),
        }
        for row in rows
    ]
    return _parsed({"level": "FINAL_CHIPS", "seats": seats, **table}, options)


def one_round(
    *turns: Written, starter: int | None = None, reset: bool = False
) -> tuple[Sequence[Written], JSON]:
    """A round of a ledger, turns in seat order."""
    return turns, {"starter": starter, "reset": reset}


def book(
    *rounds: tuple[Sequence[Written], JSON],
    options: JSON = None,
    totals: Sequence[int | None] | None = None,
    **table: JSON,
) -> Any:
    """A ledger."""
    seats = len(rounds[0][0])
    rows: list[JSON] = [
        {
            "rounds": [_turn(turns[seat]) for turns, _ in rounds],
            "total": None if totals is None else totals[seat],
        }
        for seat in range(seats)
    ]
    data = {"level": "LEDGER", "seats": rows, "rounds": [beside for _, beside in rounds], **table}
    return _parsed(data, options)


def found(sheet: Any, *, final: bool = True) -> list[tuple[str, str]]:
    """Code and cell of every issue that is an error, warnings left out."""
    return [_brief(each) for each in RULES.check(sheet, final=final) if each.level is Level.ERROR]


def warned(sheet: Any) -> list[tuple[str, str]]:
    """Code and cell of every warning."""
    return [_brief(each) for each in RULES.check(sheet) if each.level is Level.WARNING]


def _parsed(data: JSON, options: JSON) -> Any:
    assert isinstance(data, Mapping)
    seats = data["seats"]
    assert isinstance(seats, list)
    return RULES.parse(data, seats=len(seats), options=RULES.options_from_json(options))


def _turn(written: Written) -> JSON:
    bet, *coal = written
    if coal and isinstance(coal[0], str):
        result, *numbers = coal
        return {
            "bet": bet,
            "result": result,
            **dict(zip(("pieces", "amount"), numbers, strict=False)),
        }
    pieces, amount = coal
    return {"bet": bet, "result": "laid", "pieces": pieces, "amount": amount}


def _brief(issue: Issue) -> tuple[str, str]:
    return issue.code.removeprefix("the_devil_with_it."), issue.name
