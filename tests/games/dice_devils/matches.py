"""Matches of Dice Devils for tests: rulesets that change its course, and play by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.core.game import Played
from games.core.rng import QuickRng
from games.core.types import CHANCE, JSON, Seat
from games.dice_devils import options as house
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.play import BOTS, FAST, PLAY
from games.dice_devils.play.actions import Action
from games.dice_devils.play.state import State

RULESETS: Mapping[str, JSON] = {
    "usual": {},
    "force at any time": {"spiel_window": "any_evaluation"},
    "more fights": {"variant_more_fights": True},
    "items pile up": {"item_refill": "add_fixed_number"},
    "shared places": {"tie_break": "shared", "spiel_before_spring": False},
    "a box that runs dry": {
        "end_item_count": 15,
        "item_types": {"bed": [3, 1], "chili": [2, 2], "scarf": [0, 1]},
    },
    "pieces of different worth": {
        "item_values_by_piece": {"bed": [1, 1, 1, 2, 2, 3], "iron": [1, 1, 9]},
        "end_tie_uses_rank_after_last_swap": False,
    },
    "one open item": {
        "open_items": {"3": 1, "4": 1, "5": 4, "6": 5},
        "grey_die_faces": [1, 1, 2, 5, 6, 6],
        "triple_size": 2,
        "triple_bonus": 5,
        "spring_wins_end_tie": False,
        "tie_break_applies_to_all_places": False,
    },
    "other ranks": {
        "rank_sets": {"3": [2, 5, 3], "4": [1, 2, 4, 5], "5": [1, 2, 3, 4, 5]},
        "spiel_before_spring": False,
        "spiel_window": "any_evaluation",
        "reveal_ober_when_alone": "always",
    },
    "one item ends it": {"end_item_count": 1},
}


def options(name: str) -> DiceDevilsOptions:
    return house.from_json(RULESETS[name])


def play(seats: int, chosen: DiceDevilsOptions, seed: int) -> tuple[State, int]:
    """The end of a match of random bots, checked action by action; and how many there were."""
    rng = QuickRng(seed)
    bots = [BOTS["random"]() for _ in range(seats)]
    state = PLAY.initial(seats, chosen)
    actions = 0
    while actors := tuple(PLAY.to_act(state)):
        (actor,) = actors
        if actor is CHANCE:
            action = PLAY.chance(state, rng)
        else:
            assert isinstance(actor, int)
            action = bots[actor].choose(PLAY.view(state, actor), PLAY.legal(state, actor), rng)
        state = PLAY.apply(state, actor, action)
        actions += 1
    return state, actions


def played(seats: int, chosen: DiceDevilsOptions, seed: int) -> Played:
    """The same match by the engine, as a simulation keeps it."""
    state, actions = play(seats, chosen, seed)
    outcome = PLAY.outcome(state)
    assert outcome is not None
    return Played(outcome, PLAY.length(state), PLAY.starts(state), actions)


def played_fast(seats: int, chosen: DiceDevilsOptions, seeds: Sequence[int]) -> list[Played]:
    """Matches by the fast path."""
    player = FAST.player(seats, chosen)
    return [player(Random(seed).random) for seed in seeds]


def done(state: State, *steps: Action) -> State:
    """The state after these decisions and draws, each by whoever is to act."""
    for action in steps:
        (actor,) = PLAY.to_act(state)
        state = PLAY.apply(state, actor, action)
    return state


def items(state: State, seat: int) -> dict[str, int]:
    """What a seat owns, by name."""
    row = state.collections[Seat(seat)]
    return {name: count for name, count in zip(state.table.items, row, strict=True) if count}
