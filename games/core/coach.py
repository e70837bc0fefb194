"""What a bot would do and why: the best choices, each with its chance to win.

It knows what one seat may know, for it is handed a view. The same view, seed and number of trials
give the same advice, however busy a machine is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import sqrt
from typing import Any

from games.core.chances import WHOLE
from games.core.package import GamePackage
from games.core.rng import QuickRng
from games.core.search import compared
from games.core.transcript import State, played
from games.core.types import JSON, Seat

BEST = 3
TRIALS, LEAST = 1_500, 30
"""So many actions are tried at most, and at least."""
WEIGHT = 12_000
"""About 0.4 s of work on a machine that has much else to do."""
DECIDED = 0.02
"""Who is so near to none or all of the wins in every trial has as good as lost or won."""
MATTERS = 20
"""Chances that lie so near to each other, in thousandths, make hardly any difference."""
SURE, FEW = 1.96, 2.4
"""So many standard errors to either side hold 95 of 100 chances; more where trials are few."""
SCATTER = 0.001
"""Trials that agree are taken to scatter so much all the same, as a variance."""


class Verdict(Enum):
    """What the chances say about the best choices."""

    ONLY = "only"  # there is no other
    WON = "won"  # as good as won, with any of them
    LOST = "lost"  # as good as lost, with the best even
    CLEAR = "clear"  # the first is better than the others
    WORSE = "worse"  # the last of three is worse, the others are alike
    ALIKE = "alike"  # hardly any difference
    OPEN = "open"  # they may well differ, but not so that so many trials could tell


@dataclass(frozen=True, slots=True)
class Advised:
    """A choice in its wire form; its chance to win and how far that may be off, in thousandths.

    ``spread`` holds 95 of 100 times for the trials; how well bots play is another matter.
    """

    action: JSON
    chance: int
    spread: int


@dataclass(frozen=True, slots=True)
class Advice:
    """The best of ``legal`` choices, each tried ``trials`` times in the same worlds."""

    choices: tuple[Advised, ...]
    legal: int
    trials: int
    verdict: Verdict


def has_coach(package: GamePackage) -> bool:
    return package.adviser is not None


def advice(
    package: GamePackage, state: State, seat: Seat, *, seed: int, trials: int = TRIALS
) -> Advice:
    """What the coach says to ``seat``, which owes a decision; of the state it sees that view."""
    rules = played(package)
    return advised(package, rules.view(state, seat), rules.legal(state, seat), seed, trials)


def advised(
    package: GamePackage,
    view: Any,  # each game has its own views
    legal: Sequence[Any],  # and actions
    seed: int,
    trials: int = TRIALS,
) -> Advice:
    """The same from what the seat sees and may do."""
    assert package.adviser is not None
    rules = played(package)
    question = package.adviser().question(view, legal)
    affordable = max(LEAST, min(trials, int(WEIGHT / question.weight)))
    found = compared(question, BEST, affordable, QuickRng(seed))
    outcomes = [outcome for _, outcome in found]
    return Advice(
        choices=tuple(
            Advised(rules.action_to_json(action), *_in_thousandths(outcome))
            for action, outcome in found
        ),
        legal=len(legal),
        trials=len(outcomes[0]),
        verdict=_verdict(outcomes),
    )


def _verdict(outcomes: Sequence[Sequence[float]]) -> Verdict:
    if max(outcomes[0]) <= DECIDED:
        return Verdict.LOST
    if min(outcomes[-1]) >= 1 - DECIDED:
        return Verdict.WON
    if len(outcomes) == 1:
        return Verdict.ONLY
    if _is_better(outcomes[0], outcomes[1]):
        return Verdict.CLEAR
    if _are_alike(outcomes[0], outcomes[-1]):
        return Verdict.ALIKE
    if len(outcomes) == BEST and _is_better(outcomes[1], outcomes[2]):
        return Verdict.WORSE
    return Verdict.OPEN


def _is_better(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether one is ahead by more than little, for certain; both met the same luck."""
    ahead, spread = _in_thousandths([a - b for a, b in zip(one, other, strict=True)])
    return ahead - spread > 0 and ahead > MATTERS


def _are_alike(one: Sequence[float], other: Sequence[float]) -> bool:
    ahead, spread = _in_thousandths([a - b for a, b in zip(one, other, strict=True)])
    return ahead + spread <= 2 * MATTERS


def _in_thousandths(outcome: Sequence[float]) -> tuple[int, int]:
    """The mean and how far it may be off."""
    number = len(outcome)
    mean, others = sum(outcome) / number, max(1, number - 1)
    scatter = sum((each - mean) ** 2 for each in outcome) / others
    off = (SURE + FEW / others) * sqrt(max(scatter, SCATTER) / number)
    return round(WHOLE * mean), round(WHOLE * off)
