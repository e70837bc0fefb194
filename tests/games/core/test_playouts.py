from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.errors import BadOptions, GameError, UnknownBot
from games.core.playouts import match_seed, player, takes_fast_path
from tests.games.toy import TOY, ToyOptions

SLOW_TOY = replace(TOY, fast=None)


@given(seed=st.integers(-5, 10**18), seats=st.integers(3, 5), rounds=st.integers(1, 4))
def test_both_paths_play_the_same_match(seed: int, seats: int, rounds: int) -> None:
    options = ToyOptions(rounds=rounds, bonus=(2, 5))
    bots = ("random",) * seats

    fast = player(TOY, seats, options, bots)
    slow = player(SLOW_TOY, seats, options, bots)

    assert fast(match_seed(seed, 7)) == slow(match_seed(seed, 7))


def test_the_fast_path_is_for_random_bots_alone() -> None:
    assert takes_fast_path(TOY, ("random", "random", "random")) is True
    assert takes_fast_path(TOY, ("random", "smart", "random")) is False
    assert takes_fast_path(SLOW_TOY, ("random", "random", "random")) is False


def test_a_match_that_is_not_over_after_the_limit_is_cut_and_adjudicated() -> None:
    whole = player(SLOW_TOY, 3, ToyOptions(), ("smart",) * 3)(1)

    cut = player(replace(SLOW_TOY, max_steps=whole.actions - 1), 3, ToyOptions(), ("smart",) * 3)(1)
    not_cut = player(replace(SLOW_TOY, max_steps=whole.actions), 3, ToyOptions(), ("smart",) * 3)(1)

    assert (cut.cut, cut.actions, cut.outcome.reason) == (True, whole.actions - 1, "stopped")
    assert not_cut == whole


def test_every_match_of_a_study_has_a_seed_of_its_own() -> None:
    seeds = {match_seed(study, index) for study in range(10) for index in range(1000)}

    assert len(seeds) == 10_000


def test_what_cannot_be_played_is_refused_before_the_first_match() -> None:
    with pytest.raises(BadOptions):
        player(TOY, 7, ToyOptions(), ("random",) * 7)
    with pytest.raises(UnknownBot):
        player(TOY, 3, ToyOptions(), ("random", "random", "clever"))
    with pytest.raises(GameError) as caught:
        player(replace(TOY, play=None), 3, ToyOptions(), ("random",) * 3)

    assert caught.value.code == "game.no_play"
