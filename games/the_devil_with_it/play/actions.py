"""What players and chance do in The Devil With It, and how a record writes it down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.core.errors import MalformedAction
from games.core.reading import Reader
from games.core.types import JSON, Path
from games.the_devil_with_it.options import DEVIL, Counts

MOST_SEATS = 6
_LARGEST_AMOUNT = 10**9
_LARGEST_COUNT = 10_000
_LARGEST_FACES = 24
_read = Reader(MalformedAction)


@dataclass(frozen=True, slots=True)
class Bet:
    """Stake an amount on the best coal of the round (TD R1, R2)."""

    amount: int


@dataclass(frozen=True, slots=True)
class Change:
    """Change chips with the bank (TD R4): faces with counts, smallest face first."""

    give: Counts
    take: Counts


@dataclass(frozen=True, slots=True)
class Draw:
    """Reveal a piece of coal (TD R7)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Lay the pieces of this turn down (TD R8)."""


@dataclass(frozen=True, slots=True)
class Starter:
    """Chance: who begins the first round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Piece:
    """Chance: the piece that comes up, 0 for a devil."""

    value: int


Action: TypeAlias = Bet | Change | Draw | Stop | Starter | Piece

DRAW = Draw()
STOP = Stop()


def action_to_json(action: Action) -> JSON:
    """The wire form; seats count from 0 and a devil is the value 0."""
    match action:
        case Bet(amount):
            return {"t": "bet", "amount": amount}
        case Draw():
            return {"t": "draw"}
        case Stop():
            return {"t": "stop"}
        case Piece(value):
            return {"t": "chance", "what": "piece", "values": [value]}
        case Starter(seat):
            return {"t": "chance", "what": "starter", "values": [seat]}
        case Change(give, take):
            return {"t": "change", "give": _written(give), "take": _written(take)}


def action_from_json(data: JSON) -> Action:
    """Read one action; ``"devil"`` is read for a devil as well. Raises MalformedAction."""
    if not isinstance(data, Mapping):
        raise MalformedAction("json.not_object")
    name = _read.text(data.get("t"), ("t",), 20)
    match name:
        case "bet":
            _read.mapping(data, (), ("t", "amount"))
            return Bet(_amount(data.get("amount"), ("amount",), _LARGEST_AMOUNT))
        case "draw":
            _read.mapping(data, (), ("t",))
            return DRAW
        case "stop":
            _read.mapping(data, (), ("t",))
            return STOP
        case "change":
            _read.mapping(data, (), ("t", "give", "take"))
            return Change(
                _counts(data.get("give"), ("give",)), _counts(data.get("take"), ("take",))
            )
        case "chance":
            _read.mapping(data, (), ("t", "what", "values"))
            return _draw_from_json(data)
    raise MalformedAction("action.unknown", ("t",), name=name)


def _draw_from_json(data: Mapping[str, JSON]) -> Action:
    what = _read.choice(data.get("what"), ("what",), ("piece", "starter"))
    values = _read.sequence(data.get("values"), ("values",))
    if len(values) != 1:
        raise MalformedAction("json.wrong_length", ("values",), expected=1, found=len(values))
    value, path = values[0], ("values", 0)
    if what == "piece":
        return Piece(0 if value == DEVIL else _amount(value, path, _LARGEST_AMOUNT))
    return Starter(_amount(value, path, MOST_SEATS - 1))


def _amount(data: JSON, path: Path, most: int) -> int:
    value = _read.whole(data, path)
    if value < 0:
        raise MalformedAction("the_devil_with_it.play_negative", path)
    if value > most:
        raise MalformedAction("json.too_large", path)
    return value


def _counts(data: JSON, path: Path) -> Counts:
    if not isinstance(data, Mapping):
        raise MalformedAction("json.not_object", path)
    if len(data) > _LARGEST_FACES:
        raise MalformedAction("json.wrong_length", path, expected=_LARGEST_FACES, found=len(data))
    read = []
    for key, count in data.items():
        face = str(key)
        if not (face.isascii() and face.isdigit() and len(face) <= 6 and face == str(int(face))):
            raise MalformedAction("the_devil_with_it.play_not_a_face", path, face=_plain(face))
        read.append((int(face), _amount(count, (*path, face), _LARGEST_COUNT)))
    return tuple(sorted(pair for pair in read if pair[1]))


def _plain(text: str) -> str:
    return text.replace("\0", "")[:20]


def _written(counts: Counts) -> JSON:
    return {str(face): count for face, count in counts}
