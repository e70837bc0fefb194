"""A player of The Devil With It that weighs every stake and every piece by its chance to win.

It knows what everybody at the table may know: the mix left in the oven, open stakes, coal laid
down, pawns and pacts. See the README for how it thinks.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from games.core.rng import Rng
from games.the_devil_with_it.play.actions import DRAW, STOP, Action, Bet
from games.the_devil_with_it.play.bots import TARGETS, stakes_to_choose
from games.the_devil_with_it.play.closing import laid
from games.the_devil_with_it.play.odds import Odds, best_of, odds
from games.the_devil_with_it.play.state import Phase
from games.the_devil_with_it.play.views import View, purse

# Tuned by simulation: matches of two such players against two with other values.
PACE = 60.0
"""What the leader wins in a round, on average."""

SPREAD = 130.0
"""By how much a round shifts two players against each other."""

DOUBT = 80.0
"""How far guessed purses may be off at the end."""

LOOK_AHEAD = 6
"""So many pieces of one's own turn are thought through."""


class SmartBot:
    """Chooses what gives the best chance to be first at the end. Draws no number at all."""

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        if len(legal) == 1:
            return legal[0]
        if view.phase is Phase.BET:
            return _best_bet(view, legal)
        return STOP if _Turn(view).should_stop() else DRAW


# --- how good a position is ---------------------------------------------------------------


def chance_to_win(me: float, rivals: Sequence[float], threshold: int) -> float:
    """The chance to be first in the end with these chips after a round.

    A race: the lead counts in units of what chance may still shift until the first one is there.
    """
    top = max(me, *rivals)
    unit = DOUBT if top >= threshold else SPREAD * sqrt((threshold - top) / PACE + 0.5)
    return 1 / (1 + sum([exp(min(50.0, (rival - me) / unit)) for rival in rivals]))


def guessed_holdings(view: View) -> list[float]:
    """Everybody's chips at the start of the round: known, or the middle of what the pawn says."""
    guessed = []
    for seat, own in enumerate(view.own):
        stake = view.stakes[seat] or 0
        if view.phase is Phase.BET:
            stake = 0
        if own is not None:
            guessed.append(float(own + stake))
            continue
        low, high = purse(view.number, view.is_extra, view.places[seat], view.table)
        guessed.append(max(float(stake), (low + min(high, low + 400)) / 2))
    return guessed


# --- the stake ----------------------------------------------------------------------------


def _best_bet(view: View, legal: Sequence[Action]) -> Action:
    """The stake with the best chance to win the match.

    A stake is won if somebody before or after lays down enough, or this player does, who then
    draws until it is enough.
    """
    assert view.seat is not None
    seats, seat = view.table.seats, view.seat
    options = view.table.options
    ahead = odds(view.oven)
    turn = ahead.amounts(TARGETS)
    purses = guessed_holdings(view)
    me = purses[seat]
    rivals = [chips for at, chips in enumerate(purses) if at != seat]
    stakes = stakes_to_choose(options.bet_unit)
    best, value = legal[0], -1.0
    for action in legal:
        if not isinstance(action, Bet) or action.amount > options.coal_value:
            break
        stake = action.amount
        steps = ahead.steps(stake)
        below = sum(turn[:steps])
        own = ahead.reach(stake)
        won = 1 - below ** (seats - 1) * (1 - own)
        highest = 1.0
        for chips in rivals:
            if chips > stake:
                highest *= min(1.0, stake / options.bet_unit / stakes)
        worth = (
            won * highest * chance_to_win(me + 2 * stake, rivals, options.end_threshold)
            + won * (1 - highest) * chance_to_win(me + stake, rivals, options.end_threshold)
            + (1 - won) * chance_to_win(me - stake, rivals, options.end_threshold)
        )
        if worth > value:
            best, value = action, worth
        if stake > ahead.size * ahead.grain:
            break
    return best


# --- the coal -----------------------------------------------------------------------------


