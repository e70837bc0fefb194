"""The contract of a start: what chance says at a table before the first turn."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from games.core.rng import Rng
from games.core.types import Seat

O = TypeVar("O")  # noqa: E741  (the options, as everywhere)


@dataclass(frozen=True, slots=True)
class Start:
    """What was drawn for a match, in seat order.

    ``roles`` are what the seats begin with, a rank or a colour; empty where a game deals none.
    ``first`` is the seat that begins; None where that follows from the roles or from the table.
    """

    roles: tuple[int | str, ...] = ()
    first: Seat | None = None


class StartRules(ABC, Generic[O]):
    """Draws and names the start of one game. Every method is pure."""

    @property
    @abstractmethod
    def question(self) -> str:
        """What is drawn, as a heading; marked for translation."""

    @abstractmethod
    def draw(self, seats: int, options: O, rng: Rng) -> Start:
        """One start, each equally likely; ``seats`` is a size these options allow."""

    @abstractmethod
    def label(self, role: int | str) -> str:
        """The name of a role, marked for translation; empty for one this game does not know."""

    def key(self, start: Start, seat: int, seats: int) -> str:
        """What a seat started as, as ``Game.starts`` names it: its place in the order of turns.

        Empty where the draw does not say.
        """
        return "" if start.first is None else str((seat - start.first) % seats + 1)

    def key_names(self) -> Mapping[str, str]:
        """Names of such starts, marked for translation, in their order; none for places in turn."""
        return {}

    def note(self, options: O) -> str:
        """What the table has to know beside the draw, marked for translation; may be empty."""
        return ""

    def entries(self, start: Start, options: O, level: str) -> Mapping[str, str]:
        """The boxes of a sheet in which the start belongs, by name, and what to write there.

        Only suggestions: nothing that may change in the course of a match.
        """
        return {}
