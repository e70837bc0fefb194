"""What players decide and what chance draws, and how a record writes it down.

| action | record |
| --- | --- |
| ``Place(1)`` | ``{"t": "place", "slot": 1}`` |
| ``Spiel(True)`` | ``{"t": "spiel", "force": true}``; letting the dice lie is ``false`` |
| ``Steal(2, "bed")`` | ``{"t": "steal", "from": 2, "item": "bed"}`` |
| ``Exchange(1, "scarf", "grill")`` | ``{"t": "exchange", "with": 1, "give": ..., "take": ...}`` |
| ``SwapRank(2)`` | ``{"t": "swap_rank", "with": 2}`` |
| ``Decline("swap_rank")`` | ``{"t": "decline", "what": "swap_rank"}`` |
| ``Draw("roll", (6, 3))`` | ``{"t": "chance", "what": "roll", "values": [6, 3]}`` |

Slots are places in ``State.open``, seats count from 0. An item is the key of its kind, ``bed``;
where pieces of one kind are worth different points it is key and value, ``bed:2``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from games.core.errors import MalformedAction
from games.core.reading import Reader
from games.core.types import JSON, Seat

Declined = Literal["steal", "exchange", "swap_rank"]
Drawn = Literal["shuffle", "ranks", "items", "roll", "show", "forced_reroll", "tie_reroll"]

LONGEST_ITEM = 30


@dataclass(frozen=True, slots=True)
class Place:
    """Put the claim tile on an open item (R9)."""

    slot: int


@dataclass(frozen=True, slots=True)
class Spiel:
    """Make the opponents throw again, or let the dice lie (R19)."""

    force: bool


@dataclass(frozen=True, slots=True)
class Steal:
    """Take an item of value 1 from a loser (R26)."""

    victim: Seat
    item: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give an item to a loser and take one of theirs (R27)."""

    partner: Seat
    give: str
    take: str


@dataclass(frozen=True, slots=True)
class SwapRank:
    """Exchange ranks with a loser (R30)."""

    loser: Seat


@dataclass(frozen=True, slots=True)
class Decline:
    """Leave an ability or the exchange of ranks alone (R28, R30)."""

    what: Declined


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance brought.

    ``shuffle``: the items, the first to be revealed first. ``ranks``: the rank of each seat.
    ``roll``, ``forced_reroll``, ``tie_reroll``: the faces of all dice thrown, player after player
    in order of rank.

    With real dice and items, ``shuffle`` is empty: nobody knows their order. Then ``items`` are
    those turned up for a round, and nobody tells a ``roll`` before the dice ``show`` in a fight.
    """

    what: Drawn
    values: tuple[int | str, ...]


Decision: TypeAlias = Place | Spiel | Steal | Exchange | SwapRank | Decline
Action: TypeAlias = Decision | Draw

_read = Reader(MalformedAction)
_FIELDS = {
    "place": ("slot",),
    "spiel": ("force",),
    "steal": ("from", "item"),
    "exchange": ("with", "give", "take"),
    "swap_rank": ("with",),
    "decline": ("what",),
    "chance": ("what", "values"),
}
_DECLINED: dict[str, Declined] = {name: name for name in get_args(Declined)}
_DRAWN: dict[str, Drawn] = {name: name for name in get_args(Drawn)}


def to_json(action: Action) -> JSON:
    """The record of an action, without who took it."""
    match action:
        case Place(slot):
            return {"t": "place", "slot": slot}
        case Spiel(force):
            return {"t": "spiel", "force": force}
        case Steal(victim, item):
            return {"t": "steal", "from": victim, "item": item}
        case Exchange(partner, give, take):
            return {"t": "exchange", "with": partner, "give": give, "take": take}
        case SwapRank(loser):
            return {"t": "swap_rank", "with": loser}
        case Decline(what):
            return {"t": "decline", "what": what}
        case Draw(drawn, values):
            return {"t": "chance", "what": drawn, "values": list(values)}


def from_json(data: JSON) -> Action:
    """The action of a record. Raises MalformedAction; legality is not judged."""
    fields = _read.mapping(data, (), ("t", *{name for names in _FIELDS.values() for name in names}))
    kind = _read.text(fields.get("t"), ("t",), 30)
    if kind not in _FIELDS:
        raise MalformedAction("action.unknown", ("t",), name=kind)
    _read.mapping(data, (), ("t", *_FIELDS[kind]))
    if kind == "place":
        return Place(_read.whole(fields.get("slot"), ("slot",)))
    if kind == "spiel":
        force = fields.get("force")
        if not isinstance(force, bool):
            raise MalformedAction("json.not_bool", ("force",))
        return Spiel(force)
    if kind == "steal":
        return Steal(_seat(fields.get("from"), "from"), _item(fields.get("item"), "item"))
    if kind == "exchange":
        give, take = (_item(fields.get(name), name) for name in ("give", "take"))
        return Exchange(_seat(fields.get("with"), "with"), give, take)
    if kind == "swap_rank":
        return SwapRank(_seat(fields.get("with"), "with"))
    if kind == "decline":
        what = _read.choice(fields.get("what"), ("what",), (*_DECLINED, "spiel"))
        # another way to say that the dice lie
        return Spiel(False) if what == "spiel" else Decline(_DECLINED[what])
    drawn = _DRAWN[_read.choice(fields.get("what"), ("what",), _DRAWN)]
    values = _read.sequence(fields.get("values"), ("values",))
    if drawn in ("shuffle", "items"):
        return Draw(
            drawn,
            tuple(
                _read.text(value, ("values", place), LONGEST_ITEM)
                for place, value in enumerate(values)
            ),
        )
    return Draw(
        drawn,
        tuple(_read.whole(value, ("values", place)) for place, value in enumerate(values)),
    )


def _seat(data: JSON, name: str) -> Seat:
    return Seat(_read.whole(data, (name,)))


def _item(data: JSON, name: str) -> str:
    return _read.text(data, (name,), LONGEST_ITEM)
