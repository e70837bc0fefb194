"""Whole matches by random players, as quick as plain Python gets.

Draws, in the order of the engine with ``random`` bots and one generator for everything:

1. the shuffle of the box: ``int(random() * n)`` (``floor`` is the same and quicker) for n from
   the number of pieces down to 2;
2. the ranks, shuffled in the same way;
3. each round: one number for all dice together, below the product of the ways they can fall; one
   per claim, in order of rank (none where one item lies open); then fight by fight: force or not,
   one number for the dice thrown again, theft or exchange where there is a choice, the exchange of
   ranks. Every decision is the place of the choice among the legal ones.

Players stand in order of rank, so an exchange of ranks exchanges two entries of a list, and as
everybody is in one fight at most it need not wait for the end of the round (R33). What the claims
of a round lead to depends on nothing but the slots, and is looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor

from games.core.game import FastPlay, Played
from games.dice_devils.options import DiceDevilsOptions, ItemRefill
from games.dice_devils.play.fast_tables import ABSENT, FastTables
from games.dice_devils.play.table import table_for

Random = Callable[[], float]


class FastDiceDevils(FastPlay[DiceDevilsOptions]):
    """Dice Devils played in place by random bots."""

    def player(self, seats: int, options: DiceDevilsOptions) -> Callable[[Random], Played]:
        return _player(FastTables(table_for(seats, options)))


def _player(tables: FastTables) -> Callable[[Random], Played]:
    table, box, ranks = tables.table, tables.box, tables.table.ranks
    seats, target, last_claim = table.seats, table.target, table.seats % 2
    fehler, putz = tables.fehler, tables.putz
    tops_up = table.options.item_refill is ItemRefill.TOP_UP
    last_swap_counts = table.options.end_tie_uses_rank_after_last_swap
    all_ways, last_ways, middle_ways = tables.all_ways, tables.last_ways, tables.middle_ways
    first, middle, last, golds = tables.first, tables.middle, tables.last, tables.gold
    two_groups = middle_ways == 1
    owned, stealable, enough, plans = tables.owned, tables.stealable, tables.enough, tables.plans
    fought, exchanged = _fights(tables), _exchanges(tables)
    usual = plans[target]
    outcome, starts = tables.outcome, tables.starts
    shuffle_draws = range(len(box) - 1)
    claim_pairs = range(seats // 2)
    deal_sizes = range(seats, 1, -1)
    # nobody gets more than two items a round
    shortest = (table.options.end_item_count + 1) // 2

    def play(random: Random) -> Played:
        draws = [random() for _ in shuffle_draws] or [0.0]
        pool = box[:]
        hidden = len(pool)
        dealt = list(ranks)
        for size in deal_sizes:
            other = floor(random() * size)
            dealt[size - 1], dealt[other] = dealt[other], dealt[size - 1]
        held = [dealt.index(rank) for rank in ranks]
        before = held
        lying: list[int] = []
        rounds = decisions = 0
        while True:
            # the box is mixed as far as items are revealed: place by place from the end
            missing = target - len(lying) if tops_up else target
            face_down = max(hidden - missing, 0)
            while hidden > face_down:
                hidden -= 1
                other = floor(draws[-hidden] * (hidden + 1))
                lying.append(pool[other])
                pool[other] = pool[hidden]
            number = len(lying)
            if not number:
                break
            rounds += 1
            if not last_swap_counts:
                before = held[:]

            rest, end = divmod(floor(random() * all_ways), last_ways)
            if two_groups:
                gold = golds[rest]
                results = [*first[rest], *last[gold][end]]
            else:
                start, between = divmod(rest, middle_ways)
                gold = golds[start]
                results = [*first[start], *middle[between], *last[gold][end]]
            code = 0
            if number > 1:
                for _ in claim_pairs:
                    code = (code * number + floor(random() * number)) * number
                    code += floor(random() * number)
                if last_claim:
                    code = code * number + floor(random() * number)
            plan = usual[code] if number == target else plans[number][code]
            alone, fights, left = plan
            for player, slot in alone:
                held[player] += lying[slot]

            for slot, fighters, opponents, losers_of in fights:
                if opponents or len(fighters) > 2:
                    winner, gold, more = fought(random, fighters, opponents, results, gold)
                    decisions += more
                else:
                    winner, other = fighters
                    if results[winner] < results[other]:
                        winner = other
                    elif results[winner] == results[other]:
                        winner, gold, more = fought(random, fighters, (), results, gold)
                        decisions += more
                losers = losers_of[winner]
                held[winner] += lying[slot]

                if winner == fehler:
                    thefts = []
                    for player in losers:
                        row = held[player]
                        for unit in owned[(row | row >> 1 | row >> 2 | row >> 3) & stealable]:
                            thefts.append((player, unit))
                    if thefts:
                        decisions += 1
                        choice = floor(random() * (len(thefts) + 1))
                        if choice < len(thefts):
                            player, unit = thefts[choice]
                            held[player] -= unit
                            held[winner] += unit
                elif winner == putz:
                    decisions += exchanged(random, held, winner, losers)

                choice = floor(random() * len(fighters))
                if choice < len(losers):
                    player = losers[choice]
                    held[winner], held[player] = held[player], held[winner]
                decisions += 1

            if rounds >= shortest and max(held) >= enough:
                break
            lying = [lying[slot] for slot in left] if left else []
        # the shuffle and the deal, in each round the roll and the claims
        actions = 2 + rounds * (1 + seats) + decisions
        ended = outcome(held, held if last_swap_counts else before)
        return Played(ended, rounds, starts[tuple(dealt)], actions)

    return play


def _fights(
    tables: FastTables,
) -> Callable[[Random, Sequence[int], Sequence[int], list[int], int], tuple[int, int, int]]:
    """What a fight comes to: winner, golden die, number of decisions and draws (R16-R23).

    The results of those who throw again are changed in place.
    """
    spiel, spring, satan = tables.spiel, tables.spring, tables.satan
    ways, throws, golden = tables.ways, tables.results, tables.golden
    spring_first, any_evaluation = tables.spring_first, tables.any_evaluation

    def fought(
        random: Random,
        fighters: Sequence[int],
        opponents: Sequence[int],
        results: list[int],
        gold: int,
    ) -> tuple[int, int, int]:
        more = 0
        may_force = False
        if opponents and not (
            spring_first
            and spring in fighters
            and results[spiel] == results[spring] == max([results[each] for each in fighters])
        ):
            more = 1
            if random() < 0.5:
                more = 2
                gold = thrown_again(random, opponents, results, gold)
            else:
                may_force = any_evaluation
        while True:
            best = winner = -1
            tied = False
            for player in fighters:
                score = results[player]
                if score > best:
                    best, winner, tied = score, player, False
                elif score == best:
                    tied = True
            if not tied:
                return winner, gold, more
            fighters = [player for player in fighters if results[player] == best]
            if spring in fighters:
                return spring, gold, more
            more += 1
            gold = thrown_again(random, fighters, results, gold)
            if may_force and spiel in fighters:
                more += 1
                if random() < 0.5:
                    more += 1
                    may_force = False
                    opponents = [player for player in fighters if player != spiel]
                    gold = thrown_again(random, opponents, results, gold)

    def thrown_again(random: Random, players: Sequence[int], results: list[int], gold: int) -> int:
        """New results for these players; the golden die that shows now (R17, R20, R21)."""
        falls = 1
        for player in players:
            falls *= ways[player]
        number = floor(random() * falls)
        for player in reversed(players):
            number, fall = divmod(number, ways[player])
            if player == satan:
                results[player] = throws[player][fall] + gold
            else:
                results[player] = throws[player][fall]
                if player == 0 and satan != ABSENT:
                    results[satan] += golden[fall] - gold
                    gold = golden[fall]
        return gold

    return fought


def _exchanges(tables: FastTables) -> Callable[[Random, list[int], int, Sequence[int]], int]:
    """The cleaning devil's choice: 1 if there was one, else 0 (R27)."""
    owned, anything = tables.owned, tables.anything

    def exchanged(random: Random, held: list[int], winner: int, losers: Sequence[int]) -> int:
        row = held[winner]
        own = owned[(row | row >> 1 | row >> 2 | row >> 3) & anything]
        theirs = []
        number = 0
        for player in losers:
            row = held[player]
            units = owned[(row | row >> 1 | row >> 2 | row >> 3) & anything]
            number += len(units)
            theirs.append(units)
        if not number:
            return 0
        choice = floor(random() * (number * len(own) + 1))
        for player, units in zip(losers, theirs, strict=True):
            block = len(own) * len(units)
            if choice < block:
                given, taken = divmod(choice, len(units))
                change = units[taken] - own[given]
                held[winner] += change
                held[player] -= change
                break
            choice -= block
        return 1

    return exchanged
