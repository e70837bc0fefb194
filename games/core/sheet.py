"""The contract of score sheets: what every game must be able to say about a result on paper."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from games.core.errors import MalformedSheet
from games.core.types import JSON, Outcome, Path, Seat


class Level(Enum):
    """How bad an issue is."""

    ERROR = "error"
    WARNING = "warning"


class CellKind(Enum):
    """What a box holds.

    ``COMPUTED`` is shown and never read. ``FIXED`` is carried along: its value is the one entry of
    ``choices`` (a hidden field). ``TEXT`` and ``NUMBERS`` (whole numbers separated by commas) occur
    in options only.
    """

    INT = "int"
    DECIMAL = "decimal"
    CHOICE = "choice"
    BOOL = "bool"
    COMPUTED = "computed"
    FIXED = "fixed"
    TEXT = "text"
    NUMBERS = "numbers"


def path_name(path: Path) -> str:
    """Return the form field's name for ``path``: ``("seats", 0, "n")`` is ``"seats.0.n"``."""
    return ".".join(str(step) for step in path)


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing wrong with a sheet, pointing at the cell that is wrong.

    An empty path means the whole table, ``("seats", 2)`` the whole row of the third seat.
    A WARNING may be let stand by an organizer.
    """

    code: str
    path: Path = ()
    level: Level = Level.ERROR
    params: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return path_name(self.path)


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a list of values; ``label`` is marked for translation."""

    value: str | int | bool
    label: str

    @property
    def text(self) -> str:
        """The value as a form sends it."""
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Cell:
    """One box of a sheet, or one field of a ruleset's options.

    ``label``, ``group`` and ``hint`` are marked for translation. ``seat`` is None for boxes that
    belong to the whole table. ``minimum`` and ``maximum`` are in whole units, None where there is
    no limit. ``default`` is the value in JSON that holds when the box is left empty. ``row`` is
    the number, from 1, of the repeated part (a round) the box belongs to, and fills the
    placeholder of a ``group`` like "Round %(row)s"; None for boxes that a sheet has once.
    """

    path: Path
    kind: CellKind
    label: str
    group: str = ""
    seat: Seat | None = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[Choice, ...] = ()
    required: bool = False
    decimals: int = 0
    hint: str = ""
    default: JSON = None
    row: int | None = None

    @property
    def name(self) -> str:
        return path_name(self.path)


@dataclass(frozen=True, slots=True)
class PastSeat:
    """What a list of past results tells of one seat.

    ``tiebreak`` is the number by which the game parts equals (a rank, letters); None where the
    list says nothing.
    """

    points: int | None = None
    place: int | None = None
    tiebreak: int | None = None


def past_totals(seats: Sequence[PastSeat]) -> list[int]:
    """The points of all seats of a game in which they decide.

    Raises MalformedSheet where one is missing.
    """
    for number, seat in enumerate(seats):
        if seat.points is None:
            raise MalformedSheet("past.total_missing", ("seats", number, "points"))
    return [seat.points for seat in seats if seat.points is not None]


F = TypeVar("F")
O = TypeVar("O")  # noqa: E741  (F and O: the filled-in sheet and the options it is judged by)


class SheetRules(ABC, Generic[F, O]):
    """Reads, checks and settles the score sheet of one game. Every method is pure."""

    @abstractmethod
    def default_options(self) -> O:
        """The options of a ruleset nobody has changed."""

    @abstractmethod
    def options_from_json(self, data: JSON) -> O:
        """The options, typed; missing fields take defaults.

        Raises BadOptions with the path of the field for an unreadable or impossible set.
        """

    @abstractmethod
    def options_to_json(self, options: O) -> JSON:
        """The complete options; ``options_from_json`` reads them back to an equal value."""

    @abstractmethod
    def option_fields(self, options: O | None = None) -> Sequence[Cell]:
        """The fields of a settings form; ``from_form`` turns its values into options JSON.

        With fields for everything that ``options`` hold, so that ``to_form`` shows them completely
        and an untouched form is read back to equal options; None are those nobody has changed.
        """

    @abstractmethod
    def seats(self, options: O) -> range:
        """The table sizes these options allow."""

    @abstractmethod
    def higher_wins(self, options: O) -> bool | None:
        """The direction of the points; None where there are no points that decide anything."""

    @abstractmethod
    def points_scale(self, options: O) -> int:
        """How many decimals the whole numbers in ``Outcome.points`` stand for."""

    def is_cooperative(self, options: O) -> bool:
        """Whether all who sit at a table win or lose together."""
        return False

    @abstractmethod
    def levels(self, options: O) -> tuple[str, ...]:
        """The depths of detail a table may report in, the one asked for first."""

    @abstractmethod
    def layout(self, seats: int, options: O, level: str = "") -> Sequence[Cell]:
        """The boxes in printing order; an empty ``level`` is the first of ``levels``.

        Where parts are repeated (a line per round), there are as many as fit on paper.
        """

    def rows_in(self, data: JSON) -> int:
        """How many repeated parts ``data`` tells of, any JSON; 0 where sheets have none."""
        return 0

    def rows_named(self, names: Iterable[str]) -> int:
        """How many repeated parts the boxes of these names stand for, whatever the names are."""
        return 0

    def growing_layout(self, seats: int, options: O, level: str, rows: int) -> Sequence[Cell]:
        """``layout`` with room for ``rows`` repeated parts and some more, for a form that grows."""
        return self.layout(seats, options, level)

    def past_options(self, options: O) -> O | None:
        """These options with as little asked for as a list of past results tells.

        None for a game whose results no such list holds.
        """
        return None

    def past_sheet(self, seats: Sequence[PastSeat], options: O) -> JSON:
        """The sheet of a past match at the level of ``past_options``.

        Raises MalformedSheet at the seat's ``points``, ``place`` or ``tiebreak`` where the list
        tells too little or too much.
        """
        raise NotImplementedError

    def retold(self, data: JSON, level: str, options: O) -> Iterable[JSON]:
        """The sheet of a whole match told at a level that asks for what it does not tell."""
        return ()

    @abstractmethod
    def parse(self, data: JSON, *, seats: int, options: O) -> F:
        """A typed sheet that carries seats and options (never taken from the data).

        Reads shape only; raises MalformedSheet with the path of what cannot be read.
        """

    @abstractmethod
    def check(self, sheet: F, *, final: bool = True) -> Sequence[Issue]:
        """Every problem at once. ``final=False`` forgives what is merely unfinished."""

    @abstractmethod
    def computed(self, sheet: F) -> Mapping[Path, int | str]:
        """The values of the COMPUTED cells as far as they can be known; never raises."""

    @abstractmethod
    def settle(self, sheet: F) -> Outcome:
        """The outcome of a sheet whose final check found no error."""

    @abstractmethod
    def to_json(self, sheet: F) -> JSON:
        """The sheet as it was entered; ``parse`` reads it back to an equal value."""
