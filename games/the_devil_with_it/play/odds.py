"""What a coal turn may bring, computed from the mix of the pieces left.

The chance of a devil is exact at every piece: none comes back during a turn. The coal is taken
as the mix that lies in the oven now, however many pieces of it a turn has used.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import gcd

from games.the_devil_with_it.play.state import Pieces

_DEEPEST = 16
"""More pieces than this nobody reveals in a turn."""

_FARTHEST = 9
"""Amounts are followed up to so many average pieces."""

_FINEST = 64
"""So many steps of amounts are told apart; where coal is odder than this, values are rounded."""


class Odds:
    """The course of one turn as long as nobody stops.

    Amounts count in steps of ``grain``. ``alive[n][a]`` is the chance that n pieces came up, none
    of them a devil, and are worth ``a`` steps.
    """

    def __init__(self, oven: Pieces) -> None:
        coal = [piece for piece in oven if piece]
        self.pieces, self.devils = len(oven), len(oven) - len(coal)
        mean = sum(coal) / len(coal) if coal else 1.0
        self.grain = max(gcd(*coal) if coal else 1, round(mean * _FARTHEST / _FINEST), 1)
        steps: dict[int, float] = {}
        for piece in coal:
            step = max(1, round(piece / self.grain))
            steps[step] = steps.get(step, 0) + 1 / len(coal)
        self.mix = tuple(sorted(steps.items()))
        self.size = int(mean * _FARTHEST / self.grain) + 2
        self.alive = self._followed()

    def _followed(self) -> list[list[float]]:
        alive = [[1.0] + [0.0] * (self.size - 1)]
        for drawn in range(min(self.pieces, _DEEPEST)):
            survives = self.survival(drawn)
            row = [0.0] * self.size
            for at, chance in enumerate(alive[-1]):
                if chance:
                    for step, share in self.mix:
                        if at + step >= self.size:
                            break
                        row[at + step] += chance * share * survives
            alive.append(row)
        return alive

    def survival(self, drawn: int) -> float:
        """The chance that the next piece is no devil after so many harmless ones."""
        left = self.pieces - drawn
        return max(0.0, (left - self.devils) / left) if left > 0 else 0.0

    @cached_property
    def visits(self) -> list[float]:
        """The chance to stand at each amount and to survive the next piece."""
        found = [0.0] * self.size
        for drawn, row in enumerate(self.alive):
            survives = self.survival(drawn)
            for at, chance in enumerate(row):
                found[at] += chance * survives
        return found

    @cached_property
    def tails(self) -> list[float]:
        """The chance that a harmless piece is worth at least so many steps."""
        return [
            sum(share for step, share in self.mix if step >= least) for least in range(self.size)
        ]

    def steps(self, amount: int) -> int:
        """The amount in steps, rounded up."""
        return -(-amount // self.grain)

    def reach(self, amount: int) -> float:
        """The chance to get at least so far for somebody who never stops before."""
        goal = min(self.steps(amount), self.size)
        if goal <= 0:
            return 1.0
        visits, tails = self.visits, self.tails
        last = len(tails)
        return sum(visits[at] * tails[goal - at] for at in range(goal) if goal - at < last)

    @lru_cache(maxsize=64)  # noqa: B019  (an oven's odds live as long as the oven is remembered)
    def amounts(self, targets: tuple[int, ...]) -> tuple[float, ...]:
        """The chance of each amount (0: a devil) for a player with one of these targets."""
        found = [0.0] * (self.size + (self.mix[-1][0] if self.mix else 0))
        for target in targets:
            goal = min(self.steps(target), self.size)
            for at in range(goal):
                chance = self.visits[at]
                if chance:
                    for step, share in self.mix:
                        if at + step >= goal:
                            found[at + step] += chance * share
            if self.pieces < len(self.alive):  # the last piece may end the turn
                for at in range(1, goal):
                    found[at] += self.alive[self.pieces][at]
        found = [chance / len(targets) for chance in found]
        found[0] = max(0.0, 1.0 - sum(found[1:]))
        return tuple(found)

    @lru_cache(maxsize=64)  # noqa: B019
    def counts(self, targets: tuple[int, ...]) -> tuple[float, ...]:
        """The chance of each number of pieces laid down (0: a devil) with one of these targets."""
        found = [0.0] * (len(self.alive) + 1)
        tails, last = self.tails, len(self.tails)
        for target in targets:
            goal = min(self.steps(target), self.size)
            for drawn, row in enumerate(self.alive):
                survives = self.survival(drawn)
                for at in range(goal):
                    if row[at] and goal - at < last:
                        found[drawn + 1] += row[at] * survives * tails[goal - at]
            if self.pieces < len(self.alive):
                found[self.pieces] += sum(self.alive[self.pieces][1:goal])
        found = [chance / len(targets) for chance in found]
        found[0] = max(0.0, 1.0 - sum(found[1:]))
        return tuple(found)


@lru_cache(maxsize=256)
def odds(oven: Pieces) -> Odds:
    """The odds of an oven, worked out once."""
    return Odds(oven)


def best_of(chances: tuple[float, ...], players: int) -> list[float]:
    """The distribution of the best of so many independent turns; 0 where there is none."""
    best, below, before = [], 0.0, 0.0
    for chance in chances:
        below += chance
        now = min(1.0, below) ** players
        best.append(now - before)
        before = now
    return best
