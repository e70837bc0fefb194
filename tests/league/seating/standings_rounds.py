"""Fields of a next round by standings, read from files of earlier rounds and scores."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from league.seating.types import Field, FieldPlayer, GameChoice, Pair, PlannedTable, Split, pair

DATA = Path(__file__).parents[2] / "data" / "seating"


def stored(name: str, folder: Path = DATA) -> tuple[Field, list[int]]:
    """The field of a file, and the scores by player."""
    file = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    met: dict[Pair, int] = {}
    seats = [[0] * 6 for _ in range(file["n"])]
    off = [0] * file["n"]
    for tables in file["history"]:
        for table in tables:
            for a, b in combinations(table, 2):
                met[pair(a, b)] = met.get(pair(a, b), 0) + 1
            for seat, player in enumerate(table):
                seats[player][seat] += 1
                off[player] += len(table) != file["preferred"]
    scores: list[int] = file["scores"]
    field = Field(
        players=tuple(
            FieldPlayer(id=i, score=Fraction(score), off_size=off[i], seats=tuple(seats[i]))
            for i, score in enumerate(scores)
        ),
        games=(GameChoice(ruleset=1, low=3, high=6),),
        met=met,
        split=Split(tuple(file["sizes"]), Fraction(0)),
    )
    return field, scores


def squared_spread(tables: tuple[PlannedTable, ...], scores: list[int]) -> int:
    """The squared differences of scores over all pairs at the tables."""
    return sum(
        (scores[a] - scores[b]) ** 2 for table in tables for a, b in combinations(table.players, 2)
    )
