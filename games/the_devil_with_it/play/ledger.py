"""Writes the score sheet of a finished match, round by round."""

from __future__ import annotations

from games.core.types import JSON
from games.the_devil_with_it.play.state import State


def written(state: State) -> JSON:
    """The ledger of a match, as the game's score sheet reads it."""
    return {"totals": list(state.own)}
