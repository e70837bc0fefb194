"""What the folder of a game hands over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.badges import BadgeRules
from games.core.crib import Crib
from games.core.game import Bots, FastPlay, Game
from games.core.search import Adviser
from games.core.sheet import SheetRules
from games.core.start import StartRules
from games.core.types import JSON


@dataclass(frozen=True, slots=True)
class GamePackage:
    """One game: its name, its edition, its score sheet and its sentences.

    ``title`` is marked for translation. ``seats`` is the widest range any options allow.
    ``texts`` has a sentence for every code the game's own issues and errors use. ``starter``
    are the options, where they differ from the rules' own defaults, with which a new club begins.
    ``prefix`` begins every citation of a rule in ``RULES.md``: ``DD`` in ``DD R17``.

    ``play`` is None where the score sheet is the whole of it. A game with play has the bots
    ``random`` and ``smart``, may have a fast path, and says what ``Game.length`` counts (marked
    for translation) and after how many steps a match is cut. With an ``adviser`` it has a coach.

    ``by_hand`` says that a match may be played with the dice or cards of a real table: every draw
    of it is open to all once it is asked for. Where one is not, ``hidden_draws`` says why nobody
    could type it in, marked for translation.

    ``start`` is None where a table has nothing to draw before its first turn, ``crib`` where the
    game has no rules of its own. ``badges`` is None where nothing rare is told of its matches.

    ``short`` is the title for narrow places, ``minutes`` how long a match takes about; empty and 0
    where the title is short, and where nobody has said it.
    """

    key: str
    edition: int
    title: str
    seats: range
    sheet: SheetRules[Any, Any]  # Any: each game has its own types of sheet, options, states, ...
    texts: Mapping[str, str]
    starter: Mapping[str, JSON] = field(default_factory=dict)
    prefix: str = ""
    play: Game[Any, Any, Any, Any] | None = None
    bots: Bots[Any, Any] = field(default_factory=dict)
    fast: FastPlay[Any] | None = None
    adviser: Callable[[], Adviser[Any, Any]] | None = None
    length_unit: str = ""
    max_steps: int = 10_000
    by_hand: bool = False
    hidden_draws: str = ""
    start: StartRules[Any] | None = None
    crib: Crib | None = None
    badges: BadgeRules[Any] | None = None
    short: str = ""
    minutes: int = 0

    @property
    def ruleset(self) -> str:
        """The id under which records remember the rules: ``dice-devils/1``."""
        return f"{self.key}/{self.edition}"
