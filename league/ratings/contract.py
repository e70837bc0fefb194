"""What a rating engine is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

# Value, deviation (0 where an engine knows none) and matches rated so far. A plain tuple: a
# replay makes four million of them.
State = tuple[float, float, int]
# As they are stored: numbers, and yes or no.
Settings = Mapping[str, float | int | bool]


class RatingEngine(Protocol):
    """A way to get new ratings from one table's places.

    The same places and states in the same order give the same bits, on every machine with
    IEEE 754 doubles. Who calls ``rate`` hands the seats over in the canonical order of
    ``league.ratings.replay``, so that the order of seats at the table never matters.
    """

    key: ClassVar[str]
    label: ClassVar[str]
    sentence: ClassVar[str]
    has_deviation: ClassVar[bool]

    def start(self) -> State:
        """What somebody has before the first match."""
        ...

    def rate(
        self,
        places: Sequence[int],
        before: Sequence[State],
        beta: float | None = None,
        sides: Sequence[int] = (),
    ) -> list[State]:
        """The states after one table, seat by seat.

        Args:
            places: ascending, equal where seats share a place; at least two.
            before: the states of the same seats.
            beta: how much luck the game has, where the ruleset has a value of its own.
            sides: the side of each seat, those of one side next to each other; at least two
                sides. Empty where everybody plays alone.
        """
        ...

    def shown(self, state: State) -> float:
        """The value on the scale people read, where everybody starts at about 1000."""
        ...

    def shown_deviation(self, state: State) -> float | None:
        """One standard deviation on that scale; None where the engine knows none."""
        ...

    def settings(self) -> Settings:
        """All settings as they are stored."""
        ...
