"""Getting devils, and getting rid of them; the tower."""

from __future__ import annotations

from games.core.errors import IllegalAction
from games.teufel_teufel.play.actions import (
    DropDevil,
    Give,
    LoseLetters,
    Peek,
    TakeDevilFrom,
)
from games.teufel_teufel.play.refusals import refused
from games.teufel_teufel.play.state import Phase, State
from games.teufel_teufel.play.table import Table

GIVES = (Give(True), Give(False))
DROPS = (DropDevil(True), DropDevil(False))
NO_PEEK = Peek(None)


def take_devil(table: Table) -> None:
    """Entering a devil card: a devil from the devil field, or from another player (TT R18-R22)."""
    others = table.devils & ~(1 << table.turn)
    if table.devils.bit_count() < table.ground.devils:
        _gain(table, table.turn)
    elif others:
        table.phase = Phase.ROB
    else:
        table.end_turn()


def _gain(table: Table, seat: int) -> None:
    """One more devil for ``seat``; the second one takes both away, and letters (TT R19, R20)."""
    if table.devils >> seat & 1:
        table.devils &= ~(1 << seat)
        _lose(table, seat)
    else:
        table.devils |= 1 << seat
        table.end_turn()


def _lose(table: Table, seat: int) -> None:
    """Give back letters; who has no choice is not asked (TT R20)."""
    most = table.ground.options.letters_lost_with_two_devils
    if most and table.letters[seat].bit_count() > most:
        table.phase = Phase.LOSE
        table.loser = seat
        return
    if most:
        table.letters[seat] = 0
    table.end_turn()


# --- robbing (TT R21)


def legal_victims(state: State) -> tuple[TakeDevilFrom, ...]:
    """The others who hold a devil."""
    return tuple(
        victim
        for seat, victim in enumerate(state.ground.victims)
        if seat != state.turn and state.devils >> seat & 1
    )


def victim_objection(state: State, action: TakeDevilFrom) -> IllegalAction | None:
    """Why no devil can be taken from this player."""
    victim = action.victim
    if victim == state.turn:
        return refused("teufel_teufel.own_devil", "TT R21")
    if not 0 <= victim < state.seats or not state.devils >> victim & 1:
        return refused("teufel_teufel.holds_no_devil", "TT R21")
    return None


def rob(table: Table, action: TakeDevilFrom) -> None:
    """Take the devil of another player, who may leave the board for it (TT R22, R23)."""
    table.devils &= ~(1 << action.victim)
    _gain(table, table.turn)


# --- losing letters (TT R20)


def legal_losses(state: State) -> tuple[LoseLetters, ...]:
    """Every choice of letters to give back."""
    return state.ground.losses[state.letters[state.loser]]


def loss_objection(state: State, action: LoseLetters) -> IllegalAction | None:
    """Why these letters may not be given back."""
    owned = state.ground.letters(state.letters[state.loser])
    if any(letter not in owned for letter in action.letters):
        return refused("teufel_teufel.letter_not_owned", "TT R20")
    number = state.ground.options.letters_lost_with_two_devils
    if len(set(action.letters)) != len(action.letters) or len(action.letters) != number:
        return refused("teufel_teufel.wrong_number_of_letters", "TT R20")
    return None


def lose_letters(table: Table, action: LoseLetters) -> None:
    """The letters go back to the supply; the turn was over already."""
    table.letters[table.loser] &= ~table.ground.bits(action.letters)
    table.end_turn()


# --- giving (TT R30, R31)


def give(table: Table, action: Give) -> None:
    """Put the devil into the only other disc on the field, or keep it."""
    if not action.yes:
        table.end_turn()
        return
    seat, discs = table.turn, table.discs
    receiver = next(
        other for other, field in enumerate(discs) if field == discs[seat] and other != seat
    )
    table.devils &= ~(1 << seat)
    _gain(table, receiver)


# --- the tower (TT R33-R35)


def enter_tower(table: Table) -> None:
    """Peek, then drop; whatever is impossible is not asked."""
    if table.hidden:
        table.phase = Phase.PEEK
    else:
        _after_peek(table)


def _after_peek(table: Table) -> None:
    if table.devils >> table.turn & 1:
        table.phase = Phase.DROP
    else:
        table.end_turn()


def legal_peeks(state: State) -> tuple[Peek, ...]:
    """Every hidden card, with discs on it or not, and none of them."""
    hidden = state.hidden
    return (
        *(peek for field, peek in enumerate(state.ground.peeks) if hidden >> field & 1),
        NO_PEEK,
    )


def peek_objection(state: State, action: Peek) -> IllegalAction | None:
    """Why this card cannot be peeked at."""
    if action.at is None:
        return None
    field = state.ground.index.get(action.at)
    if field is None:
        return refused("teufel_teufel.no_such_field", "TT R33")
    if not state.hidden >> field & 1:
        return refused("teufel_teufel.no_hidden_card", "TT R33")
    return None


def peek(table: Table, action: Peek) -> None:
    """One player knows one more card (TT R34)."""
    if action.at is not None:
        seat, known = table.turn, table.known
        seen = known[seat] | 1 << table.ground.index[action.at]
        table.known = (*known[:seat], seen, *known[seat + 1 :])
    _after_peek(table)


def drop(table: Table, action: DropDevil) -> None:
    """Lay the devil down on the devil field, or keep it; who is complete leaves (TT R35)."""
    if action.yes:
        table.devils &= ~(1 << table.turn)
    table.end_turn()
