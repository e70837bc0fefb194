"""What the folder of a game hands over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.sheet import SheetRules
from games.core.types import JSON


@dataclass(frozen=True, slots=True)
class GamePackage:
    """One game: its name, its edition, its score sheet and its sentences.

    ``title`` is marked for translation. ``seats`` is the widest range any options allow.
    ``texts`` has a sentence for every code the game's own issues and errors use. ``starter``
    are the options, where they differ from the rules' own defaults, with which a new club begins.
    """

    key: str
    edition: int
    title: str
    seats: range
    sheet: SheetRules[Any, Any]  # Any: each game has its own types of sheet and options
    texts: Mapping[str, str]
    starter: Mapping[str, JSON] = field(default_factory=dict)
    play: None = None
    """Play in the browser: no game here has it, the score sheet is the whole of it."""

    @property
    def ruleset(self) -> str:
        """The id under which records remember the rules: ``dice-devils/1``."""
        return f"{self.key}/{self.edition}"
