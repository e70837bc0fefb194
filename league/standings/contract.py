"""What a points scheme and a tie-break criterion must offer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol, Self, TypeAlias

from league.standings.types import (
    JSON,
    EventId,
    Lot,
    MatchId,
    PlayerId,
    ReasonId,
    TableResult,
)

if TYPE_CHECKING:
    from league.standings.points.declared import Setting, Told

TieRule = Literal["share", "full", "low", "share_up"]
TIE_RULES: tuple[TieRule, ...] = ("share", "full", "low", "share_up")

Value: TypeAlias = "Fraction | tuple[int, ...] | tuple[Fraction, ...] | None"
Depends = Literal["own", "others", "all", "level"]
Why = Literal["", "beyond_best", "worst"]
TermKind = Literal[
    "match",
    "bye",
    "evening",
    "adjustment",
    "attendance",
    "sit_out",
    "carried",
    "opponent",
    "lot",
]


@dataclass(frozen=True, slots=True)
class Term:
    """One addend of a value: where it comes from, and why it does not count, if it does not."""

    value: Fraction
    kind: TermKind = "match"
    match: MatchId | None = None
    event: EventId | None = None
    round: int | None = None
    opponent: PlayerId | None = None
    reason: ReasonId | None = None
    place: int | None = None
    weight: Fraction = Fraction(1)
    why: Why = ""

    @property
    def counted(self) -> bool:
        return not self.why


class PointsScheme(Protocol):
    """Turns places (or scores) at a table into league points.

    Implementations are frozen values: equal settings are equal schemes.
    """

    key: ClassVar[str]
    settings: ClassVar[tuple[Setting, ...]]

    @property
    def by_places(self) -> bool:
        """Whether nothing but places, size and the two tie flags decides."""

    @classmethod
    def from_json(cls, spec: Mapping[str, JSON]) -> Self:
        """Read the scheme, or raise StandingsError naming the field."""

    def to_json(self) -> dict[str, JSON]: ...

    def told(self) -> Iterable[Told]:
        """What is said about the settings, in order; a scheme inside speaks for itself."""

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

    def sample(self, size: int) -> tuple[Fraction, ...]:
        """Scores as a game may end, best first, to show an example; empty where places decide."""

    def award(self, table: TableResult) -> tuple[Fraction, ...]:
        """League points in the order of the seats."""


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of `matches` matches add up to `parts`; `own` of `total` points were made."""

    parts: Fraction
    own: Fraction
    total: Fraction
    matches: int


class Tally(Protocol):
    """The sums over a stage or season that criteria read."""

    def points(self, player: PlayerId) -> Fraction: ...

    def matches(self, player: PlayerId) -> int: ...

    def average(self, player: PlayerId) -> Fraction | None: ...

    def divisor(self, player: PlayerId) -> Fraction | None:
        """What the average divides by."""

    def average_terms(self, player: PlayerId) -> tuple[Term, ...]:
        """What the average adds up; without a rule about averages all matches, unweighted."""

    def wins(self, player: PlayerId) -> Fraction: ...

    def places(self, player: PlayerId) -> tuple[int, ...]: ...

    def best(self, player: PlayerId) -> tuple[Fraction, ...]:
        """The counted results, best first."""

    def counted_total(self, player: PlayerId) -> Fraction: ...

    def all_total(self, player: PlayerId) -> Fraction: ...

    def beaten(self, player: PlayerId) -> tuple[int, int]:
        """Opponents beaten, and opponents faced."""

    def scores(self, player: PlayerId) -> tuple[Fraction, int]:
        """The games' own points together, and in how many matches there were some."""

    def shares(self, player: PlayerId) -> Shares:
        """What parts of the points at the own tables were the player's."""

    def seats(self, player: PlayerId) -> Sequence[Seat]:
        """The seats that count for the player, in the order they were played."""

    def opponents_points(self, player: PlayerId) -> Fraction | None: ...

    def opponents_average(self, player: PlayerId) -> Fraction | None: ...

    def win_share(self, player: PlayerId) -> Fraction | None:
        """Tables won per match really played."""

    def opponents_wins(self, player: PlayerId) -> Fraction | None:
        """The mean of the opponents' shares of tables won, each at least the floor."""

    def mean_per_match(self, player: PlayerId) -> Fraction | None:
        """Points and adjustments per match really played, whatever the season's rule says."""

    def higher_wins(self) -> bool | None:
        """The direction that all matches with scores have in common, if there is one."""

    def tables_of(self, player: PlayerId) -> Sequence[Mapping[PlayerId, int]]:
        """For each match with a decision: the places of its ranked seats."""

    def lots(self) -> Sequence[Lot]: ...

    def results(self, player: PlayerId) -> tuple[Term, ...]:
        """Every result as an addend of the points, dropped ones with the reason."""

    def extras(self, player: PlayerId) -> tuple[Term, ...]:
        """Addends of the points that are never dropped: adjustments, attendance, carried points."""

    def stored(self, key: str) -> Mapping[PlayerId, Value]:
        """Values of a criterion that are known without working them out."""


class Seat(Protocol):
    """One seat that counts, with its match."""

    @property
    def match(self) -> MatchId: ...

    @property
    def event(self) -> EventId: ...

    @property
    def round(self) -> int: ...

    @property
    def place(self) -> int: ...

    @property
    def points(self) -> Fraction: ...

    @property
    def win(self) -> Fraction: ...

    @property
    def score(self) -> Fraction | None: ...

    @property
    def table_score(self) -> Fraction | None:
        """All scores of the table; None where no share can be taken of them."""

    @property
    def top_score(self) -> Fraction | None:
        """The most points at the table; None where no part can be taken of them."""

    @property
    def lead(self) -> Fraction | None:
        """By how much the best score beats the second best; None at a table without scores."""

    @property
    def beaten(self) -> int: ...

    @property
    def faced(self) -> int: ...

    @property
    def rivals(self) -> Sequence[PlayerId]: ...

    @property
    def opponents_floor(self) -> Fraction:
        """What an opponent's share of tables won is at least taken for."""

    @property
    def seat_mean(self) -> Fraction | None:
        """What this seat gives on average at such a table."""


class Criterion(Protocol):
    """One link of a tie-break chain; None is worst and shows a dash."""

    key: ClassVar[str]
    name: ClassVar[str]
    sentence: ClassVar[str]
    depends: ClassVar[Depends]
    """Whether the value depends on the player's own results, on sums of those met (`others`), on
    more than can be followed match by match (`all`), or on who is still level, so that it exists
    only inside a tie."""

    def lower_wins(self, tally: Tally) -> bool: ...

    def values(self, tally: Tally, level: Collection[PlayerId]) -> Mapping[PlayerId, Value]: ...

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        """The addends behind a player's value."""

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        """What the sum of the addends is divided by, if anything."""
