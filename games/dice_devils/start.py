"""Who holds which devil at the start (R1 to R3)."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.rng import Rng, shuffled
from games.core.start import Start, StartRules
from games.core.text import gettext_noop
from games.dice_devils.devils import RANK_KEYS, RANK_LABELS
from games.dice_devils.options import DiceDevilsOptions


class DiceDevilsStart(StartRules[DiceDevilsOptions]):
    """Deals the ranks in play. The sheet asks for ranks at the end, so nothing is written there."""

    @property
    def question(self) -> str:
        return gettext_noop("Who holds which devil?")

    def draw(self, seats: int, options: DiceDevilsOptions, rng: Rng) -> Start:
        return Start(roles=shuffled(rng, options.ranks_in_play(seats)))

    def label(self, role: int | str) -> str:
        return RANK_LABELS.get(role, "") if isinstance(role, int) else ""

    def key(self, start: Start, seat: int, seats: int) -> str:
        role = start.roles[seat] if seat < len(start.roles) else None
        return RANK_KEYS.get(role, "") if isinstance(role, int) else ""

    def key_names(self) -> Mapping[str, str]:
        return {name: RANK_LABELS[rank] for rank, name in RANK_KEYS.items()}

    def note(self, options: DiceDevilsOptions) -> str:
        return gettext_noop("Take the cup, the dice and the devil of your rank.")
