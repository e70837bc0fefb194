"""How good and how fast one round is; run with ``pytest -m bench tests/bench``.

The larger fields are read from the folder `LEAGUE_CORPUS` names, and left out without it.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from league.seating.contract import plan
from league.seating.methods.balanced import Balanced
from league.seating.methods.random_draw import RandomDraw
from league.seating.methods.swiss import Swiss
from league.seating.types import TableLock
from tests.bench.conftest import Report, Row
from tests.league.seating.fields import Event
from tests.league.seating.standings_rounds import DATA, squared_spread, stored

SEEDS = range(7)
# Name, fewest repeats known, least spread known, seconds allowed.
ROUNDS = (
    ("swiss-24-5", 3, 2780, 1.0),
    ("swiss-40-6", 0, 2764, 1.0),
    ("swiss-100-7", 0, 687, 0.1),
    ("swiss-202-6", 0, 337, 1.0),
    ("swiss-1000-8", 0, 220, 0.1),
    ("swiss-4000-9", 0, 204, 0.3),
)


def folder_of(name: str) -> Path | None:
    corpus = os.environ.get("LEAGUE_CORPUS")
    folders = [DATA, *([Path(corpus) / "seating" / "instances"] if corpus else [])]
    return next((folder for folder in folders if (folder / f"{name}.json").exists()), None)


@pytest.mark.bench
@pytest.mark.timeout(300)
def test_a_round_by_standings_is_quick_and_close_to_the_best_known(report: Report) -> None:
    rows: list[Row] = []
    late: list[str] = []
    for name, repeats, spread, seconds in ROUNDS:
        folder = folder_of(name)
        if folder is None:
            continue
        times, found, spreads = [], [], []
        for seed in SEEDS:
            started = time.process_time()
            some, scores = stored(name, folder)
            made = plan(some, Swiss(), seed=seed)
            times.append(time.process_time() - started)
            found.append(made.repeats)
            spreads.append(squared_spread(made.tables, scores))
        rows += [
            (f"{name}: repeats, worst of {len(SEEDS)} seeds", str(max(found)), f"≤ {repeats}"),
            (
                f"{name}: squared spread, median (worst)",
                f"{median(spreads)} ({max(spreads)})",
                f"≤ {spread * 11 // 10}",
            ),
            (
                f"{name}: processor time with reading, median",
                f"{median(times):.3f} s",
                f"≤ {seconds} s",
            ),
        ]
        if max(found) > repeats or median(spreads) > spread * 1.1 or median(times) > seconds:
            late.append(name)

    report("One round by standings", rows)
    assert late == []


@pytest.mark.bench
def test_a_hundred_players_are_planned_again_within_a_tenth_of_a_second(report: Report) -> None:
    event = Event(100, 4, 4)
    for _ in range(7):
        event.play(RandomDraw())
    kept = tuple(
        TableLock(number=t.number, ruleset=1, players=t.players)
        for t in event.rounds[-1].tables[:10]
    )
    rows: list[Row] = []
    slow = []
    for method in (RandomDraw(), Swiss(), Balanced()):
        some = replace(event.field(), kept=kept)
        times = []
        for seed in SEEDS:
            started = time.process_time()
            plan(some, method, seed=seed)
            times.append(time.process_time() - started)
        rows.append((f"{method.key}, median", f"{median(times):.3f} s", "≤ 0.1 s"))
        if median(times) > 0.1:
            slow.append(method.key)

    report("Planning 100 players again, ten tables playing", rows)
    assert slow == []
