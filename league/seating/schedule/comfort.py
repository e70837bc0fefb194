"""Wishes in a schedule that has been drawn: numbers, games and places are exchanged to meet them.

Four exchanges, each at the prices of `penalties.py`, so that a wish may cost no more repeats than
in a round drawn alone: two tables of a round change numbers, or games; two players change places in
one round, or in all rounds, which leaves the meetings of a fresh schedule as they are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from league.seating.penalties import APART, CASUAL, are_near, has_wishes, place_penalties
from league.seating.schedule.instance import Instance, pairs_of
from league.seating.schedule.measures import OFF_SIZE, SAME_CLUB, meetings_cost
from league.seating.types import Field, FieldPlayer, Pair, RulesetId

Draft = list[list[list[int]]]
Games = list[list[RulesetId]]

PARTNERS = 60
"""So many players are tried at most as the other one of an exchange."""
SWEEPS = 12
EXCHANGES = 40_000
"""So many are tried at most, a second or two; in large fields `PER_SEAT` for every seat."""
PER_SEAT = 30
KICKS = 40
"""So often somebody with a wish unmet changes places with anybody, to search on from there."""
SMALL = 300
"""With more seats over all rounds only needs and refusals are worth a kick."""


@dataclass(frozen=True, slots=True)
class Wishful:
    """The people of an instance in its order, and who of them want to be in one room."""

    field: Field
    players: tuple[FieldPlayer, ...]
    near: frozenset[Pair]


@dataclass(frozen=True, slots=True)
class Comfort:
    """What is left to wish for: broken needs and refusals, wishes unmet, and the price of all."""

    broken: tuple[tuple[int, str], ...]
    unmet: int
    price: int


def settle(
    instance: Instance, rounds: Draft, games: Games, wishful: Wishful, rng: random.Random
) -> Comfort:
    """Meet as many wishes as it pays, in place; tables stand in the order of their numbers.

    `games` runs parallel to the tables. What is broken in the end could not be met by exchanges.
    """
    hall = _Hall(instance, rounds, games, wishful, rng)
    hall.improve()
    best, price, kept = hall.comfort(), hall.price, hall.copy()
    small = instance.n * instance.rounds <= SMALL
    for _ in range(KICKS):
        if hall.left <= 0 or not (best.broken or (small and best.unmet)):
            break
        hall.kick()
        hall.improve()
        now = hall.comfort()
        if (len(now.broken), hall.price) < (len(best.broken), price):
            best, price, kept = now, hall.price, hall.copy()
        else:
            hall.price = price
            hall.put(*kept)
    rounds[:], games[:] = kept
    return best


class _Hall:
    """A schedule under exchange, with all meetings and everybody's table."""

    def __init__(
        self,
        instance: Instance,
        rounds: Draft,
        games: Games,
        wishful: Wishful,
        rng: random.Random,
    ) -> None:
        self.instance = instance
        self.field, self.players = wishful.field, wishful.players
        self.rng = rng
        self.left = max(EXCHANGES, PER_SEAT * instance.n * instance.rounds)
        self.price = 0
        """What has been gained or lost so far."""
        self.extra: dict[Pair, int] = dict.fromkeys(instance.apart, APART)
        for a, b in combinations(range(instance.n), 2) if any(instance.clubs) else ():
            if instance.clubs[a] is not None and instance.clubs[a] == instance.clubs[b]:
                self.extra[a, b] = self.extra.get((a, b), 0) + SAME_CLUB
        self.near: list[list[int]] = [[] for _ in range(instance.n)]
        for a, b in sorted(wishful.near):
            self.near[a].append(b)
            self.near[b].append(a)
        self.memo: dict[tuple[int, int, RulesetId], int] = {}
        self.plain = [
            not (has_wishes(player) or self.near[place])
            for place, player in enumerate(self.players)
        ]
        self.put(rounds, games)

    def put(self, rounds: Draft, games: Games) -> None:
        """Take over a schedule with all that is counted in it."""
        n = self.instance.n
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.games = [list(row) for row in games]
        self.met = [[0] * n for _ in range(n)]
        for (a, b), times in pairs_of((*self.instance.history, *self.rounds)).items():
            self.met[a][b] = self.met[b][a] = times
        self.off = [0] * n
        self.where = [[-1] * n for _ in self.rounds]
        for number, tables in enumerate(self.rounds):
            for t, table in enumerate(tables):
                for player in table:
                    self.where[number][player] = t
                    self.off[player] += len(table) != self.instance.preferred

    def copy(self) -> tuple[Draft, Games]:
        """The schedule as it is now."""
        tables = [[list(table) for table in tables] for tables in self.rounds]
        return tables, [list(row) for row in self.games]

    # --- prices

    def place(self, player: int, table: int, game: RulesetId) -> int:
        """What a table costs because of the player's own wishes."""
        key = (player, table, game)
        if key not in self.memo:
            found = place_penalties(self.players[player], table + 1, game, CASUAL)
            self.memo[key] = sum(penalty.cost for penalty in found)
        return self.memo[key]

    def parted(self, number: int, player: int) -> int:
        """How many of those the player wants to be near are in another room in this round."""
        where = self.where[number]
        return sum(
            where[other] >= 0 and not are_near(self.field, where[player] + 1, where[other] + 1)
            for other in self.near[player]
        )

    def trouble(self, number: int, player: int) -> int:
        """What a player's place in a round leaves to wish for."""
        t = self.where[number][player]
        if t < 0:
            return 0
        price = self.place(player, t, self.games[number][t])
        return price + CASUAL.near * self.parted(number, player)

    def comfort(self) -> Comfort:
        """What is left to wish for, over all rounds."""
        broken = []
        unmet = price = apart = 0
        for number, tables in enumerate(self.rounds):
            for t, table in enumerate(tables):
                for player in table:
                    game = self.games[number][t]
                    for penalty in place_penalties(self.players[player], t + 1, game, CASUAL):
                        price += penalty.cost
                        if penalty.cost >= APART:
                            broken.append((player, penalty.code))
                        else:
                            unmet += 1
                    apart += self.parted(number, player)
        unmet += apart // 2
        return Comfort(tuple(broken), unmet, price + CASUAL.near * apart // 2)

    def meeting(self, a: int, b: int, before: int) -> int:
        """The price of one more meeting of a pair that has met so often."""
        return meetings_cost(before, 1) + self.extra.get((min(a, b), max(a, b)), 0)

    # --- exchanges: each is made, and its change of the price returned

    def swap(self, number: int, a: int, b: int) -> int:
        """Two players change places in one round."""
        where = self.where[number]
        here, there = self.rounds[number][where[a]], self.rounds[number][where[b]]
        before = self.trouble(number, a) + self.trouble(number, b)
        change = 0
        for player, table in ((a, here), (b, there)):
            for other in table:
                if other != player:
                    times = self.met[player][other] - 1
                    change -= self.meeting(player, other, times)
                    self.met[player][other] = self.met[other][player] = times
        usual = self.instance.preferred
        turn = (len(there) != usual) - (len(here) != usual)
        if turn:
            change += OFF_SIZE * (2 * turn * (self.off[a] - self.off[b]) + 2)
            self.off[a] += turn
            self.off[b] -= turn
        here[here.index(a)], there[there.index(b)] = b, a
        where[a], where[b] = where[b], where[a]
        for player, table in ((a, there), (b, here)):
            for other in table:
                if other != player:
                    times = self.met[player][other]
                    change += self.meeting(player, other, times)
                    self.met[player][other] = self.met[other][player] = times + 1
        return change + self.trouble(number, a) + self.trouble(number, b) - before

    def rename(self, a: int, b: int) -> int:
        """Two players change places in all rounds; both play in the same ones."""
        change = 0
        for number, where in enumerate(self.where):
            if where[a] >= 0 and where[a] != where[b]:
                change += self.swap(number, a, b)
        return change

    def renumber(self, number: int, one: int, other: int) -> int:
        """Two tables of a round change numbers."""
        tables, games = self.rounds[number], self.games[number]
        people = tables[one] + tables[other]
        before = self._trouble_of(number, people)
        tables[one], tables[other] = tables[other], tables[one]
        games[one], games[other] = games[other], games[one]
        for t in (one, other):
            for player in tables[t]:
                self.where[number][player] = t
        return self._trouble_of(number, people) - before

    def regame(self, number: int, one: int, other: int) -> int:
        """Two tables of a round change games."""
        games = self.games[number]
        people = self.rounds[number][one] + self.rounds[number][other]
        before = self._trouble_of(number, people)
        games[one], games[other] = games[other], games[one]
        return self._trouble_of(number, people) - before

    def _trouble_of(self, number: int, people: Sequence[int]) -> int:
        # A pair of them that is in two rooms counts once.
        inside = set(people)
        where = self.where[number]
        twice = sum(
            where[other] >= 0 and not are_near(self.field, where[player] + 1, where[other] + 1)
            for player in people
            for other in self.near[player]
            if other in inside
        )
        return sum(self.trouble(number, p) for p in people) - CASUAL.near * twice // 2

    # --- the search

    def improve(self) -> None:
        """Make exchanges that pay until none does, or too many have been tried."""
        if self.instance.n * self.instance.rounds > SMALL:
            # With few seats this would spoil what names and numbers settle without a repeat.
            while self._seek():
                pass
            self._exchange(APART)
        if max(map(len, self.rounds)) > PARTNERS:
            # In so large a hall numbers, games and names exchanged pair by pair find little more.
            self._exchange(1)
            self._seek()
            return
        for _ in range(SWEEPS):
            if not self._sweep() or self.left <= 0:
                return

    def _seek(self) -> int:
        """Everybody with trouble takes the place of somebody without wishes where they have none.

        Only where nobody meets again by that, so that a large field is settled at a glance.
        """
        gained = 0
        for number, where in enumerate(self.where):
            # Friends find a place in any table of a room, others only at few.
            for player in sorted(
                self.instance.players_of(number), key=lambda p: bool(self.near[p])
            ):
                if not self.trouble(number, player):
                    continue
                here = self.rounds[number][where[player]]
                gained += any(
                    self._tried(partial(self.swap, number, player, other))
                    for t in self._fitting(number, player)
                    for there in (self.rounds[number][t],)
                    for other in there
                    if self._gives_way(number, other, where[player])
                    and self._are_strangers(player, there, other)
                    and self._are_strangers(other, here, player)
                )
        return gained

    def _gives_way(self, number: int, player: int, table: int) -> bool:
        """Whether a player is as content at another table of the round, seen at a glance."""
        if self.plain[player]:
            return True
        games, now = self.games[number], self.where[number][player]
        if self.near[player] and not are_near(self.field, table + 1, now + 1):
            return False
        return self.place(player, table, games[table]) <= self.place(player, now, games[now])

    def _fitting(self, number: int, player: int) -> list[int]:
        """Tables of a round where a player lacks nothing, the best known first, from any on."""
        me, games, where = self.players[player], self.games[number], self.where[number]
        friends = [other for other in self.near[player] if where[other] >= 0]
        tables: Iterable[int] = range(len(games))
        if me.needs or me.likes:
            tables = sorted(t - 1 for t in me.needs or me.likes if t <= len(games))
        found = [
            t
            for t in tables
            if t != where[player]
            and games[t] not in me.refuses
            and (not me.wants or games[t] in me.wants)
            and (not me.likes or t + 1 in me.likes)
            and all(are_near(self.field, t + 1, where[other] + 1) for other in friends)
        ]
        turn = self.rng.randrange(len(found)) if found else 0
        return found[turn:] + found[:turn]

    def _are_strangers(self, player: int, table: Sequence[int], leaving: int) -> bool:
        """Whether a player has met nobody of a table but for whoever leaves it."""
        row = self.met[player]
        return not any(row[other] for other in table if other not in {player, leaving})

    def _sweep(self) -> int:
        gained = 0
        everybody = range(self.instance.n)
        for number, tables in enumerate(self.rounds):
            for one, other in combinations(range(len(tables)), 2):
                if self.left <= 0:
                    return gained
                if any(self.trouble(number, p) for t in (one, other) for p in tables[t]):
                    gained += self._tried(partial(self.renumber, number, one, other))
                    if self._games_fit(number, one, other):
                        gained += self._tried(partial(self.regame, number, one, other))
        for player in everybody:
            for other in self._partners(player, everybody):
                if self.left <= 0 or not self._is_troubled(player):
                    break
                if self._play_together(player, other):
                    gained += self._tried(partial(self.rename, player, other))
        return gained + self._exchange(1)

    def _exchange(self, least: int) -> int:
        """Whoever has so much trouble in a round changes places in it, if that pays."""
        gained = 0
        for number, where in enumerate(self.where):
            here = self.instance.players_of(number)
            for player in here:
                if self.trouble(number, player) < least:
                    continue
                for other in self._partners(player, here):
                    if self.left <= 0 or self.trouble(number, player) < least:
                        break
                    if where[player] != where[other]:
                        gained += self._tried(partial(self.swap, number, player, other))
        return gained

    def _is_troubled(self, player: int) -> bool:
        return any(self.trouble(number, player) for number in range(len(self.rounds)))

    def kick(self) -> None:
        """Somebody with a wish unmet, needs and refusals first, changes places with anybody."""
        troubled = [
            (trouble >= APART, number, player)
            for number in range(len(self.rounds))
            for player in self.instance.players_of(number)
            if (trouble := self.trouble(number, player))
        ]
        worst = max(broken for broken, _, _ in troubled)
        _, number, player = self.rng.choice([row for row in troubled if row[0] == worst])
        where = self.where[number]
        others = [
            other
            for other in self.instance.players_of(number)
            if where[other] != where[player] and (worst or self._play_together(player, other))
        ]
        if others:
            other = self.rng.choice(others)
            self.price += self.swap(number, player, other) if worst else self.rename(player, other)

    def _tried(self, exchange: Callable[[], int]) -> int:
        """1 when the exchange pays; else it is made again, which takes it back."""
        self.left -= 1
        change = exchange()
        if change < 0:
            self.price += change
            return 1
        exchange()
        return 0

    def _partners(self, player: int, among: Sequence[int]) -> list[int]:
        if self.left <= 0:
            return []
        others = [other for other in among if other != player]
        return self.rng.sample(others, min(PARTNERS, len(others)))

    def _play_together(self, a: int, b: int) -> bool:
        return all((where[a] < 0) == (where[b] < 0) for where in self.where)

    def _games_fit(self, number: int, one: int, other: int) -> bool:
        games = self.games[number]
        if games[one] == games[other]:
            return False
        for table, game in ((one, games[other]), (other, games[one])):
            choice = self.field.game(game)
            size = len(self.rounds[number][table])
            if choice is None or not choice.low <= size <= choice.high:
                return False
        return True
