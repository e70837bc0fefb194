"""How rich somebody can be after so many rounds, derived from the options (R48, R49)."""

from __future__ import annotations

from functools import lru_cache

from games.the_devil_with_it.money import pawn_position
from games.the_devil_with_it.options import DevilWithItOptions, EndTie

# With 1600 as the end amount, totals above 2500 are rare; with others the mark moves along.
_UNUSUAL = (25, 16)


@lru_cache(maxsize=256)
def first_end(options: DevilWithItOptions, seats: int) -> int:
    """The first round after which anybody can have the end amount."""
    rounds, most = 0, options.start_capital
    while most < options.end_threshold:
        rounds += 1
        most = _after_one_more(most, rounds, options, seats)
    return rounds


def most_after(rounds: int, options: DevilWithItOptions, seats: int) -> int:
    """The most anybody can own after ``rounds`` rounds.

    Before every round but extra rounds everybody owns less than the end amount.
    """
    cap = options.end_threshold - options.bet_unit
    last_regular = first_end(options, seats)
    most, with_extra_rounds = options.start_capital, options.end_tie is EndTie.EXTRA_ROUND
    for number in range(1, rounds + 1):
        if number > last_regular and not with_extra_rounds:
            # from here on nothing grows: the cap holds before each round
            return _after_one_more(cap, number, options, seats)
        before = most if number > last_regular else min(most, cap)
        most = _after_one_more(before, number, options, seats)
    return most


def most_ever(options: DevilWithItOptions, seats: int) -> int | None:
    """The most anybody can own at the end; None where extra rounds leave it open."""
    if options.end_tie is EndTie.EXTRA_ROUND:
        return None
    end = first_end(options, seats)
    return max(most_after(end, options, seats), most_after(end + 1, options, seats))


def unusual_total(options: DevilWithItOptions) -> int:
    """Totals above this can happen and seldom do."""
    return options.end_threshold * _UNUSUAL[0] // _UNUSUAL[1]


def _after_one_more(before: int, number: int, options: DevilWithItOptions, seats: int) -> int:
    """The most after round ``number`` if nobody owned more than ``before`` at its start."""
    plain = _won(before, options)
    pact_money = options.pact_payment * (seats - 1)
    if number == 1:
        return plain  # no pawn has moved, nobody has a pact
    # Whoever has a pact is behind somebody else. Where even so pact money could lift it above
    # the others, the bound is a generous one.
    if _won(_most_with_a_pact(before, options), options) + pact_money > plain:
        return plain + pact_money
    return plain


def _won(before: int, options: DevilWithItOptions) -> int:
    """After winning the highest stake that coal can cover, doubled, and both bonuses."""
    unit = options.bet_unit
    stake = min(before, options.coal_value) // unit * unit
    return before + 2 * stake + options.bonus_amount + options.bonus_count


def _most_with_a_pact(most: int, options: DevilWithItOptions) -> int:
    """The most a player with a pact can own while nobody owns more than ``most``."""
    position = pawn_position(most, options.track)
    if position == 0:
        return most
    space = options.track[position // 2]
    stands_on_it = position % 2 == 0
    return (space - stands_on_it) // options.bet_unit * options.bet_unit
