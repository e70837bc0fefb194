"""The chance of each seat to win from the beginning of a round."""

from __future__ import annotations

from math import exp, sqrt

from games.core.types import Audience
from games.dice_devils.play.ending import final_ranks, points_of
from games.dice_devils.play.ranks import ranks_held
from games.dice_devils.play.state import Phase, State
from games.dice_devils.play.views import view
from games.dice_devils.play.worth import Worth
from games.dice_devils.scoring import places

# Fitted to who won 2,100 simulated matches from every round of them.
SHARE = 0.45
"""Of a piece that will be revealed: the chance to get it when it is wanted."""
SPREAD, REST = 2.0, 0.4
"""By how many points a round shifts two players, and what is open besides the rounds left."""
TO_COME = 1.6
"""What a point counts that a set may still bring."""
NUMBER = 0.4
"""What having one more item is worth besides: it is a round nearer to the end."""
KEPT = 3.0
"""For how many rounds a rank is kept."""


def chances(state: State) -> list[float]:
    """How likely each seat is to win; at the end its share of the win."""
    table = state.table
    if state.phase is Phase.OVER:
        points = [points_of(table, row) for row in state.collections]
        found = places(points, final_ranks(state), table.options)
        first = found.count(1)
        return [(place == 1) / first for place in found]
    worth = Worth(view(state, Audience.PUBLIC), SHARE)
    left = worth.rounds_left
    held = ranks_held(table)
    kept = min(left, KEPT)
    unit = SPREAD * sqrt(left + REST)
    strengths = [
        (
            worth.points[seat]
            + TO_COME * worth.to_come(seat)
            + NUMBER * worth.numbers[seat]
            + kept * held[state.rank_now[seat]]
        )
        / unit
        for seat in range(table.seats)
    ]
    top = max(strengths)
    powers = [exp(strength - top) for strength in strengths]
    total = sum(powers)
    return [power / total for power in powers]
