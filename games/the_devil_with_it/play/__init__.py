"""Full play of The Devil With It."""

from __future__ import annotations

from games.core.game import Bots
from games.core.levels import EASY, RANDOM, SMART, STRONG, EasyBot
from games.the_devil_with_it.play.actions import Action
from games.the_devil_with_it.play.bots import RandomBot
from games.the_devil_with_it.play.fast import MAX_STEPS, DevilWithItFast
from games.the_devil_with_it.play.game import DevilWithIt
from games.the_devil_with_it.play.smart import SmartBot
from games.the_devil_with_it.play.strong import StrongBot
from games.the_devil_with_it.play.texts import PLAY_TEXTS
from games.the_devil_with_it.play.views import View

ADVISER = StrongBot

__all__ = ["ADVISER", "BOTS", "FAST", "MAX_STEPS", "PLAY", "PLAY_TEXTS"]

PLAY = DevilWithIt()
BOTS: Bots[View, Action] = {
    RANDOM: RandomBot,
    EASY: lambda: EasyBot(RandomBot, SmartBot),
    SMART: SmartBot,
    STRONG: StrongBot,
}
FAST = DevilWithItFast()
