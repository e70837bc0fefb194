"""Matches in their order, rated one after the other; and how a rated match is kept.

The order is by time, then by number. Within a match the order is by place, side, then player:
it is what the sums are made in, so the order of seats at the table never changes a bit.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from league.ratings.contract import RatingEngine, State

# Player, place (with the side above it), matches before, value and deviation before, value and
# deviation after.
_SEAT = struct.Struct("<qHI4d")
_SIDE = 1 << 8
# Players, their places and their sides (none where everybody plays alone), in canonical order.
Seats = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class Match(NamedTuple):
    """One confirmed match. ``beta`` is that of its ruleset, if it has one; ``sides`` are empty
    where everybody plays alone. ``id`` is its table's, or that of the play if it ``is_casual``.
    """

    id: int
    at: datetime
    players: tuple[int, ...]
    places: tuple[int, ...]
    beta: float | None = None
    sides: tuple[int, ...] = ()
    is_casual: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What one match did to one player."""

    player: int
    place: int
    before: State
    after: State


def canonical(seats: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Pairs of player and place in the order in which they are rated."""
    ordered = sorted((place, player) for player, place in seats)
    return tuple(player for _, player in ordered), tuple(place for place, _ in ordered)


def play(
    engine: RatingEngine, matches: Iterable[Match], states: dict[int, State]
) -> Iterator[tuple[Match, bytes]]:
    """Rates ``matches`` one after the other, changing ``states``, and yields each as it is kept."""
    start = engine.start()
    rate = engine.rate
    pack = _SEAT.pack
    for match in matches:
        players, places = match.players, match.places
        before = [states.get(player, start) for player in players]
        after = rate(places, before, match.beta, match.sides)
        body = b""
        if match.sides:
            places = tuple(
                [side * _SIDE + place for place, side in zip(places, match.sides, strict=True)]
            )
        for player, place, old, new in zip(players, places, before, after, strict=True):
            states[player] = new
            body += pack(player, place, old[2], old[0], old[1], new[0], new[1])
        yield match, body


def unpacked(body: bytes) -> tuple[Change, ...]:
    """The seats of a rated match as they were kept, to the bit."""
    return tuple(
        Change(player, place % _SIDE, (before, spread, count), (after, new_spread, count + 1))
        for player, place, count, before, spread, after, new_spread in _SEAT.iter_unpack(body)
    )


def seats_of(body: bytes) -> Seats:
    """Players, places and sides of a rated match."""
    rows = list(_SEAT.iter_unpack(body))
    sides = tuple([row[1] // _SIDE for row in rows])
    return (
        tuple([row[0] for row in rows]),
        tuple([row[1] % _SIDE for row in rows]),
        sides if any(sides) else (),
    )


def undo(bodies: Iterable[bytes], states: dict[int, State]) -> None:
    """Takes rated matches back, the latest first: everybody has what stood before them.

    Who has no match left is no longer in ``states``.
    """
    for body in bodies:
        for player, _, count, value, spread, _, _ in _SEAT.iter_unpack(body):
            if count:
                states[player] = (value, spread, count)
            else:
                states.pop(player, None)


def redo(bodies: Iterable[bytes], states: dict[int, State]) -> None:
    """Puts everybody where rated matches left them, the earliest first."""
    for body in bodies:
        for player, _, count, _, _, value, spread in _SEAT.iter_unpack(body):
            states[player] = (value, spread, count + 1)
