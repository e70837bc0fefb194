"""The fast path and the plain loop of the benchmark play the matches of the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.game import Played
from games.core.playouts import playout
from games.core.rng import QuickRng
from games.core.types import JSON
from games.teufel_teufel import GAME
from games.teufel_teufel.options import TeufelOptions, from_json
from games.teufel_teufel.play import FAST, MAX_STEPS, PLAY, fast
from tests.bench import plain_teufel_teufel as plain
from tests.games.teufel_teufel.odd_rules import ODD_RULES


def _slow(seats: int, options: TeufelOptions, seed: int, most: int = MAX_STEPS) -> Played:
    bots = [GAME.bots["random"]] * seats
    return playout(PLAY, seats, options, bots, most, QuickRng(seed))


def _fast(seats: int, options: TeufelOptions, seed: int) -> Played:
    return FAST.player(seats, options)(Random(seed).random)


@pytest.mark.parametrize("rules", ODD_RULES, ids=lambda rules: " ".join(rules) or "usual")
def test_the_fast_path_plays_the_matches_of_the_engine(rules: Mapping[str, JSON]) -> None:
    options = from_json(rules)

    for seats in options.seats:
        for seed in range(2):
            assert _fast(seats, options, seed) == _slow(seats, options, seed)


@given(st.integers(2, 6), st.integers(0, 2**32), st.sampled_from(ODD_RULES))
def test_whatever_the_seed_both_play_the_same_match(
    seats: int, seed: int, rules: Mapping[str, JSON]
) -> None:
    options = from_json(rules)

    assert _fast(seats, options, seed) == _slow(seats, options, seed)


def test_the_seeds_tried_know_every_end() -> None:
    ends = Counter(
        (_fast(seats, from_json(rules), seed).outcome.reason)
        for rules in ({}, {"turn_limit": 50})
        for seats in (2, 4)
        for seed in range(20)
    )

    assert sorted(ends) == ["day_break", "last_one", "stopped"]


@given(seed=st.integers(0, 2**32), most=st.integers(5, 400))
def test_a_match_is_cut_after_the_same_action(seed: int, most: int) -> None:
    options = TeufelOptions()
    usual = fast.MAX_STEPS
    try:
        fast.MAX_STEPS = most
        played = _fast(3, options, seed)
    finally:
        fast.MAX_STEPS = usual

    assert played == _slow(3, options, seed, most)
    assert played.actions <= most


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_plain_loop_plays_the_same_matches(seats: int) -> None:
    for seed in range(12):
        expected = _fast(seats, TeufelOptions(), seed)

        result = plain.play(Random(seed).random, seats)

        assert _facts(result) == (
            expected.outcome.places,
            expected.outcome.reason,
            expected.length,
            expected.actions,
        )


def _facts(result: plain.Result) -> tuple[Any, ...]:  # Any: fields of different kinds
    return result.places, result.reason, result.turns, result.actions


def test_random_matches_end_by_the_rules() -> None:
    ends = Counter(_fast(4, TeufelOptions(), seed).outcome.reason for seed in range(200))

    assert ends["stopped"] <= 2
