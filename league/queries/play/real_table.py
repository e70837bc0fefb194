"""Real dice, real cards: which draw people are asked for, and who decides at whose device.

A device may stand in the middle of the table. Whoever looks at it sees what everybody knows; what a
seat decides behind its hand is shown to that seat alone, once it has asked for it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from games.core.transcript import played
from games.core.types import CHANCE, Audience, Seat
from games.core.words import render
from league.core.enums import PlayState
from league.queries.play import states

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.core.by_hand import Asked
    from games.core.types import Viewer
    from league.models import Play, PlaySeat
    from league.queries.play.seats import SeatShown

    Seats = Sequence[PlaySeat] | Sequence[SeatShown]


MOST_BUTTONS = 8


@dataclass(frozen=True, slots=True)
class FallenShown:
    """One thing that may have come up: as it is, as a form sends it, and in words."""

    value: int | str
    words: str

    @property
    def sent(self) -> str:
        return json.dumps(self.value)


@dataclass(frozen=True, slots=True)
class BoxShown:
    """One die, card or piece, and all that it may be."""

    words: str
    values: tuple[FallenShown, ...]

    @property
    def is_short(self) -> bool:
        """Whether all of them fit in one row, as the faces of a die do."""
        return all(len(each.words) == 1 for each in self.values)

    @property
    def are_many(self) -> bool:
        """Whether buttons for all of them would fill a phone."""
        return len(self.values) > MOST_BUTTONS


@dataclass(frozen=True, slots=True)
class AskedShown:
    """The draw that is due; ``seat`` makes it, None where it is the table's.

    ``for_bots``: bots are among those who make it, and have no hands.
    """

    question: str
    boxes: tuple[BoxShown, ...]
    seat: int | None
    may_enter: bool
    for_bots: bool


@dataclass(frozen=True, slots=True)
class RealTable:
    """What a match with real dice shows besides, to one viewer.

    Attributes:
        held: the seats that decide at the viewer's device, their own among them.
        looks: the seat with whose eyes the device looks; None: only what everybody knows.
        acting: the seat whose choices are shown; they are sent with its number.
        closed: seats at this device that are to decide behind their hand.
        asked: the draw to enter, if one is due.
    """

    held: tuple[int, ...] = ()
    looks: int | None = None
    acting: int | None = None
    closed: tuple[int, ...] = ()
    asked: AskedShown | None = None

    @property
    def is_shared(self) -> bool:
        """Whether several seats decide at this device."""
        return len(self.held) > 1

    @property
    def audience(self) -> Viewer:
        return Audience.PUBLIC if self.looks is None else Seat(self.looks)


def shown(
    play: Play,
    seats: Sequence[SeatShown],
    mine: int | None,
    called: Sequence[str],
    wanted: int | None = None,
) -> RealTable:
    """The same for any match: without real dice, a viewer looks and acts with their own seat.

    Args:
        wanted: the seat that asks to see what only it may know; another device's is not shown.
    """
    if not play.by_hand or not play.began_at:
        return RealTable(looks=mine, acting=mine)
    held = held_by(play, seats, mine)
    looks = wanted if wanted in held else None
    if len(held) == 1:
        looks = mine
    acting, closed = looks, tuple[int, ...]()
    if looks is None and play.state == PlayState.RUNNING:
        owing = [
            seat.number for seat in seats if seat.number in held and seat.owes and not seat.bot
        ]
        closed = tuple(seat for seat in owing if not _is_open(play, seat))
        acting = next((seat for seat in owing if seat not in closed), None)
    asked = asked_now(play) if play.state == PlayState.RUNNING else None
    return RealTable(
        held,
        looks,
        acting,
        closed,
        None if asked is None else _asked(play, seats, mine, asked, called),
    )


def held_by(play: Play, seats: Seats, mine: int | None) -> tuple[int, ...]:
    """The seats that decide at the device of one: its own, and at the host's those without one."""
    if mine is None:
        return ()
    is_host = mine == play.host
    return tuple(seat.number for seat in seats if seat.number == mine or (is_host and seat.at_host))


def asked_now(play: Play) -> Asked | None:
    """The draw that the match waits for; None where it waits for none, or draws by itself."""
    if not play.by_hand or not play.began_at:
        return None
    game, state = played(states.package_of(play)), states.newest(play)
    if CHANCE not in game.to_act(state):
        return None
    return game.asks(game.view(state, Audience.PUBLIC))


def may_enter(play: Play, seats: Seats, mine: int | None, asked: Asked) -> bool:
    """The host and whoever makes the draw; anybody who sits there once the host has gone."""
    if mine is None:
        return False
    return bool(seats[play.host].bot) or mine in (play.host, asked.seat, *asked.together)


def _is_open(play: Play, seat: int) -> bool:
    """Whether everybody may see what the seat decides, and what it chooses from."""
    game, state = played(states.package_of(play)), states.newest(play)
    return all(
        game.redact(state, Seat(seat), action, Audience.PUBLIC) == game.action_to_json(action)
        for action in game.legal(state, Seat(seat))
    )


def _asked(
    play: Play, seats: Sequence[SeatShown], mine: int | None, asked: Asked, called: Sequence[str]
) -> AskedShown:
    return AskedShown(
        question=render(asked.question, called, gettext),
        boxes=tuple(
            BoxShown(
                render(box.words, called, gettext),
                tuple(
                    FallenShown(each.value, render(each.words, called, gettext))
                    for each in box.values
                ),
            )
            for box in asked.boxes
        ),
        seat=asked.seat,
        may_enter=may_enter(play, seats, mine, asked),
        for_bots=any(seats[each].bot for each in (asked.seat, *asked.together) if each is not None),
    )
