"""Trying choices out: careful players play on for a round, in many tables that go with a view."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.rng import OneStream, QuickRng
from games.core.search import Question, World
from games.core.types import CHANCE, Seat
from games.teufel_teufel.play.actions import TeufelAction
from games.teufel_teufel.play.chances import chances
from games.teufel_teufel.play.game import TeufelGame
from games.teufel_teufel.play.imagined import imagined
from games.teufel_teufel.play.smart import SmartBot, Thought, first_field
from games.teufel_teufel.play.state import Phase, State
from games.teufel_teufel.play.views import TeufelView

FEW = 3
"""So many of the choices that a careful player thinks of are tried: each takes its time."""
WEIGHT = 40
"""How much work it is to play on for one seat, and to weigh where it stands then."""


class TeufelAdviser:
    """Puts decisions so that they can be tried out."""

    def __init__(self) -> None:
        self._smart, self._play = SmartBot(), TeufelGame()

    def question(self, view: TeufelView, legal: Sequence[TeufelAction]) -> Question[TeufelAction]:
        """The few best at first sight."""
        assert view.acting is not None
        me = Seat(view.acting)
        until = view.turns + view.seats

        def world(number: int) -> World[TeufelAction]:
            state = imagined(view, QuickRng(number))

            def turns_out(action: TeufelAction) -> float:
                after = self._play.advance(state, me, action)
                return chances(self._played_on(after, until, QuickRng(number + 1)))[me]

            return turns_out

        weight = 1 if view.left else WEIGHT * view.seats  # who wins is known then
        return Question(_few(view, me, legal), world, weight)

    def _played_on(self, state: State, until: int, rng: OneStream) -> State:
        """Until somebody has won, or everybody had a turn."""
        play = self._play
        while state.phase is not Phase.OVER and not state.left and state.turns < until:
            (actor,) = play.to_act(state)
            if actor is CHANCE:
                action = play.chance(state, rng)
            else:
                action = self._smart.choose(play.view(state, actor), play.legal(state, actor), rng)
            state = play.advance(state, actor, action)
        return state


def _few(view: TeufelView, me: Seat, legal: Sequence[TeufelAction]) -> Sequence[TeufelAction]:
    if len(legal) == 1 or view.phase is Phase.FLIP:
        return legal[:FEW]
    if view.phase is Phase.PLACE:
        ranked: Sequence[TeufelAction] = sorted(
            legal, key=lambda action: first_field(view, action), reverse=True
        )
    else:
        ranked = Thought(view, me).ranked(legal)
    return ranked[:FEW]
