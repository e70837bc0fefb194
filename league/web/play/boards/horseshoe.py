"""A track of numbered spaces around three sides of an oven, in units of a drawing 300 wide."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDE, HIGH = 300, 260
LEFT, TOP, RIGHT, BOTTOM = 30, 26, 270, 236
# Closer than this, numbers would lie on each other: then only every other one, or fewer, is said.
ROOM = 44
HALF_PLATE = 20
PAWN_WIDE, PAWN_HIGH = 17, 25
HEAP, HEAP_X, HEAP_Y = 54, 150, 160
GOLDEN = pi * (3 - sqrt(5))


@dataclass(frozen=True, slots=True)
class Plate:
    """A numbered space; ``label`` is empty where there is no room for it."""

    x: int
    y: int
    label: str
    is_goal: bool

    @property
    def left(self) -> int:
        return self.x - (HALF_PLATE if self.label else 5)

    @property
    def top(self) -> int:
        return self.y - (11 if self.label else 5)


@dataclass(frozen=True, slots=True)
class Pawn:
    """The pawn of a seat, by the upper left corner; ``number`` counts seats from 1."""

    number: int
    x: int
    y: int
    is_new: bool


def plates(track: Sequence[int], goal: int) -> tuple[Plate, ...]:
    """The spaces of the track, at least one of them; those from ``goal`` on end the match."""
    apart = _length() / (2 * len(track) - 1)
    every = max(1, -(-ROOM // int(2 * apart)))
    found = []
    for number, space in enumerate(track):
        x, y, _ = _spot(2 * number, len(track))
        name = f"0–{space}" if number == 0 and space else str(space)
        after = len(track) - 1 - number
        is_said = after == 0 or (number % every == 0 and after >= every)
        found.append(Plate(x, y, name if is_said else "", space >= goal))
    return tuple(found)


def pawns(
    places: Sequence[int], spaces: int, before: Sequence[int] | None = None
) -> tuple[Pawn, ...]:
    """Where the pawns stand: at the inner side of a space, on the path between two if it is wide.

    Args:
        places: by seat, spaces and gaps counted together; even ones are spaces.
        before: where they stood at the last look.
    """
    found = []
    for place in sorted(set(places)):
        here = [seat for seat, at in enumerate(places) if at == place]
        for seat, (x, y) in zip(here, _stand(place, spaces, len(here)), strict=True):
            moved = before is not None and before[seat] != place
            found.append(Pawn(seat + 1, x, y, moved))
    return tuple(sorted(found, key=lambda pawn: (pawn.y, pawn.x)))


def heap(left: int, full: int) -> str:
    """So many round pieces of ``full`` as the path of a pen: one dot each, the outermost gone."""
    dots = []
    for number in range(left):
        far, turn = HEAP * sqrt((number + 0.5) / full), number * GOLDEN
        dots.append(f"M{HEAP_X + far * cos(turn):.0f} {HEAP_Y + far * sin(turn):.0f}h0")
    return "".join(dots)


def dot(full: int) -> int:
    """How wide one of ``full`` pieces is drawn."""
    return max(6, round(2 * HEAP * sqrt(0.78 / full)))


def rim(capacity: int, full: int) -> int:
    """The radius of the mouth: so many pieces lie within it."""
    return round(HEAP * sqrt(capacity / full))


def _length() -> int:
    return 2 * (BOTTOM - TOP) + RIGHT - LEFT


def _spot(place: int, spaces: int) -> tuple[int, int, str]:
    """A space or a gap on the way up the left side, along the top, down the right side."""
    along = round(place * _length() / (2 * spaces - 1))
    high, wide = BOTTOM - TOP, RIGHT - LEFT
    if along <= high:
        return LEFT, BOTTOM - along, "left"
    if along <= high + wide:
        return LEFT + along - high, TOP, "top"
    return RIGHT, TOP + along - high - wide, "right"


def _stand(place: int, spaces: int, count: int) -> list[tuple[int, int]]:
    x, y, side = _spot(place, spaces)
    columns = min(count, 3 if side == "top" else 2)
    rows = -(-count // columns)
    wide, high = columns * PAWN_WIDE, rows * PAWN_HIGH
    left, top = x - wide // 2, y - high // 2
    is_beside = place % 2 == 0 or _length() / (2 * spaces - 1) < ROOM
    if side == "top":
        top = y + 13 if is_beside else y - high // 2
    elif is_beside:
        left = x + HALF_PLATE + 2 if side == "left" else x - HALF_PLATE - 2 - wide
    left = max(3, min(left, WIDE - 3 - wide))
    top = max(2, min(top, HIGH - 2 - high))
    return [
        (left + at % columns * PAWN_WIDE, top + at // columns * PAWN_HIGH) for at in range(count)
    ]
