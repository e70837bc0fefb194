"""A player that reckons: the chances of fights, the worth of items, what comes after.

Every legal action gets a number, in points; the highest is taken. Dice of others are never known
before a fight, so chances come from ``odds.py``; players who have yet to place are taken to place
anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from games.core.rng import Rng
from games.core.types import Seat
from games.dice_devils.devils import FEHLER, OBER, PUTZ, SATAN
from games.dice_devils.play.actions import (
    Action,
    Exchange,
    Place,
    Spiel,
    Steal,
    SwapRank,
)
from games.dice_devils.play.odds import Fighter, Odds, odds_for
from games.dice_devils.play.ranks import ranks_held
from games.dice_devils.play.table import result
from games.dice_devils.play.views import View
from games.dice_devils.play.worth import Worth
from games.dice_devils.scoring import tie_key


class Habits(NamedTuple):
    """What no arithmetic gives; chosen by simulation, which hardly changes around these."""

    share: float = 0.45
    """Of a piece that will be revealed: the chance to get it when it is wanted."""
    rivalry: float = 0.35
    """What a point kept from a rival is worth."""
    finish: float = 3.0
    """What ending the match is worth to the one ahead, and costs the one behind."""
    rounds: float = 2.0
    """For how many rounds a rank is kept."""
    robbed: float = 0.7
    """What losing to an error devil costs whoever has something to steal."""
    others: float = 0.5
    """How much a rival counts who does not lead the rivals."""


class SmartBot:
    """Takes the legal action that promises most."""

    def __init__(self, habits: Habits | None = None) -> None:
        self.habits = habits or Habits()

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        if len(legal) == 1:
            return legal[0]
        position = _Position(view, self.habits)
        if isinstance(legal[0], Place):
            position.look_ahead()
        promises = [position.promise(action) for action in legal]
        return legal[promises.index(max(promises))]


class _Position:
    """One view, and the numbers that several actions need."""

    def __init__(self, view: View, habits: Habits) -> None:
        assert view.decider is not None, "a bot is asked when it is to act"
        self.view, self.habits = view, habits
        self.table = view.table
        self.me = view.decider
        self.rank = view.rank_round[self.me]
        self.worth = Worth(view, habits.share)
        self.odds: Odds = odds_for(view.table.options)
        self.end = view.table.options.end_item_count
        numbers = self.worth.numbers
        self.over = max(numbers) >= self.end
        self.ranks = ranks_held(view.table)
        self.kept = 0.0 if self.over else min(habits.rounds, self.worth.rounds_left)
        self.best_rival = max(
            points for seat, points in enumerate(self.worth.points) if seat != self.me
        )
        self._wins: dict[tuple[int, ...], float] = {}

    def promise(self, action: Action) -> float:
        """What an action is worth, in points."""
        match action:
            case Place(slot):
                return self._claim(slot)
            case Spiel(force):
                return self._forced() if force else self._let_lie()
            case Steal(victim, item):
                return self._theft(victim, self.table.place[item])
            case Exchange(partner, give, take):
                place = self.table.place
                return self._exchange(partner, place[give], place[take])
            case SwapRank(loser):
                return self._rank(loser)
            case _:
                return 0.0

    # --- items

    def _taken(self, item: int) -> float:
        """What taking one item is worth to me."""
        gain = self.worth.gain(self.me, item)
        if self.worth.numbers[self.me] + 1 >= self.end and not self.over:
            gain += self._finish(self.table.values[item])
        return gain

    def _finish(self, more: int) -> float:
        """What it is worth that this round is the last."""
        lead = self.worth.points[self.me] + more - self.best_rival
        return self.habits.finish if lead > 0 else -self.habits.finish

    def _denied(self, seat: int, worth: float) -> float:
        """What it is worth that a rival does not get, or loses, so much."""
        return self.habits.rivalry * worth * self._weight(seat)

    def _weight(self, seat: int) -> float:
        points = self.worth.points
        return 1.0 if points[seat] >= self.best_rival else self.habits.others

    def _theft(self, victim: Seat, item: int) -> float:
        gain = self._taken(item)
        return gain + self._denied(victim, self.worth.loss(victim, item))

    def _exchange(self, partner: Seat, give: int, take: int) -> float:
        worth = self.worth
        if give == take:
            return 0.0
        mine = worth.gain(self.me, take) - worth.loss(self.me, give)
        theirs = worth.gain(partner, give) - worth.loss(partner, take)
        return mine - self._denied(partner, theirs)

    # --- ranks

    def _rank(self, loser: Seat) -> float:
        """What the loser's rank is worth more than mine."""
        now = self.view.rank_now
        if self.over:
            options = self.table.options
            return float(tie_key(now[self.me], options) - tie_key(now[loser], options))
        return self.ranks[now[loser]] - self.ranks[now[self.me]]

    # --- fights

    def _let_lie(self) -> float:
        """The chance to win with the dice as they lie."""
        view = self.view
        fighters = [(rank, self._counts(seat)) for seat, rank in self._fighters()]
        return self._chance_of_mine(fighters, self._golden(), view.candidates)

    def _forced(self) -> float:
        """The chance to win after all opponents threw again."""
        fighters = [
            (rank, self._counts(seat) if seat == self.me else None)
            for seat, rank in self._fighters()
        ]
        golden = self._golden()
        if any(rank == OBER for rank, _ in fighters):
            golden = None
        return self._chance_of_mine(fighters, golden, self.view.candidates)

    def _fighters(self) -> list[tuple[Seat, int]]:
        ranks = self.view.rank_round
        return [(seat, ranks[seat]) for seat in self.view.candidates]

    def _chance_of_mine(
        self, fighters: Sequence[Fighter], golden: int | None, seats: Sequence[Seat]
    ) -> float:
        return self.odds.chances(tuple(fighters), golden)[seats.index(self.me)]

    def _counts(self, seat: Seat) -> int:
        dice = self.view.dice[seat]
        assert dice, "the dice of a fight are public"
        return result(self.view.rank_round[seat], dice, 0)

    def _golden(self) -> int | None:
        """The lowest golden die, if it is known and matters."""
        ranks = self.view.rank_round
        if SATAN not in ranks:
            return None
        dice = self.view.dice[ranks.index(OBER)]
        return min(dice) if dice else None

    # --- claims

    def look_ahead(self) -> None:
        """Who may still come to an item, with what chance."""
        view = self.view
        order = view.order
        later = order[order.index(self.me) + 1 :]
        each = 1.0 / len(view.open)
        self.joining = [
            (
                tuple(seat for seat, comes in zip(later, coming, strict=True) if comes),
                each ** sum(coming) * (1.0 - each) ** (len(later) - sum(coming)),
            )
            for coming in product((False, True), repeat=len(later))
        ]

    def _claim(self, slot: int) -> float:
        """What a claim is worth over everything that may come."""
        view, worth = self.view, self.worth
        there = view.claimants(slot)
        item = self.table.place[view.open[slot]]
        taken = self._taken(item)
        wanted = {
            seat: self._denied(seat, worth.gain(seat, item))
            for seat in view.order
            if seat != self.me
        }
        total = 0.0
        for coming, chance in self.joining:
            rivals = there + coming
            if not rivals:
                total += chance * taken
                continue
            win = self._win(tuple(view.rank_round[seat] for seat in rivals))
            denied = sum(wanted[seat] for seat in there) / max(1, len(there))
            total += chance * win * (taken + denied + self._spoils(rivals))
            total -= chance * (1.0 - win) * self._damage(rivals)
        return total

    def _win(self, ranks: tuple[int, ...]) -> float:
        """The chance to beat these ranks with my dice, theirs unknown."""
        ranks = tuple(sorted(ranks))
        found = self._wins.get(ranks)
        if found is not None:
            return found
        # real dice lie under a cup that a bot can't lift
        mine: Fighter = (self.rank, self._counts(self.me) if self.view.dice[self.me] else None)
        win = self.odds.win(mine, ranks, self._golden())
        self._wins[ranks] = win
        return win

    def _spoils(self, losers: Sequence[Seat]) -> float:
        """What winning this fight brings beside the item."""
        ranks = self.view.rank_round
        better = max(self.ranks[ranks[seat]] for seat in losers) - self.ranks[self.rank]
        spoils = max(0.0, better) * self.kept
        rows, values = self.worth.rows, self.table.values
        if self.rank == FEHLER:
            found = [
                self._theft(seat, item)
                for seat in losers
                for item in self.table.stealable
                if rows[seat][item]
            ]
            spoils += max(0.0, *found) if found else 0.0
        elif self.rank == PUTZ:
            best = max(
                (values[item] for seat in losers for item, count in enumerate(rows[seat]) if count),
                default=0,
            )
            spoils += max(0, best - 1)
        return spoils

    def _damage(self, rivals: Sequence[Seat]) -> float:
        """What losing this fight costs beside the item."""
        ranks = self.view.rank_round
        damage = 0.0
        for seat in rivals:
            # the winner takes the rank of one of the losers as often as not
            lost = self.ranks[self.rank] - self.ranks[ranks[seat]]
            damage += lost * self.kept / (len(rivals) + 1)
            if ranks[seat] == FEHLER and any(
                self.worth.rows[self.me][item] for item in self.table.stealable
            ):
                damage += self.habits.robbed
        return damage / len(rivals)
