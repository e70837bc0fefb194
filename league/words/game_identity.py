"""Which boxes of several clubs hold the same game."""

from __future__ import annotations

from league.words import names

FREE_FORM = "free-form"


def identity(game: str, title: str) -> str:
    """A game of the catalogue is itself; a free-form one is whatever has the same title."""
    return f"{game}/{names.fold(title)}" if game == FREE_FORM else game
