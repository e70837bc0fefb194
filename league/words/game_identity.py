"""Which boxes of several clubs hold the same game, and what a box says of itself in short."""

from __future__ import annotations

from games import catalogue
from league.words import names

FREE_FORM = "free-form"


def identity(game: str, title: str) -> str:
    """A game of the catalogue is itself; a free-form one is whatever has the same title."""
    return f"{game}/{names.fold(title)}" if game == FREE_FORM else game


def short_title(game: str, title: str, short: str = "") -> str:
    """What a box is called in narrow places: by the club, by the game, else in full."""
    if short:
        return short
    package = catalogue.get(game)
    return package.short if package.short and title == package.title else title


def minutes(game: str, said: int | None = None) -> int | None:
    """How long a match takes about, by the club, else by the game; None where nobody says."""
    return said or catalogue.get(game).minutes or None
