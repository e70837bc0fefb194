"""The Devil With It: bets on coal, pacts with the devil, and who has the most chips."""

from __future__ import annotations

from games.core.package import GamePackage
from games.core.text import gettext_noop
from games.the_devil_with_it.badges import DevilWithItBadges
from games.the_devil_with_it.crib import crib
from games.the_devil_with_it.options import TABLES
from games.the_devil_with_it.play import ADVISER, BOTS, FAST, MAX_STEPS, PLAY, PLAY_TEXTS
from games.the_devil_with_it.sheet.rules import DevilWithItRules
from games.the_devil_with_it.start import DevilWithItStart
from games.the_devil_with_it.texts import TEXTS

GAME = GamePackage(
    key="the-devil-with-it",
    edition=1,
    title=gettext_noop("The Devil With It"),
    seats=TABLES,
    sheet=DevilWithItRules(),
    texts={**TEXTS, **PLAY_TEXTS},
    # A phone types one total per player; counted chips and every round stay a tap away.
    starter={"entry_level": "FINAL"},
    prefix="TD",
    play=PLAY,
    bots=BOTS,
    fast=FAST,
    adviser=ADVISER,
    length_unit=gettext_noop("rounds"),
    max_steps=MAX_STEPS,
    by_hand=True,
    start=DevilWithItStart(),
    crib=crib,
    badges=DevilWithItBadges(),
    short="Devil",
)
