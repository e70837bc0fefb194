"""How likely each seat was to win after every step of a match: bots play it out, many times.

They play on from positions that the public cannot tell from the real one. What lies face down is
open until it is turned up, as it was for everybody at the table: counted from the real state, the
shuffle before the first turn would be all the luck of a match. How a position got there is not
weighed, and bots are not those who played: it is an estimate, with as many trials as time allows.

A few steps are looked at first, evenly spread; then whatever lies between two that differ most,
until the step is found at which the match turned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from games.core.game import BotFactory
from games.core.levels import RANDOM
from games.core.package import GamePackage
from games.core.playouts import finished, match_seed
from games.core.rng import QuickRng
from games.core.transcript import State, Transcript, opening, played, replay
from games.core.types import Audience, Outcome

WHOLE = 1000
"""A share of everything: shares are in thousandths."""

GRID, LEAST, MOST, AT_ONCE = 13, 32, 240, 8
"""Steps looked at first; trials of a step before others are looked at, at most, and in one go."""
LONGEST = 3_000
"""So many steps more are played before the rules count a match as it stands."""
BOTS = ("smart", RANDOM)
"""The best that leave time for enough trials are taken."""
NOISE = 2.5
"""So many standard errors apart, two chances are said to differ."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Each seat's share of the wins after step ``seq``, in thousandths; one trial is what was."""

    seq: int
    trials: int
    shares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chances:
    """Those of the steps that there was time for, in order; ``bot`` played them out."""

    bot: str
    steps: tuple[Chance, ...]


def measured(
    package: GamePackage,
    record: Transcript,
    *,
    seconds: float,
    clock: Callable[[], float],
    seed: int = 1,
) -> Chances:
    """The chances in a match that is over, within about so many seconds.

    Raises MalformedTranscript.
    """
    assert record.footer is not None
    assert record.footer.outcome is not None
    until = clock() + seconds
    states = [opening(package, record), *(step.after for step in replay(package, record))]
    trials = _Trials(package, states, record.header.seats, seed)
    bot = _affordable(package, trials, seconds, clock)
    last = len(states) - 1
    looked_at = sorted({round(last * part / (GRID - 1)) for part in range(GRID)} - {last})
    for _ in range(LEAST // AT_ONCE):
        for at in looked_at:
            if clock() < until or at not in trials.number:
                trials.play(at, bot, AT_ONCE)
    outcome = record.footer.outcome
    while clock() < until:
        further = _next(trials, last, outcome)
        if further is None:
            break
        trials.play(further, bot, AT_ONCE if further in trials.number else LEAST)
    return Chances(bot, trials.found(last, outcome))


def wins(outcome: Outcome) -> tuple[float, ...]:
    """Each seat's share of one win."""
    winners = outcome.winners
    return tuple(1 / winners if winners and place == 1 else 0.0 for place in outcome.places)


def is_clear(one: Chance, other: Chance, seat: int) -> bool:
    """Whether a seat's two chances differ by more than trials differ among themselves."""
    spread: float = sum(
        max(share * (WHOLE - share), WHOLE) / chance.trials
        for chance in (one, other)
        if chance.trials > 1
        for share in (chance.shares[seat],)
    )
    return abs(one.shares[seat] - other.shares[seat]) > NOISE * sqrt(spread)


class _Trials:
    """What has been played out so far, by step."""

    def __init__(
        self, package: GamePackage, states: Sequence[State], seats: int, seed: int
    ) -> None:
        self.package = package
        self.seats = seats
        self.rules = played(package)
        self.states = states
        self.number: dict[int, int] = {}
        self._sums: dict[int, list[float]] = {}
        self._seed = seed
        self._played = 0

    def once(self, at: int, factories: Sequence[BotFactory[object, object]]) -> tuple[float, ...]:
        rng = QuickRng(match_seed(self._seed, self._played))
        self._played += 1
        state = self.rules.resample(self.states[at], Audience.PUBLIC, rng)
        limit = min(LONGEST, self.package.max_steps)
        return wins(finished(self.rules, state, factories, limit, rng).outcome)

    def play(self, at: int, bot: str, number: int) -> None:
        factories = self.seated(bot)
        for _ in range(number):
            won = self.once(at, factories)
            sums = self._sums.setdefault(at, [0.0] * len(won))
            for seat, share in enumerate(won):
                sums[seat] += share
        self.number[at] = self.number.get(at, 0) + number

    def seated(self, bot: str) -> Sequence[BotFactory[object, object]]:
        return [self.package.bots[bot]] * self.seats

    def found(self, last: int, outcome: Outcome) -> tuple[Chance, ...]:
        counted = [
            Chance(at, number, tuple(round(WHOLE * won / number) for won in self._sums[at]))
            for at, number in sorted(self.number.items())
        ]
        end = Chance(last, 1, tuple(round(WHOLE * won) for won in wins(outcome)))
        return (*counted, end)


def _affordable(
    package: GamePackage, trials: _Trials, seconds: float, clock: Callable[[], float]
) -> str:
    """The best bot of which half a match fits often enough into the time."""
    known = [name for name in BOTS if name in package.bots]
    for name in known[:-1]:
        begun = clock()
        for at in (0, len(trials.states) // 2):  # the first time fills tables that stay
            begun = clock()
            trials.once(at, trials.seated(name))
        if (clock() - begun) * GRID * LEAST < seconds:
            return name
    return known[-1]


def _next(trials: _Trials, last: int, outcome: Outcome) -> int | None:
    """Where to look next: between the two that differ most, else where least is known."""
    found = trials.found(last, outcome)
    apart = [
        (change, one.seq, other.seq)
        for one, other in pairwise(found)
        if other.seq - one.seq > 1
        for seat, share in enumerate(one.shares)
        if is_clear(one, other, seat)
        for change in (abs(share - other.shares[seat]),)
    ]
    if apart:
        _, low, high = max(apart)
        return (low + high) // 2
    number, at = min((number, at) for at, number in trials.number.items())
    if number < MOST:
        return at
    gap, low, high = max(
        (other.seq - one.seq, one.seq, other.seq) for one, other in pairwise(found)
    )
    return (low + high) // 2 if gap > 1 else None
