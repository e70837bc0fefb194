"""The coal turns, and what every devil costs (TD R6-R13, R21-R26)."""

from __future__ import annotations

from games.core.errors import IllegalAction
from games.the_devil_with_it.money import pay_pacts
from games.the_devil_with_it.play.actions import Action, Bet, Change, Draw, Stop
from games.the_devil_with_it.play.betting import change_objection
from games.the_devil_with_it.play.closing import closed
from games.the_devil_with_it.play.piles import chips_after
from games.the_devil_with_it.play.state import Payment, Phase, Pieces, Pile, State


def objection(state: State, action: Action) -> IllegalAction | None:
    """Why the seat whose turn it is may not do this."""
    if isinstance(action, Draw):
        return None
    if isinstance(action, Stop):
        if state.hand:
            return None
        return IllegalAction("the_devil_with_it.play_draw_first", rule="TD R7")
    if isinstance(action, Bet):
        return IllegalAction("the_devil_with_it.play_stakes_lie", rule="TD R5")
    if isinstance(action, Change):
        return change_objection(state, state.seat, action)
    return IllegalAction("the_devil_with_it.play_only_chance", rule="TD R7")


def after_draw(state: State) -> State:
    """Chance owes a piece."""
    return State(
        state.table,
        Phase.REVEAL,
        state.number,
        state.starter,
        state.own,
        state.stakes,
        state.places,
        state.pacts,
        state.oven,
        state.turn,
        state.hand,
        state.turns,
        state.payments,
        state.rounds,
        state.chips,
        state.changes,
        state.is_extra,
    )


def after_piece(state: State, value: int) -> State:
    """A piece has come up: a devil or the last piece ends the turn (TD R9, R11)."""
    at = state.oven.index(value)
    oven = state.oven[:at] + state.oven[at + 1 :]
    hand = (*state.hand, value)
    if value and oven:
        return State(
            state.table,
            Phase.CHOOSE,
            state.number,
            state.starter,
            state.own,
            state.stakes,
            state.places,
            state.pacts,
            oven,
            state.turn,
            hand,
            state.turns,
            state.payments,
            state.rounds,
            state.chips,
            state.changes,
            state.is_extra,
        )
    if value or not any(state.pacts):
        return turn_over(state, oven, hand, state.own, state.payments, state.chips)
    return _pay(state, oven, hand)


def _pay(state: State, oven: Pieces, hand: Pieces) -> State:
    """The devil of a turn while somebody has a pact: everybody with one is paid at once."""
    options = state.table.options
    payer = state.seat
    paid = pay_pacts(
        payer,
        state.own,
        state.pacts,
        options,
        bank=state.bank if options.bank_limited else None,
    )
    payments = [Payment(payer, *payment) for payment in paid.paid]
    chips = state.chips
    if chips:
        holdings = [
            own + (stake or 0) for own, stake in zip(paid.unstaked, state.stakes, strict=True)
        ]
        chips = chips_after(state, holdings)
    return turn_over(state, oven, hand, paid.unstaked, state.payments + tuple(payments), chips)


def turn_over(
    state: State,
    oven: Pieces,
    hand: Pieces,
    own: tuple[int, ...],
    payments: tuple[Payment, ...],
    chips: tuple[Pile, ...],
) -> State:
    """The next seat, or the end of the round after the last one or the last piece (TD R6, R11)."""
    table = state.table
    seat = table.orders[state.starter][state.turn]
    turns = (*state.turns[:seat], hand, *state.turns[seat + 1 :])
    over = State(
        table,
        Phase.CHOOSE,
        state.number,
        state.starter,
        own,
        state.stakes,
        state.places,
        state.pacts,
        oven,
        state.turn + 1,
        (),
        turns,
        payments,
        state.rounds,
        chips,
        state.changes,
        state.is_extra,
    )
    if oven and over.turn < table.seats:
        return over
    return closed(over)
