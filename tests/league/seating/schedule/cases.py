"""Instances for the tests of whole schedules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path

from league.seating.schedule.files import Json, instance_from
from league.seating.schedule.instance import Instance

FOLDER = Path(__file__).parents[3] / "data" / "seating"
ALL = sorted(path.stem for path in FOLDER.glob("*.json"))
WHOLE = [name for name in ALL if not name.startswith("swiss")]


@cache
def raw(name: str) -> dict[str, Json]:
    """What the file of an instance holds."""
    data: dict[str, Json] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return data


def stored(name: str) -> Instance:
    """The instance with this name."""
    return instance_from(raw(name))


def plain(sizes: Sequence[int], rounds: int, preferred: int = 4) -> Instance:
    """The same sizes in every round, nothing else."""
    return Instance(n=sum(sizes), sizes=(tuple(sizes),) * rounds, preferred=preferred)


def all_rounds(players: Sequence[int], sizes: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """Every way to seat these players at tables of these sizes, the order of tables apart."""
    if not sizes:
        return [[]]
    found = []
    first, *rest = players
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for mates in combinations(rest, size - 1):
            others = [p for p in rest if p not in mates]
            found += [[(first, *mates), *tail] for tail in all_rounds(others, left)]
    return found
