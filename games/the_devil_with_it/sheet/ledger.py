"""The ledger: chips, pacts and pawns recomputed round by round from what the table wrote."""

from __future__ import annotations

from dataclasses import dataclass

from games.the_devil_with_it.money import (
    NOTHING_LAID,
    Laid,
    RoundEnd,
    Settlement,
    is_bet,
    pacts,
    pawn_positions,
    pay_pacts,
    round_end,
    settle,
    turn_order,
)
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.sheet.coal import coal_of
from games.the_devil_with_it.sheet.filled import DevilSheet, LedgerRound, Result, Turn


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What follows from one round, seat by seat.

    ``payments`` are (payer, receiver, amount, whether the bank paid), in order. ``end`` is what
    follows this round by the rules, whatever the table did.
    """

    number: int
    starter: int
    before: tuple[int, ...]
    pacts: tuple[bool, ...]
    payments: tuple[tuple[int, int, int, bool], ...]
    settlement: Settlement
    after: tuple[int, ...]
    positions: tuple[int, ...]
    end: RoundEnd


@dataclass(frozen=True, slots=True)
class Ledger:
    """The rounds as far as they can be followed.

    ``is_whole``: no round was left out, so the last holdings are the final totals.
    """

    rounds: tuple[RoundFacts, ...]
    is_whole: bool

    def before(self, place: int, options: DevilWithItOptions, seats: int) -> tuple[int, ...] | None:
        """The holdings before the round at this place; None where they are not known."""
        if place == 0:
            return (options.start_capital,) * seats
        return self.rounds[place - 1].after if place <= len(self.rounds) else None

    def totals(self, options: DevilWithItOptions, seats: int) -> tuple[int, ...] | None:
        """The final totals; None where a round cannot be followed."""
        return self.before(len(self.rounds), options, seats) if self.is_whole else None


def first_starter(sheet: DevilSheet) -> int | None:
    """Who began the first round, told from whichever round says it."""
    seats = len(sheet.rows)
    for place, each in enumerate(sheet.rounds):
        if each.starter is not None and 0 <= each.starter < seats:
            return (each.starter - place) % seats
    return sheet.options.first_starter


def ledger(sheet: DevilSheet) -> Ledger:
    """Follow the chips through the rounds, up to the first one that cannot have been so."""
    options, seats = sheet.options, len(sheet.rows)
    first = first_starter(sheet)
    holdings: tuple[int, ...] = (options.start_capital,) * seats
    holders: tuple[bool, ...] = (False,) * seats  # nobody in the first round (R14)
    done: list[RoundFacts] = []
    is_extra = False
    for place, each in enumerate(sheet.rounds):
        if first is None or not _can_be_followed(each, holdings, options):
            break
        facts = _round(each, place, (first + place) % seats, holdings, holders, options, is_extra)
        done.append(facts)
        holdings, holders = facts.after, pacts(facts.positions)
        # once the end was reached, every further round can only be an extra round
        is_extra = is_extra or facts.end is not RoundEnd.GOES_ON
    return Ledger(tuple(done), len(done) == len(sheet.rounds))


def _can_be_followed(
    each: LedgerRound, holdings: tuple[int, ...], options: DevilWithItOptions
) -> bool:
    coal = coal_of(options.coal)
    for turn, chips in zip(each.turns, holdings, strict=True):
        if not is_bet(turn.bet, chips, options) or turn.ended is None:
            return False
        if turn.ended is Result.LAID and not (
            turn.pieces is not None
            and turn.pieces > 0
            and turn.amount is not None
            and coal.is_reachable(turn.pieces, turn.amount)
        ):
            return False
    return True


def _laid(turn: Turn) -> Laid:
    if turn.ended is not Result.LAID:
        return NOTHING_LAID
    return turn.amount or 0, turn.pieces or 0


def _round(
    each: LedgerRound,
    place: int,
    starter: int,
    before: tuple[int, ...],
    holders: tuple[bool, ...],
    options: DevilWithItOptions,
    is_extra: bool,
) -> RoundFacts:
    stakes = tuple(turn.bet for turn in each.turns)
    unstaked = tuple(chips - (stake or 0) for chips, stake in zip(before, stakes, strict=True))
    payments: list[tuple[int, int, int, bool]] = []
    for seat in turn_order(starter, len(before)):
        if each.turns[seat].ended is Result.DEVIL:
            paid = pay_pacts(
                seat, unstaked, holders, options, bank=_bank(unstaked, stakes, options)
            )
            unstaked = paid.unstaked
            payments += [(seat, to, amount, by_bank) for to, amount, by_bank in paid.paid]
    settlement = settle(
        unstaked,
        stakes,
        tuple(_laid(turn) for turn in each.turns),
        options,
        starter=starter,
        bank=_bank(unstaked, stakes, options),
    )
    after = settlement.holdings
    return RoundFacts(
        number=place + 1,
        starter=starter,
        before=before,
        pacts=holders,
        payments=tuple(payments),
        settlement=settlement,
        after=after,
        positions=pawn_positions(after, options.track),
        end=round_end(after, place + 1, options, is_extra=is_extra),
    )


def _bank(
    unstaked: tuple[int, ...], stakes: tuple[int | None, ...], options: DevilWithItOptions
) -> int | None:
    if not options.bank_limited:
        return None
    return options.chip_value - sum(unstaked) - sum(stake or 0 for stake in stakes)
