"""The Devil With It: bets on coal, pacts with the devil, and who has the most chips."""

from __future__ import annotations

from games.core.package import GamePackage
from games.core.text import gettext_noop
from games.the_devil_with_it.options import TABLES
from games.the_devil_with_it.sheet.rules import DevilWithItRules
from games.the_devil_with_it.texts import TEXTS

GAME = GamePackage(
    key="the-devil-with-it",
    edition=1,
    title=gettext_noop("The Devil With It (Auf Teufel komm raus)"),
    seats=TABLES,
    sheet=DevilWithItRules(),
    texts=TEXTS,
    # A phone types one total per player; counted chips and every round stay a tap away.
    starter={"entry_level": "FINAL"},
    prefix="TD",
    length_unit=gettext_noop("rounds"),
)
