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
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from games.core.game import FastPlay, Played
from games.core.types import CHANCE, Chance
from games.the_devil_with_it.money import RoundEnd, round_end
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.play.bots import RandomBot, stakes_to_choose
from games.the_devil_with_it.play.game import DevilWithIt
from games.the_devil_with_it.play.state import Phase, State, bets_open
from games.the_devil_with_it.scoring import outcome

MAX_STEPS = 20_000
"""After so many actions a match is cut; the longest of many thousand random ones had half."""

_GAME = DevilWithIt()


class _Numbers:
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
    full = list(initial.oven)
    pieces, capacity = len(full), options.oven_mouth_capacity
    unit, least = options.bet_unit, options.least_bet
    choices = stakes_to_choose(unit)
    stake_of = [unit * (1 + place) for place in range(choices)]
    capital, first_starter = options.start_capital, options.first_starter
    amount_bonus, count_bonus = options.bonus_amount, options.bonus_count
    nobody: list[int] = []
    payment, threshold, track = options.pact_payment, options.end_threshold, options.track
    bottom, max_rounds = track[0], options.max_rounds
    # a round has at most a stake and a stop per seat and two steps per piece
    most_steps = 2 * seats + 2 * pieces

    def play(random: Callable[[], float]) -> Played:
        own, stakes = [capital] * seats, [0] * seats
        first = int(random() * seats) if first_starter is None else first_starter
        starter, number = first, 0
        oven, left = full[:], pieces
        pop = oven.pop
        holders: list[int] = []
        is_extra, goal_of_all = False, threshold
        # what Played counts as actions; pieces of the running oven are added when it is over
        actions = int(first_starter is None)
        quick = 0  # up to this round no match is cut
        while True:
            if number == quick:
                quick += (MAX_STEPS - actions - 2 * (pieces - left)) // most_steps
                if number >= quick:
                    break
            number += 1
            for seat in everybody:
                stake = own[seat]
                if stake > least:
                    wanted = stake_of[int(random() * choices)]
                    if wanted < stake:
                        stake = wanted
                stakes[seat] = stake
            best = most = 0
            rich = busy = nobody
            for seat in orders[starter]:
                total, goal, before = 0, 60, left
                while True:
                    piece = pop(int(random() * left))
                    left -= 1
                    if piece:
                        total += piece
                        if left:
                            if total < goal:
                                continue
                            if total < 120:
                                if total < 90:
                                    goal = 90
                                    if random() * 3 >= 1:
                                        continue
                                elif goal == 60:
                                    goal = 120
                                    if random() * 3 >= 2:
                                        continue
                                else:
                                    goal = 120
                                    if random() * 2 >= 1:
                                        continue
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
                    break
                if not left:
                    break
            highest = max(stakes)
            for seat in everybody:
                stake = stakes[seat]
                if stake > best:
                    own[seat] -= stake
                elif stake < highest:
                    own[seat] += stake
                else:
                    own[seat] += stake + stake
            for seat in rich:
                own[seat] += amount_bonus
            for seat in busy:
                own[seat] += count_bonus
            actions += seats
            ranked = sorted(own)
            if ranked[-1] >= goal_of_all or number == max_rounds:
                end = round_end(own, number, options, is_extra=is_extra)
                if end is not RoundEnd.EXTRA_ROUND:
                    result = outcome(own, ended_early=end is RoundEnd.OVER_EARLY)
                    actions += 2 * (pieces - left)
                    return Played(result, number, starts[first], actions)
                is_extra, goal_of_all = True, 0
            starter += 1
            if starter == seats:
                starter = 0
            if left <= capacity:
                actions += 2 * (pieces - left)
                oven, left = full[:], pieces
                pop = oven.pop
            last = ranked[0]
            if last <= bottom:
                holders = [seat for seat, chips in enumerate(own) if chips <= bottom]
                if not last:
                    actions -= own.count(0)  # no stake in the round to come
            elif last < ranked[1] and not _share_place(last, ranked[1], track):
                holders = [own.index(last)]
            else:
                holders = nobody
        state = bets_open(
            options,
            own,
            number=number + 1,
            starter=starter,
            oven=oven,
            pacts=[seat in holders for seat in range(seats)],
            is_extra=is_extra,
        )
        actions += own.count(0) + 2 * (pieces - left)
        return _played_on(state, actions, random)

    return play


def _share_place(lower: int, higher: int, track: tuple[int, ...]) -> bool:
    """Whether two different amounts stand in the same gap (TD R19)."""
    place = bisect_left(track, lower)
    return place == len(track) or track[place] > higher


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
