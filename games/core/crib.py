"""A crib: what somebody at the table looks up in the middle of a match, in a few sentences."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.core.text import gettext_noop
from games.core.words import Phrase

TURN = gettext_noop("How it goes")
SCORES = gettext_noop("What counts")
END = gettext_noop("The end")
TIES = gettext_noop("Equal results")


@dataclass(frozen=True, slots=True)
class CribPart:
    """A heading, marked for translation, and the sentences under it."""

    title: str
    lines: tuple[Phrase, ...]


Crib = Callable[[int, Any], tuple[CribPart, ...]]  # Any: each game has its own type of options
"""The crib for a number of seats and the options a table plays by."""
