"""The engine of Teufel, Teufel!."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from games.core.errors import BadOptions, IllegalAction
from games.core.game import Game
from games.core.rng import NamedRng, Rng, shuffled
from games.core.types import CHANCE, JSON, Actor, Outcome, Seat, Viewer
from games.core.words import Phrase
from games.teufel_teufel.options import TeufelOptions
from games.teufel_teufel.play import (
    actions,
    devils,
    moves,
    placing,
    report,
    swapping,
    telling,
    views,
)
from games.teufel_teufel.play.actions import (
    DEAL,
    FIRST_PLAYER,
    SHUFFLE,
    Draw,
    DropDevil,
    EndMove,
    Flip,
    Give,
    LoseLetters,
    Pass,
    Peek,
    PlaceDisc,
    ShuffleLay,
    ShuffleTake,
    Step,
    SwapCards,
    TakeDevilFrom,
    TeufelAction,
)
from games.teufel_teufel.play.refusals import not_now, refused
from games.teufel_teufel.play.state import Phase, State, before_the_deal
from games.teufel_teufel.play.table import Table
from games.teufel_teufel.play.texts import TAKEN_BACK
from games.teufel_teufel.play.views import TeufelView
from games.teufel_teufel.words import End

_SEATS = tuple((Seat(seat),) for seat in range(6))
_BY_CHANCE: Mapping[Phase, str] = {
    Phase.DEAL: DEAL,
    Phase.FIRST_PLAYER: FIRST_PLAYER,
    Phase.SHUFFLE: SHUFFLE,
}
_PASS = Pass()


class TeufelGame(Game[State, TeufelAction, TeufelView, TeufelOptions]):
    """The whole match as pure functions (the parts are in the modules next to this one)."""

    taken_back = TAKEN_BACK

    # --- the course of a match

    def initial(self, seats: int, options: TeufelOptions) -> State:
        if seats not in options.seats:
            raise BadOptions("game.wrong_seats", ("players",), seats=seats)
        return before_the_deal(seats, options)

    def to_act(self, state: State) -> Collection[Actor]:
        phase = state.phase
        if phase is Phase.LOSE:
            return _SEATS[state.loser]
        if phase in _BY_CHANCE:
            return (CHANCE,)
        return () if phase is Phase.OVER else _SEATS[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[TeufelAction]:
        phase = state.phase
        if seat != (state.loser if phase is Phase.LOSE else state.turn):
            return ()
        offered = _LEGAL.get(phase)
        return offered(state) if offered is not None else ()

    def objection(self, state: State, actor: Actor, action: TeufelAction) -> IllegalAction | None:
        if state.phase not in action_phases(type(action)):
            return not_now(state.phase)
        return _OBJECTIONS[type(action)](state, action)

    def chance(self, state: State, rng: NamedRng) -> TeufelAction:
        """``deck``: all cards by ``shuffled``; ``first player``: one ``below``; both are the
        table's. ``seat 2, turn 9, shuffle``: the cards that this seat has taken up in its ninth
        turn, in the order of taking, by ``shuffled``."""
        ground, what = state.ground, _BY_CHANCE[state.phase]
        if what == FIRST_PLAYER:
            return Draw(what, (rng.of("first player").below(state.seats),))
        if what == DEAL:
            cards = shuffled(rng.of("deck"), ground.deck)
        else:
            name = f"seat {state.turn}, turn {state.own_turns[state.turn]}, shuffle"
            cards = shuffled(rng.of(name), [state.cards[field] for field in state.taken])
        return Draw(what, tuple(ground.names[card] for card in cards))

    def advance(self, state: State, actor: Actor, action: TeufelAction) -> State:
        table = Table(state)
        _EFFECTS[type(action)](table, action)
        return table.state()

    def outcome(self, state: State) -> Outcome | None:
        return None if state.end is None else report.outcome(state, state.end)

    def adjudicate(self, state: State) -> Outcome:
        return report.outcome(state, state.end or End.STOPPED)

    # --- who knows what

    def view(self, state: State, viewer: Viewer) -> TeufelView:
        return views.view(state, viewer)

    def view_to_json(self, view: TeufelView) -> JSON:
        return views.to_json(view)

    def redact(self, state: State, actor: Actor, action: TeufelAction, viewer: Viewer) -> JSON:
        return views.redact(action, viewer)

    def resample(self, state: State, viewer: Viewer, rng: Rng) -> State:
        return views.resample(state, viewer, rng)

    def keeps_hidden(self, before: State, after: State) -> bool:
        """No card was turned up or peeked at; in a swap hidden ones may have changed places."""
        return _hidden(before) == _hidden(after)

    # --- records

    def action_to_json(self, action: TeufelAction) -> JSON:
        return actions.to_json(action)

    def action_from_json(self, data: JSON) -> TeufelAction:
        return actions.from_json(data)

    def sheet(self, state: State) -> JSON:
        return report.sheet(state)

    # --- measures

    def length(self, state: State) -> int:
        """Turns begun by all seats together, those of flipping cards among them."""
        return state.turns

    def starts(self, state: State) -> tuple[str, ...]:
        """The place of each seat in the order of turns: "1" begins."""
        if state.first < 0:
            return ()
        return tuple(str((seat - state.first) % state.seats + 1) for seat in range(state.seats))

    # --- words

    def tell(
        self, before: TeufelView, actor: Actor, line: JSON, after: TeufelView
    ) -> Sequence[Phrase]:
        return telling.tell(before, actor, line, after)

    def describe(self, view: TeufelView) -> Sequence[Phrase]:
        return telling.describe(view)

    def offer(self, view: TeufelView, action: TeufelAction) -> Phrase:
        return telling.offer(view, action)


def _hidden(state: State) -> tuple[int, ...]:
    """How many cards lie hidden, and how many of them each seat has peeked at."""
    return tuple(fields.bit_count() for fields in (state.hidden, *state.known))


# --- what may be done in which phase


def _legal_in_turn(state: State) -> Sequence[TeufelAction]:
    """Steps, cards to take up for a devil shuffle, swaps; passing where nothing else is possible
    or passing is allowed."""
    found: list[TeufelAction] = []
    found += moves.legal_steps(state)
    found += swapping.legal_takes(state)
    found += swapping.legal_swaps(state)
    if not found or state.ground.options.allow_pass:
        found.append(_PASS)
    return found


def _legal_while_taking(state: State) -> Sequence[TeufelAction]:
    return [*swapping.legal_takes(state), *swapping.legal_lays(state)]


def _legal_flips(state: State) -> Sequence[Flip]:
    hidden = state.hidden
    return [flip for field, flip in enumerate(state.ground.flips) if hidden >> field & 1]


_LEGAL: Mapping[Phase, Callable[[State], Sequence[TeufelAction]]] = {
    Phase.PLACE: placing.legal,
    Phase.TURN: _legal_in_turn,
    Phase.MOVE: moves.legal_in_move,
    Phase.GIVE: lambda state: devils.GIVES,
    Phase.ROB: devils.legal_victims,
    Phase.LOSE: devils.legal_losses,
    Phase.PEEK: devils.legal_peeks,
    Phase.DROP: lambda state: devils.DROPS,
    Phase.TAKE: _legal_while_taking,
    Phase.LAY: swapping.legal_lays,
    Phase.FLIP: _legal_flips,
}

_PHASES: Mapping[type, tuple[Phase, ...]] = {
    PlaceDisc: (Phase.PLACE,),
    Step: (Phase.TURN, Phase.MOVE),
    EndMove: (Phase.TURN, Phase.MOVE),
    SwapCards: (Phase.TURN,),
    ShuffleTake: (Phase.TURN, Phase.TAKE),
    ShuffleLay: (Phase.TAKE, Phase.LAY),
    Pass: (Phase.TURN,),
    Give: (Phase.GIVE,),
    TakeDevilFrom: (Phase.ROB,),
    LoseLetters: (Phase.LOSE,),
    Peek: (Phase.PEEK,),
    DropDevil: (Phase.DROP,),
    Flip: (Phase.FLIP,),
    Draw: tuple(_BY_CHANCE),
}


def action_phases(kind: type) -> tuple[Phase, ...]:
    """When actions of this kind are asked for."""
    return _PHASES[kind]


# --- objections


def _pass_objection(state: State, action: Pass) -> IllegalAction | None:
    if _PASS in _legal_in_turn(state):
        return None
    return refused("teufel_teufel.something_else_is_possible", "TT R2")


def _flip_objection(state: State, action: Flip) -> IllegalAction | None:
    field = state.ground.index.get(action.at)
    if field is None:
        return refused("teufel_teufel.no_such_field", "TT R39")
    return None if state.hidden >> field & 1 else refused("teufel_teufel.no_hidden_card", "TT R39")


def _draw_objection(state: State, action: Draw) -> IllegalAction | None:
    ground, what, values = state.ground, _BY_CHANCE[state.phase], action.values
    if action.what != what:
        return not_now(state.phase)
    if what == FIRST_PLAYER:
        possible = len(values) == 1 and values[0] in range(state.seats)
        return None if possible else refused("teufel_teufel.no_such_first_player", "TT R39")
    cards = ground.deck if what == DEAL else [state.cards[field] for field in state.taken]
    expected = sorted(ground.names[card] for card in cards)
    if sorted(str(value) for value in values) != expected:
        return refused("teufel_teufel.other_cards", "TT R10" if what == DEAL else "TT R26")
    return None


# Any: each entry takes the one kind of action under which it stands.
_OBJECTIONS: Mapping[type, Callable[[State, Any], IllegalAction | None]] = {
    PlaceDisc: placing.objection,
    Step: moves.step_objection,
    EndMove: lambda state, action: moves.end_objection(state),
    SwapCards: swapping.swap_objection,
    ShuffleTake: swapping.take_objection,
    ShuffleLay: swapping.lay_objection,
    Pass: _pass_objection,
    Give: lambda state, action: None,
    TakeDevilFrom: devils.victim_objection,
    LoseLetters: devils.loss_objection,
    Peek: devils.peek_objection,
    DropDevil: lambda state, action: None,
    Flip: _flip_objection,
    Draw: _draw_objection,
}


# --- effects


def _draw(table: Table, action: Draw) -> None:
    if action.what == SHUFFLE:
        swapping.lay_shuffled(table, action)
    elif action.what == FIRST_PLAYER:
        _begin_with(table, int(action.values[0]))
    else:
        ground, cards = table.ground, list(table.cards)
        for field, name in zip(ground.card_fields, action.values, strict=True):
            cards[field] = ground.numbers[str(name)]
            table.hidden |= 1 << field
        table.cards = tuple(cards)
        if ground.options.draws_first_player:
            table.phase = Phase.FIRST_PLAYER
        else:
            _begin_with(table, 0)


def _begin_with(table: Table, seat: int) -> None:
    table.first = table.turn = seat
    table.phase = Phase.PLACE


def _flip(table: Table, action: Flip) -> None:
    """Turn up a card without any effect on whoever may stand there (TT R39)."""
    table.open(table.ground.index[action.at])
    table.flips -= 1
    if not table.day_breaks() and not table.flips:
        table.end_turn()


_EFFECTS: Mapping[type, Callable[[Table, Any], None]] = {  # Any: as above
    PlaceDisc: placing.place,
    Step: moves.step,
    EndMove: lambda table, action: table.end_turn(),
    SwapCards: swapping.swap,
    ShuffleTake: swapping.take,
    ShuffleLay: swapping.lay,
    Pass: lambda table, action: table.end_turn(),
    Give: devils.give,
    TakeDevilFrom: devils.rob,
    LoseLetters: devils.lose_letters,
    Peek: devils.peek,
    DropDevil: devils.drop,
    Flip: _flip,
    Draw: _draw,
}
