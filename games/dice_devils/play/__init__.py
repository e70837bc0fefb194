"""Full play of Dice Devils: engine, bots, fast path."""

from __future__ import annotations

from games.dice_devils.play.bots import BOTS
from games.dice_devils.play.fast import FastDiceDevils
from games.dice_devils.play.game import DiceDevils

PLAY = DiceDevils()
FAST = FastDiceDevils()

__all__ = ["BOTS", "FAST", "PLAY"]
