"""The order of strength that balanced tables and the snake deal out from."""

from __future__ import annotations

import random

from league.seating.penalties import strength_positions
from league.seating.types import Field, PlayerId


def by_strength(field: Field, rng: random.Random) -> list[PlayerId]:
    """The strongest first; equals by rank in the standings, then by lot."""
    lot = {player.id: rng.random() for player in field.players}
    positions = strength_positions(field)
    return [
        player.id
        for player in sorted(
            field.players, key=lambda p: (-positions.get(p.id, 0), p.rank or 0, lot[p.id])
        )
    ]
