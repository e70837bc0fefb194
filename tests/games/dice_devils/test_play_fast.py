"""The fast path, the engine and a loop written for clarity play the same matches."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bench.plain_dice_devils import play as plain_play
from tests.games.dice_devils.matches import RULESETS, options, played, played_fast


@settings(deadline=None)
@given(name=st.sampled_from(sorted(RULESETS)), seats=st.integers(3, 6), seed=st.integers(0, 2**64))
def test_the_fast_path_plays_what_the_engine_plays(name: str, seats: int, seed: int) -> None:
    chosen = options(name)

    assert played_fast(seats, chosen, [seed]) == [played(seats, chosen, seed)]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("name", sorted(RULESETS))
def test_one_player_function_plays_many_matches_without_remembering_any(
    name: str, seats: int
) -> None:
    chosen = options(name)
    seeds = range(20)

    assert played_fast(seats, chosen, seeds) == [played(seats, chosen, seed) for seed in seeds]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_plain_loop_of_the_measurements_plays_the_same_matches(seats: int) -> None:
    chosen = options("usual")

    fast = played_fast(seats, chosen, range(100))

    plain = [plain_play(Random(seed).random, seats, chosen) for seed in range(100)]
    assert [(p.points, p.places, p.rounds, p.actions) for p in plain] == [
        (f.outcome.points, f.outcome.places, f.length, f.actions) for f in fast
    ]


def test_a_box_that_runs_dry_ends_the_match_early() -> None:
    found = played_fast(6, options("a box that runs dry"), range(50))

    reasons = {each.outcome.reason for each in found}
    assert "early_end" in reasons
