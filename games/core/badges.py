"""The contract of badges: rare feats that a match, or its full sheet, shows somebody to have done.

A game that declares none simply has none. What a source cannot tell it leaves out: a key with no
seats says that nobody did it, a missing key that nobody can know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeAlias, TypeVar

from games.core.types import Outcome

if TYPE_CHECKING:
    from games.core.transcript import Step

EDITION = 1
"""Raised when any game's badges are earned otherwise than before: then all are counted anew."""

SIGNS = (
    *("arrows", "chips", "coal", "crown", "devil", "die", "door", "flame", "hand", "ladder"),
    *("letter", "moon", "pact", "scales", "shield", "star", "sun", "swords", "tower", "triple"),
)
"""The drawings there are for a badge; a page that lacks one draws the star."""

F = TypeVar("F")
Earned: TypeAlias = Mapping[str, frozenset[int]]
"""By the key of a badge the seats that have earned it, counted from 0."""


@dataclass(frozen=True, slots=True)
class Badge:
    """One feat. ``title`` and ``meaning``, a sentence, are marked for translation."""

    key: str
    title: str
    meaning: str
    sign: str = "star"


class BadgeRules(ABC, Generic[F]):
    """The badges of one game, and who has earned them. Both methods are pure."""

    badges: ClassVar[tuple[Badge, ...]]

    @abstractmethod
    def from_sheet(self, sheet: F, outcome: Outcome) -> Earned:
        """What a sheet without errors tells, as deep as it was filled in."""

    @abstractmethod
    def from_steps(self, steps: Sequence[Step], outcome: Outcome) -> Earned:
        """What a match of full play tells, from its first draw to its last step."""


def found(seats: Mapping[str, Iterable[int]]) -> Earned:
    """The same with frozen sets."""
    return {key: frozenset(who) for key, who in seats.items()}


def winners(outcome: Outcome) -> Collection[int]:
    """The seats that were first, alone or with others; nobody where nobody has won."""
    if not outcome.winners:
        return frozenset()
    return frozenset(seat for seat, place in enumerate(outcome.places) if place == 1)
