"""The stakes: what may be staked or changed, and the moment when all fists open (TD R1-R5)."""

from __future__ import annotations

from typing import TypeVar

from games.core.errors import IllegalAction
from games.the_devil_with_it.play import piles
from games.the_devil_with_it.play.actions import Action, Bet, Change, Draw, Stop
from games.the_devil_with_it.play.state import MOST_BETS, Phase, State, Table

T = TypeVar("T")


def bets(table: Table, own: int) -> tuple[Bet, ...]:
    """Every stake open to somebody with so many chips, smallest first (TD R1-R3).

    Where these are more than an offer can hold, it has the smallest ones and all chips.
    """
    options = table.options
    count = (own - options.least_bet) // options.bet_unit + 1
    if count < MOST_BETS:
        return table.bets[:count]
    return (*table.bets, Bet(own))


def changes(state: State, seat: int) -> tuple[Change, ...]:
    """The changes open to a seat (TD R4); none once it has changed as often as there are faces.

    So often is enough to break the largest chip down to the smallest, and every match ends.
    """
    faces = state.table.faces
    if not state.chips or state.changes[seat] >= len(faces):
        return ()
    stock = piles.bank_chips(state) if state.table.options.bank_limited else None
    return piles.changes(state.chips[seat], faces, stock)


def objection(state: State, seat: int, action: Action) -> IllegalAction | None:
    """Why a seat that owes a stake may not do this."""
    if isinstance(action, Bet):
        return _bet_objection(state.table, state.own[seat], action.amount)
    if isinstance(action, Change):
        return change_objection(state, seat, action)
    if isinstance(action, Draw | Stop):
        return IllegalAction("the_devil_with_it.play_stake_first", rule="TD R1")
    return IllegalAction("the_devil_with_it.play_only_chance", rule="TD R7")


def _bet_objection(table: Table, own: int, amount: int) -> IllegalAction | None:
    options = table.options
    if amount > own:
        return IllegalAction(
            "the_devil_with_it.play_beyond_chips", ("amount",), rule="TD R1", own=own
        )
    if amount % options.bet_unit:
        return IllegalAction(
            "the_devil_with_it.play_not_in_chips", ("amount",), rule="TD R2", unit=options.bet_unit
        )
    if amount < options.least_bet:
        return IllegalAction(
            "the_devil_with_it.play_below_least", ("amount",), rule="TD R2", least=options.least_bet
        )
    if amount > table.bets[-1].amount and amount != own:
        return IllegalAction(
            "the_devil_with_it.play_not_offered",
            ("amount",),
            rule="TD R2",
            most=table.bets[-1].amount,
            own=own,
        )
    return None


def change_objection(state: State, seat: int, action: Change) -> IllegalAction | None:
    """Why these chips are not changed (TD R4)."""
    if not state.chips:
        return IllegalAction("the_devil_with_it.play_no_faces", rule="TD R4")
    if state.phase is not Phase.BET:
        return IllegalAction("the_devil_with_it.play_change_late", rule="TD R4")
    if action not in changes(state, seat):
        return IllegalAction("the_devil_with_it.play_change_not_offered", rule="TD R4")
    return None


def after_change(state: State, seat: int, action: Change) -> State:
    """The chips after a change."""
    table = state.table
    pile = piles.added(
        piles.without(state.chips[seat], table.pile(action.give)), table.pile(action.take)
    )
    return state._replace(
        chips=_with(state.chips, seat, pile),
        changes=_with(state.changes, seat, state.changes[seat] + 1),
    )


def after_bet(state: State, seat: int, amount: int) -> State:
    """The stake in the fist; with the last one all open and lie apart from the rest (TD R5)."""
    stakes = _with(state.stakes, seat, amount)
    own, phase = state.own, state.phase
    if not any(stake is None and chips for stake, chips in zip(stakes, own, strict=True)):
        phase = Phase.CHOOSE
        own = tuple([chips - (stake or 0) for stake, chips in zip(stakes, own, strict=True)])
    return State(
        state.table,
        phase,
        state.number,
        state.starter,
        own,
        stakes,
        state.places,
        state.pacts,
        state.oven,
        0,
        (),
        state.turns,
        (),
        state.rounds,
        state.chips,
        state.changes,
        state.is_extra,
    )


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
