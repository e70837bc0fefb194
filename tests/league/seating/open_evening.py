"""An evening of open play by the pure rules alone: tables end by chance, the free are seated anew.

Nothing but the seed decides, so that two ways to run an evening can be compared.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from statistics import mean

from league.seating.rolling import Option, Patience, Waiting, advise, options
from league.seating.types import Field, FieldPlayer, GameChoice, Pair, TableLock, pair

USUAL_MIN, SPREAD_MIN = 30, 8
SHORTEST_MIN, LONGEST_MIN = 12, 60


@dataclass
class Evening:
    """What came of it: how long people waited each time, who sat with whom, at which tables."""

    people: int
    hold: int
    waits: list[int] = field(default_factory=list)
    met: Counter[Pair] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)
    off_size: Counter[int] = field(default_factory=Counter)
    running: list[tuple[int, int, TableLock]] = field(default_factory=list)

    @property
    def most_met(self) -> int:
        return max(self.met.values())

    @property
    def mean_met(self) -> float:
        """How often two people met who met at all."""
        return mean(self.met.values())

    @property
    def strangers(self) -> float:
        """The share of pairs who never met."""
        return 1 - len(self.met) / (self.people * (self.people - 1) / 2)


def play(people: int, seed: int, hold: int, minutes: int = 240) -> Evening:
    """Everybody is there from the start, and the organizer does what the desk advises.

    Matches last `USUAL_MIN` give or take `SPREAD_MIN`; the desk expects the usual time of each, and
    one that has lasted longer to end any minute. Tables seat 3 to 6, 4 preferred.
    """
    night = Evening(people, hold)
    lot = random.Random(seed)
    since = dict.fromkeys(range(1, people + 1), 0)
    free = set(since)
    number = 0
    for minute in range(minutes):
        for _, _, table in [row for row in night.running if row[0] <= minute]:
            since |= dict.fromkeys(table.players, minute)
            free |= set(table.players)
        night.running = [row for row in night.running if row[0] > minute]
        found = _proposed(night, minute, sorted(free), since, number + 1)
        for planned in found.tables if found else ():
            number += 1
            night.sizes[len(planned.players)] += 1
            night.waits += [minute - since[player] for player in planned.players]
            night.played.update(planned.players)
            night.met.update(pair(a, b) for a, b in combinations(planned.players, 2))
            night.off_size.update(planned.players if len(planned.players) != 4 else ())
            free -= set(planned.players)
            lasts = round(lot.gauss(USUAL_MIN, SPREAD_MIN))
            ends = minute + min(max(lasts, SHORTEST_MIN), LONGEST_MIN)
            lock = TableLock(number=number, ruleset=1, players=planned.players)
            night.running.append((ends, minute, lock))
    return night


def _proposed(
    night: Evening, minute: int, free: Iterable[int], since: dict[int, int], number: int
) -> Option | None:
    """What starts now; None where nothing can, or where the advice is to wait."""
    waiting = [Waiting(player, since[player], night.played[player]) for player in free]
    if len(waiting) < 3:
        return None
    around = Field(
        players=tuple(FieldPlayer(id=p, off_size=night.off_size[p]) for p in since),
        games=(GameChoice(ruleset=1, low=3, high=6),),
        met=dict(night.met),
        kept=tuple(lock for _, _, lock in night.running),
    )
    (best, *_) = options(waiting, around, seed=number, first_number=number, most=1)
    patience = Patience(
        hold=night.hold,
        waited=max(minute - row.since for row in waiting),
        ends={lock.number: max(1, start + USUAL_MIN - minute) for _, start, lock in night.running},
    )
    advice = advise(best, waiting, around, patience, seed=number, first_number=number)
    return None if advice.why == "wait" else best
