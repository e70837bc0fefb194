"""Who knows what: fists until all are open, and what lies behind a screen (section "who knows").

Coal, stakes on the table, payments and pawns are public, and so is every piece seen since the last
reset: the coal that is left is therefore known as a mix. What somebody owns is their own business
unless a pact opens it (TD R20), the house rules play with open chips, or the match is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.core.rng import Rng
from games.core.types import CHANCE, JSON, Actor, Audience, Viewer
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.play import piles
from games.the_devil_with_it.play.actions import Action, Bet, Change, action_to_json
from games.the_devil_with_it.play.betting import bets
from games.the_devil_with_it.play.state import (
    Payment,
    Phase,
    Pieces,
    Pile,
    RoundFacts,
    State,
    Table,
    actors,
)


class View(NamedTuple):
    """What one viewer knows; ``seat`` is None for the public and the referee.

    ``own`` has what a seat owns besides an open stake, None where that is hidden. ``stakes`` are
    None until they are open, but for the viewer's own; ``has_bet`` says whose fist is ready.
    ``oven`` is the mix that is left, lowest piece first. ``bank`` is the money of a limited bank,
    ``chips`` are piles as far as they are known, and ``bank_chips`` those of a limited bank, all
    None where they do not exist. ``rounds`` are over and were open to all. Everything else is as in
    ``State``.
    """

    table: Table
    seat: int | None
    phase: Phase
    acting: tuple[Actor, ...]
    number: int
    starter: int
    own: tuple[int | None, ...]
    stakes: tuple[int | None, ...]
    has_bet: tuple[bool, ...]
    places: tuple[int, ...]
    pacts: tuple[bool, ...]
    oven: Pieces
    turn: int
    hand: Pieces
    turns: tuple[Pieces | None, ...]
    payments: tuple[Payment, ...]
    is_extra: bool
    ended_early: bool
    rounds: tuple[RoundFacts, ...]
    bank: int | None
    chips: tuple[Pile | None, ...] | None
    bank_chips: Pile | None

    @property
    def last(self) -> RoundFacts | None:
        """The round before."""
        return self.rounds[-1] if self.rounds else None


def view(state: State, viewer: Viewer) -> View:
    """What the viewer knows of this moment."""
    table, phase = state.table, state.phase
    options = table.options
    seat = _seat(state, viewer)
    shown = shows(state, viewer)
    in_fists = phase is Phase.BET and viewer is not Audience.REFEREE
    stakes = state.stakes
    if in_fists:
        stakes = tuple([stake if at == seat else None for at, stake in enumerate(stakes)])
    return View(
        table,
        seat,
        phase,
        actors(state),
        state.number,
        state.starter,
        tuple([own if known else None for own, known in zip(state.own, shown, strict=True)]),
        stakes,
        tuple([stake is not None for stake in state.stakes]),
        state.places,
        state.pacts,
        state.oven,
        state.turn,
        state.hand,
        state.turns,
        state.payments,
        state.is_extra,
        state.ended_early,
        state.rounds,
        state.bank if options.bank_limited else None,
        tuple(pile if known else None for pile, known in zip(state.chips, shown, strict=True))
        if state.chips
        else None,
        piles.bank_chips(state) if state.chips and options.bank_limited else None,
    )


def shows(state: State, viewer: Viewer) -> tuple[bool, ...]:
    """Whose chips the viewer may count (TD R20, R37)."""
    table = state.table
    if state.phase is Phase.END or viewer is Audience.REFEREE or not table.options.holdings_secret:
        return (True,) * table.seats
    seat = _seat(state, viewer)
    if seat is None:
        return state.pacts
    return (*state.pacts[:seat], True, *state.pacts[seat + 1 :])


def _seat(state: State, viewer: object) -> int | None:
    """The seat a viewer has at this table; whatever else they are, they have none."""
    if isinstance(viewer, int) and not isinstance(viewer, bool) and 0 <= viewer < state.table.seats:
        return viewer
    return None


def to_json(seen: View) -> JSON:
    """The view with names for its parts; the mix of the oven is written as counts."""
    data: dict[str, JSON] = {
        "seats": seen.table.seats,
        "seat": seen.seat,
        "phase": seen.phase.value,
        "acting": ["chance" if actor is CHANCE else actor for actor in seen.acting],
        "round": seen.number,
        "starter": None if seen.phase is Phase.START else seen.starter,
        "own": list(seen.own),
        "stakes": list(seen.stakes),
        "has_bet": list(seen.has_bet),
        "places": list(seen.places),
        "pacts": list(seen.pacts),
        "oven": {str(value): seen.oven.count(value) for value in sorted(set(seen.oven))},
        "turn": seen.turn,
        "hand": list(seen.hand),
        "turns": _turns(seen.turns),
        "payments": _payments(seen.payments),
        "is_extra": seen.is_extra,
        "ended_early": seen.ended_early,
    }
    if seen.last is not None:
        last = seen.last
        data["last"] = {
            "starter": last.starter,
            "stakes": list(last.stakes),
            "turns": _turns(last.turns),
            "payments": _payments(last.payments),
            "gains": list(last.gains),
            "amount_bonuses": list(last.amount_bonuses),
            "count_bonuses": list(last.count_bonuses),
            "reset": last.reset,
        }
    if seen.bank is not None:
        data["bank"] = seen.bank
    if seen.chips is not None:
        data["faces"] = list(seen.table.faces)
        data["chips"] = [None if pile is None else list(pile) for pile in seen.chips]
    if seen.bank_chips is not None:
        data["bank_chips"] = list(seen.bank_chips)
    return data


def _turns(turns: Sequence[Pieces | None]) -> JSON:
    return [None if turn is None else list(turn) for turn in turns]


def _payments(payments: Sequence[Payment]) -> JSON:
    return [
        {
            "payer": paid.payer,
            "receiver": paid.receiver,
            "amount": paid.amount,
            "by_bank": paid.by_bank,
        }
        for paid in payments
    ]


def redacted(state: State, actor: Actor, action: Action, viewer: Viewer) -> JSON:
    """The line of the record for one viewer: a fist stays shut, and so does a hidden purse."""
    if isinstance(action, Bet) and viewer is not Audience.REFEREE and _seat(state, viewer) != actor:
        return {"t": "bet"}
    if isinstance(action, Change):
        assert actor is not CHANCE
        if not shows(state, viewer)[actor]:
            return {"t": "change"}
    return action_to_json(action)


# --- other states that look the same ------------------------------------------------------


def resampled(state: State, viewer: Viewer, rng: Rng) -> State:
    """Another state with the same view: hidden purses and fists, each possibility as likely.

    A hidden purse holds what its pawn and the open events of this round allow; with a limited
    bank, whose money lies open, all purses together keep their sum. Finished rounds stay as they
    are: no view shows them. With tracked faces and a limited bank the chips in its box leave no
    amount open, and purses stay.
    """
    if viewer is Audience.REFEREE:
        return state
    options = state.table.options
    seat = _seat(state, viewer)
    own = list(state.own)
    hidden = [at for at, known in enumerate(shows(state, viewer)) if not known]
    if hidden and not (state.chips and options.bank_limited):
        steps = [_steps(state, at) for at in hidden]
        total = None
        if options.bank_limited:
            offset = sum(low for low, _ in steps)
            total = (sum(own[at] for at in hidden) - offset) // options.bet_unit
        chosen = _spread([count for _, count in steps], total, rng)
        for at, (low, _), step in zip(hidden, steps, chosen, strict=True):
            own[at] = low + step * options.bet_unit
    stakes = list(state.stakes)
    if state.phase is Phase.BET:
        for at, stake in enumerate(stakes):
            if stake is not None and at != seat:
                open_to = bets(state.table, own[at])
                stakes[at] = open_to[rng.below(len(open_to))].amount
    return state._replace(
        own=tuple(own), stakes=tuple(stakes), chips=_chips_for(state, own, hidden)
    )


def _chips_for(state: State, own: Sequence[int], hidden: Sequence[int]) -> tuple[Pile, ...]:
    """The chips of changed purses, in the fewest pieces; nobody but the owner can see them."""
    if not state.chips:
        return ()
    chips = list(state.chips)
    for at in hidden:
        if own[at] != state.own[at]:
            stake = 0 if state.phase is Phase.BET else state.stakes[at] or 0
            chips[at] = piles.formed(own[at] + stake, state.table.faces)
    return tuple(chips)


def _steps(state: State, seat: int) -> tuple[int, int]:
    """The least a hidden seat may own besides its open stake, and how many amounts there are."""
    options = state.table.options
    unit, true = options.bet_unit, state.own[seat]
    low, high = purse(state.number, state.is_extra, state.places[seat], state.table)
    if state.rounds:
        last = state.rounds[-1]
        received = sum(paid.amount for paid in last.payments if paid.receiver == seat)
        low = max(low, last.returned(seat))
        if any(paid.by_bank for paid in last.payments if paid.payer == seat):
            high = min(high, last.returned(seat) + received + options.pact_payment - unit)
    if state.phase is Phase.BET:
        if state.places[seat] == 0:
            low = max(low, unit)  # whoever has a fist has chips
    else:
        stake = state.stakes[seat] or 0
        paid = [payment for payment in state.payments if payment.payer == seat]
        by_self = sum(payment.amount for payment in paid if not payment.by_bank)
        low, high = max(0, low - stake - by_self), high - stake - by_self
        if any(payment.by_bank for payment in paid):
            high = min(high, options.pact_payment - unit)
    if not low <= true <= high:
        return true, 1  # a position that nobody reached by playing
    return low, (high - low) // unit + 1


def purse(number: int, is_extra: bool, place: int, table: Table) -> tuple[int, int]:
    """The least and the most somebody owned at the start of a round, as the pawn shows (TD R36)."""
    options = table.options
    unit, track = options.bet_unit, options.track
    if number == 1:
        return options.start_capital, options.start_capital
    most = most_after(number - 1, table.seats, options)
    if not is_extra:
        most = min(most, options.end_threshold - unit)
    if place == 0:
        return 0, min(most, track[0] // unit * unit)
    space, gap = divmod(place, 2)
    if not gap:
        return track[space], track[space]
    low = (track[space] // unit + 1) * unit
    if space + 1 < len(track):
        most = min(most, (track[space + 1] - 1) // unit * unit)
    return low, most


def most_after(rounds: int, seats: int, options: DevilWithItOptions) -> int:
    """More than this nobody can own after so many rounds: nobody wins a stake above all coal."""
    won = 2 * (options.coal_value // options.bet_unit * options.bet_unit)
    each = won + options.bonus_amount + options.bonus_count
    return options.start_capital + rounds * (each + options.pact_payment * (seats - 1))


def _spread(counts: Sequence[int], total: int | None, rng: Rng) -> list[int]:
    """One number below each count, with the given sum if there is one, all equally likely."""
    if total is None:
        return [rng.below(count) if count > 1 else 0 for count in counts]
    ways = [[1] + [0] * total]  # ways[k][n]: sums n of the last k numbers
    for count in reversed(counts):
        below = ways[-1]
        ways.append(
            [sum(below[max(0, amount - count + 1) : amount + 1]) for amount in range(total + 1)]
        )
    chosen = []
    for place, count in enumerate(counts):
        later = ways[len(counts) - place - 1]
        pick = rng.below(ways[len(counts) - place][total])
        number = 0
        while pick >= later[total - number]:
            pick -= later[total - number]
            number += 1
        chosen.append(number)
        total -= number
        assert number < count
    return chosen
