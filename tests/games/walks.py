"""Matches of any game, played by chance, for tests of what holds for all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hypothesis import strategies as st

from games.catalogue import all_games
from games.core.game import Game
from games.core.package import GamePackage
from games.core.recorder import lowest
from games.core.rng import KeyedRng, QuickRng
from games.core.transcript import Step
from games.core.types import CHANCE, JSON, Audience, Seat, Viewer
from games.core.words import Phrase, Term
from games.the_devil_with_it.options import to_json as the_devil_with_it_to_json
from tests.games.dice_devils.matches import RULESETS as DICE_DEVILS
from tests.games.teufel_teufel.odd_rules import ODD_RULES as TEUFEL_TEUFEL
from tests.games.the_devil_with_it.playing import ODD_RULES as THE_DEVIL_WITH_IT
from tests.games.toy import TOY

# Any, here and below: each game has its own states, actions, views and options.

PLAYED = (TOY, *(package for package in all_games() if package.play is not None))

HOUSE_RULES: Mapping[str, Sequence[JSON]] = {
    "toy": [{}, {"rounds": 4, "bonus": [2, 5]}],
    "dice-devils": [
        *DICE_DEVILS.values(),
        {"variant_custom_ranks": [5, 3, 2, 4]},
        {"variant_custom_ranks": [1, 5, 4], "end_item_count": 4, "collections_public": False},
    ],
    "the-devil-with-it": [
        *map(the_devil_with_it_to_json, THE_DEVIL_WITH_IT),
        {"holdings_secret": False, "end_tie": "extra_round", "end_threshold": 500},
        {"bank_limited": True, "track_chip_faces": True, "allow_zero_bet": True},
    ],
    "teufel-teufel": [*TEUFEL_TEUFEL, {"first_player": "random"}],
}
"""The usual ones first, then some that change the course of a match."""


def rulesets(package: GamePackage) -> list[Any]:
    """The options under which a game is tried, the usual ones first."""
    return [package.sheet.options_from_json(data) for data in HOUSE_RULES[package.key]]


def play_of(package: GamePackage) -> Game[Any, Any, Any, Any]:
    assert package.play is not None
    return package.play


class Walk(NamedTuple):
    """A match, or its beginning."""

    package: GamePackage
    seats: int
    options: Any
    steps: list[Step]

    @property
    def play(self) -> Game[Any, Any, Any, Any]:
        return play_of(self.package)

    @property
    def state(self) -> Any:
        """Where it stands at its end."""
        return self.steps[-1].after


def walk(
    package: GamePackage, seats: int, options: Any, seed: int, most: int = 10_000
) -> Iterator[Step]:
    """A match step by step, up to ``most`` of them: half by random bots, half by mere chance."""
    play = play_of(package)
    rng = QuickRng(seed)
    bots = [package.bots["random"]() for _ in range(seats)]
    wild = seed % 2 == 0
    state = play.initial(seats, options)
    for number in range(1, most + 1):
        actors = play.to_act(state)
        if not actors:
            return
        before, actor = state, next(iter(actors))
        if actor is CHANCE:
            action = play.chance(state, rng)
        else:
            actor = seat = lowest(actors)
            legal = play.legal(state, seat)
            if wild and number < 400:
                action = legal[rng.below(len(legal))]
            else:
                action = bots[seat].choose(play.view(state, seat), legal, rng)
        state = play.advance(state, actor, action)
        yield Step(number, before, actor, action, state)


@st.composite
def tables(draw: st.DrawFn, package: GamePackage) -> tuple[int, Any]:
    """A number of seats and options that allow it."""
    options = draw(st.sampled_from(rulesets(package)))
    return draw(st.sampled_from(list(package.sheet.seats(options)))), options


@st.composite
def walks(draw: st.DrawFn, package: GamePackage, most: int = 300) -> Walk:
    """A match from the beginning to somewhere, at least one step long."""
    seats, options = draw(tables(package))
    # every moment is as likely as any other: Hypothesis alone would like beginnings best
    chosen = draw(st.randoms(use_true_random=True))
    end = chosen.randint(1, most)
    steps = list(walk(package, seats, options, chosen.getrandbits(32), end))
    if len(steps) < end:  # over before: any moment of it
        steps = steps[: chosen.randint(1, len(steps))]
    return Walk(package, seats, options, steps)


def named(play: Game[Any, Any, Any, Any], state: Any) -> dict[str, list[int]]:
    """What the pending draw asks for: by name, below which numbers."""
    rng = KeyedRng(b"names")
    play.chance(state, rng)
    return {name: [n for n, _ in numbers] for name, numbers in rng.drawn().items()}


def viewers(seats: int) -> list[Viewer]:
    """Everybody who may look at a table."""
    return [*map(Seat, range(seats)), Audience.PUBLIC, Audience.REFEREE]


# ---------------------------------------------------------------- JSON


def leaves(data: Any) -> Iterator[Any]:
    """Every value inside, names of fields included."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield key
            yield from leaves(value)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for value in data:
            yield from leaves(value)
    else:
        yield data


def through_json(data: JSON) -> Any:
    """What arrives at the other end of a wire; fails for what is no JSON or has fractions."""

    def refuse(text: str) -> None:
        raise AssertionError(f"a number with a fraction: {text}")

    return json.loads(json.dumps(data, allow_nan=False), parse_float=refuse)


# ---------------------------------------------------------------- words


def texts(phrase: Phrase) -> Iterator[str]:
    """The untranslated texts of a phrase and of those inside it."""

    def inside(term: Term) -> Iterator[str]:
        if isinstance(term, Phrase):
            yield from texts(term)
        elif isinstance(term, Sequence) and not isinstance(term, str):
            for part in term:
                yield from inside(part)

    yield phrase.text
    for term in phrase.params.values():
        yield from inside(term)
