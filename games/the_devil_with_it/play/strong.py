"""A player that plays every stake and every piece out, many times, with counted purses.

Rivals' fists are taken to hold what a smart player would stake in their place, or near it. A round
is played out to its end and weighed by the chance to win the match from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt

from games.core.rng import QuickRng, Rng
from games.core.search import Question, World, searched
from games.the_devil_with_it.money import Laid
from games.the_devil_with_it.play.actions import DRAW, Action, Bet
from games.the_devil_with_it.play.betting import bets
from games.the_devil_with_it.play.closing import laid
from games.the_devil_with_it.play.memory import counted
from games.the_devil_with_it.play.rounds import Begun, played_out
from games.the_devil_with_it.play.smart import SmartBot, guessed_holdings
from games.the_devil_with_it.play.state import Phase
from games.the_devil_with_it.play.views import View

STAKES, PIECES = 1200, 400
"""So many rounds are played out for a stake, and for whether to go on."""
NEAR = 5
"""By so many of the smallest stakes a rival may differ from what a smart player would stake."""
SURE = 3
"""In so many of four worlds it does not."""
TURNS = 4
"""So many turns that are played out weigh one."""
FARTHEST = 12
"""Stakes beyond so many average pieces are not thought about."""

# Fitted to who won 250 simulated matches from every round of them.
SHIFT, PACE, REST = 47.0, 60.0, 21.0
"""A lead counts in units of SHIFT times the root of the rounds to come and REST more."""


def chances(purses: Sequence[float], threshold: int) -> list[float]:
    """How likely each seat is to be first in the end with these chips after a round."""
    top = max(purses)
    if top >= threshold:
        first = purses.count(top)
        return [(chips == top) / first for chips in purses]
    unit = SHIFT * sqrt((threshold - top) / PACE + REST)
    powers = [exp((chips - top) / unit) for chips in purses]
    total = sum(powers)
    return [power / total for power in powers]


class StrongBot:
    """Takes what gives the best chance to be first at the end."""

    def __init__(self, stakes: int = STAKES, pieces: int = PIECES) -> None:
        self.stakes, self.pieces = stakes, pieces
        self._smart = SmartBot()

    def weight(self, view: View) -> int:
        """Every trial has every seat take its turn, which is soon done."""
        trials = self.stakes if view.phase is Phase.BET else self.pieces
        return trials * view.table.seats // TURNS

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        if len(legal) == 1:
            return legal[0]
        asked = self.question(view, legal)
        if len(asked.choices) == 1:
            return asked.choices[0]
        trials = self.stakes if view.phase is Phase.BET else self.pieces
        return searched(asked.choices, asked.world, trials, rng)

    def question(self, view: View, legal: Sequence[Action]) -> Question[Action]:
        """Stakes within reason, or whether to go on."""
        weight = view.table.seats / TURNS
        if view.phase is Phase.BET:
            return Question(*self._stakes(view, legal), weight)
        return Question(legal, self._pieces(view), weight)

    def _stakes(
        self, view: View, legal: Sequence[Action]
    ) -> tuple[Sequence[Action], Callable[[int], World[Action]]]:
        options, me = view.table.options, view.seat
        assert me is not None
        purses = _purses(view)
        coal = [piece for piece in view.oven if piece] or [0]
        most = max(FARTHEST * sum(coal) // len(coal), options.least_bet)
        choices = [bet for bet in legal if isinstance(bet, Bet) and bet.amount <= most]
        fists = [self._fist(view, seat, chips) for seat, chips in enumerate(purses)]
        order = view.table.orders[view.starter]
        threshold = options.end_threshold

        def world(number: int) -> World[Action]:
            luck = QuickRng(number)
            stakes = [
                self._near(fist, chips, options.bet_unit, luck)
                for fist, chips in zip(fists, purses, strict=True)
            ]

            def turns_out(action: Action) -> float:
                assert isinstance(action, Bet)
                stakes[me] = action.amount
                own = tuple([chips - stake for chips, stake in zip(purses, stakes, strict=True)])
                begun = Begun(options, order, own, tuple(stakes), view.pacts, view.oven)
                return chances(played_out(begun, QuickRng(number + 1)), threshold)[me]

            return turns_out

        return choices if len(choices) > 1 else legal[:1], world

    def _fist(self, view: View, seat: int, chips: int) -> int:
        """What a smart player would stake on this seat."""
        if not chips or seat == view.seat:
            return 0
        own = (*view.own[:seat], chips, *view.own[seat + 1 :])
        seen = view._replace(seat=seat, own=own, stakes=view.table.nothing)
        chosen = self._smart.choose(seen, bets(view.table, chips), QuickRng(0))
        assert isinstance(chosen, Bet)
        return chosen.amount

    def _near(self, fist: int, chips: int, unit: int, luck: Rng) -> int:
        if not fist or luck.below(4) < SURE:
            return fist
        other = fist + unit * (luck.below(2 * NEAR + 1) - NEAR)
        return max(unit, min(other, chips // unit * unit))

    def _pieces(self, view: View) -> Callable[[int], World[Action]]:
        threshold, me = view.table.options.end_threshold, view.seat
        assert me is not None
        stakes = tuple([stake or 0 for stake in view.stakes])
        own = tuple([chips - stake for chips, stake in zip(_purses(view), stakes, strict=True)])
        lying = [laid(turn) for turn in view.turns]
        order = view.table.orders[view.starter][view.turn :]
        goes_on = _begun(view, order, own, stakes, lying)._replace(hand=view.hand)
        lying[me] = laid(view.hand)
        stops = _begun(view, order[1:], own, stakes, lying)

        def world(number: int) -> World[Action]:
            def turns_out(action: Action) -> float:
                begun = goes_on if action == DRAW else stops
                return chances(played_out(begun, QuickRng(number)), threshold)[me]

            return turns_out

        return world


def _purses(view: View) -> list[int]:
    """Everybody's chips: counted, or guessed in a position without a past."""
    return counted(view) or [int(chips) for chips in guessed_holdings(view)]


def _begun(
    view: View,
    order: tuple[int, ...],
    own: tuple[int, ...],
    stakes: tuple[int, ...],
    lying: Sequence[Laid],
) -> Begun:
    """The round with what lies open by now."""
    best, most = max(amount for amount, _ in lying), max(count for _, count in lying)
    return Begun(
        view.table.options,
        order,
        own,
        stakes,
        view.pacts,
        view.oven,
        best,
        most,
        tuple(seat for seat, (amount, _) in enumerate(lying) if best and amount == best),
        tuple(seat for seat, (_, count) in enumerate(lying) if most and count == most),
    )
