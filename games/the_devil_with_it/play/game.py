"""The Devil With It as a game of pure functions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.core.by_hand import Asked
from games.core.errors import BadOptions, IllegalAction
from games.core.game import Game
from games.core.rng import NamedRng, Rng
from games.core.types import CHANCE, JSON, Actor, Outcome, Seat, Viewer
from games.core.words import Phrase
from games.the_devil_with_it import scoring
from games.the_devil_with_it.options import DevilWithItOptions
from games.the_devil_with_it.play import actions, asking, betting, drawing, ledger, telling, views
from games.the_devil_with_it.play.actions import (
    DRAW,
    STOP,
    Action,
    Bet,
    Change,
    Draw,
    Piece,
    Starter,
    Stop,
)
from games.the_devil_with_it.play.state import Phase, State, Table, actors, at_start
from games.the_devil_with_it.play.texts import TAKEN_BACK, TAKEN_BACK_ALONE
from games.the_devil_with_it.play.views import View

_DRAW_ONLY: tuple[Action, ...] = (DRAW,)
_DRAW_OR_STOP: tuple[Action, ...] = (DRAW, STOP)


class DevilWithIt(Game[State, Action, View, DevilWithItOptions]):
    """All phases of the specification; see the modules next to this one for the rules.

    The coal is not shuffled beforehand: every piece is one equally likely piece of those left in
    the oven. That is the same chance, and a state then holds no order that nobody may know.
    """

    taken_back = TAKEN_BACK
    taken_back_alone = TAKEN_BACK_ALONE

    def initial(self, seats: int, options: DevilWithItOptions) -> State:
        if seats not in options.seats:
            raise BadOptions("game.wrong_seats", ("seats",), seats=seats)
        if options.track_chip_faces and options.chips[0][0] != options.bet_unit:
            raise BadOptions("the_devil_with_it.play_unit_without_chip", ("chips",))
        return at_start(Table(seats, options))

    def to_act(self, state: State) -> Collection[Actor]:
        return actors(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.phase is Phase.CHOOSE:
            if seat != state.seat:
                return ()
            return _DRAW_OR_STOP if state.hand else _DRAW_ONLY
        if state.phase is not Phase.BET or seat not in actors(state):
            return ()
        bets = betting.bets(state.table, state.own[seat])
        return (*bets, *betting.changes(state, seat)) if state.chips else bets

    def objection(self, state: State, actor: Actor, action: Action) -> IllegalAction | None:
        if state.phase is Phase.BET:
            assert actor is not CHANCE
            return betting.objection(state, actor, action)
        if state.phase is Phase.CHOOSE:
            return drawing.objection(state, action)
        if state.phase is Phase.REVEAL:
            if isinstance(action, Piece):
                if action.value in state.oven:
                    return None
                return IllegalAction(
                    "the_devil_with_it.play_no_such_piece", rule="TD R39", value=action.value
                )
        elif isinstance(action, Starter):
            if action.seat < state.table.seats:
                return None
            return IllegalAction(
                "the_devil_with_it.play_no_such_seat", rule="TD R6", seat=action.seat
            )
        return IllegalAction("the_devil_with_it.play_other_draw", rule="TD R7")

    def chance(self, state: State, rng: NamedRng) -> Action:
        """``starter``: one ``below``; ``oven 2, coal 7``: the number of one of the pieces left in
        the oven, lowest first, since it was filled for the second time. Both are the table's."""
        if state.phase is Phase.START:
            return Starter(rng.of("starter").below(state.table.seats))
        table, rounds, oven = state.table, state.rounds, state.oven
        filled = rounds[-1].next_oven if rounds else 1
        source = rng.of(f"oven {filled}, coal {len(table.full_oven) - len(oven) + 1}")
        return table.pieces[oven[source.below(len(oven))]]

    def advance(self, state: State, actor: Actor, action: Action) -> State:
        match action:
            case Draw():
                return drawing.after_draw(state)
            case Piece(value):
                return drawing.after_piece(state, value)
            case Stop():
                return drawing.turn_over(
                    state, state.oven, state.hand, state.own, state.payments, state.chips
                )
            case Bet(amount):
                assert actor is not CHANCE
                return betting.after_bet(state, actor, amount)
            case Change():
                assert actor is not CHANCE
                return betting.after_change(state, actor, action)
            case Starter(seat):
                return state._replace(phase=Phase.BET, starter=seat)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.END:
            return None
        return scoring.outcome(state.own, ended_early=state.ended_early)

    def adjudicate(self, state: State) -> Outcome:
        """Everybody keeps what they own; the stakes of an unfinished round go back."""
        return self.outcome(state) or scoring.outcome(state.holdings, ended_early=True)

    def view(self, state: State, viewer: Viewer) -> View:
        return views.view(state, viewer)

    def view_to_json(self, view: View) -> JSON:
        return views.to_json(view)

    def redact(self, state: State, actor: Actor, action: Action, viewer: Viewer) -> JSON:
        return views.redacted(state, actor, action, viewer)

    def resample(self, state: State, viewer: Viewer, rng: Rng) -> State:
        return views.resampled(state, viewer, rng)

    def keeps_hidden(self, before: State, after: State) -> bool:
        """Stakes lie hidden until all open, purses until the pawns go on at the round's end."""
        return before.phase is after.phase and before.number == after.number

    def action_to_json(self, action: Action) -> JSON:
        return actions.action_to_json(action)

    def action_from_json(self, data: JSON) -> Action:
        return actions.action_from_json(data)

    def sheet(self, state: State) -> JSON:
        return ledger.written(state)

    def length(self, state: State) -> int:
        return state.number if state.phase is Phase.END else state.number - 1

    def starts(self, state: State) -> tuple[str, ...]:
        """Each seat's place in the turn order of the first round, 1 for its starter."""
        seats = state.table.seats
        first = (state.starter - state.number + 1) % seats
        return tuple(str((seat - first) % seats + 1) for seat in range(seats))

    def tell(self, before: View, actor: Actor, line: JSON, after: View) -> Sequence[Phrase]:
        assert isinstance(line, Mapping)
        return telling.tell(before, actor, line, after)

    def describe(self, view: View) -> Sequence[Phrase]:
        return telling.describe(view)

    def offer(self, view: View, action: Action) -> Phrase:
        return telling.offer(view, action)

    def asks(self, view: View) -> Asked | None:
        return asking.asks(view)