class _Turn:
    """One decision to stop or to go on."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view, self.seat = view, view.seat
        self.options = view.table.options
        self.odds: Odds = odds(view.oven)
        seats = view.table.seats
        amounts, counts = zip(*(laid(turn) for turn in view.turns), strict=True)
        self.laid_amounts = amounts
        self.best, self.most = max(amounts), max(counts)
        later = seats - 1 - view.turn
        self.later_amounts = best_of(self.odds.amounts(TARGETS), later) if later else [1.0]
        self.later_counts = best_of(self.odds.counts(TARGETS), later) if later else [1.0]
        self.start = guessed_holdings(view)
        self.highest = max((stake for stake in view.stakes if stake is not None), default=0)
        self.known: dict[tuple[int, bool, bool, bool, bool], float] = {}
        self.memory: dict[tuple[int, int], float] = {}
        self.bust = self._after(0, 0, is_bust=True)

    def should_stop(self) -> bool:
        total, count = sum(self.view.hand), len(self.view.hand)
        return self._laid_down(total, count) >= self._drawn_on(total, count, 0)

    def _drawn_on(self, total: int, count: int, depth: int) -> float:
        """The worth of one more piece, and of the best that can be done after it."""
        survives = self.odds.survival(depth)
        worth = (1 - survives) * self.bust
        if survives:
            grain = self.odds.grain
            worth += survives * sum(
                [
                    share * self._best(total + step * grain, count + 1, depth + 1)
                    for step, share in self.odds.mix
                ]
            )
        return worth

    def _best(self, total: int, count: int, depth: int) -> float:
        key = (total, count)
        found = self.memory.get(key)
        if found is None:
            found = self._laid_down(total, count)
            if depth < LOOK_AHEAD and depth < self.odds.pieces:
                found = max(found, self._drawn_on(total, count, depth))
            self.memory[key] = found
        return found

    def _laid_down(self, total: int, count: int) -> float:
        return self._after(total, count, is_bust=False)

    def _after(self, total: int, count: int, *, is_bust: bool) -> float:
        """The chance to win once this turn has brought so much."""
        grain = self.odds.grain
        best = max(self.best, total)
        at = best // grain
        later = self.later_amounts
        stays = sum(later[: at + 1])
        has_best = not is_bust and total == best
        # the count bonus: nobody later may have more pieces
        kept = 0.0
        if not is_bust and count >= self.most:
            kept = sum(self.later_counts[: count + 1])
        worth = 0.0
        for has_most, share in ((True, kept), (False, 1 - kept)):
            if share <= 0:
                continue
            part = stays * self._worth(best, has_best, has_most, is_bust)
            for steps in range(at + 1, len(later)):
                if later[steps]:
                    part += later[steps] * self._worth(steps * grain, False, has_most, is_bust)
            worth += share * part
        return worth

    def _worth(self, best: int, has_best: bool, has_most: bool, is_bust: bool) -> float:
        """The chance to win if the best coal of the round is worth this."""
        reached = sum([stake is not None and stake <= best for stake in self.view.stakes])
        key = (reached, best == self.best, has_best, has_most, is_bust)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._worth_now(best, has_best, has_most, is_bust)
        return found

    def _worth_now(self, best: int, has_best: bool, has_most: bool, is_bust: bool) -> float:
        options = self.options
        after = []
        for seat, chips in enumerate(self.start):
            stake = self.view.stakes[seat] or 0
            if stake > best:
                chips -= stake
            else:
                chips += 2 * stake if stake == self.highest else stake
            if best and self.laid_amounts[seat] == best:
                chips += options.bonus_amount
            after.append(chips)
        if is_bust:
            self._pay(after)
        me = after.pop(self.seat)
        me += has_best * options.bonus_amount + has_most * options.bonus_count
        return chance_to_win(me, after, options.end_threshold)

    def _pay(self, after: list[float]) -> None:
        """What a devil costs now, and whom it helps (TD R21-R24)."""
        payment, unstaked = self.options.pact_payment, self.view.own[self.seat] or 0
        for seat, has_pact in enumerate(self.view.pacts):
            if has_pact and seat != self.seat:
                after[seat] += payment
                if unstaked >= payment:
                    unstaked -= payment
                    after[self.seat] -= payment
