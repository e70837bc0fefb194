"""What the rules say against an input, as an error of the league."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.core.errors import GameError
    from league.core.errors import LeagueError


def told(kind: type[LeagueError], error: GameError, *root: str) -> LeagueError:
    """What the game says against the input called ``root``, as an error of the league."""
    told = kind(error.code, field=".".join((*root, *(str(part) for part in error.path))))
    told.params = error.params  # may well have a name that the constructor has
    return told
