"""What a player may decide, and which rule forbids the rest."""

from __future__ import annotations

from functools import lru_cache

from games.core.errors import IllegalAction
from games.core.types import Seat
from games.dice_devils.devils import FEHLER, PUTZ
from games.dice_devils.play.actions import (
    Action,
    Decision,
    Decline,
    Exchange,
    Place,
    Spiel,
    Steal,
    SwapRank,
)
from games.dice_devils.play.state import Phase, State

_FORCE = (Spiel(True), Spiel(False))
_NO_THEFT, _NO_EXCHANGE, _NO_SWAP = Decline("steal"), Decline("exchange"), Decline("swap_rank")
_RULES = {Phase.PLACE: "DD R9", Phase.SPIEL: "DD R19", Phase.SWAP: "DD R30"}
_ABILITY_RULES = {FEHLER: "DD R26", PUTZ: "DD R27"}


def decider(state: State) -> Seat:
    """The seat that owes the decision of a phase that has one."""
    phase = state.phase
    if phase is Phase.PLACE:
        claims = state.claims
        # claims are put in order of rank, so their number tells who is next (R9)
        placed = sum(claim >= 0 for claim in claims)
        return state.table.orders[state.rank_round][placed]
    if phase is Phase.SPIEL:
        return Seat(state.rank_round.index(2))
    return state.winner


@lru_cache(maxsize=256)
def placings(number: int) -> tuple[Place, ...]:
    """One claim for each open item."""
    return tuple(Place(slot) for slot in range(number))


@lru_cache(maxsize=512)
def swaps(losers: tuple[Seat, ...]) -> tuple[Decision, ...]:
    """Exchange with one of the losers, or not at all."""
    return (*(SwapRank(seat) for seat in losers), _NO_SWAP)


def choices(state: State) -> tuple[Decision, ...]:
    """Everything the decider of this phase may do, in a fixed order; declining comes last.

    Claims go by slot; thefts by loser in order of rank, then item; exchanges by loser, item given,
    item taken; swaps by loser.
    """
    phase = state.phase
    if phase is Phase.PLACE:
        return placings(len(state.open))
    if phase is Phase.SPIEL:
        return _FORCE
    if phase is Phase.SWAP:
        return swaps(state.losers)
    if phase is Phase.ABILITY:
        return _thefts(state) if state.rank_round[state.winner] == FEHLER else _exchanges(state)
    return ()


def _thefts(state: State) -> tuple[Decision, ...]:
    table, collections = state.table, state.collections
    return (
        *(
            Steal(seat, table.items[item])
            for seat in state.losers
            for item in table.stealable
            if collections[seat][item]
        ),
        _NO_THEFT,
    )


def _exchanges(state: State) -> tuple[Decision, ...]:
    items, collections = state.table.items, state.collections
    own = [name for name, count in zip(items, collections[state.winner], strict=True) if count]
    found: list[Decision] = []
    for seat in state.losers:
        theirs = [name for name, count in zip(items, collections[seat], strict=True) if count]
        found.extend(Exchange(seat, give, take) for give in own for take in theirs)
    found.append(_NO_EXCHANGE)
    return tuple(found)


def refusal(state: State, action: Action) -> IllegalAction | None:
    """Why the decider may not do this; None when it is among ``choices``."""
    match state.phase, action:
        case Phase.PLACE, Place(slot):
            if not 0 <= slot < len(state.open):
                return IllegalAction("dice_devils.no_such_slot", rule="DD R9", slot=slot)
            return None
        case Phase.SPIEL, Spiel():
            return None
        case Phase.SWAP, SwapRank(loser):
            return _not_a_loser(state, loser, "DD R30")
        case Phase.SWAP, Decline("swap_rank"):
            return None
        case Phase.ABILITY, Steal() if state.rank_round[state.winner] == FEHLER:
            return _theft_refused(state, action)
        case Phase.ABILITY, Decline("steal") if state.rank_round[state.winner] == FEHLER:
            return None
        case Phase.ABILITY, Exchange() if state.rank_round[state.winner] == PUTZ:
            return _exchange_refused(state, action)
        case Phase.ABILITY, Decline("exchange") if state.rank_round[state.winner] == PUTZ:
            return None
    if state.phase is Phase.ABILITY:
        rule = _ABILITY_RULES[state.rank_round[state.winner]]
    else:
        rule = _RULES[state.phase]
    return IllegalAction("dice_devils.other_decision", rule=rule)


def _not_a_loser(state: State, seat: Seat, rule: str) -> IllegalAction | None:
    # a seat that is none at all has no claim either
    if seat in state.losers:
        return None
    return IllegalAction("dice_devils.not_a_loser", rule=rule)


def _theft_refused(state: State, action: Steal) -> IllegalAction | None:
    refused = _not_a_loser(state, action.victim, "DD R26")
    if refused is not None:
        return refused
    table = state.table
    item = table.place.get(action.item)
    if item is None or not state.collections[action.victim][item]:
        return IllegalAction("dice_devils.not_theirs", rule="DD R26")
    if item not in table.stealable:
        return IllegalAction("dice_devils.not_worth_one", rule="DD R26")
    return None


def _exchange_refused(state: State, action: Exchange) -> IllegalAction | None:
    refused = _not_a_loser(state, action.partner, "DD R27")
    if refused is not None:
        return refused
    place, collections = state.table.place, state.collections
    give, take = place.get(action.give), place.get(action.take)
    if give is None or not collections[state.winner][give]:
        return IllegalAction("dice_devils.not_yours", rule="DD R27")
    if take is None or not collections[action.partner][take]:
        return IllegalAction("dice_devils.not_theirs", rule="DD R27")
    return None
