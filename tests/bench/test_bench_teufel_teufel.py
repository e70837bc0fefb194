"""How fast Teufel, Teufel! is played, and how well: ``pytest -m bench tests/bench/… -s``.

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

from games.core.rng import QuickRng
from games.core.types import CHANCE, Seat
from games.teufel_teufel.options import TeufelOptions
from games.teufel_teufel.play import BOTS, FAST, PLAY
from tests.bench.conftest import Report
from tests.bench.plain_teufel_teufel import play as plain_play

SEATS = 4
TURNS, SECONDS = 5, 0.6
PLAIN_GOAL = 31
"""0.8 of what independent plain loops reached."""
SMART_MATCHES = 300
DEFAULT = TeufelOptions()


def _rate(play: Callable[[], int]) -> float:
    """What ``play`` counts, per second of processor time."""
    counted, started = 0, time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        counted += play()
    return counted / spent


def _one(play: Callable[[Callable[[], float]], object], seed: int) -> Callable[[], int]:
    """Plays one match after another from one generator, and counts each as 1."""
    random = Random(seed).random

    def match() -> int:
        play(random)
        return 1

    return match


def _checked(seed: int) -> int:
    """One match of random bots in which everything is asked for and checked: its actions."""
    rng, actions = QuickRng(seed), 0
    bots = [BOTS["random"]() for _ in range(SEATS)]
    state = PLAY.initial(SEATS, DEFAULT)
    while actors := PLAY.to_act(state):
        actor = next(iter(actors))
        if actor is CHANCE:
            action = PLAY.chance(state, rng)
        else:
            assert isinstance(actor, int)
            seat = Seat(actor)
            action = bots[seat].choose(PLAY.view(state, seat), PLAY.legal(state, seat), rng)
        state = PLAY.apply(state, actor, action)
        actions += 1
    return actions


@pytest.mark.bench
@pytest.mark.timeout(300)
def test_the_fast_path_is_three_times_as_fast_as_a_plain_loop(report: Report) -> None:
    fast_match = FAST.player(SEATS, DEFAULT)
    plain, fast, checked = [], [], []
    for turn in range(TURNS):
        plain.append(_rate(_one(lambda random: plain_play(random, SEATS), turn)))
        fast.append(_rate(_one(fast_match, turn)))
        checked.append(_rate(partial(_checked, turn)))
    ratio = max(fast) / max(plain)

    report(
        f"Teufel, Teufel!: speed, {SEATS} random seats, one core",
        [
            ("plain loop", f"{max(plain):,.0f} matches/s", f"≥ {PLAIN_GOAL}"),
            ("fast path", f"{max(fast):,.0f} matches/s", "–"),
            ("fast path over plain loop", f"{ratio:.2f} times", "≥ 3"),
            ("contract, checked, with views", f"{max(checked):,.0f} actions/s", "≥ 10,000"),
        ],
    )
    assert max(plain) >= PLAIN_GOAL
    assert ratio >= 3
    assert max(checked) >= 10_000


@pytest.mark.bench
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("seats", "goal"), [(2, 0.8), (4, 0.375)])
def test_the_smart_player_is_ahead_of_random_ones_and_answers_at_once(
    seats: int, goal: float, report: Report
) -> None:
    won = 0.0
    spent: list[float] = []
    for match in range(SMART_MATCHES):
        rng, me = QuickRng(match), match % seats
        bots = [BOTS["smart" if seat == me else "random"]() for seat in range(seats)]
        state = PLAY.initial(seats, DEFAULT)
        while actors := PLAY.to_act(state):
            actor = next(iter(actors))
            if actor is CHANCE:
                state = PLAY.advance(state, CHANCE, PLAY.chance(state, rng))
                continue
            assert isinstance(actor, int)
            seat = Seat(actor)
            view, legal = PLAY.view(state, seat), PLAY.legal(state, seat)
            started = time.process_time()
            action = bots[seat].choose(view, legal, rng)
            if seat == me:
                spent.append(time.process_time() - started)
            state = PLAY.advance(state, seat, action)
        outcome = PLAY.outcome(state)
        assert outcome is not None
        won += outcome.places[me] == 1 and not outcome.drawn and 1 / outcome.places.count(1)
    share, low, high = _wilson(won, SMART_MATCHES)
    mean, p99 = 1000 * sum(spent) / len(spent), 1000 * sorted(spent)[len(spent) * 99 // 100]

    report(
        f"Teufel, Teufel!: the smart player at a table of {seats}, the others random",
        [
            ("matches won", f"{share:.1%} (95 %: {low:.1%} to {high:.1%})", f"≥ {goal:.1%}"),
            ("mean answer", f"{mean:.2f} ms", "≤ 5 ms"),
            ("99 of 100 answers within", f"{p99:.2f} ms", "≤ 50 ms"),
            ("slowest answer", f"{1000 * max(spent):.0f} ms", "–"),
        ],
    )
    assert low >= goal
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
