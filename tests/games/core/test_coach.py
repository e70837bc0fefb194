"""What a bot would do and why: said of what a seat may know, and no surer than its trials."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from games.catalogue import all_games, get
from games.core.coach import Verdict, advice, advised
from games.core.rng import QuickRng
from games.core.search import Question, World
from games.core.types import CHANCE, Seat
from games.teufel_teufel.play.state import position
from tests.games.toy import TOY, Lay
from tests.games.walks import play_of, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.package import GamePackage

COACHED = pytest.mark.parametrize(
    "package",
    [package for package in all_games() if package.adviser is not None],
    ids=lambda package: package.key,
)


@COACHED
def test_two_tables_that_a_seat_cannot_tell_apart_get_the_same_advice(
    package: GamePackage,
) -> None:
    rules, luck, differing = play_of(package), QuickRng(1), 0
    options = package.sheet.default_options()
    steps = list(walk(package, 3, options, 5, 90))

    for step in steps[::21]:
        if step.actor is CHANCE:
            continue
        other = rules.resample(step.before, step.actor, luck)
        differing += other != step.before
        real = advice(package, step.before, step.actor, seed=7, trials=30)

        assert repr(advice(package, other, step.actor, seed=7, trials=30)) == repr(real)
        legal = [rules.action_to_json(each) for each in rules.legal(step.before, step.actor)]
        assert all(choice.action in legal for choice in real.choices)
        assert [choice.chance for choice in real.choices] == sorted(
            (choice.chance for choice in real.choices), reverse=True
        )

    assert differing > 0


def said(*chances: Sequence[float]) -> tuple[Verdict, list[int], list[int]]:
    """The verdict on choices whose chances in world after world are these, and what they are."""

    class Adviser:
        def question(self, view: object, legal: Sequence[Lay]) -> Question[Lay]:
            def world(number: int) -> World[Lay]:
                return lambda action: chances[action.card][number % len(chances[action.card])]

            return Question(legal, world, 1)

    package = replace(TOY, adviser=Adviser)
    found = advised(package, None, [Lay(card) for card in range(len(chances))], 1, 600)
    shown = found.choices
    return found.verdict, [one.chance for one in shown], [one.spread for one in shown]


@pytest.mark.parametrize(
    ("chances", "verdict", "best"),
    [
        ([[0.3]], Verdict.ONLY, [300]),
        ([[0.3], [0.5]], Verdict.CLEAR, [500, 300]),
        ([[0.3], [0.31]], Verdict.ALIKE, [310, 300]),
        ([[0.3], [0.5], [0.5]], Verdict.WORSE, [500, 500, 300]),
        ([[0.1], [0.2], [0.3], [0.4], [0.5]], Verdict.CLEAR, [500, 400, 300]),
        ([[1.0], [0.99]], Verdict.WON, [1000, 990]),
        ([[0.0], [0.0]], Verdict.LOST, [0, 0]),
    ],
)
def test_the_verdict_says_what_the_chances_say(
    chances: Sequence[Sequence[float]], verdict: Verdict, best: list[int]
) -> None:
    assert said(*chances)[:2] == (verdict, best)


def test_where_trials_scatter_too_much_nothing_is_called_best_and_the_spread_says_so() -> None:
    verdict, _, spread = said([0.0, 1.0, 0.0], [1.0, 0.0, 0.2])

    assert verdict is Verdict.OPEN
    assert all(30 < each < 80 for each in spread)


def test_once_somebody_has_left_the_board_who_wins_is_known() -> None:
    package = get("teufel-teufel")
    cards: dict[str, Any] = {
        "open": {(3, 3): "blue-D"},
        "hidden": {(7, 7): "red-E", (1, 1): "red-B"},
    }
    left = position(seats=3, discs=[None, (3, 2), (7, 1)], left=[0], **cards)
    stayed = position(seats=3, discs=[(3, 2), None, (7, 1)], left=[1], **cards)

    found = [advice(package, state, Seat(0), seed=1, trials=30) for state in (left, stayed)]

    assert [each.verdict for each in found] == [Verdict.WON, Verdict.LOST]
