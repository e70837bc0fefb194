"""How fast Dice Devils is played, and how well: ``pytest -m bench tests/bench/… -s``.

The plain loop, the fast path and the contract take turns in one run, so that a busy machine slows
all of them alike.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from math import sqrt
from random import Random

import pytest

from games.core.game import Played
from games.core.rng import QuickRng
from games.core.types import CHANCE
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.play import BOTS, FAST, PLAY
from tests.bench.conftest import Report
from tests.bench.plain_dice_devils import play as plain_play

SEATS = 4
TURNS, SECONDS = 5, 0.6
PLAIN_GOAL = 1360
"""0.8 of what independent plain loops reached."""
SMART_MATCHES = 1000
DEFAULT = DiceDevilsOptions()


def _rate(play: Callable[[], int]) -> float:
    """What ``play`` counts, per second of processor time."""
    counted, started = 0, time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        for _ in range(20):
            counted += play()
    return counted / spent


def _plain(random: Callable[[], float]) -> int:
    plain_play(random, SEATS, DEFAULT)
    return 1


def _fast(match: Callable[[Callable[[], float]], Played], random: Callable[[], float]) -> int:
    match(random)
    return 1


def _checked(rng: QuickRng) -> int:
    """One match by mere chance in which everything is asked for and checked: its actions."""
    state, actions = PLAY.initial(SEATS, DEFAULT), 0
    while actors := PLAY.to_act(state):
        actor = next(iter(actors))
        if actor is CHANCE:
            action = PLAY.chance(state, rng)
        else:
            legal = PLAY.legal(state, actor)
            action = legal[rng.below(len(legal))]
        state = PLAY.apply(state, actor, action)
        actions += 1
    return actions


@pytest.mark.bench
@pytest.mark.timeout(300)
def test_the_fast_path_is_three_times_as_fast_as_a_plain_loop(report: Report) -> None:
    fast_match = FAST.player(SEATS, DEFAULT)
    plain, fast, checked = [], [], []
    for turn in range(TURNS):
        plain.append(_rate(partial(_plain, Random(turn).random)))
        fast.append(_rate(partial(_fast, fast_match, Random(turn).random)))
        checked.append(_rate(partial(_checked, QuickRng(turn))))
    ratio = max(fast) / max(plain)

    report(
        f"Dice Devils: speed, {SEATS} random seats, one core",
        [
            ("plain loop", f"{max(plain):,.0f} matches/s", f"≥ {PLAIN_GOAL:,}"),
            ("fast path", f"{max(fast):,.0f} matches/s", "–"),
            ("fast path over plain loop", f"{ratio:.2f} times", "≥ 3"),
            ("contract, checked", f"{max(checked):,.0f} actions/s", "≥ 20,000"),
        ],
    )
    assert max(plain) >= PLAIN_GOAL
    assert ratio >= 3
    assert max(checked) >= 20_000


@pytest.mark.bench
@pytest.mark.timeout(600)
def test_the_smart_player_wins_more_than_its_share_and_answers_at_once(report: Report) -> None:
    won = 0.0
    spent: list[float] = []
    for match in range(SMART_MATCHES):
        rng, me = QuickRng(match), match % SEATS
        bots = [BOTS["smart" if seat == me else "random"]() for seat in range(SEATS)]
        state = PLAY.initial(SEATS, DEFAULT)
        while actors := PLAY.to_act(state):
            actor = next(iter(actors))
            if actor is CHANCE:
                state = PLAY.advance(state, CHANCE, PLAY.chance(state, rng))
                continue
            view, legal = PLAY.view(state, actor), PLAY.legal(state, actor)
            started = time.process_time()
            action = bots[actor].choose(view, legal, rng)
            if actor == me:
                spent.append(time.process_time() - started)
            state = PLAY.advance(state, actor, action)
        outcome = PLAY.outcome(state)
        assert outcome is not None
        won += outcome.places[me] == 1 and 1 / outcome.places.count(1)
    share, low, high = _wilson(won, SMART_MATCHES)
    mean, p99 = 1000 * sum(spent) / len(spent), 1000 * sorted(spent)[len(spent) * 99 // 100]

    report(
        f"Dice Devils: the smart player among {SEATS - 1} random ones",
        [
            ("matches won", f"{share:.1%} (95 %: {low:.1%} to {high:.1%})", "≥ 37.5%"),
            ("mean answer", f"{mean:.2f} ms", "≤ 5 ms"),
            ("99 of 100 answers within", f"{p99:.2f} ms", "≤ 50 ms"),
            ("slowest answer, the first", f"{1000 * max(spent):.0f} ms", "–"),
        ],
    )
    assert low >= 0.375
    assert mean <= 5
    assert p99 <= 50


def _wilson(won: float, matches: int) -> tuple[float, float, float]:
    """A share with the ends of its 95 % interval."""
    share, z = won / matches, 1.96
    middle = (share + z * z / (2 * matches)) / (1 + z * z / matches)
    half = (
        sqrt(share * (1 - share) / matches + z * z / (4 * matches**2)) * z / (1 + z * z / matches)
    )
    return share, middle - half, middle + half
