"""What the fast path works out once for one number of seats and one set of options.

What a player owns is one whole number: the seat in its lowest bits, above it four bits for the
count of each item, at the top the number of all items. An item is the number that is added for it.
Players stand in order of rank.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, product
from math import prod
from typing import NamedTuple

from games.dice_devils.devils import FEHLER, OBER, PUTZ, RANK_KEYS, SATAN, SPIEL, SPRING
from games.dice_devils.options import SpielWindow, TieBreak
from games.dice_devils.play.table import Table, result
from games.dice_devils.scoring import tie_key

SEAT_BITS = 3
SEAT = (1 << SEAT_BITS) - 1
_COUNT_BITS = 4
_COUNT = (1 << _COUNT_BITS) - 1
_MOST_KEPT = 60_000
"""So many entries a memory may have: more than any usual table needs."""

ABSENT = -1

Results = tuple[int, ...]
Random = Callable[[], float]


class Fight(NamedTuple):
    """Who fights for which slot."""

    slot: int
    size: int
    fighters: tuple[int, ...]
    opponents: tuple[int, ...]
    """Whom the gambling devil may force; empty where it does not fight."""
    losers_of: tuple[tuple[int, ...], ...]
    """By winner: everybody else."""


class Plan(NamedTuple):
    """What the claims of a round lead to."""

    alone: tuple[tuple[int, int], ...]
    """Player and slot."""
    fights: tuple[Fight, ...]
    left: tuple[int, ...]
    """Slots nobody claimed."""


class Plans(dict[int, Plan]):
    """Plans by the claims, which are the digits of a number in the base of the open items."""

    def __init__(self, players: int, number: int, spiel: int) -> None:
        super().__init__()
        self.players, self.number, self.spiel = players, number, spiel

    def __missing__(self, code: int) -> Plan:
        claims, rest = [], code
        for _ in range(self.players):
            rest, slot = divmod(rest, self.number)
            claims.append(slot)
        claims.reverse()
        fought = [slot for slot in dict.fromkeys(claims) if claims.count(slot) > 1]
        plan = Plan(
            alone=tuple((player, slot) for player, slot in enumerate(claims) if slot not in fought),
            fights=tuple(self._fight(slot, claims) for slot in fought),
            left=tuple(slot for slot in range(self.number) if slot not in claims),
        )
        if len(self) < _MOST_KEPT:
            self[code] = plan
        return plan

    def _fight(self, slot: int, claims: Sequence[int]) -> Fight:
        fighters = tuple(player for player, claim in enumerate(claims) if claim == slot)
        losers = tuple(
            tuple(other for other in fighters if other != player) for player in range(self.players)
        )
        opponents = losers[self.spiel] if self.spiel in fighters else ()
        return Fight(slot, len(fighters), fighters, opponents, losers)


class AllPlans(dict[int, Plans]):
    """Plans by the number of open items."""

    def __init__(self, players: int, spiel: int) -> None:
        super().__init__()
        self.players, self.spiel = players, spiel

    def __missing__(self, number: int) -> Plans:
        plans = self[number] = Plans(self.players, number, self.spiel)
        return plans


class Points(dict[int, int]):
    """What some of the items are worth with their triples, by the bits of their counts."""

    def __init__(self, table: Table, first: int, end: int) -> None:
        super().__init__()
        self.size, self.bonus = table.options.triple_size, table.options.triple_bonus
        self.pieces = [
            ((place - first) * _COUNT_BITS, table.kinds[place], table.values[place])
            for place in range(first, end)
        ]
        self.bits = (1 << (end - first) * _COUNT_BITS) - 1
        self.shift = SEAT_BITS + first * _COUNT_BITS

    def __missing__(self, counts: int) -> int:
        points = 0
        numbers: dict[str, int] = {}
        for shift, kind, value in self.pieces:
            count = counts >> shift & _COUNT
            numbers[kind] = numbers.get(kind, 0) + count
            points += count * value
        points += sum(number // self.size for number in numbers.values()) * self.bonus
        if len(self) < _MOST_KEPT:
            self[counts] = points
        return points


class Owned(dict[int, tuple[int, ...]]):
    """The items somebody owns, by the lowest bits of their counts."""

    def __init__(self, units: Sequence[int]) -> None:
        super().__init__()
        self.units = units

    def __missing__(self, lowest: int) -> tuple[int, ...]:
        owned = tuple(unit for unit in self.units if unit & lowest)
        if len(self) < _MOST_KEPT:
            self[lowest] = owned
        return owned


class FastTables:
    """Everything a match looks up."""

    def __init__(self, table: Table) -> None:
        options, ranks = table.options, table.ranks
        self.table = table
        lowest = [1 << (SEAT_BITS + place * _COUNT_BITS) for place in range(len(table.items))]
        one_more = 1 << (SEAT_BITS + len(table.items) * _COUNT_BITS)
        self.box = [lowest[table.place[name]] + one_more for name in table.box]
        self.enough = options.end_item_count * one_more
        self.anything = sum(lowest)
        self.stealable = sum(lowest[place] for place in table.stealable)
        self.owned = Owned([bit + one_more for bit in lowest])
        # a few kinds at a time: small tables stay near the processor
        kinds = list(dict.fromkeys(table.kinds))
        ends = [0, *(sum(k in kinds[:n] for k in table.kinds) for n in (4, 8, len(kinds)))]
        self.points = [Points(table, first, end) for first, end in pairwise(ends)]

        self.always_parted = (
            options.tie_break is TieBreak.RANK and options.tie_break_applies_to_all_places
        )
        self.ties = {rank: tie_key(rank, options) for rank in ranks}
        self.spring_first = not options.spiel_before_spring
        self.any_evaluation = options.spiel_window is SpielWindow.ANY_EVALUATION
        self.player = {rank: player for player, rank in enumerate(ranks)}
        self.spiel, self.fehler, self.putz, self.spring, self.satan = (
            self.player.get(rank, ABSENT) for rank in (SPIEL, FEHLER, PUTZ, SPRING, SATAN)
        )
        # by the ranks of the seats: what they are called, and the seats in order of rank
        self.deals = {
            dealt: (tuple(RANK_KEYS[rank] for rank in dealt), order)
            for dealt, order in table.orders.items()
        }
        self.ways = [len(table.throws[rank]) for rank in ranks]
        self.all_ways = prod(self.ways)
        # little Satan's without the golden die
        self.results = [[result(rank, dice, 0) for dice in table.throws[rank]] for rank in ranks]
        self.golden = [min(dice) for dice in table.throws.get(OBER, ())]
        self.plans = AllPlans(table.seats, self.spiel)
        self._group(SATAN in ranks)

    def _group(self, with_satan: bool) -> None:
        """All dice of a round are read off in two or three groups of players."""
        results = self.results
        middle_end = 4 if len(results) > 4 else 2
        same: dict[Results, Results] = {}

        def all_of(hands: Sequence[Sequence[int]]) -> list[Results]:
            # equal tuples are one tuple: small tables stay near the processor
            return [same.setdefault(each, each) for each in product(*hands)]

        self.first, self.middle = all_of(results[:2]), all_of(results[2:middle_end])
        self.middle_ways, self.last_ways = len(self.middle), prod(self.ways[middle_end:])
        # by the fall of the first group: the golden die that little Satan adds
        self.gold = [0] * len(self.first)
        if with_satan:
            self.gold = [gold for gold in self.golden for _ in range(self.ways[1])]
        *others, satan = results[middle_end:]
        self.last = [
            all_of([*others, [value + gold if with_satan else value for value in satan]])
            for gold in range(max(self.gold) + 1)
        ]
