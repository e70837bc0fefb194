"""Any board game of which the league knows no more than points and places."""

from __future__ import annotations

from games.core.package import GamePackage
from games.core.text import gettext_noop
from games.free_form.options import MOST_SEATS
from games.free_form.sheet import FreeFormRules
from games.free_form.texts import TEXTS

GAME = GamePackage(
    key="free-form",
    edition=1,
    title=gettext_noop("Other game"),
    seats=range(1, MOST_SEATS + 1),
    sheet=FreeFormRules(),
    texts=TEXTS,
)
