"""A player that tries every action in many worlds that go with what it has seen.

Each world is played by smart players to the end of the round, and weighed by the chance to win
from there. What rivals have claimed tells something about their dice.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core.rng import QuickRng, Rng
from games.core.search import Question, World, searched
from games.core.types import CHANCE
from games.dice_devils.play.actions import Action
from games.dice_devils.play.chances import chances
from games.dice_devils.play.game import DiceDevils
from games.dice_devils.play.imagined import Imagined
from games.dice_devils.play.smart import SmartBot
from games.dice_devils.play.state import Phase, State
from games.dice_devils.play.views import View

TRIALS = 150
"""So many actions are played out for one decision."""


class StrongBot:
    """Takes what gives the best chance to win on average."""

    def __init__(self, trials: int = TRIALS, rounds: int = 1) -> None:
        self.trials, self.rounds = trials, rounds
        self._smart, self._play = SmartBot(), DiceDevils()

    def weight(self, view: View) -> int:
        """Every trial has every seat play on; who still places dice weighs all seats again."""
        seats = view.table.seats
        return self.trials * seats * (seats if view.phase is Phase.PLACE else 1)

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        if len(legal) == 1:
            return legal[0]
        asked = self.question(view, legal)
        return searched(asked.choices, asked.world, self.trials, rng)

    def question(self, view: View, legal: Sequence[Action]) -> Question[Action]:
        """Every choice, in tables that go with what has been seen."""
        me = view.decider
        assert me is not None
        imagined = Imagined(view, self._smart)

        def world(number: int) -> World[Action]:
            state = imagined.state(QuickRng(number))

            def turns_out(action: Action) -> float:
                after = self._play.advance(state, me, action)
                return self._played_on(after, view.round + self.rounds, number)[me]

            return turns_out

        return Question(legal, world, self.weight(view) / self.trials)

    def _played_on(self, state: State, until: int, number: int) -> list[float]:
        play, smart, rng = self._play, self._smart, QuickRng(number + 1)
        while state.phase is not Phase.OVER:
            if state.phase is Phase.ROLL and state.round >= until:
                break
            (actor,) = play.to_act(state)
            if actor is CHANCE:
                action = play.chance(state, rng)
            else:
                action = smart.choose(play.view(state, actor), play.legal(state, actor), rng)
            state = play.advance(state, actor, action)
        return chances(state)
