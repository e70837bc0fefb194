"""Who begins the first round."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.rng import Rng
from games.core.start import Start, StartRules
from games.core.text import gettext_noop
from games.core.types import Seat
from games.the_devil_with_it.options import DevilWithItOptions, EntryLevel


class DevilWithItStart(StartRules[DevilWithItOptions]):
    """Draws the starter, unless the house rules name one."""

    @property
    def question(self) -> str:
        return gettext_noop("Who begins?")

    def draw(self, seats: int, options: DevilWithItOptions, rng: Rng) -> Start:
        fixed = options.first_starter
        return Start(first=Seat(rng.below(seats) if fixed is None else fixed))

    def label(self, role: int | str) -> str:
        return ""

    def note(self, options: DevilWithItOptions) -> str:
        return gettext_noop("In each later round it is the next seat to the left.")

    def entries(self, start: Start, options: DevilWithItOptions, level: str) -> Mapping[str, str]:
        if start.first is None or level != EntryLevel.LEDGER.value:
            return {}
        return {"rounds.0.starter": str(start.first)}
