"""The random player of The Devil With It; the smart one is in ``smart.py``."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.rng import Rng
from games.the_devil_with_it.play.actions import DRAW, STOP, Action
from games.the_devil_with_it.play.state import Phase
from games.the_devil_with_it.play.views import View

LARGEST_RANDOM_STAKE = 200
TARGETS = (60, 90, 120)


class RandomBot:
    """Stakes at random within reason, and draws coal to a random target of 60, 90 or 120.

    Uniformly random stakes would keep a table poor for ever, so a stake is one of 10, 20 … 200
    (in units of the smallest stake), or all chips where these are fewer. The target needs no
    memory: when a total passes targets, it stops with the chance that the target was among these,
    out of those not passed before.
    """

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        if len(legal) == 1:
            return legal[0]
        if view.phase is Phase.BET:
            assert view.seat is not None
            own = view.own[view.seat]
            assert own is not None
            unit, least = view.table.options.bet_unit, view.table.options.least_bet
            stake = min(own, unit * (1 + rng.below(stakes_to_choose(unit))))
            return legal[(stake - least) // unit]
        return STOP if _has_enough(view.hand, rng) else DRAW


def stakes_to_choose(unit: int) -> int:
    """How many different stakes random players choose from."""
    return max(1, LARGEST_RANDOM_STAKE // unit)


def _has_enough(hand: Sequence[int], rng: Rng) -> bool:
    total = sum(hand)
    before = total - hand[-1]
    # before the first choice no target has been tried, however little it asks for
    still_open = sum(target > before for target in TARGETS)
    passed = sum(before < target <= total for target in TARGETS)
    if passed in (0, still_open):
        return passed == still_open
    return rng.below(still_open) < passed
