"""Players made of code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.game import BotFactory
from games.core.levels import EASY, RANDOM, SMART, STRONG, EasyBot
from games.core.rng import Rng
from games.dice_devils.play.actions import Action
from games.dice_devils.play.smart import SmartBot
from games.dice_devils.play.strong import StrongBot
from games.dice_devils.play.views import View


class RandomBot:
    """Any legal action, each as likely as the others."""

    def choose(self, view: View, legal: Sequence[Action], rng: Rng) -> Action:
        return legal[rng.below(len(legal))] if len(legal) > 1 else legal[0]


BOTS: Mapping[str, BotFactory[View, Action]] = {
    RANDOM: RandomBot,
    EASY: lambda: EasyBot(RandomBot, SmartBot),
    SMART: SmartBot,
    STRONG: StrongBot,
}
