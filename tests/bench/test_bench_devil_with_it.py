"""How fast The Devil With It is played, and how well: ``pytest -m bench tests/bench/… -s``.

The plain loop, the quick path and the contract take turns in one run, so that a busy machine
slows all of them alike.
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
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.play import FAST, PLAY
from games.the_devil_with_it.play.bots import RandomBot
from games.the_devil_with_it.play.smart import SmartBot
from tests.bench.conftest import Report
from tests.bench.plain_devil_with_it import play_match

SEATS = 4
TURNS, SECONDS = 5, 0.6
PLAIN_GOAL = 600
"""0.8 of what independent plain loops reached."""

QUICK_GOAL = 4
"""Times the plain loop; several runs on a machine that did more besides gave 4.2 to 4.5."""

SMART_MATCHES = 400
DEFAULT = DevilWithItOptions()


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
    """One match by mere chance in which everything is asked for and checked: its actions."""
    rng = QuickRng(seed)
    state, actions = PLAY.initial(SEATS, DEFAULT), 0
    while (actors := PLAY.to_act(state)) and actions < 2000:
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
def test_the_quick_path_is_four_times_as_fast_as_a_plain_loop(report: Report) -> None:
    quick_match = FAST.player(SEATS, DEFAULT)
    plain, quick, checked = [], [], []
    for turn in range(TURNS):
        plain.append(_rate(_one(lambda random: play_match(SEATS, random), turn)))
        quick.append(_rate(_one(quick_match, turn)))
        checked.append(_rate(partial(_checked, turn)))
    ratio = max(quick) / max(plain)

    report(
        f"The Devil With It: speed, {SEATS} random seats, one core",
        [
            ("plain loop", f"{max(plain):,.0f} matches/s", f"≥ {PLAIN_GOAL}"),
            ("quick path", f"{max(quick):,.0f} matches/s", "–"),
            ("quick path over plain loop", f"{ratio:.2f} times", f"≥ {QUICK_GOAL}"),
            ("contract, checked", f"{max(checked):,.0f} actions/s", "≥ 20,000"),
        ],
    )
    assert max(plain) >= PLAIN_GOAL
    assert ratio >= QUICK_GOAL
    assert max(checked) >= 20_000


@pytest.mark.bench
@pytest.mark.timeout(600)
def test_the_smart_player_wins_more_than_its_share_and_answers_at_once(report: Report) -> None:
    won, spent, lengths = 0.0, [], 0
    for match in range(SMART_MATCHES):
        rng, me = QuickRng(match), Seat(match % SEATS)
        bots: list[RandomBot | SmartBot] = [RandomBot() for _ in range(SEATS)]
        bots[me] = SmartBot()
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
        lengths += PLAY.length(state)
        won += outcome.places[me] == 1 and 1 / outcome.places.count(1)
    share, low, high = _wilson(won, SMART_MATCHES)
    mean, p99 = 1000 * sum(spent) / len(spent), 1000 * sorted(spent)[len(spent) * 99 // 100]

    report(
        f"The Devil With It: the smart player among {SEATS - 1} random ones",
        [
            ("matches won", f"{share:.1%} (95 %: {low:.1%} to {high:.1%})", "≥ 37.5%"),
            ("rounds in a match", f"{lengths / SMART_MATCHES:.1f}", "–"),
            ("mean answer", f"{mean:.2f} ms", "≤ 5 ms"),
            ("99 of 100 answers within", f"{p99:.2f} ms", "≤ 50 ms"),
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
