"""The chances of a fight, computed from the ways the dice can fall."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations
from math import prod

from games.dice_devils.devils import OBER, RANK_KEYS, SATAN, SPIEL, SPRING
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.play.table import result, throws

_FORCED = 0.6
"""How often a rival's gambling devil is taken to force: by chance it does every other time."""

Fighter = tuple[int, int | None]
"""A rank, and what its dice count if they are known: little Satan's without the golden die."""


class Odds:
    """Who wins a fight with what chance, for one make of grey dice.

    Everything asked for is remembered: there are few ranks and few results.
    """

    def __init__(self, options: DiceDevilsOptions) -> None:
        self.falls: dict[int, dict[int, float]] = {}
        """By rank: the chance of every result, little Satan's without the golden die."""
        for rank in RANK_KEYS:
            ways = throws(rank, options)
            counted = Counter(result(rank, dice, 0) for dice in ways)
            self.falls[rank] = {value: n / len(ways) for value, n in counted.items()}
        golden = throws(OBER, options)
        lowest = Counter(min(dice) for dice in golden)
        self.lowest = {low: n / len(golden) for low, n in lowest.items()}
        """The chance of each lowest golden die."""
        self.over: dict[int, dict[int, float]] = {low: {} for low in lowest}
        """By the lowest golden die: the chance of every result of the head devil."""
        for (low, value), n in Counter((min(d), result(OBER, d, 0)) for d in golden).items():
            self.over[low][value] = n / lowest[low]
        self._known: dict[tuple[tuple[Fighter, ...], int | None], tuple[float, ...]] = {}

    def chances(self, fighters: tuple[Fighter, ...], golden: int | None) -> tuple[float, ...]:
        """The chance of each fighter to win, with new throws of those tied (R15-R18).

        ``golden`` is the lowest golden die, None while nobody knows it. Nobody is forced.
        """
        if all(rank != SATAN for rank, _ in fighters):
            golden = None
        found = self._known.get((fighters, golden))
        if found is None:
            found = self._known[fighters, golden] = self._worked_out(fighters, golden)
        return found

    def win(self, me: Fighter, rivals: tuple[int, ...], golden: int | None) -> float:
        """My chance against these ranks, in order, whose dice nobody knows yet."""
        others: tuple[Fighter, ...] = tuple((rank, None) for rank in rivals)
        chance = self.chances((me, *others), golden)[0]
        if me[0] == SPIEL:
            # behind, it forces, and all is as before the dice were shown
            return chance + (1.0 - chance) * chance
        if SPIEL in rivals:
            fresh = self.chances(((me[0], None), *others), None)[0]
            return chance + _FORCED * (fresh - chance)
        return chance

    def _worked_out(self, fighters: tuple[Fighter, ...], golden: int | None) -> tuple[float, ...]:
        if len(fighters) == 1:
            return (1.0,)
        places = range(len(fighters))
        if golden is None and any(rank == SATAN for rank, _ in fighters):
            cases = [(p, self.chances(fighters, low)) for low, p in self.lowest.items()]
            return tuple(sum(p * won[place] for p, won in cases) for place in places)
        falls = [self._fall(rank, known, golden) for rank, known in fighters]
        won = [0.0] * len(fighters)
        pairs = dict.fromkeys(combinations(places, 2), 0.0)
        under = [0.0] * len(fighters)
        for value in sorted({value for fall in falls for value in fall}):
            at = [fall.get(value, 0.0) for fall in falls]
            for place in places:
                if at[place]:
                    others = prod(under[:place]) * prod(under[place + 1 :])
                    won[place] += at[place] * others
            for first, second in pairs:
                chance = at[first] * at[second]
                if chance:
                    for place in places:
                        if place not in (first, second):
                            chance *= under[place]
                    pairs[first, second] += chance
            under = [p + more for p, more in zip(under, at, strict=True)]
        # three or more tied are rare: one of them wins, be it anyone
        crowd = 1.0 - sum(won) - sum(pairs.values())
        jumping = [place for place in places if fighters[place][0] == SPRING]
        for place in jumping or places:
            won[place] += crowd / len(jumping or places)
        again = 0.0
        for pair, chance in pairs.items():
            tied = tuple((fighters[place][0], None) for place in pair)
            if tied == fighters and SPRING not in dict(tied) and not _linked(tied):
                again = chance
            elif chance:
                for place, share in zip(pair, self._parted(tied, golden), strict=True):
                    won[place] += chance * share
        return tuple(chance / (1.0 - again) for chance in won)

    def _fall(self, rank: int, known: int | None, golden: int | None) -> dict[int, float]:
        """The results of one fighter and their chances; those of the head devil go with the die."""
        add = golden if rank == SATAN and golden else 0
        if known is not None:
            return {known + add: 1.0}
        if rank == OBER and golden is not None:
            return self.over[golden]
        return {value + add: chance for value, chance in self.falls[rank].items()}

    def _parted(self, tied: tuple[Fighter, ...], golden: int | None) -> tuple[float, ...]:
        """The chances of two who are tied and throw again."""
        if SPRING in dict(tied):
            return tuple(float(rank == SPRING) for rank, _ in tied)
        if _linked(tied):
            # both throw again and share a golden die: near enough to even
            return (0.5, 0.5)
        return self.chances(tied, None if OBER in dict(tied) else golden)


def _linked(fighters: tuple[Fighter, ...]) -> bool:
    """Whether one's dice decide about the other's result."""
    return {OBER, SATAN} <= dict(fighters).keys()


@lru_cache(maxsize=16)
def odds_for(options: DiceDevilsOptions) -> Odds:
    """The odds of these dice, worked out once."""
    return Odds(options)
