"""The quick path, the engine and the plain loop play the same matches from the same numbers."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.game import Played
from games.core.rng import QuickRng
from games.the_devil_with_it.options import DevilWithItOptions, EndTie
from games.the_devil_with_it.play import FAST, MAX_STEPS, PLAY
from games.the_devil_with_it.play.state import Phase
from tests.bench.plain_devil_with_it import play_match
from tests.games.the_devil_with_it.playing import DEFAULT, ODD_RULES, moments
from tests.tiers import examples

EXTRA = DevilWithItOptions(end_tie=EndTie.EXTRA_ROUND, end_threshold=300)
CUT = DevilWithItOptions(coal=((10, 3),), devils=40, oven_mouth_capacity=30)
"""Hardly anybody ever wins anything, so a match lasts until it is cut."""


def by_engine(seed: int, seats: int, options: DevilWithItOptions) -> Played:
    """The match as the engine and random bots play it, cut like any simulation."""
    actions = 0
    state = PLAY.initial(seats, options)
    for moment in moments(seed, seats, options, most=MAX_STEPS):
        actions += 1
        state = moment.after
    is_cut = state.phase is not Phase.END
    return Played(
        PLAY.adjudicate(state), PLAY.length(state), PLAY.starts(state), actions, cut=is_cut
    )


@given(
    seed=st.integers(0, 2**40),
    seats=st.integers(2, 6),
    options=st.sampled_from([*ODD_RULES, EXTRA]),
)
@settings(max_examples=examples(60), deadline=None)
def test_the_quick_path_plays_what_the_engine_plays(
    seed: int, seats: int, options: DevilWithItOptions
) -> None:
    quick = FAST.player(seats, options)(QuickRng(seed).random)

    assert quick == by_engine(seed, seats, options)


def test_a_player_function_plays_one_match_after_another_from_one_generator() -> None:
    quick, engine = QuickRng(7), QuickRng(7)
    play, alone = FAST.player(4, DEFAULT), FAST.player(4, DEFAULT)

    assert [play(quick.random) for _ in range(5)] == [alone(engine.random) for _ in range(5)]
    assert quick.below(1000) == engine.below(1000)


def test_a_match_is_cut_at_the_very_step_at_which_the_engine_is() -> None:
    for seed in range(2):
        quick = FAST.player(3, CUT)(QuickRng(seed).random)

        assert quick == by_engine(seed, 3, CUT)
        assert (quick.actions, quick.cut) == (MAX_STEPS, True)


def test_the_plain_loop_plays_the_same_matches() -> None:
    for seats in range(2, 7):
        quick = FAST.player(seats, DEFAULT)
        for seed in range(20):
            played = quick(QuickRng(seed).random)

            assert play_match(seats, QuickRng(seed).random) == {
                "totals": list(played.outcome.points or ()),
                "rounds": played.length,
                "actions": played.actions,
            }
