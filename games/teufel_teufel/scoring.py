"""Places from the order of leaving (R46-R50). There are no points."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.places import places_by
from games.core.types import Outcome
from games.teufel_teufel.options import DaybreakPlaces, LosersTiebreak, TeufelOptions
from games.teufel_teufel.words import End


def outcome(
    left: Sequence[int], letters: Sequence[int | None], end: End, options: TeufelOptions
) -> Outcome:
    """How a match counts in which the seats ``left`` have left the board, in this order.

    ``letters`` are the numbers of letters in the discs, seat by seat; those of seats that have
    left do not matter, and the others only where ``letters_part`` says so.
    """
    seats = len(letters)
    keys: list[tuple[int, ...]] = [(seats, 0)] * seats
    if letters_part(len(left), seats, options):
        keys = [(seats, -(number or 0)) for number in letters]
    for place, seat in enumerate(left, start=1):
        keys[seat] = (place, 0)
    return Outcome(
        points=None,
        places=places_by(keys),
        reason=end.value,
        drawn=not left,
        low_tie=(end is not End.LAST_ONE and options.daybreak_places is DaybreakPlaces.SHARED_LAST),
    )


def letters_part(left: int, seats: int, options: TeufelOptions) -> bool:
    """Whether letters part the players still on the board after so many have left (R50).

    Where nobody has left, nobody has won, and nobody is ahead of anybody (R49).
    """
    return options.losers_tiebreak is LosersTiebreak.LETTERS and 1 <= left <= seats - 2
