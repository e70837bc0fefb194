"""How fast games are played; run with ``pytest -m bench tests/bench/test_bench_games.py -s``."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from games.catalogue import all_games
from games.core.package import GamePackage
from games.core.playouts import match_seed, player
from games.core.recorder import lowest
from games.core.rng import QuickRng
from games.core.tally import Tally
from games.core.transcript import played
from games.core.types import CHANCE
from tests.bench.conftest import Report

SEATS = 4
SECONDS = 1.0
CHECKED_GOAL = {"teufel-teufel": 10_000}
"""Checked actions per second where they are not 20,000."""

GAMES = pytest.mark.parametrize(
    "package",
    [package for package in all_games() if package.play is not None],
    ids=lambda package: package.key,
)


def _rate(play: Callable[[int], int]) -> float:
    """What ``play`` counts, per second of processor time, best of three."""
    best = 0.0
    for turn in range(3):
        counted, index = 0, 0
        started = time.process_time()
        while (spent := time.process_time() - started) < SECONDS:
            counted += play(match_seed(turn, index))
            index += 1
        best = max(best, counted / spent)
    return best


@pytest.mark.bench
@pytest.mark.timeout(300)
@GAMES
def test_the_contract_is_fast_enough_for_matches_and_studies(
    package: GamePackage, report: Report
) -> None:
    options = package.sheet.default_options()
    bots = ("random",) * SEATS
    engine = played(package)
    fast = player(package, SEATS, options, bots)
    contract = player(replace(package, fast=None), SEATS, options, bots)

    def checked(seed: int) -> int:
        """One match in which everything is asked for and checked; how many actions it took."""
        rng = QuickRng(seed)
        state, actions = engine.initial(SEATS, options), 0
        while actors := engine.to_act(state):
            if CHANCE in actors:
                state = engine.apply(state, CHANCE, engine.chance(state, rng))
            else:
                seat = lowest(actors)
                legal = engine.legal(state, seat)
                state = engine.apply(state, seat, legal[rng.below(len(legal))])
            actions += 1
            if actions == package.max_steps:
                break
        return actions

    goal = CHECKED_GOAL.get(package.key, 20_000)
    by_apply = _rate(checked)
    by_bots = _rate(lambda seed: contract(seed).actions)
    matches = _rate(lambda seed: len([contract(seed)]))
    quick = _rate(lambda seed: len([fast(seed)]))
    tally = Tally()

    def counted(seed: int) -> int:
        """A match as the simulator plays it: with a seed of its own, added to the figures."""
        tally.add(fast(seed))
        return 1

    simulated = _rate(counted)

    report(
        f"{package.title}: the contract, {SEATS} random seats, one core",
        [
            ("checked: to_act, legal, apply", f"{by_apply:,.0f} actions/s", f"≥ {goal:,}"),
            ("unchecked, random bots with views", f"{by_bots:,.0f} actions/s", "–"),
            ("the same in matches", f"{matches:,.0f} matches/s", "–"),
            ("fast path", f"{quick:,.0f} matches/s", "–"),
            ("fast path with the figures", f"{simulated:,.0f} matches/s", "–"),
            ("fast path over the contract", f"{quick / matches:.1f} times", "–"),
        ],
    )
    assert by_apply >= goal
