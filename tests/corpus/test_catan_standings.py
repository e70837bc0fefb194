"""A club's own averages, worked out by a season's table alone."""

from __future__ import annotations

import csv
import os
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import pytest

from league.standings.points import scheme_from_json
from league.standings.rules import SeasonRule
from league.standings.season import Evening, season_table
from league.standings.types import (
    EventId,
    MatchId,
    PlayerId,
    Results,
    SeatResult,
    TableResult,
)
from tests.corpus.published import TOLERANCE, group_of, published

FOLDER = os.environ.get("LEAGUE_CORPUS", "")
pytestmark = pytest.mark.skipif(
    not FOLDER, reason="LEAGUE_CORPUS names no folder with real results"
)


def evenings() -> tuple[list[tuple[int, Evening]], dict[PlayerId, str]]:
    """Every match with its size, as an evening of its own: the target of each is another one."""
    rows: dict[int, list[dict[str, str]]] = defaultdict(list)
    with (Path(FOLDER) / "catan_club_games.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            rows[int(row["game_no"])].append(row)
    names: dict[str, PlayerId] = {}
    found: list[tuple[int, Evening]] = []
    for number, seats in rows.items():
        target = seats[0]["target_points"]
        dense = [int(row["published_place_dense"]) for row in seats]
        played = TableResult(
            MatchId(number),
            tuple(
                SeatResult(
                    names.setdefault(row["player"], PlayerId(len(names) + 1)),
                    1 + sum(other < own for other in dense),
                    Fraction(row["points"]),
                )
                for row, own in zip(seats, dense, strict=True)
            ),
            order=number,
        )
        scheme = scheme_from_json({"key": "game_points", "cap": target, "factor": f"10/{target}"})
        evening = Evening(EventId(number), Results((played,)), scheme, order=number)
        found.append((len(seats), evening))
    return found, {player: name for name, player in names.items()}


def test_matches_firsts_and_averages_of_the_club_follow_for_every_table_size() -> None:
    theirs = published(Path(FOLDER) / "catan_club_published.csv")
    played, names = evenings()
    sizes = {"All"} | {group_of(size) for size, _ in played}

    matches: dict[tuple[str, str], tuple[int, int]] = {}
    averages: dict[tuple[str, str], Fraction] = {}
    for group in sizes:
        chosen = [one for size, one in played if group in ("All", group_of(size))]
        table = season_table(chosen, rule=SeasonRule("average"), chain=("wins",))
        for row in table.rows:
            key = (group, names[row.player])
            matches[key] = (row.matches, int(row.wins))
            averages[key] = row.average or Fraction(0)

    assert {key: matches[key] for key in theirs.lines} == {
        key: (line.matches, line.firsts) for key, line in theirs.lines.items()
    }
    apart = [key for key, told in theirs.averages.items() if abs(averages[key] - told) > TOLERANCE]
    assert apart == []
