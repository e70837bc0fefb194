"""The fairness ledger: what everybody got out of the rounds played, beside the best possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

from league.seating.bounds import least_cost
from league.seating.types import PlayerId

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """Tables in seat order, and who was there without a table.

    In open play every table may be a round of its own. `preferred` is the size that counted as
    the usual one.
    """

    tables: tuple[tuple[PlayerId, ...], ...]
    out: frozenset[PlayerId] = frozenset()
    preferred: int = 4


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened to a player, and how often it would if all were treated alike.

    `best` and `most` are the whole numbers around the fair share: nothing between is unfair.
    """

    times: int
    fair: Fraction

    @property
    def best(self) -> int:
        return floor(self.fair)

    @property
    def most(self) -> int:
        return ceil(self.fair)

    @property
    def is_fair(self) -> bool:
        return self.best <= self.times <= self.most

    @property
    def distance(self) -> Fraction:
        """How far the number is from the fair share."""
        return abs(self.times - self.fair)


@dataclass(frozen=True, slots=True)
class Line:
    """One player's part of the ledger.

    `opponents` counts different people met, `reachable` how many there could have been at these
    tables; `again` counts meetings beyond the first with anybody, `forced` those that nobody
    could have spared this player. `seats[q]` speaks of seat q + 1; the first is the start seat.
    """

    player: PlayerId
    games: int
    opponents: int
    reachable: int
    again: int
    forced: int
    most_met: int
    sizes: Mapping[int, int]
    unusual: Share
    seats: tuple[Share, ...]
    sat_out: Share

    @property
    def starts(self) -> Share:
        """The start seat."""
        return self.seats[0] if self.seats else Share(0, ZERO)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The lines of all who were there, and what the whole comes to.

    `repeat_cost` counts m(m-1)/2 for two who met m times, `forced_cost` what nobody could have
    undercut. `met` says of each player how often they met each other one; who never met is not
    there.
    """

    lines: tuple[Line, ...]
    rounds: int
    meetings: int
    repeats: int
    repeat_cost: int
    forced: int
    forced_cost: int
    most_met: int
    met: Mapping[PlayerId, Mapping[PlayerId, int]] = field(default_factory=dict)

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return len(self.lines) * (len(self.lines) - 1) // 2

    @property
    def pairs_met(self) -> int:
        """How many of them met at least once."""
        return self.meetings - self.repeats

    def pairs_by_times(self) -> dict[int, int]:
        """How many pairs met how often, those who never met among them; fewest meetings first."""
        twice = Counter(times for row in self.met.values() for times in row.values())
        found = {times: n // 2 for times, n in twice.items()}
        if self.pairs > self.pairs_met:
            found[0] = self.pairs - self.pairs_met
        return dict(sorted(found.items()))

    def line(self, player: PlayerId) -> Line | None:
        """The line of one player; None for somebody who was never there."""
        return next((line for line in self.lines if line.player == player), None)


@dataclass(slots=True)
class _Tally:
    met: Counter[PlayerId] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    unusual: int = 0
    out: int = 0
    # How often there were so many chances among so many people.
    odd_chances: Counter[tuple[int, int]] = field(default_factory=Counter)
    out_chances: Counter[tuple[int, int]] = field(default_factory=Counter)


def _fair(chances: Counter[tuple[int, int]]) -> Fraction:
    return sum((Fraction(some * n, of) for (some, of), n in chances.items()), ZERO)


def ledger(rounds: Iterable[PlayedRound]) -> Ledger:
    """What these rounds gave to everybody.

    A fair share of tables of unusual size, and of sitting out, is what lot would give those who
    were there; of a seat, one in so many seats as the player's tables had.
    """
    played = list(rounds)
    people: dict[PlayerId, _Tally] = {}
    for one in played:
        _count(one, people)
    known = len(people)
    lines = tuple(_line(player, tally, known) for player, tally in sorted(people.items()))
    meetings = sum(line.again + line.opponents for line in lines) // 2
    pairs = sum(line.opponents for line in lines) // 2
    again = sum(
        times * (times - 1) // 2 for tally in people.values() for times in tally.met.values()
    )
    # The companions of each player cost least when all others were met about equally often.
    even = sum(
        least_cost(line.opponents + line.again, [known - 1] if known > 1 else []) for line in lines
    )
    forced = max(meetings - known * (known - 1) // 2, -(-sum(line.forced for line in lines) // 2))
    return Ledger(
        lines=lines,
        rounds=len(played),
        meetings=meetings,
        repeats=meetings - pairs,
        repeat_cost=again // 2,
        forced=max(forced, 0),
        forced_cost=max(forced, -(-even // 2), least_cost(meetings, [known * (known - 1) // 2])),
        most_met=max((line.most_met for line in lines), default=0),
        met={player: tally.met for player, tally in people.items()},
    )


def _count(one: PlayedRound, people: dict[PlayerId, _Tally]) -> None:
    seated = [player for table in one.tables for player in table]
    present = len(seated) + len(one.out)
    odd = sum(len(table) for table in one.tables if len(table) != one.preferred)
    for player in (*seated, *one.out):
        tally = people.setdefault(player, _Tally())
        if one.out:
            tally.out_chances[len(one.out), present] += 1
        if player in one.out:
            tally.out += 1
        elif odd:
            tally.odd_chances[odd, len(seated)] += 1
    for table in one.tables:
        for seat, player in enumerate(table):
            tally = people[player]
            tally.sizes[len(table)] += 1
            tally.unusual += len(table) != one.preferred
            tally.seats[seat] += 1
            tally.met.update(p for p in table if p != player)


def _line(player: PlayerId, tally: _Tally, known: int) -> Line:
    met = sum(tally.met.values())
    reachable = min(met, known - 1)
    return Line(
        player=player,
        games=sum(tally.sizes.values()),
        opponents=len(tally.met),
        reachable=reachable,
        again=met - len(tally.met),
        forced=met - reachable,
        most_met=max(tally.met.values(), default=0),
        sizes=dict(sorted(tally.sizes.items())),
        unusual=Share(tally.unusual, _fair(tally.odd_chances)),
        seats=tuple(
            Share(
                tally.seats[seat],
                sum((Fraction(n, size) for size, n in tally.sizes.items() if size > seat), ZERO),
            )
            for seat in range(max(tally.sizes, default=0))
        ),
        sat_out=Share(tally.out, _fair(tally.out_chances)),
    )
