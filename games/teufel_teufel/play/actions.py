"""What players decide and chance draws, and the JSON of it.

Fields are ``(row, column)`` counted from 1, on the wire and in the actions themselves; seats are
counted from 0. Actions of different kinds are never equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from games.core.errors import MalformedAction
from games.core.reading import Reader
from games.core.types import JSON, Path

Place: TypeAlias = tuple[int, int]

AUTO, SKIM, JUMP = "auto", "skim", "jump"
MODES = (AUTO, SKIM, JUMP)
DEAL, FIRST_PLAYER, SHUFFLE = "deal", "first_player", "shuffle"
DRAWS = (DEAL, FIRST_PLAYER, SHUFFLE)
_LONGEST_NAME = 20
_MOST_VALUES = 200


@dataclass(frozen=True, slots=True)
class PlaceDisc:
    """Put the own disc on its first field."""

    kind: ClassVar[str] = "place_disc"
    at: Place


@dataclass(frozen=True, slots=True)
class Step:
    """Go to the next field: AUTO takes what is there, SKIM and JUMP cross it (TT R27, R29)."""

    kind: ClassVar[str] = "step"
    to: Place
    mode: str = AUTO


@dataclass(frozen=True, slots=True)
class EndMove:
    """Stay where a move might go on."""

    kind: ClassVar[str] = "end_move"


@dataclass(frozen=True, slots=True)
class Give:
    """Put the devil into the disc on the same field, or keep it (TT R30)."""

    kind: ClassVar[str] = "give"
    yes: bool


@dataclass(frozen=True, slots=True)
class TakeDevilFrom:
    """Take the devil of another player, none being left on the devil field (TT R21)."""

    kind: ClassVar[str] = "take_devil_from"
    victim: int


@dataclass(frozen=True, slots=True)
class LoseLetters:
    """Give back these letters after a second devil (TT R20); in alphabetical order."""

    kind: ClassVar[str] = "lose_letters"
    letters: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "letters", tuple(sorted(self.letters)))


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at one hidden card, or at none (TT R33)."""

    kind: ClassVar[str] = "peek"
    at: Place | None


@dataclass(frozen=True, slots=True)
class DropDevil:
    """Lay the devil down at a tower, or keep it (TT R33)."""

    kind: ClassVar[str] = "drop_devil"
    yes: bool


@dataclass(frozen=True, slots=True)
class SwapCards:
    """Exchange two cards (TT R36); whichever is named first, the upper or left one comes first."""

    kind: ClassVar[str] = "swap"
    a: Place
    b: Place

    def __post_init__(self) -> None:
        if self.a > self.b:
            first, second = self.b, self.a
            object.__setattr__(self, "a", first)
            object.__setattr__(self, "b", second)


@dataclass(frozen=True, slots=True)
class ShuffleTake:
    """Take up one more open card for a devil shuffle (TT R26)."""

    kind: ClassVar[str] = "shuffle_take"
    at: Place


@dataclass(frozen=True, slots=True)
class ShuffleLay:
    """Choose one more field on which a card of the devil shuffle will lie (TT R26)."""

    kind: ClassVar[str] = "shuffle_lay"
    at: Place


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn up a hidden card as one who has left the board (TT R39)."""

    kind: ClassVar[str] = "flip"
    at: Place


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing this turn."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance gave.

    ``deal``: the cards of the card fields, row by row; ``first_player``: one seat; ``shuffle``:
    the cards on the fields of a devil shuffle, in the order in which these were chosen.
    """

    kind: ClassVar[str] = "chance"
    what: str
    values: tuple[int | str, ...]


TeufelAction: TypeAlias = (
    PlaceDisc
    | Step
    | EndMove
    | Give
    | TakeDevilFrom
    | LoseLetters
    | Peek
    | DropDevil
    | SwapCards
    | ShuffleTake
    | ShuffleLay
    | Flip
    | Pass
    | Draw
)

_read = Reader(MalformedAction)
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "place_disc": ("at",),
    "step": ("to", "mode"),
    "end_move": (),
    "give": ("yes",),
    "take_devil_from": ("victim",),
    "lose_letters": ("letters",),
    "peek": ("at",),
    "drop_devil": ("yes",),
    "swap": ("a", "b"),
    "shuffle_take": ("at",),
    "shuffle_lay": ("at",),
    "flip": ("at",),
    "pass": (),
    "chance": ("what", "values"),
}


def to_json(action: TeufelAction) -> JSON:
    """The wire form; who took it is not part of it."""
    data: dict[str, JSON] = {"t": action.kind}
    for name in _FIELDS[action.kind]:
        value = getattr(action, name)
        data[name] = list(value) if isinstance(value, tuple) else value
    return data


def from_json(data: JSON) -> TeufelAction:
    """Read the wire form. Raises MalformedAction; whether the action is legal is not asked."""
    names = {name for fields in _FIELDS.values() for name in fields}
    fields = _read.mapping(data, (), ("t", *sorted(names)))
    kind = _read.text(fields.get("t"), ("t",), _LONGEST_NAME)
    if kind not in _FIELDS:
        raise MalformedAction("action.unknown", ("t",), name=kind)
    _read.mapping(data, (), ("t", *_FIELDS[kind]))
    match kind:
        case "place_disc":
            return PlaceDisc(_place(fields, "at"))
        case "step":
            mode = fields.get("mode")
            to = _place(fields, "to")
            return Step(to, AUTO if mode is None else _read.choice(mode, ("mode",), MODES))
        case "end_move":
            return EndMove()
        case "give":
            return Give(_yes(fields))
        case "take_devil_from":
            return TakeDevilFrom(_read.whole(fields.get("victim"), ("victim",)))
        case "lose_letters":
            return LoseLetters(_texts(fields.get("letters"), ("letters",)))
        case "peek":
            return Peek(None if fields.get("at") is None else _place(fields, "at"))
        case "drop_devil":
            return DropDevil(_yes(fields))
        case "swap":
            return SwapCards(_place(fields, "a"), _place(fields, "b"))
        case "shuffle_take":
            return ShuffleTake(_place(fields, "at"))
        case "shuffle_lay":
            return ShuffleLay(_place(fields, "at"))
        case "flip":
            return Flip(_place(fields, "at"))
        case "pass":
            return Pass()
    what = _read.choice(fields.get("what"), ("what",), DRAWS)
    read = _wholes if what == FIRST_PLAYER else _texts
    return Draw(what, read(fields.get("values"), ("values",)))


def _place(fields: Mapping[str, JSON], name: str) -> Place:
    pair = _read.sequence(fields.get(name), (name,))
    if len(pair) != 2:
        raise MalformedAction("json.wrong_length", (name,), expected=2, found=len(pair))
    return _read.whole(pair[0], (name, 0)), _read.whole(pair[1], (name, 1))


def _yes(fields: Mapping[str, JSON]) -> bool:
    value = fields.get("yes")
    if value is None:
        raise MalformedAction("json.not_bool", ("yes",))
    return _read.flag(value, ("yes",), default=False)


def _few(data: JSON, path: Path) -> list[JSON]:
    values = list(_read.sequence(data, path))
    if len(values) > _MOST_VALUES:
        raise MalformedAction("json.wrong_length", path, expected=_MOST_VALUES, found=len(values))
    return values


def _texts(data: JSON, path: Path) -> tuple[str, ...]:
    values = _few(data, path)
    return tuple(_read.text(text, (*path, i), _LONGEST_NAME) for i, text in enumerate(values))


def _wholes(data: JSON, path: Path) -> tuple[int, ...]:
    return tuple(_read.whole(value, (*path, i)) for i, value in enumerate(_few(data, path)))
