"""Full play of Dice Devils: engine, bots, fast path."""

from __future__ import annotations

from games.dice_devils.play.bots import BOTS
from games.dice_devils.play.fast import FastDiceDevils
from games.dice_devils.play.game import DiceDevils
from games.dice_devils.play.strong import StrongBot

PLAY = DiceDevils()
FAST = FastDiceDevils()
ADVISER = StrongBot

__all__ = ["ADVISER", "BOTS", "FAST", "PLAY"]
