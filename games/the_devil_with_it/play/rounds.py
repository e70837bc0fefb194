"""One round played out quickly, by players who draw as sensible people do.

A turn goes on as long as one more piece brings more than its devil would cost: the stakes that win
by it, one's own and, against it, those of the others; and bonuses, less the more are to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from games.core.rng import Rng
from games.the_devil_with_it.options import DevilWithItOptions

LEFT_TO = 0.7
"""The chance that one player to come does not save a stake that is not saved yet."""
HIGH, MANY = 150.0, 8.0
"""An amount and a number of pieces that no player to come is likely to beat."""


class Begun(NamedTuple):
    """A round whose stakes are open; by seat, but for ``order``: the seats whose turns are to come.

    ``own`` is what is not staked. ``best`` and ``most`` are the highest laid down so far, by
    ``rich`` and ``busy``. ``oven`` is what is left, ``hand`` what the first in order has turned up:
    it goes on.
    """

    options: DevilWithItOptions
    order: tuple[int, ...]
    own: tuple[int, ...]
    stakes: tuple[int, ...]
    pacts: tuple[bool, ...]
    oven: tuple[int, ...]
    best: int = 0
    most: int = 0
    rich: tuple[int, ...] = ()
    busy: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()


class _Turn(NamedTuple):
    """What one player weighs; ``gain`` is won with ``goal``, ``others`` win by their stakes."""

    options: DevilWithItOptions
    best: int
    most: int
    later: int
    goal: int
    gain: int
    others: tuple[tuple[int, float], ...]
    cost: int
    mean: float

    def goes_on(self, total: int, count: int, devil: float) -> bool:
        """Whether one more piece brings more than it costs, with this chance of a devil."""
        goal, gain = self.goal, self.gain
        stands = self.bonuses(total, count)
        if total < goal:
            pieces = ceil((goal - total) / self.mean)
            unsaved: float = LEFT_TO**self.later
            onward = (1 - devil) ** pieces * (
                (gain - self.harm(goal)) * unsaved + self.bonuses(goal, count + pieces)
            )
        else:
            more = total + self.mean
            saved = gain if goal else 0
            stands += saved - self.harm(total)
            onward = (1 - devil) * (self.bonuses(more, count + 1) + saved - self.harm(more))
        return onward - devil * self.cost > stands

    def bonuses(self, total: float, count: int) -> float:
        """The bonuses this coal will bring, less the more players are to come."""
        value = 0.0
        if total >= self.best:
            value += self.options.bonus_amount * min(1.0, total / HIGH) ** self.later
        if count >= self.most:
            value += self.options.bonus_count * min(1.0, count / MANY) ** self.later
        return value

    def harm(self, total: float) -> float:
        """What others win by this coal, shared among all who lose by it."""
        harm = 0.0
        for stake, share in self.others:
            if stake > total:
                break
            harm += share
        return harm


def played_out(begun: Begun, rng: Rng) -> list[int]:
    """Everybody's chips once the round is over."""
    options = begun.options
    oven, own, stakes = list(begun.oven), list(begun.own), begun.stakes
    left, devils = len(oven), oven.count(0)
    mean = sum(oven) / max(1, left - devils) or 1.0
    best, most = begun.best, begun.most
    rich, busy = list(begun.rich), list(begun.busy)
    highest, below = max(stakes), rng.below
    won = [3 * stake if stake == highest else 2 * stake for stake in stakes]
    holders = [seat for seat, has in enumerate(begun.pacts) if has]
    later = len(begun.order)
    total, count = sum(begun.hand), len(begun.hand)
    for seat in begun.order:
        later -= 1
        if not left:
            break
        turn = _Turn(
            options,
            best,
            most,
            later,
            stakes[seat] if stakes[seat] > best else 0,
            won[seat],
            _others(stakes, won, best, seat),
            options.pact_payment * sum([holder != seat for holder in holders]),
            mean,
        )
        while True:
            at = below(left)
            piece = oven[at]
            left -= 1
            oven[at] = oven[left]
            if not piece:
                devils -= 1
                _pay(own, seat, holders, options.pact_payment)
                break
            total += piece
            count += 1
            if not left or not turn.goes_on(total, count, devils / left):
                best, rich = _laid(total, best, seat, rich)
                most, busy = _laid(count, most, seat, busy)
                break
        total = count = 0
    for seat in rich:
        own[seat] += options.bonus_amount
    for seat in busy:
        own[seat] += options.bonus_count
    for seat, stake in enumerate(stakes):
        if stake <= best:
            own[seat] += won[seat]
    return own


def _others(
    stakes: Sequence[int], won: Sequence[int], best: int, seat: int
) -> tuple[tuple[int, float], ...]:
    """The stakes of others that are not won yet, lowest first, and what each would cost."""
    losing = len(stakes) - 1
    return tuple(
        sorted(
            [
                (stake, won[at] / losing)
                for at, stake in enumerate(stakes)
                if stake > best and at != seat
            ]
        )
    )


def _pay(own: list[int], seat: int, holders: Sequence[int], payment: int) -> None:
    """What a devil costs (TD R21-R24)."""
    for holder in holders:
        if holder != seat:
            if own[seat] >= payment:
                own[seat] -= payment
            own[holder] += payment


def _laid(value: int, highest: int, seat: int, there: list[int]) -> tuple[int, list[int]]:
    """The highest so far, and who has it."""
    if value > highest:
        return value, [seat]
    return highest, [*there, seat] if value == highest else there
