"""The Devil With It with random players as a plain loop: what any programmer would write first.

It draws the same numbers in the same order as the engine, so it also says what the engine has to
say. Default house rules only.
"""

from __future__ import annotations

from collections.abc import Callable

CHIP = 10
START = 200
END = 1600
MOUTH = 19
BONUS = 50
PACT = 50
TRACK = [50, 200, 300, 500, 800, 1200, 1600]
DEVIL = 0
COAL = {DEVIL: 9, 10: 9, 20: 9, 25: 9, 50: 7, 75: 3, 100: 2}
TARGETS = [60, 90, 120]


def all_coal() -> list[int]:
    return [value for value, count in COAL.items() for _ in range(count)]


def pawn(chips: int) -> int:
    if chips <= TRACK[0]:
        return 0
    for index in range(1, len(TRACK)):
        if chips < TRACK[index]:
            return 2 * index - 1
        if chips == TRACK[index]:
            return 2 * index
    return 2 * len(TRACK) - 1


def pacts(chips: list[int]) -> list[int]:
    pawns = [pawn(owned) for owned in chips]
    last = min(pawns)
    players = [player for player, place in enumerate(pawns) if place == last]
    if last == 0 or len(players) == 1:
        return players
    return []


def wants_to_stop(pile: list[int], random: Callable[[], float]) -> bool:
    total = sum(pile)
    before = total - pile[-1]
    possible = [target for target in TARGETS if target > before]
    passed = [target for target in possible if target <= total]
    if len(passed) == len(possible):
        return True
    if not passed:
        return False
    return int(random() * len(possible)) < len(passed)


def play_match(players: int, random: Callable[[], float]) -> dict[str, list[int] | int]:
    """One match; the result has the totals, the rounds and the actions taken."""
    chips = [START] * players
    starter = int(random() * players)
    actions = 1
    rounds = 0
    oven = all_coal()
    partners: list[int] = []

    while True:
        rounds += 1

        # everybody with chips makes a bet
        bets: dict[int, int] = {}
        for player in range(players):
            if chips[player] == CHIP:
                bets[player] = CHIP
            elif chips[player] > 0:
                bets[player] = min(chips[player], CHIP * (1 + int(random() * 20)))
        for player, bet in bets.items():
            chips[player] -= bet
            actions += 1

        # everybody draws coal
        amounts = [0] * players
        counts = [0] * players
        for step in range(players):
            player = (starter + step) % players
            pile: list[int] = []
            while True:
                piece = oven.pop(int(random() * len(oven)))
                actions += 2
                if piece == DEVIL:
                    for partner in partners:
                        if partner == player:
                            continue
                        if chips[player] >= PACT:
                            chips[player] -= PACT
                        chips[partner] += PACT
                    break
                pile.append(piece)
                stops = False
                if oven:
                    stops = wants_to_stop(pile, random)
                    if stops:
                        actions += 1
                if stops or not oven:
                    amounts[player] = sum(pile)
                    counts[player] = len(pile)
                    break
            if not oven:
                break

        # bets and bonuses
        best_amount = max(amounts)
        best_count = max(counts)
        highest_bet = max(bets.values(), default=0)
        for player, bet in bets.items():
            if bet > best_amount:
                continue
            chips[player] += bet
            chips[player] += 2 * bet if bet == highest_bet else bet
        for player in range(players):
            if counts[player] > 0 and amounts[player] == best_amount:
                chips[player] += BONUS
            if counts[player] > 0 and counts[player] == best_count:
                chips[player] += BONUS

        if max(chips) >= END:
            return {"totals": chips, "rounds": rounds, "actions": actions}

        # pawns, coal and starter of the next round
        partners = pacts(chips)
        if len(oven) <= MOUTH:
            oven = all_coal()
        starter = (starter + 1) % players
