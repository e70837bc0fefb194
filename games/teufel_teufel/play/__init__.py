"""Full play of Teufel, Teufel!."""

from __future__ import annotations

from games.core.game import Bots
from games.core.levels import EASY, RANDOM, SMART, EasyBot
from games.teufel_teufel.play.actions import TeufelAction
from games.teufel_teufel.play.adviser import TeufelAdviser
from games.teufel_teufel.play.bots import RandomBot
from games.teufel_teufel.play.fast import MAX_STEPS, TeufelFast
from games.teufel_teufel.play.game import TeufelGame
from games.teufel_teufel.play.smart import SmartBot
from games.teufel_teufel.play.texts import LENGTH_UNIT, PLAY_TEXTS
from games.teufel_teufel.play.views import TeufelView

PLAY = TeufelGame()
FAST = TeufelFast()
BOTS: Bots[TeufelView, TeufelAction] = {
    RANDOM: RandomBot,
    EASY: lambda: EasyBot(RandomBot, SmartBot),
    SMART: SmartBot,
}

ADVISER = TeufelAdviser

__all__ = ["ADVISER", "BOTS", "FAST", "LENGTH_UNIT", "MAX_STEPS", "PLAY", "PLAY_TEXTS"]
