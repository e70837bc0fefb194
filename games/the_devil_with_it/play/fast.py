"""Whole matches by random players in one function, for simulation.

The order of draws, each ``int(random() * n)``, is that of the engine with random bots:

1. the first starter, among the seats, unless the house rules name one;
2. in each round the stakes by seat, from seat 0 on: one of the possible stakes. Nobody draws
   whose only choice is the smallest stake or none;
3. then turn by turn every piece: a place in the sorted list of the pieces left. Whenever a total
   passes a target of the random player (60, 90, 120) and another one is left above it, one number
   among the targets not passed before decides whether to stop. The last piece in the oven and a
   devil end a turn without a number.

Nothing is drawn for a reset. Where the bank is limited, and for the last steps before a match is
cut, the engine itself plays: both are rare, and it knows those rules already.

Two habits save time where millions of numbers are drawn: ``floor`` stands for ``int``, as no number
is below zero, and constants that meet a random number are floats.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from math import floor

from games.core.game import FastPlay, Played
from games.core.rng import OneStream
from games.core.types import CHANCE, Chance
from games.the_devil_with_it.money import RoundEnd, round_end
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.play.bots import TARGETS, RandomBot, stakes_to_choose
from games.the_devil_with_it.play.game import DevilWithIt
from games.the_devil_with_it.play.state import Phase, State, bets_open
from games.the_devil_with_it.scoring import outcome

MAX_STEPS = 20_000
"""After so many actions a match is cut; the longest of many thousand random ones had half."""

MORE_THAN_ANYBODY_OWNS = 1 << 29
"""A round brings a player less than 30,000, and fewer than 10,000 rounds fit into MAX_STEPS."""

_GAME = DevilWithIt()


class _Numbers(OneStream):
    """Numbers out of the one generator of a simulation."""

    def __init__(self, random: Callable[[], float]) -> None:
        self.random = random

    def below(self, n: int) -> int:
        return int(self.random() * n)


class DevilWithItFast(FastPlay[DevilWithItOptions]):
    """Plays on lists of numbers; agrees with the engine draw by draw."""

    def player(
        self, seats: int, options: DevilWithItOptions
    ) -> Callable[[Callable[[], float]], Played]:
        initial = _GAME.initial(seats, options)  # refuses what the engine refuses
        if options.bank_limited:
            return lambda random: _played_on(initial, 0, random)
        return _quick_player(seats, options, initial)


def _quick_player(
    seats: int, options: DevilWithItOptions, initial: State
) -> Callable[[Callable[[], float]], Played]:
    orders, everybody = initial.table.orders, range(seats)
    starts = tuple(
        tuple(str((seat - first) % seats + 1) for seat in range(seats)) for first in range(seats)
    )
    # a devil counts for more than all coal: one look at a total tells whether a turn may be over
    devil = max(options.coal_value, TARGETS[-1]) + 1
    full = [piece or devil for piece in initial.oven]
    pieces, reset_at = len(full), options.oven_mouth_capacity + 1
    downwards = range(pieces, 0, -1)
    unit, least = options.bet_unit, options.least_bet
    stake_of = [unit * (1 + place) for place in range(stakes_to_choose(unit))]
    choices = float(len(stake_of))
    capital, first_starter = options.start_capital, options.first_starter
    amount_bonus, count_bonus = options.bonus_amount, options.bonus_count
    nobody: list[int] = []
    payment, threshold = options.pact_payment, options.end_threshold
    bottom, spaces = options.track[0], (*options.track, MORE_THAN_ANYBODY_OWNS)
    last_round = options.max_rounds or 0
    # a round has at most a stake and a stop per seat and two steps per piece
    most_steps = 2 * seats + 2 * pieces

    def play(random: Callable[[], float]) -> Played:
        own, stakes = [capital] * seats, [0] * seats
        first = floor(random() * seats) if first_starter is None else first_starter
        starter, number = first, 0
        # ``left`` is one more than there are pieces on the oven: what the last draw chose from
        oven, countdown, left = full[:], iter(downwards), pieces + 1
        pop = oven.pop
        holders: list[int] = []
        is_extra, goal_of_all = False, threshold
        # what Played counts as actions; pieces of the running oven are added when it is over
        actions = int(first_starter is None)
        quick = 0  # up to this round no match is cut
        while True:
            if number == quick:
                quick += (MAX_STEPS - actions - 2 * (pieces + 1 - left)) // most_steps
                if number >= quick:
                    break
            number += 1
            highest = 0
            for seat in everybody:
                stake = own[seat]
                if stake > least:
                    wanted = stake_of[floor(random() * choices)]
                    if wanted < stake:
                        stake = wanted
                stakes[seat] = stake
                if stake > highest:
                    highest = stake
            best = most = 0
            rich = busy = nobody
            for seat in orders[starter]:
                total, goal, before = 0, 60, left
                for left in countdown:
                    total += pop(floor(random() * left))
                    if total < goal:
                        continue
                    if total < 120 and left > 1:
                        if total < 90:
                            goal = 90
                            if random() * 3.0 >= 1.0:
                                continue
                        elif goal == 60:
                            goal = 120
                            if random() * 3.0 >= 2.0:
                                continue
                        else:
                            goal = 120
                            if random() * 2.0 >= 1.0:
                                continue
                    break
                if total < devil:
                    if left > 1:
                        actions += 1
                    if total > best:
                        best = total
                        rich = [seat]
                    elif total == best:
                        rich.append(seat)
                    count = before - left
                    if count > most:
                        most = count
                        busy = [seat]
                    elif count == most:
                        busy.append(seat)
                elif holders:
                    for holder in holders:
                        if holder != seat:
                            if own[seat] - stakes[seat] >= payment:
                                own[seat] -= payment
                            own[holder] += payment
                if left == 1:
                    break
            for seat in rich:
                own[seat] += amount_bonus
            for seat in busy:
                own[seat] += count_bonus
            top = 0  # the most anybody owns; below, the least two
            last = last_but_one = MORE_THAN_ANYBODY_OWNS
            for seat in everybody:
                chips, stake = own[seat], stakes[seat]
                if stake > best:
                    chips -= stake
                elif stake < highest:
                    chips += stake
                else:
                    chips += stake + stake
                own[seat] = chips
                if chips > top:
                    top = chips
                if chips < last:
                    last_but_one, last, poorest = last, chips, seat
                elif chips < last_but_one:
                    last_but_one = chips
            actions += seats
            if top >= goal_of_all or number == last_round:
                end = round_end(own, number, options, is_extra=is_extra)
                if end is not RoundEnd.EXTRA_ROUND:
                    result = outcome(own, ended_early=end is RoundEnd.OVER_EARLY)
                    actions += 2 * (pieces + 1 - left)
                    return Played(result, number, starts[first], actions)
                is_extra, goal_of_all = True, 0
            starter += 1
            if starter == seats:
                starter = 0
            if left <= reset_at:
                actions += 2 * (pieces + 1 - left)
                oven[:] = full
                countdown, left = iter(downwards), pieces + 1
            if last_but_one <= bottom:
                holders = []
                for seat in everybody:
                    if own[seat] <= bottom:
                        holders.append(seat)
            elif last < last_but_one and (
                last <= bottom or last_but_one >= spaces[bisect_left(spaces, last)]
            ):
                holders = [poorest]
            else:
                holders = nobody
            if not last:
                actions -= own.count(0)  # no stake in the round to come
        state = bets_open(
            options,
            own,
            number=number + 1,
            starter=starter,
            oven=[piece % devil for piece in oven],
            pacts=list(map(holders.__contains__, everybody)),
            is_extra=is_extra,
        )
        actions += own.count(0) + 2 * (pieces + 1 - left)
        return _played_on(state, actions, random)

    return play


def _played_on(state: State, actions: int, random: Callable[[], float]) -> Played:
    """The rest of a match by the engine itself, cut after MAX_STEPS."""
    rng = _Numbers(random)
    bot = RandomBot()
    while state.phase is not Phase.END:
        if actions == MAX_STEPS:
            result = _GAME.adjudicate(state)
            return Played(result, _GAME.length(state), _GAME.starts(state), actions, cut=True)
        actor = min(_GAME.to_act(state), key=lambda each: 0 if isinstance(each, Chance) else each)
        if actor is CHANCE:
            state = _GAME.advance(state, actor, _GAME.chance(state, rng))
        else:
            legal = _GAME.legal(state, actor)
            chosen = bot.choose(_GAME.view(state, actor), legal, rng)
            state = _GAME.advance(state, actor, chosen)
        actions += 1
    result = _GAME.adjudicate(state)
    return Played(result, _GAME.length(state), _GAME.starts(state), actions)
