"""Dice Devils: devils fight with dice for warm things."""

from __future__ import annotations

from games.core.package import GamePackage
from games.core.text import gettext_noop
from games.dice_devils.badges import DiceDevilsBadges
from games.dice_devils.crib import crib
from games.dice_devils.options import TABLES
from games.dice_devils.play import ADVISER, BOTS, FAST, PLAY
from games.dice_devils.play.texts import PLAY_TEXTS
from games.dice_devils.sheet.rules import DiceDevilsRules
from games.dice_devils.start import DiceDevilsStart
from games.dice_devils.texts import TEXTS

GAME = GamePackage(
    key="dice-devils",
    edition=1,
    title=gettext_noop("Dice Devils"),
    seats=TABLES,
    sheet=DiceDevilsRules(),
    texts={**TEXTS, **PLAY_TEXTS},
    # A phone types one total per player; counting every item stays a tap away.
    starter={"entry_level": "TOTAL"},
    prefix="DD",
    play=PLAY,
    bots=BOTS,
    fast=FAST,
    adviser=ADVISER,
    length_unit=gettext_noop("rounds"),
    by_hand=True,
    start=DiceDevilsStart(),
    crib=crib,
    badges=DiceDevilsBadges(),
    minutes=45,
)
