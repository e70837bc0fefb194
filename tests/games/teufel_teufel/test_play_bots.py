"""How bots play Teufel, Teufel!."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.playouts import playout
from games.core.rng import QuickRng
from games.core.types import CHANCE, JSON, Seat
from games.teufel_teufel.options import TeufelOptions, from_json
from games.teufel_teufel.play import BOTS, MAX_STEPS, PLAY
from games.teufel_teufel.play.actions import (
    SKIM,
    DropDevil,
    EndMove,
    Give,
    LoseLetters,
    Peek,
    Step,
    SwapCards,
    TakeDevilFrom,
    TeufelAction,
)
from games.teufel_teufel.play.bots import MOVE_WEIGHT, SHUFFLE_WEIGHT, SWAP_WEIGHT
from games.teufel_teufel.play.outlook import Outlook
from games.teufel_teufel.play.state import State, position
from tests.games.teufel_teufel.odd_rules import ODD_RULES
from tests.tiers import examples


def _chosen(state: State, bot: str = "smart", seed: int = 1) -> TeufelAction:
    (actor,) = PLAY.to_act(state)
    assert isinstance(actor, int)
    seat = Seat(actor)
    legal = PLAY.legal(state, seat)
    action = BOTS[bot]().choose(PLAY.view(state, seat), legal, QuickRng(seed))
    assert action in legal
    return action


def _turn(state: State) -> list[TeufelAction]:
    """What the smart bot does until the turn passes or the match ends."""
    done = []
    turns = state.turns
    while PLAY.to_act(state) and state.turns == turns:
        (actor,) = PLAY.to_act(state)
        done.append(_chosen(state))
        state = PLAY.apply(state, actor, done[-1])
    return done


FAR_CARDS = {(7, col): f"white-{letter}" for col, letter in zip(range(1, 7), "ABCDEF", strict=True)}


# --- random


def test_the_random_bot_chooses_the_kind_of_its_turn_by_weight() -> None:
    state = position(
        open={
            (1, col): f"green-{letter}" for col, letter in zip(range(1, 7), "ABCDEF", strict=True)
        },
        hidden=FAR_CARDS,
        discs=[(4, 1), (4, 7)],
        devils=[0],
    )
    kinds = Counter(_chosen(state, "random", seed).kind for seed in range(4500))
    total = MOVE_WEIGHT + SHUFFLE_WEIGHT + SWAP_WEIGHT

    for kind, weight in (
        ("step", MOVE_WEIGHT),
        ("shuffle_take", SHUFFLE_WEIGHT),
        ("swap", SWAP_WEIGHT),
    ):
        assert abs(kinds[kind] - 4500 * weight / total) < 90


@settings(max_examples=examples(30))
@given(st.integers(0, 2**32), st.integers(2, 6), st.sampled_from(ODD_RULES))
def test_both_bots_play_every_match_to_its_end(
    seed: int, seats: int, rules: Mapping[str, JSON]
) -> None:
    options = from_json({**rules, "turn_limit": 60})
    names = ["smart", "random"] * 3

    played = playout(
        PLAY, seats, options, [BOTS[name] for name in names[:seats]], MAX_STEPS, QuickRng(seed)
    )

    assert played.cut is False


# --- what a seat can work out


def test_the_chances_of_a_hidden_card_are_those_of_its_group() -> None:
    state = position(
        seats=2,
        hidden={(1, 1): "red-A", (1, 2): "devil", (1, 3): "devil", (1, 4): "tower"},
        discs=[(4, 1), (4, 7)],
        known={0: [(1, 4)]},
    )
    numbers, index = state.ground.numbers, state.ground.index

    mine = Outlook(PLAY.view(state, Seat(0)), 0)
    other = Outlook(PLAY.view(state, Seat(1)), 1)

    third = ((numbers["red-A"], 1 / 3), (numbers["devil"], 2 / 3))
    assert mine.odds[index[1, 1]] == third
    assert mine.odds[index[1, 4]] == ((numbers["tower"], 1.0),)
    assert dict(other.odds[index[1, 1]])[numbers["devil"]] == 1 / 2


def test_the_way_to_a_card_counts_the_turns_that_end_on_it() -> None:
    state = position(
        open={(3, 2): "blue-D", (3, 3): "green-E", (3, 4): "red-A"},
        hidden=FAR_CARDS,
        discs=[(3, 1), (6, 7)],
        letters=["D"],
    )
    outlook = Outlook(PLAY.view(state, Seat(0)), 0)
    index = state.ground.index

    ways = outlook.ways_to(index[3, 4], devil=False)

    assert ways[index[3, 1]] == 1.0  # around the foreign letter, over empty fields
    assert ways[index[7, 7]] == 2.0  # the other disc stands in the way
    assert ways[index[7, 1]] == 1.0


# --- smart


def test_a_letter_that_can_be_reached_over_passes_is_collected() -> None:
    state = position(
        open={(3, 2): "blue-D", (3, 3): "green-D", (3, 4): "red-A"},
        hidden=FAR_CARDS,
        discs=[(3, 1), (6, 7)],
        letters=["D"],
    )

    after = _turn(state)

    assert after[-1] == Step((3, 4))


def test_a_wanted_card_behind_others_is_swapped_near() -> None:
    wall = {
        (row, col): "white-F" for row in range(1, 8) for col in (3, 4, 5) if (row, col) != (4, 4)
    }
    names = iter(f"{colour}-{letter}" for colour in ("white", "black") for letter in "BCDEF" * 2)
    state = position(
        open={**{at: next(names) for at in wall}, (3, 6): "red-A"},
        hidden={(2, 1): "black-A", (4, 1): "green-A", (3, 2): "green-B", (7, 7): "green-C"},
        discs=[(3, 1), (6, 7)],
        letters=["BCDEF"],
    )

    action = _chosen(state)

    assert isinstance(action, SwapCards)
    assert (3, 6) in (action.a, action.b)


def test_a_devil_is_given_to_be_able_to_leave() -> None:
    state = position(
        seats=3,
        open={(3, 3): "green-F"},
        hidden=FAR_CARDS,
        discs=[(3, 2), (3, 3), (6, 7)],
        letters=["ABCDEF"],
        devils=[0],
    )

    assert _turn(state) == [Step((3, 3)), Give(True)]


@pytest.mark.parametrize("match", [0, 6, 10, 31])
def test_between_two_a_devil_is_not_passed_back_and_forth(match: int) -> None:
    state, rng = PLAY.initial(2, TeufelOptions()), QuickRng(match)
    given: dict[int, bool] = {}  # by turn, whether the devil was given away in it
    while actors := PLAY.to_act(state):
        (actor,) = actors
        action = PLAY.chance(state, rng) if actor is CHANCE else _chosen(state)
        given[state.turns] = given.get(state.turns, False) or action == Give(True)
        state = PLAY.advance(state, actor, action)

    assert not any(all(given.get(turn + more) for more in range(3)) for turn in given)


def test_between_two_a_devil_is_given_to_be_able_to_leave() -> None:
    state = position(
        open={(3, 3): "green-F"},
        hidden=FAR_CARDS,
        discs=[(3, 2), (3, 3)],
        letters=["ABCDEF"],
        devils=[0],
    )

    assert _turn(state) == [Step((3, 3)), Give(True)]


def test_between_two_a_second_devil_is_worth_a_turn() -> None:
    state = position(
        open={(3, 3): "green-F"},
        hidden={**FAR_CARDS, (2, 2): "red-A", (3, 1): "red-B"},
        discs=[(3, 2), (3, 3)],
        letters=["CD", "ABCD"],
        devils=[0, 1],
    )

    assert _turn(state)[:2] == [Step((3, 3)), Give(True)]


def test_a_devil_is_dropped_at_a_tower_to_be_able_to_leave() -> None:
    state = position(
        seats=3,
        open={(3, 3): "tower"},
        hidden=FAR_CARDS,
        discs=[(3, 2), (1, 7), (6, 7)],
        letters=["ABCDEF"],
        devils=[0],
    )

    done = _turn(state)

    assert done[0] == Step((3, 3))
    assert done[-1] == DropDevil(True)


def test_the_devil_is_taken_from_whoever_is_farthest_from_leaving() -> None:
    state = position(
        seats=5,
        open={(3, 3): "devil"},
        hidden=FAR_CARDS,
        discs=[(3, 2), (1, 1), (1, 4), (1, 7), (6, 7)],
        letters=["", "ABCDEF", "A", "ABC", "ABCD"],
        devils=[1, 2, 3, 4],
    )

    state = PLAY.apply(state, Seat(0), Step((3, 3)))

    assert _chosen(state) == TakeDevilFrom(2)


def test_letters_that_lie_near_are_given_back_first() -> None:
    state = position(
        open={(3, 3): "devil", (2, 3): "red-A", (3, 4): "red-C"},
        hidden={**FAR_CARDS, (1, 7): "red-B"},
        discs=[(3, 2), (6, 7)],
        letters=["ABC"],
        devils=[0],
    )

    state = PLAY.apply(state, Seat(0), Step((3, 3)))

    assert _chosen(state) == LoseLetters(("A", "C"))


def test_a_tower_is_used_to_look_at_a_card_near_by() -> None:
    state = position(
        open={(3, 3): "tower"},
        hidden={**FAR_CARDS, (2, 3): "green-A"},
        discs=[(3, 2), (6, 7)],
    )

    state = PLAY.apply(state, Seat(0), Step((3, 3)))

    assert _chosen(state) == Peek((2, 3))


def test_the_last_hidden_card_is_not_opened_by_one_who_is_not_ready() -> None:
    state = position(
        open={(3, 2): "red-A"},
        hidden={(2, 1): "green-A"},
        discs=[(3, 1), (6, 7)],
        letters=["CD"],
    )

    assert [action for action in _turn(state) if action == Step((2, 1))] == []


def test_hidden_cards_are_crossed_with_a_devil_on_the_way_to_a_letter() -> None:
    state = position(
        open={(1, 3): "red-A"},
        hidden={**FAR_CARDS, (1, 2): "blue-A", (2, 3): "blue-B", (1, 4): "blue-C"},
        discs=[(1, 1), (6, 7)],
        letters=["B"],
        devils=[0],
    )

    done = _turn(state)

    assert isinstance(done[0], Step)
    assert done[-1] == Step((1, 3))
    assert SKIM in [step.mode for step in done if isinstance(step, Step)]
    assert EndMove() not in done


@pytest.mark.parametrize(("seats", "least"), [(2, 16), (4, 14)])
def test_the_smart_bot_leaves_random_ones_behind(seats: int, least: int) -> None:
    won = 0
    for match in range(20):
        me = match % seats
        bots = [BOTS["smart" if seat == me else "random"] for seat in range(seats)]
        outcome = playout(PLAY, seats, TeufelOptions(), bots, MAX_STEPS, QuickRng(match)).outcome
        won += outcome.places[me] == 1 and not outcome.drawn

    assert won >= least


def test_smart_bots_among_themselves_come_to_an_end() -> None:
    ends = [
        playout(PLAY, 4, TeufelOptions(), [BOTS["smart"]] * 4, MAX_STEPS, QuickRng(match))
        for match in range(4)
    ]

    assert [played.outcome.reason for played in ends if played.outcome.reason == "stopped"] == []
