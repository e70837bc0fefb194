"""The values that travel into and out of a seating method; all frozen, none knows a database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from fractions import Fraction
from typing import Literal

PlayerId = int
RulesetId = int
Pair = tuple[int, int]
Weight = int | Fraction
Param = int | str | Fraction | tuple[int, ...]
StoppedBy = Literal["ideal", "steps", "time"]
SizeMode = Literal["flexible", "fixed"]
ByeReason = Literal["requested", "rotation", "standby"]
Part = Literal["player", "filler", "standby"]
Aim = Literal["none", "alike", "level"]


def pair(a: PlayerId, b: PlayerId) -> Pair:
    """The key of two players in every history: the smaller id comes first."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldPlayer:
    """One present player with all that fairness needs to know.

    `seats[q]` counts how often the player had seat q+1; `off_size` counts tables that did not have
    the preferred size; `groups` are clubs or the like whose members are kept apart where possible;
    `rank` (1 is best) only settles equal scores; `draw` is the number in a prescribed schedule.
    `strength` (a rating, or any number that grows with skill) is what balanced tables share out.
    `wants` and `refuses` are rulesets: wishes cost where unmet, a refusal is never overridden.
    `needs` are table numbers the player must have (a step-free one), `likes` those preferred.
    A `filler` sits out before anybody else when the number does not fit; a `standby` plays only
    when without them more people would have to sit out.
    """

    id: PlayerId
    score: Fraction | None = None
    rank: int | None = None
    byes: int = 0
    sat_out_last: bool = False
    off_size: int = 0
    seats: tuple[int, ...] = ()
    groups: frozenset[int] = frozenset()
    draw: int | None = None
    strength: Fraction | None = None
    wants: frozenset[RulesetId] = frozenset()
    refuses: frozenset[RulesetId] = frozenset()
    needs: frozenset[int] = frozenset()
    likes: frozenset[int] = frozenset()
    part: Part = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChoice:
    """A ruleset that may be put on a table, the sizes it allows and the copies at hand.

    `copies=None` means as many as wanted; `preferred=None` takes the preferred size of the field.
    """

    ruleset: RulesetId
    low: int
    high: int
    copies: int | None = None
    preferred: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeRule:
    """How much a table's distance from the preferred size costs.

    A size s costs `below*(preferred-s)^2` or `above*(s-preferred)^2`, unless `weights` names it.
    `repeat` is what a repeat that a split makes unavoidable costs beside that, `wish` what a
    player at a game they did not wish for costs; both in the same unit.
    """

    preferred: int = 4
    below: Fraction = Fraction(1)
    above: Fraction = Fraction(3, 2)
    weights: Mapping[int, Fraction] | None = None
    max_tables: int | None = None
    repeat: Fraction = Fraction(1, 2)
    wish: Fraction = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLock:
    """A table that stays as it is: its number, its ruleset, its players in their seats."""

    number: int
    ruleset: RulesetId
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """Table sizes for a number of players, largest first; `rulesets` runs parallel to `sizes`.

    `unmet` counts the players who get no game of their wishes however they are seated.
    """

    sizes: tuple[int, ...]
    cost: Fraction
    rulesets: tuple[RulesetId, ...] = ()
    unmet: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """An empty table of a prepared field: its number, how many seats, which ruleset."""

    number: int
    size: int
    ruleset: RulesetId


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everything a seating method may look at.

    `met` counts earlier meetings in this event, `met_season` those in other events of the season,
    which weigh only `season_weight` each, and `faded` of that where the pair is named there (1 is
    as fresh as the last event). `apart` pairs are never seated together, `rather_apart` only where
    it cannot be helped. `near` pairs want to be in one room; `rooms` gives the room of a table
    number. `elsewhere` are players with an open seat in another round at this moment. Nobody gets
    more than `bye_limit` byes in rotation while somebody else can sit out. `kept` tables
    stay untouched; `pinned` says which player must sit at which table number. `prescribed` is one
    round of a ready-made schedule in draw numbers, `prescribed_games` its rulesets table by table
    where they are settled too, `rotated` who sits out of it; with `keep_seats` its seats are kept
    too. `split` is the organizer's own choice of
    sizes. `slots` is filled by `plan` before a method sees the field; `aim` too: whether tables
    are to be `alike` inside (by score) or `level` among each other (by strength).
    """

    players: tuple[FieldPlayer, ...]
    games: tuple[GameChoice, ...]
    sizes: SizeRule = SizeRule()
    size_mode: SizeMode = "flexible"
    met: Mapping[Pair, int] = with_default(default_factory=dict)
    met_season: Mapping[Pair, Weight] = with_default(default_factory=dict)
    season_weight: Fraction = Fraction(1, 4)
    faded: Mapping[Pair, Fraction] = with_default(default_factory=dict)
    apart: frozenset[Pair] = frozenset()
    rather_apart: frozenset[Pair] = frozenset()
    group_price: int = 300
    near: frozenset[Pair] = frozenset()
    rooms: Mapping[int, int] = with_default(default_factory=dict)
    elsewhere: frozenset[PlayerId] = frozenset()
    bye_limit: int | None = None
    requested_byes: frozenset[PlayerId] = frozenset()
    byes_allowed: bool = True
    kept: tuple[TableLock, ...] = ()
    pinned: Mapping[PlayerId, int] = with_default(default_factory=dict)
    prescribed: tuple[tuple[int, ...], ...] = ()
    prescribed_games: tuple[RulesetId, ...] = ()
    rotated: frozenset[PlayerId] = frozenset()
    keep_seats: bool = False
    split: Split | None = None
    slots: tuple[Slot, ...] = ()
    aim: Aim = "none"

    def player(self, player: PlayerId) -> FieldPlayer | None:
        """The entry of a player, or None when the player is not in the field."""
        for candidate in self.players:
            if candidate.id == player:
                return candidate
        return None

    def game(self, ruleset: RulesetId) -> GameChoice | None:
        """The choice with this ruleset, or None when it is not offered."""
        for choice in self.games:
            if choice.ruleset == ruleset:
                return choice
        return None

    def sizes_of(self, choice: GameChoice) -> tuple[int, int]:
        """The smallest and largest table this game may have under the field's size mode."""
        if self.size_mode == "fixed":
            size = self.preferred_of(choice)
            return size, size
        return choice.low, choice.high

    def preferred_of(self, choice: GameChoice) -> int:
        """The size this game likes best, always within its range."""
        wish = self.sizes.preferred if choice.preferred is None else choice.preferred
        return min(max(wish, choice.low), choice.high)

    def usual_size(self, ruleset: RulesetId) -> int:
        """The size that a table of this game, also one not offered here, likes best."""
        game = self.game(ruleset)
        return self.sizes.preferred if game is None else self.preferred_of(game)


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table with its players in seat order."""

    number: int
    ruleset: RulesetId
    players: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class Bye:
    """A player who sits out, and why."""

    player: PlayerId
    reason: ByeReason


@dataclass(frozen=True, slots=True)
class Penalty:
    """One named imperfection of a plan: who, at which table, how much it costs.

    `criterion` groups codes for the sums; a table of None means it concerns no single table.
    """

    code: str
    players: tuple[PlayerId, ...]
    table: int | None
    params: Mapping[str, Param]
    cost: int


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason why no plan is possible, as a stable code with parameters."""

    code: str
    params: Mapping[str, Param]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A complete proposal for one round, with everything the organizer needs to judge it.

    Costs are whole numbers; `costs` holds the sum per criterion. `repeats` counts pairs at one
    table who met before in this event, `repeat_cost` each of them as often as they had met;
    `lower_bound` and `least_cost` are numbers that no seating of this round can undercut.
    """

    tables: tuple[PlannedTable, ...]
    byes: tuple[Bye, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    cost: int = 0
    costs: Mapping[str, int] = with_default(default_factory=dict)
    repeats: int = 0
    repeat_cost: int = 0
    lower_bound: int = 0
    least_cost: int = 0
    stopped_by: StoppedBy = "ideal"
    steps: int = 0
    seed: int = 0
    method: str = ""
    split: Split | None = None
