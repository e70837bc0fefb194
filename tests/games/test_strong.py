"""The bots that think: they know what their view says and nothing else, under any house rules."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.catalogue import all_games
from games.core.levels import STRONG
from games.core.package import GamePackage
from games.core.rng import QuickRng
from games.core.transcript import Step
from games.core.types import CHANCE, Seat
from games.dice_devils.play import PLAY
from games.dice_devils.play.imagined import Imagined
from games.dice_devils.play.smart import SmartBot
from games.dice_devils.play.state import Phase, position
from tests.games.walks import play_of, rulesets, walk

THINKERS = pytest.mark.parametrize(
    "package",
    [package for package in all_games() if STRONG in package.bots],
    ids=lambda package: package.key,
)


def decisions(package: GamePackage, options: object, every: int) -> Iterator[tuple[Step, Seat]]:
    """Some decisions among several choices out of the beginning of a match."""
    play, seats = play_of(package), package.sheet.seats(options)[0]
    found = [
        step
        for step in walk(package, seats, options, 5, 120)
        if step.actor is not CHANCE and len(play.legal(step.before, step.actor)) > 1
    ]
    for step in found[::every]:
        assert isinstance(step.actor, int)
        yield step, Seat(step.actor)


@THINKERS
def test_its_answer_depends_on_its_view_and_its_numbers_alone(package: GamePackage) -> None:
    play, luck = play_of(package), QuickRng(1)
    for step, seat in decisions(package, package.sheet.default_options(), 6):
        answers = [
            package.bots[STRONG]().choose(
                play.view(state, seat), play.legal(state, seat), QuickRng(7)
            )
            for state in (step.before, play.resample(step.before, seat, luck))
        ]

        assert answers[0] == answers[1]


@THINKERS
def test_it_plays_legally_under_any_house_rules(package: GamePackage) -> None:
    play = play_of(package)
    for options in rulesets(package):
        for step, seat in decisions(package, options, 60):
            legal = play.legal(step.before, seat)

            chosen = package.bots[STRONG]().choose(play.view(step.before, seat), legal, QuickRng(1))

            assert chosen in legal


def test_an_imagined_table_of_dice_devils_looks_like_the_real_one() -> None:
    (package,) = (package for package in all_games() if package.key == "dice-devils")
    for options in rulesets(package):
        for step, seat in decisions(package, options, 4):
            seen = PLAY.view(step.before, seat)

            other = Imagined(seen, SmartBot()).state(QuickRng(3))

            assert PLAY.view(other, seat) == seen
            assert PLAY.legal(other, seat) == PLAY.legal(step.before, seat)


def test_a_claim_where_a_rival_waits_already_tells_of_good_dice() -> None:
    """The blunder devil went to the head devil's item though another was free."""
    state = position(
        (1, 2, 3, 6),
        phase=Phase.PLACE,
        open=("bed", "scarf", "grill"),
        dice=((6, 6, 1), (3, 3), (5, 6), (2, 3)),
        claims=(2, 0, 2, -1),
    )
    imagined = Imagined(PLAY.view(state, Seat(3)), SmartBot())

    sums = [sum(imagined.state(QuickRng(number)).dice[2]) for number in range(400)]

    assert sum(sums) / len(sums) > 8
