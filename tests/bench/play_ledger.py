"""What was pressed at tables in the browser, as those know it who pressed, and as it is stored."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.installation import Installation

# The decisions of each seat, in order.
Presses: TypeAlias = "dict[tuple[str, int], list[object]]"

STORED = (
    "SELECT code, a.seq, seat, action FROM league_playaction a"
    " JOIN league_play p ON p.id = play_id ORDER BY play_id, a.seq"
)


def _rows(installation: Installation) -> Iterable[tuple[str, int, int | None, object]]:
    if url := installation.variables.get("DATABASE_URL"):
        import psycopg  # optional: only measurements of larger installations need the driver

        with psycopg.connect(url) as connection:
            return connection.execute(STORED).fetchall()
    with sqlite3.connect(installation.folder / "data" / "league.sqlite3") as connection:
        return [
            (code, seq, seat, json.loads(action))
            for code, seq, seat, action in connection.execute(STORED)
        ]


def stored(installation: Installation) -> Presses:
    """The decisions of every seat of every match, in order; numbers without gaps."""
    found: Presses = defaultdict(list)
    numbers: dict[str, list[int]] = defaultdict(list)
    for code, seq, seat, action in _rows(installation):
        numbers[code].append(seq)
        if seat is not None:
            found[code, seat].append(action)
    assert all(seqs == list(range(1, len(seqs) + 1)) for seqs in numbers.values())
    return found


def compared(made: Presses, answered: Presses, waiting: set[tuple[str, int]]) -> tuple[int, int]:
    """At how many seats a press was lost or is another than answered, and at how many doubled.

    Args:
        waiting: the seats with one press more that has no answer yet.
    """
    lost = doubled = 0
    for seat in {*made, *answered}:
        here, there = answered.get(seat, []), made.get(seat, [])
        lost += here != there[: len(here)]
        doubled += len(there) - len(here) > (seat in waiting)
    return lost, doubled
