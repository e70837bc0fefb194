"""Dice Devils as one would write it down for oneself: a loop, lists and dictionaries.

Random players, the usual options of the game and its number of players; nothing is prepared and
nothing is clever. It draws ``int(random() * n)`` in the same order as the engine, so the same
``random`` gives the same match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from games.dice_devils.devils import FEHLER, OBER, PUTZ, SATAN, SPIEL, SPRING
from games.dice_devils.options import DiceDevilsOptions

T = TypeVar("T")
Below = Callable[[int], int]


class Result(NamedTuple):
    points: tuple[int, ...]
    places: tuple[int, ...]
    rounds: int
    starts: tuple[int, ...]
    actions: int


def shuffle(pool: list[T], below: Below) -> None:
    for last in range(len(pool) - 1, 0, -1):
        other = below(last + 1)
        pool[last], pool[other] = pool[other], pool[last]


def ways(rank: int) -> int:
    return 216 if rank == OBER else 36


def throw(
    throwers: list[int],
    ranks: list[int],
    dice: list[list[int]],
    options: DiceDevilsOptions,
    below: Below,
) -> None:
    """New dice for these seats: one number for all, whose digits are the fall of each."""
    everything = 1
    for seat in throwers:
        everything *= ways(ranks[seat])
    number = below(everything)
    grey = options.grey_die_faces
    for seat in reversed(throwers):
        number, fall = divmod(number, ways(ranks[seat]))
        if ranks[seat] == OBER:
            dice[seat] = [fall // 36 + 1, fall // 6 % 6 + 1, fall % 6 + 1]
        elif ranks[seat] == SATAN:
            dice[seat] = [grey[fall // 6], grey[fall % 6]]
        else:
            dice[seat] = [fall // 6 + 1, fall % 6 + 1]


def result(rank: int, dice: list[int], golden: list[int]) -> int:
    if rank == OBER:
        return sum(dice) - min(dice)
    if rank == SATAN:
        return sum(dice) + min(golden)
    return sum(dice)


def play(random: Callable[[], float], seats: int, options: DiceDevilsOptions) -> Result:
    """One match from the shuffle to the places."""

    def below(n: int) -> int:
        return int(random() * n)

    value = {kind.key: kind.value for kind in options.item_types}
    supply = [kind.key for kind in options.item_types for _ in range(kind.count)]
    shuffle(supply, below)
    ranks = list(options.ranks_in_play(seats))
    shuffle(ranks, below)
    starts = tuple(ranks)
    actions = 2
    held: list[dict[str, int]] = [{} for _ in range(seats)]
    on_table: list[str] = []
    rounds = 0

    while True:
        rounds += 1
        while supply and len(on_table) < options.open_target(seats):
            on_table.append(supply.pop())
        order = sorted(range(seats), key=lambda seat: ranks[seat])
        dice: list[list[int]] = [[] for _ in range(seats)]
        throw(order, ranks, dice, options, below)
        actions += 1

        claimants: dict[int, list[int]] = {}
        for seat in order:
            slot = below(len(on_table)) if len(on_table) > 1 else 0
            claimants.setdefault(slot, []).append(seat)
            actions += 1

        # what is claimed by one is taken at once; then come the fights, the best rank's first
        for slot, fighters in claimants.items():
            if len(fighters) == 1:
                owned = held[fighters[0]]
                owned[on_table[slot]] = owned.get(on_table[slot], 0) + 1
        later = list(ranks)
        for slot, fighters in claimants.items():
            if len(fighters) == 1:
                continue
            if SPIEL in [ranks[seat] for seat in fighters]:
                actions += 1
                if below(2) == 0:
                    actions += 1
                    opponents = [seat for seat in fighters if ranks[seat] != SPIEL]
                    throw(opponents, ranks, dice, options, below)
            candidates = fighters
            while True:
                golden = dice[ranks.index(OBER)] if OBER in ranks else []
                results = {seat: result(ranks[seat], dice[seat], golden) for seat in candidates}
                best = max(results.values())
                candidates = [seat for seat in candidates if results[seat] == best]
                jumping = [seat for seat in candidates if ranks[seat] == SPRING]
                if jumping:
                    candidates = jumping
                if len(candidates) == 1:
                    break
                actions += 1
                throw(candidates, ranks, dice, options, below)
            winner = candidates[0]
            losers = [seat for seat in fighters if seat != winner]
            owned = held[winner]
            owned[on_table[slot]] = owned.get(on_table[slot], 0) + 1

            if ranks[winner] == FEHLER:
                thefts = [
                    (loser, item)
                    for loser in losers
                    for item in value
                    if value[item] == 1 and held[loser].get(item, 0)
                ]
                if thefts:
                    actions += 1
                    chosen = below(len(thefts) + 1)
                    if chosen < len(thefts):
                        loser, item = thefts[chosen]
                        held[loser][item] -= 1
                        owned[item] = owned.get(item, 0) + 1
            elif ranks[winner] == PUTZ:
                exchanges = [
                    (loser, give, take)
                    for loser in losers
                    for give in value
                    if owned.get(give, 0)
                    for take in value
                    if held[loser].get(take, 0)
                ]
                if exchanges:
                    actions += 1
                    chosen = below(len(exchanges) + 1)
                    if chosen < len(exchanges):
                        loser, give, take = exchanges[chosen]
                        owned[give] -= 1
                        held[loser][give] = held[loser].get(give, 0) + 1
                        held[loser][take] -= 1
                        owned[take] = owned.get(take, 0) + 1

            actions += 1
            chosen = below(len(losers) + 1)
            if chosen < len(losers):
                loser = losers[chosen]
                later[winner], later[loser] = later[loser], later[winner]

        on_table = [item for slot, item in enumerate(on_table) if slot not in claimants]
        if max(sum(owned.values()) for owned in held) >= options.end_item_count:
            break
        ranks = later

    points = []
    for owned in held:
        values = sum(value[item] * count for item, count in owned.items())
        triples = sum(count // options.triple_size for count in owned.values())
        points.append(values + options.triple_bonus * triples)
    keys = [(-points[seat], 0 if later[seat] == SPRING else later[seat]) for seat in range(seats)]
    places = tuple(1 + sum(other < key for other in keys) for key in keys)
    return Result(tuple(points), places, rounds, starts, actions)
