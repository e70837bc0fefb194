"""What a board is drawn from, and what comes of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from league.web.play.choice_groups import sent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.safestring import SafeString

    from games.core.types import JSON
    from league.queries.play.plays import Choice


@dataclass(frozen=True, slots=True)
class Press:
    """Something on a board that can be pressed: the action, as it is sent, and its words."""

    action: Mapping[str, JSON]
    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as one viewer may know it.

    Attributes:
        view: the view of the game's engine; each board knows its own game's.
        before: the same at the viewer's last look, to mark what is new; None marks nothing.
        presses: what the viewer may do now; no board knows a rule beside them.
        names: what the players are called, by seat.
        mine: the viewer's seat.
    """

    view: Any
    before: Any
    presses: tuple[Press, ...]
    names: tuple[str, ...]
    mine: int | None = None

    def offered(self, **wanted: JSON) -> tuple[Press, ...]:
        """The presses whose action says all of this."""
        return tuple(
            press
            for press in self.presses
            if all(press.action.get(name) == value for name, value in wanted.items())
        )

    def one(self, **wanted: JSON) -> Press | None:
        """The first of them, if there is any."""
        return next(iter(self.offered(**wanted)), None)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board as it stands on a page.

    Attributes:
        offers_all: whether no choice is missing on it.
        advice: what the decision is about, in sentences for somebody who has never played.
    """

    html: SafeString
    offers_all: bool
    advice: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The same as long as the board is, so that it stays under the hand."""
        return f"board-{hashlib.sha256(self.html.encode()).hexdigest()[:12]}"


def presses(choices: Sequence[Choice]) -> tuple[Press, ...]:
    """Choices as a board takes them, in their order."""
    return tuple(
        Press(
            choice.action if isinstance(choice.action, Mapping) else {},
            sent(choice.action),
            choice.words,
        )
        for choice in choices
    )
