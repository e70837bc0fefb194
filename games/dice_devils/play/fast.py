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
from itertools import starmap
from math import floor

from games.core.game import FastPlay, Played
from games.core.types import Outcome
from games.dice_devils.options import DiceDevilsOptions, ItemRefill
from games.dice_devils.play.fast_tables import ABSENT, SEAT, FastTables
from games.dice_devils.play.table import table_for
from games.dice_devils.scoring import places, seats_to_part

Random = Callable[[], float]
Fought = Callable[[Random, Sequence[int], Sequence[int], list[int], int], tuple[int, int, int]]
ThrownAgain = Callable[[Random, Sequence[int], list[int], int], int]
Ability = Callable[[Random, list[int], int, Sequence[int]], int]


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
    enough, plans = tables.enough, tables.plans
    fought, thrown_again = _fights(tables)
    stolen, exchanged = _abilities(tables)
    # where the gambling devil decides once and before everything else
    quick_force = not tables.spring_first and not tables.any_evaluation
    usual = plans[target]
    outcome, deals = _outcomes(tables), tables.deals
    shuffle_draws: list[tuple[()]] = [()] * (len(box) - 1)
    claim_pairs = range(seats // 2)
    deal_sizes = range(seats, 1, -1)
    # nobody gets more than two items a round
    shortest = (table.options.end_item_count + 1) // 2

    def play(random: Random) -> Played:
        draws = [*starmap(random, shuffle_draws)] or [0.0]
        pool = box[:]
        hidden = len(pool)
        dealt = list(ranks)
        for size in deal_sizes:
            other = floor(random() * size)
            dealt[size - 1], dealt[other] = dealt[other], dealt[size - 1]
        starts, order = deals[tuple(dealt)]
        held: list[int] = [*order]
        before = held
        lying: list[int] = []
        rounds = decisions = 0
        while True:
            # the box is mixed as far as items are revealed: place by place from the end
            missing = target - len(lying) if tops_up else target
            face_down = hidden - missing if hidden > missing else 0
            for place in range(hidden - 1, face_down - 1, -1):
                other = floor(draws[-place] * (place + 1))
                lying.append(pool[other])
                pool[other] = pool[place]
            hidden = face_down
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

            for slot, size, fighters, opponents, losers_of in fights:
                if opponents and quick_force:
                    decisions += 1
                    if random() < 0.5:
                        decisions += 1
                        gold = thrown_again(random, opponents, results, gold)
                    opponents = ()
                tied = False
                if size == 2:
                    winner, other = fighters
                    if results[winner] < results[other]:
                        winner = other
                    elif results[winner] == results[other]:
                        tied = True
                else:
                    best = winner = -1
                    for player in fighters:
                        if results[player] > best:
                            best, winner, tied = results[player], player, False
                        elif results[player] == best:
                            tied = True
                if tied or opponents:
                    winner, gold, more = fought(random, fighters, opponents, results, gold)
                    decisions += more
                losers = losers_of[winner]
                held[winner] += lying[slot]

                if winner == fehler:
                    decisions += stolen(random, held, winner, losers)
                elif winner == putz:
                    decisions += exchanged(random, held, winner, losers)

                choice = floor(random() * size)
                if choice < size - 1:
                    player = losers[choice]
                    held[winner], held[player] = held[player], held[winner]
                decisions += 1

            if rounds >= shortest and max(held) >= enough:
                break
            lying = [lying[slot] for slot in left] if left else []
        # the shuffle and the deal, in each round the roll and the claims
        actions = 2 + rounds * (1 + seats) + decisions
        ended = outcome(held, held if last_swap_counts else before)
        return Played(ended, rounds, starts, actions)

    return play


def _fights(tables: FastTables) -> tuple[Fought, ThrownAgain]:
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
        """The golden die that shows now; new results for these players (R17, R20, R21)."""
        player = players[0]
        if player and len(players) == 1:
            fall = floor(random() * ways[player])
            results[player] = throws[player][fall] + (gold if player == satan else 0)
            return gold
        number = 1
        for player in players:
            number *= ways[player]
        number = floor(random() * number)
        for player in reversed(players):
            number, fall = divmod(number, ways[player])
            results[player] = throws[player][fall] + (gold if player == satan else 0)
        if player == 0 and satan != ABSENT:
            # the head devil threw: little Satan's result goes with the golden dice
            results[satan] += golden[fall] - gold
            return golden[fall]
        return gold

    return fought, thrown_again


def _abilities(tables: FastTables) -> tuple[Ability, Ability]:
    """What error devil and cleaning devil take: 1 if there was a choice, else 0."""
    owned, stealable, anything = tables.owned, tables.stealable, tables.anything

    def stolen(random: Random, held: list[int], winner: int, losers: Sequence[int]) -> int:
        """One item of value 1 of one loser, or none (R26)."""
        if len(losers) == 1:
            (player,) = losers
            row = held[player]
            units = owned[(row | row >> 1 | row >> 2 | row >> 3) & stealable]
            number = len(units)
            if not number:
                return 0
            choice = floor(random() * (number + 1))
            if choice < number:
                held[player] = row - units[choice]
                held[winner] += units[choice]
            return 1
        found = []
        for player in losers:
            row = held[player]
            found.append(owned[(row | row >> 1 | row >> 2 | row >> 3) & stealable])
        number = sum(map(len, found))
        if not number:
            return 0
        choice = floor(random() * (number + 1))
        for player, units in zip(losers, found, strict=True):
            if choice < len(units):
                held[player] -= units[choice]
                held[winner] += units[choice]
                break
            choice -= len(units)
        return 1

    def exchanged(random: Random, held: list[int], winner: int, losers: Sequence[int]) -> int:
        """One item of the winner for one of one loser, or none (R27)."""
        found = []
        number = 0
        for player in losers:
            row = held[player]
            units = owned[(row | row >> 1 | row >> 2 | row >> 3) & anything]
            number += len(units)
            found.append(units)
        if not number:
            return 0
        row = held[winner]
        own = owned[(row | row >> 1 | row >> 2 | row >> 3) & anything]
        choice = floor(random() * (number * len(own) + 1))
        for player, units in zip(losers, found, strict=True):
            block = len(own) * len(units)
            if choice < block:
                given, taken = divmod(choice, len(units))
                change = units[taken] - own[given]
                held[winner] += change
                held[player] -= change
                break
            choice -= block
        return 1

    return stolen, exchanged


def _outcomes(tables: FastTables) -> Callable[[Sequence[int], Sequence[int]], Outcome]:
    """How a match ended: from the players, and from them in order of the rank that counts."""
    options, ranks, enough, ties = (
        tables.table.options,
        tables.table.ranks,
        tables.enough,
        tables.ties,
    )
    a, b, c = tables.points
    a_shift, b_shift, c_shift = a.shift, b.shift, c.shift
    a_bits, b_bits, c_bits = a.bits, b.bits, c.bits
    nobody = [0] * len(ranks)
    always_parted = tables.always_parted

    def outcome(held: Sequence[int], ranked: Sequence[int]) -> Outcome:
        points = nobody[:]
        for row in held:
            points[row & SEAT] = (
                a[row >> a_shift & a_bits] + b[row >> b_shift & b_bits] + c[row >> c_shift & c_bits]
            )
        reason = "points" if max(held) >= enough else "early_end"
        if len(set(points)) == len(points):
            order = sorted(points, reverse=True)
            return Outcome(tuple(points), tuple([order.index(each) + 1 for each in points]), reason)
        final = nobody[:]
        for rank, row in zip(ranks, ranked, strict=True):
            final[row & SEAT] = rank
        if not always_parted:
            if reason == "points" and seats_to_part(points, options):
                reason = "tie_break"
            return Outcome(tuple(points), places(points, final, options), reason)
        if reason == "points":
            reason = "tie_break"
        keys = [ties[rank] - each * 8 for rank, each in zip(final, points, strict=True)]
        order = sorted(keys)
        return Outcome(tuple(points), tuple([order.index(key) + 1 for key in keys]), reason)

    return outcome
