"""The chance of each seat to win, from the beginning of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from games.core.types import Seat
from games.teufel_teufel.play.smart import Thought
from games.teufel_teufel.play.state import Phase, State
from games.teufel_teufel.play.views import view

# Fitted to who won 250 simulated matches of two to six from every round of them.
SPREAD, REST = 1.1, 0.3
"""A turn less to go counts in units of SPREAD times the root of the turns to come and REST more."""


def chances(state: State) -> Sequence[float]:
    """How likely each seat is to be the first to leave; nobody is once day has broken."""
    if state.left:
        return [float(seat == state.left[0]) for seat in range(state.seats)]
    if state.phase is Phase.OVER:
        return [0.0] * state.seats
    turns = [_turns(state, Seat(seat)) for seat in range(state.seats)]
    least = min(turns)
    unit = SPREAD * sqrt(least + REST)
    powers = [exp((least - needed) / unit) for needed in turns]
    total = sum(powers)
    return [power / total for power in powers]


def _turns(state: State, seat: Seat) -> float:
    """What the seat thinks that it still needs."""
    thought = Thought(view(state, seat), seat)
    out = thought.out
    return thought.turns(out.at, len(out.hidden), devil=out.devil)
