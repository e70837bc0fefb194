"""The ladder of bots as it was measured: ``pytest -m bench tests/bench/test_bench_ladder.py -s``.

``python -m games.ladder`` plays the matches; that takes hours of a processor.
"""

from __future__ import annotations

import pytest

from games import ladder
from games.catalogue import all_games
from tests.bench.conftest import Report

AMONG_GOAL, RUNG_GOAL = "≥ 35 %, lower end above 30 %", "≥ 60 %"


@pytest.mark.bench
def test_each_level_beats_the_one_below(report: Report) -> None:
    for package in all_games():
        rows = []
        alone = ladder.among(package.key, package.edition)
        if alone is not None:
            told = f"{alone.share:.1%} (95 %: {alone.low:.1%} to {alone.high:.1%})"
            rows.append(
                (f"strong among three smart, {alone.matches} matches won", told, AMONG_GOAL)
            )
        for rung in ladder.rungs(package.key, package.edition):
            told = f"{rung.share:.1%} (95 %: {rung.low:.1%} to {rung.high:.1%})"
            what = f"{rung.size} seats, {rung.level} ahead of {rung.below}, {rung.matches} matches"
            rows.append((what, told, RUNG_GOAL))
            assert rung.high > 0.5
        if rows:
            report(f"Bots: the ladder of {package.title}, pairs of places", rows)
