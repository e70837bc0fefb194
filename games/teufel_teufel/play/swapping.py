"""What one does instead of moving: exchange two cards, or shuffle open ones with a devil."""

from __future__ import annotations

from itertools import compress

from games.core.errors import IllegalAction
from games.teufel_teufel.play.actions import (
    SHUFFLE,
    Draw,
    ShuffleLay,
    ShuffleTake,
    SwapCards,
)
from games.teufel_teufel.play.cards import DEVIL, EMPTY, colour_of
from games.teufel_teufel.play.refusals import refused
from games.teufel_teufel.play.state import Phase, State
from games.teufel_teufel.play.table import Table

# --- swapping (TT R36)


def swappable(state: State) -> bytearray:
    """By field, whether its card may be exchanged: hidden or open in the own colour, no disc."""
    seat, hidden = state.turn, state.hidden
    flags = bytearray(
        card >= 0 and (hidden >> field & 1 or (card < DEVIL and colour_of(card) == seat))
        for field, card in enumerate(state.cards)
    )
    for field in state.discs:
        if field >= 0:
            flags[field] = 0
    return flags


def legal_swaps(state: State) -> list[SwapCards]:
    """Every pair of cards, the first one in rising order, then the second."""
    flags = swappable(state)
    pairs: list[SwapCards] = []
    for field, swaps in enumerate(state.ground.swaps):
        if flags[field]:
            pairs.extend(compress(swaps, flags[field + 1 :]))
    return pairs


def swap_objection(state: State, action: SwapCards) -> IllegalAction | None:
    """Why these two cards may not be exchanged."""
    if action.a == action.b:
        return refused("teufel_teufel.same_card_twice", "TT R36")
    for at in (action.a, action.b):
        field = state.ground.index.get(at)
        if field is None:
            return refused("teufel_teufel.no_such_field", "TT R36")
        card = state.cards[field]
        if card == EMPTY:
            return refused("teufel_teufel.no_card", "TT R36")
        if field in state.discs:
            return refused("teufel_teufel.card_under_disc", "TT R36")
        if not state.hidden >> field & 1 and (card >= DEVIL or colour_of(card) != state.turn):
            return refused("teufel_teufel.not_own_colour", "TT R36")
    return None


def swap(table: Table, action: SwapCards) -> None:
    """Exchange two cards, with whatever is known about them; the turn is over."""
    a, b = table.ground.index[action.a], table.ground.index[action.b]
    cards = list(table.cards)
    cards[a], cards[b] = cards[b], cards[a]
    table.cards = tuple(cards)
    group = table.group
    if group[a] != group[b]:
        groups = list(group)
        groups[a], groups[b] = groups[b], groups[a]
        table.group = tuple(groups)
    table.hidden = _exchanged(table.hidden, a, b)
    if any(table.known):
        table.known = tuple(_exchanged(known, a, b) for known in table.known)
    table.end_turn()
    table.swapped = (a, b)


def _exchanged(fields: int, a: int, b: int) -> int:
    """A set of fields in which two have changed places."""
    if (fields >> a ^ fields >> b) & 1:
        return fields ^ (1 << a | 1 << b)
    return fields


# --- devil shuffle (TT R26)


def legal_takes(state: State) -> list[ShuffleTake]:
    """Every open card that may be taken up next.

    A card taken from under a disc leaves no free field behind, so no more of these can be
    taken than there are free fields; and nothing is begun that could not be completed.
    """
    ground, cards, hidden = state.ground, state.cards, state.hidden
    if not state.devils >> state.turn & 1:
        return []
    fewest, most = ground.options.shuffle_cards
    taken = state.taken
    if len(taken) >= most:
        return []
    bare: list[int] = []
    covered: list[int] = []
    free = 0
    discs = state.discs
    for field, card in enumerate(cards):
        if card == EMPTY:
            free += field not in discs and field != ground.devil_field
        elif not hidden >> field & 1 and field not in taken:
            (covered if field in discs else bare).append(field)
    room = free - sum(field in discs for field in taken)
    if not ground.options.shuffle_occupied_cards or room <= 0:
        covered.clear()
    if len(taken) + len(bare) + min(len(covered), room) < fewest:
        return []
    return [ground.takes[field] for field in sorted(bare + covered)]


def take_objection(state: State, action: ShuffleTake) -> IllegalAction | None:
    """Why this card may not be taken up."""
    ground = state.ground
    field = ground.index.get(action.at)
    if field is None:
        return refused("teufel_teufel.no_such_field", "TT R26")
    if not state.devils >> state.turn & 1:
        return refused("teufel_teufel.shuffle_without_devil", "TT R26")
    if len(state.taken) >= ground.options.shuffle_cards[1]:
        return refused("teufel_teufel.too_many_cards_taken", "TT R26")
    if state.cards[field] == EMPTY:
        return refused("teufel_teufel.no_card", "TT R26")
    if state.hidden >> field & 1:
        return refused("teufel_teufel.card_hidden", "TT R26")
    if field in state.taken:
        return refused("teufel_teufel.taken_before", "TT R26")
    if not ground.options.shuffle_occupied_cards and field in state.discs:
        return refused("teufel_teufel.card_under_disc", "TT R26")
    if ground.takes[field] not in legal_takes(state):
        return refused("teufel_teufel.too_few_fields", "TT R26")
    return None


def legal_lays(state: State) -> list[ShuffleLay]:
    """Every field that may be chosen next for a card of the shuffle (TT R26)."""
    if len(state.taken) < state.ground.options.shuffle_cards[0]:
        return []
    return [
        lay for field, lay in enumerate(state.ground.lays) if _target_fault(state, field) is None
    ]


def lay_objection(state: State, action: ShuffleLay) -> IllegalAction | None:
    """Why no card may be laid there."""
    if len(state.taken) < state.ground.options.shuffle_cards[0]:
        return refused("teufel_teufel.too_few_cards_taken", "TT R26")
    field = state.ground.index.get(action.at)
    if field is None:
        return refused("teufel_teufel.no_such_field", "TT R26")
    fault = _target_fault(state, field)
    return None if fault is None else refused(*fault)


def _target_fault(state: State, field: int) -> tuple[str, str] | None:
    """The code and the rule of what is wrong with this field as a target."""
    if field == state.ground.devil_field:
        return "teufel_teufel.card_on_devil_field", "TT R17"
    if field in state.laid:
        return "teufel_teufel.laid_before", "TT R26"
    if field in state.discs:
        return "teufel_teufel.target_under_disc", "TT R26"
    if state.cards[field] != EMPTY and field not in state.taken:
        return "teufel_teufel.target_has_card", "TT R26"
    return None


def take(table: Table, action: ShuffleTake) -> None:
    """Take up one more card."""
    table.taken += (table.ground.index[action.at],)
    table.phase = Phase.TAKE


def lay(table: Table, action: ShuffleLay) -> None:
    """Choose one more field; after the last one, chance lays the cards."""
    table.laid += (table.ground.index[action.at],)
    table.phase = Phase.SHUFFLE if len(table.laid) == len(table.taken) else Phase.LAY


def lay_shuffled(table: Table, draw: Draw) -> None:
    """The cards lie hidden on their new fields, and nobody knows which is where."""
    assert draw.what == SHUFFLE
    cards, group = list(table.cards), list(table.group)
    table.shuffles += 1
    for field in table.taken:
        cards[field] = EMPTY
    for field, name in zip(table.laid, draw.values, strict=True):
        cards[field] = table.ground.numbers[str(name)]
        group[field] = table.shuffles
        table.hidden |= 1 << field
    table.cards, table.group = tuple(cards), tuple(group)
    table.end_turn()
