"""Real dice, real cards: how people at a real table are asked what chance brought there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.errors import MalformedAction
from games.core.types import JSON, Seat
from games.core.words import Phrase


@dataclass(frozen=True, slots=True)
class Fallen:
    """One thing that may have come up: as the record has it, and in words."""

    value: int | str
    words: Phrase


@dataclass(frozen=True, slots=True)
class Box:
    """One die, card or piece: everything that it may be."""

    words: Phrase
    values: tuple[Fallen, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """The draw that is due, as a question with a box for each of its values, in their order.

    ``what`` is its name in the wire form. ``seat`` is who makes it, None where it is the table's or
    where several make it ``together``.
    """

    what: str
    question: Phrase
    boxes: tuple[Box, ...]
    seat: Seat | None = None
    together: tuple[Seat, ...] = ()


def entered(asked: Asked, values: Sequence[JSON]) -> JSON:
    """The wire form of the draw that people typed in. Raises MalformedAction at the value.

    What can be told box by box is refused here; the rest is for ``Game.objection``.
    """
    number = len(asked.boxes)
    if len(values) != number:
        found = len(values)
        raise MalformedAction("json.wrong_length", ("values",), expected=number, found=found)
    for at, (box, value) in enumerate(zip(asked.boxes, values, strict=True)):
        if not any(_is_same(each.value, value) for each in box.values):
            known = ", ".join(str(each.value) for each in box.values)
            raise MalformedAction("draw.not_possible", ("values", at), known=known)
    return {"t": "chance", "what": asked.what, "values": list(values)}


def _is_same(value: int | str, given: JSON) -> bool:
    return type(value) is type(given) and value == given
