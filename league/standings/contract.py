"""What a points scheme and a tie-break criterion must offer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, Literal, Protocol, Self, TypeAlias

from league.standings.types import JSON, PlayerId, TableResult

TieRule = Literal["share", "full", "low", "share_up"]
TIE_RULES: tuple[TieRule, ...] = ("share", "full", "low", "share_up")

Value: TypeAlias = "Fraction | tuple[int, ...] | None"


class PointsScheme(Protocol):
    """Turns places (or scores) at a table into league points.

    Implementations are frozen values: equal settings are equal schemes.
    """

    key: ClassVar[str]

    @property
    def by_places(self) -> bool:
        """Whether nothing but places, size and the two tie flags decides."""

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        """Read the scheme, or raise StandingsError naming the field."""

    def to_json(self) -> dict[str, JSON]: ...

    @property
    def conserving(self) -> bool:
        """Whether all tables of one size hand out the same sum (outcomes with `low_tie` apart)."""

    def covers(self, size: int) -> bool: ...

    def mean_per_seat(self, size: int) -> Fraction | None:
        """The mean of a table of this size; None where only the game decides."""

    def row(self, size: int) -> tuple[Fraction, ...] | None:
        """Points for places 1…size; None where places do not decide or the size is missing."""

    def objection(self, *, has_scores: bool, higher_wins: bool | None) -> str | None:
        """The code of the reason why matches of such a game cannot be scored."""

    def check(self, table: TableResult) -> str | None:
        """The code of what is odd about the numbers of this match; it is scored all the same."""

    def award(self, table: TableResult) -> tuple[Fraction, ...]:
        """League points in the order of the seats."""


class Tally(Protocol):
    """The sums over a stage or season that criteria read."""

    def points(self, player: PlayerId) -> Fraction: ...

    def average(self, player: PlayerId) -> Fraction | None: ...

    def wins(self, player: PlayerId) -> Fraction: ...

    def places(self, player: PlayerId) -> tuple[int, ...]: ...

    def tables_of(self, player: PlayerId) -> Sequence[Mapping[PlayerId, int]]:
        """For each match with a decision: the places of its ranked seats."""


class Criterion(Protocol):
    """One link of a tie-break chain; a higher value is better, None is worst and shows a dash."""

    key: ClassVar[str]
    within_level: ClassVar[bool]
    """True if the value depends on who is still level, so that it exists only inside a tie."""

    def values(self, tally: Tally, level: Collection[PlayerId]) -> Mapping[PlayerId, Value]: ...
