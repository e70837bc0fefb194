"""Schedules found beforehand by long searches, shipped as data and read when first needed.

`data/designs.json` holds schedules of equal tables without any repeat, by "size x tables", with as
many rounds as were found. `data/schedules.json` holds the best schedules found for club-size
numbers, by "sizes|rounds". A round is one string: a sign per player, table after table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

DATA = Path(__file__).parent.parent / "data"
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_" + "".join(
    chr(code) for code in range(0xC0, 0x100)
)

Round = list[list[int]]


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of one stored schedule: its rounds as strings and the figures reached."""

    lines: tuple[str, ...]
    repeats: int
    cost: int
    most: int
    spread: int


@lru_cache(maxsize=2)
def stored(name: str) -> Mapping[str, Mapping[str, object]]:
    """The entries of one data file by key."""
    path = DATA / f"{name}.json"
    with path.open(encoding="utf-8") as file:
        entries: Mapping[str, Mapping[str, object]] = json.load(file)["entries"]
    return entries


def written(rounds: Sequence[Sequence[Sequence[int]]]) -> list[str]:
    """Rounds as strings."""
    return ["".join(SIGNS[player] for table in tables for player in table) for tables in rounds]


def read(line: str, sizes: Sequence[int]) -> Round:
    """One round from its string, given the sizes of its tables."""
    places = iter([SIGNS.index(sign) for sign in line])
    return [[next(places) for _ in range(size)] for size in sizes]


def _entry(name: str, key: str) -> Entry | None:
    raw = stored(name).get(key)
    if raw is None:
        return None
    lines = raw["rounds"]
    assert isinstance(lines, list)
    return Entry(
        tuple(str(line) for line in lines),
        int(str(raw.get("repeats", 0))),
        int(str(raw.get("cost", 0))),
        int(str(raw.get("most", 1))),
        int(str(raw.get("spread", 0))),
    )


def schedule_key(sizes: Sequence[int], rounds: int) -> str:
    """The key of a schedule whose rounds all have these sizes."""
    return f"{'-'.join(str(size) for size in sorted(sizes, reverse=True))}|{rounds}"


def schedule_entry(sizes: Sequence[int], rounds: int) -> Entry | None:
    """The best stored schedule for these sizes in every round, tables from large to small."""
    return _entry("schedules", schedule_key(sizes, rounds))


def proven(sizes: Sequence[int], rounds: int) -> int:
    """Repeats that no such schedule undercuts because every way was looked at; 0 where none was."""
    raw = stored("schedules").get(schedule_key(sizes, rounds), {})
    return int(str(raw.get("proven", 0)))


def proven_cost(sizes: Sequence[int], rounds: int) -> int:
    """What repeats cost at the least because every way was looked at; 0 where none was."""
    raw = stored("schedules").get(schedule_key(sizes, rounds), {})
    return int(str(raw.get("proven_cost", 0)))


def proven_most(sizes: Sequence[int], rounds: int, cost: int) -> int:
    """Meetings that some pair has at the least at so low a cost; 1 where nothing was proven."""
    raw = stored("schedules").get(schedule_key(sizes, rounds), {})
    return int(str(raw.get("proven_most", 1))) if cost <= int(str(raw.get("cost", 0))) else 1


def proven_spread(sizes: Sequence[int], rounds: int, cost: int, most: int) -> int:
    """How unevenly short tables are spread at the least with figures as good; 0 where unknown."""
    raw = stored("schedules").get(schedule_key(sizes, rounds), {})
    if cost > int(str(raw.get("cost", 0))) or most > int(str(raw.get("most", 1))):
        return 0
    return int(str(raw.get("proven_spread", 0)))


def design(size: int, tables: int, rounds: int) -> list[Round] | None:
    """So many rounds without a repeat at equal tables from the stored designs, or None."""
    entry = _entry("designs", f"{size}x{tables}")
    if entry is None or len(entry.lines) < rounds:
        return None
    return [read(line, (size,) * tables) for line in entry.lines[:rounds]]
