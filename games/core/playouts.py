"""Whole matches among bots, as many as one likes: the fast path where there is one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from games.core.game import BotFactory, Played
from games.core.levels import RANDOM
from games.core.package import GamePackage
from games.core.recorder import bot, lowest
from games.core.rng import OneStream, QuickRng
from games.core.transcript import Play, State, played
from games.core.types import CHANCE

Player: TypeAlias = Callable[[int], Played]
"""Plays the match that belongs to a seed."""


def match_seed(seed: int, index: int) -> int:
    """The seed of one match of a study: it depends on nothing else, so matches can be spread."""
    digest = hashlib.sha256(f"{seed}/{index}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def takes_fast_path(package: GamePackage, bots: Sequence[str]) -> bool:
    """Whether such matches are played by the game's fast path."""
    return package.fast is not None and all(name == RANDOM for name in bots)


def player(
    package: GamePackage,
    seats: int,
    options: Any,  # each game has its own options
    bots: Sequence[str],
) -> Player:
    """A function that plays single matches with these bots, one name per seat.

    Raises BadOptions, UnknownBot, or GameError for a game without play.
    """
    play = played(package)
    play.initial(seats, options)  # refuses a wrong number of seats before the first match
    for name in bots:
        bot(package, name)
    if package.fast is not None and takes_fast_path(package, bots):
        fast = package.fast.player(seats, options)
        return lambda seed: fast(Random(seed).random)
    factories = [package.bots[name] for name in bots]
    return lambda seed: playout(play, seats, options, factories, package.max_steps, QuickRng(seed))


def playout(
    play: Play,
    seats: int,
    options: Any,  # each game has its own options
    factories: Sequence[BotFactory[Any, Any]],  # and its own views and actions
    max_steps: int,
    rng: OneStream,
) -> Played:
    """One match through the contract; what bots choose is not checked.

    Chance and bots draw from the one ``rng``. Of seats that decide at the same moment the lowest
    is asked first. A match that is not over after ``max_steps`` actions is cut and adjudicated.
    """
    return finished(play, play.initial(seats, options), factories, max_steps, rng)


def finished(
    play: Play,
    state: State,
    factories: Sequence[BotFactory[Any, Any]],  # each game has its own views and actions
    max_steps: int,
    rng: OneStream,
) -> Played:
    """The same from any position on."""
    players = [factory() for factory in factories]
    actions = 0
    while actors := play.to_act(state):
        if actions == max_steps:
            return Played(
                play.adjudicate(state), play.length(state), play.starts(state), actions, True
            )
        if CHANCE in actors:
            state = play.advance(state, CHANCE, play.chance(state, rng))
        else:
            seat = lowest(actors)
            legal = play.legal(state, seat)
            choice = players[seat].choose(play.view(state, seat), legal, rng)
            state = play.advance(state, seat, choice)
        actions += 1
    outcome = play.outcome(state)
    assert outcome is not None
    return Played(outcome, play.length(state), play.starts(state), actions)
