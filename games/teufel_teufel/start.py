"""Who plays which colour, and who begins."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.rng import Rng, shuffled
from games.core.start import Start, StartRules
from games.core.text import gettext_noop
from games.core.types import Seat
from games.teufel_teufel.options import EntryLevel, FirstPlayer, TeufelOptions
from games.teufel_teufel.words import COLOUR_LABELS


class TeufelStart(StartRules[TeufelOptions]):
    """Deals the colours, and draws who begins where the house rules leave it to chance."""

    @property
    def question(self) -> str:
        return gettext_noop("Who plays which colour?")

    def draw(self, seats: int, options: TeufelOptions, rng: Rng) -> Start:
        colours = shuffled(rng, tuple(COLOUR_LABELS))[:seats]
        match options.first_player:
            case FirstPlayer.RANDOM:
                return Start(colours, Seat(rng.below(seats)))
            case FirstPlayer.SEAT:
                return Start(colours, Seat(0))
        return Start(colours)

    def label(self, role: int | str) -> str:
        return COLOUR_LABELS.get(role, "") if isinstance(role, str) else ""

    def note(self, options: TeufelOptions) -> str:
        if options.first_player is FirstPlayer.OLDEST:
            return gettext_noop("The oldest of you begins, then clockwise.")
        return ""

    def entries(self, start: Start, options: TeufelOptions, level: str) -> Mapping[str, str]:
        if level != EntryLevel.FULL.value:
            return {}
        found = {f"seats.{seat}.colour": str(colour) for seat, colour in enumerate(start.roles)}
        if start.first is not None:
            found["first_player"] = str(start.first + 1)
        return found
