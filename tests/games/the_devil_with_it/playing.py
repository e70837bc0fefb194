"""Plays The Devil With It for tests: scripted rounds, and whole matches by bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.core.game import Bot
from games.core.rng import QuickRng
from games.core.types import CHANCE, Actor, Seat
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.play import PLAY
from games.the_devil_with_it.play.actions import DRAW, STOP, Action, Bet, Piece, Starter
from games.the_devil_with_it.play.bots import RandomBot
from games.the_devil_with_it.play.state import Phase, State
from games.the_devil_with_it.play.views import View

DEFAULT = DevilWithItOptions()

ODD_RULES: Sequence[DevilWithItOptions] = (
    DEFAULT,
    DevilWithItOptions(track_chip_faces=True),
    DevilWithItOptions(bank_limited=True),
    DevilWithItOptions(bank_limited=True, track_chip_faces=True, end_threshold=600),
    DevilWithItOptions(end_threshold=300, first_starter=1),
    DevilWithItOptions(max_rounds=5),
    DevilWithItOptions(allow_zero_bet=True, oven_mouth_capacity=0, end_threshold=700),
    DevilWithItOptions(track=(0, 10, 20, 200, 210), holdings_secret=False),
    DevilWithItOptions(coal=((10, 3), (20, 5)), devils=2, oven_mouth_capacity=2, end_threshold=400),
    DevilWithItOptions(
        coal=((10, 30),),
        devils=0,
        oven_mouth_capacity=3,
        end_threshold=500,
        bonus_amount=0,
        bonus_count=10,
        pact_payment=0,
    ),
    DevilWithItOptions(track=(150, 160, 170, 200), pact_payment=200, end_threshold=1000),
)


class Moment(NamedTuple):
    """One step of a match."""

    before: State
    actor: Actor
    action: Action
    after: State


def stepped(state: State, *steps: int | str) -> State:
    """Play on by checked steps: a number is the piece that comes up, "stop" ends a turn.

    Draws are made before pieces as needed.
    """
    for step in steps:
        seat = Seat(state.seat)
        if step == "stop":
            state = PLAY.apply(state, seat, STOP)
        else:
            assert isinstance(step, int)
            state = PLAY.apply(state, seat, DRAW)
            state = PLAY.apply(state, CHANCE, Piece(step))
    return state


def opened(starter: int, *stakes: int, options: DevilWithItOptions = DEFAULT) -> State:
    """The first round after everybody has staked."""
    state = PLAY.initial(len(stakes), options)
    if options.first_starter is None:
        state = PLAY.apply(state, CHANCE, Starter(starter))
    for seat, stake in enumerate(stakes):
        state = PLAY.apply(state, Seat(seat), Bet(stake))
    return state


def moments(
    seed: int,
    seats: int = 4,
    options: DevilWithItOptions = DEFAULT,
    bots: Sequence[Bot[View, Action]] | None = None,
    most: int = 20_000,
) -> Iterator[Moment]:
    """A match by bots, random ones if no others are given, step by step."""
    rng = QuickRng(seed)
    players = bots or [RandomBot() for _ in range(seats)]
    state = PLAY.initial(seats, options)
    for _ in range(most):
        actors = PLAY.to_act(state)
        if not actors:
            return
        actor: Actor
        if CHANCE in actors:
            actor, action = CHANCE, PLAY.chance(state, rng)
        else:
            actor = seat = min(each for each in actors if each is not CHANCE)
            action = players[seat].choose(PLAY.view(state, seat), PLAY.legal(state, seat), rng)
        after = PLAY.apply(state, actor, action)
        yield Moment(state, actor, action, after)
        state = after


def finished(
    seed: int, seats: int = 4, options: DevilWithItOptions = DEFAULT, most: int = 20_000
) -> State:
    """The last state of a match by random bots."""
    *_, last = moments(seed, seats, options, most=most)
    assert last.after.phase is Phase.END
    return last.after
