"""The flow of chips: stakes, pact money, winnings, and where the pawns stand (R14-R38, R43-R45).

Pure functions over tuples in seat order, used by the score sheet and by play alike.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from games.the_devil_with_it.options import DevilWithItOptions, EndTie

NOTHING_LAID = (0, 0)
"""Amount and number of pieces of whoever met a devil or had no turn (R9, R12)."""

Laid = tuple[int, int]
"""What lies openly in front of a player: amount, number of pieces."""


def turn_order(starter: int, seats: int) -> tuple[int, ...]:
    """The seats clockwise from the starter (R6)."""
    return tuple((starter + step) % seats for step in range(seats))


def next_starter(starter: int, seats: int) -> int:
    """The next starter sits to the left, which is the next seat (R42)."""
    return (starter + 1) % seats


def is_bet(bet: int | None, holdings: int, options: DevilWithItOptions) -> bool:
    """Whether somebody with these chips may stake this; None is "no bet" (R1-R3)."""
    if holdings == 0 or bet is None:
        return bet is None and holdings == 0
    return options.least_bet <= bet <= holdings and bet % options.bet_unit == 0


# --- pacts --------------------------------------------------------------------------------


def pawn_position(holdings: int, track: Sequence[int]) -> int:
    """The pawn's place counted in spaces and gaps: 0 up to the first space's number (R36).

    Even numbers are spaces, odd ones the gaps behind them.
    """
    place = bisect_left(track, holdings)
    if place == 0 or (place < len(track) and track[place] == holdings):
        return 2 * place
    return 2 * place - 1


def pawn_positions(holdings: Sequence[int], track: Sequence[int]) -> tuple[int, ...]:
    """The places of all pawns."""
    return tuple(pawn_position(value, track) for value in holdings)


def pacts(positions: Sequence[int]) -> tuple[bool, ...]:
    """Who has a pact with the devil in the next round: alone last, or on the first space."""
    last = min(positions)
    if last == 0:
        return tuple(position == 0 for position in positions)
    if list(positions).count(last) > 1:
        return (False,) * len(positions)
    return tuple(position == last for position in positions)


@dataclass(frozen=True, slots=True)
class PactPayments:
    """What one devil costs: chips besides the stakes afterwards, and who paid whom.

    ``paid`` holds the receiver, the amount, and whether the bank paid it, in order of payment.
    """

    unstaked: tuple[int, ...]
    paid: tuple[tuple[int, int, bool], ...]


def pay_pacts(
    payer: int,
    unstaked: Sequence[int],
    holders: Sequence[bool],
    options: DevilWithItOptions,
    *,
    bank: int | None = None,
) -> PactPayments:
    """Pay everybody with a pact after ``payer`` turned up a devil (R21-R26).

    ``bank`` is the money of a limited bank, None where it never runs dry.
    """
    left = list(unstaked)
    paid: list[tuple[int, int, bool]] = []
    for seat in turn_order(payer, len(left))[1:]:
        if not holders[seat]:
            continue
        amount = options.pact_payment
        by_bank = left[payer] < amount
        if by_bank and bank is not None:
            amount = min(amount, bank)
            bank -= amount
        elif not by_bank:
            left[payer] -= amount
        left[seat] += amount
        paid.append((seat, amount, by_bank))
    return PactPayments(tuple(left), tuple(paid))


# --- winnings -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Settlement:
    """The end of a round, seat by seat.

    ``gains`` come on top of the stake that is kept, and are minus the stake where it is lost.
    """

    best_amount: int
    most_pieces: int
    gains: tuple[int, ...]
    amount_bonuses: tuple[int, ...]
    count_bonuses: tuple[int, ...]
    holdings: tuple[int, ...]


def settle(
    unstaked: Sequence[int],
    stakes: Sequence[int | None],
    laid: Sequence[Laid],
    options: DevilWithItOptions,
    *,
    starter: int = 0,
    bank: int | None = None,
) -> Settlement:
    """Settle stakes and bonuses (R27-R35).

    ``bank`` is the money of a limited bank; it pays what it has, in turn order from ``starter``.
    None is a bank that never runs dry, and then the order has no effect.
    """
    seats = len(unstaked)
    best = max(amount for amount, _ in laid)
    most = max(pieces for _, pieces in laid)
    highest = max((stake for stake in stakes if stake is not None), default=None)
    gains, amount_bonuses, count_bonuses = [0] * seats, [0] * seats, [0] * seats
    for seat in turn_order(starter, seats):
        stake = stakes[seat]
        amount, pieces = laid[seat]
        due = [0, 0, 0]
        if stake is not None and stake > best:
            gains[seat] = -stake
            bank = None if bank is None else bank + stake
        elif stake is not None:
            due[0] = 2 * stake if stake == highest else stake
        if pieces and amount == best:
            due[1] = options.bonus_amount
        if pieces and pieces == most:
            due[2] = options.bonus_count
        if bank is not None:
            for place, part in enumerate(due):
                due[place] = min(part, bank)
                bank -= due[place]
        gains[seat] += due[0]
        amount_bonuses[seat], count_bonuses[seat] = due[1], due[2]
    return Settlement(
        best,
        most,
        tuple(gains),
        tuple(amount_bonuses),
        tuple(count_bonuses),
        tuple(
            chips + (stake or 0) + gains[seat] + amount_bonuses[seat] + count_bonuses[seat]
            for seat, (chips, stake) in enumerate(zip(unstaked, stakes, strict=True))
        ),
    )


# --- the end ------------------------------------------------------------------------------


class RoundEnd(Enum):
    """What follows a round."""

    GOES_ON = "goes_on"
    EXTRA_ROUND = "extra_round"
    OVER = "over"
    OVER_EARLY = "over_early"


def round_end(
    holdings: Sequence[int], rounds: int, options: DevilWithItOptions, *, is_extra: bool = False
) -> RoundEnd:
    """What follows after ``rounds`` rounds (R43-R45).

    ``is_extra``: the round just played was an extra round. An extra round is played only to part
    a level first place, so nobody needs to have the end amount after it. ``max_rounds`` ends the
    match in any case: early where nobody got there, with a shared place where it is level.
    """
    best = max(holdings)
    decided = is_extra or best >= options.end_threshold
    out_of_time = options.max_rounds is not None and rounds >= options.max_rounds
    if not decided:
        return RoundEnd.OVER_EARLY if out_of_time else RoundEnd.GOES_ON
    level = list(holdings).count(best) > 1
    if level and options.end_tie is EndTie.EXTRA_ROUND and not out_of_time:
        return RoundEnd.EXTRA_ROUND
    return RoundEnd.OVER


def has_to_reset(remaining: int, options: DevilWithItOptions) -> bool:
    """Whether all coal goes back to the oven: what is left fits into its mouth (R40, R41)."""
    return remaining <= options.oven_mouth_capacity
