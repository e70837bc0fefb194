"""Matches of Teufel, Teufel! from a list of places."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.errors import MalformedSheet
from games.core.sheet import PastSeat
from games.core.types import JSON
from games.teufel_teufel.options import EntryLevel, TeufelOptions
from games.teufel_teufel.sheet.filled import STAYED
from games.teufel_teufel.sheet.layout import letters_in_order
from games.teufel_teufel.words import End


def past_sheet(seats: Sequence[PastSeat], options: TeufelOptions) -> JSON:
    """Places count the order of leaving; whoever is last, or shares it, has stayed.

    Where letters part those who stayed, whoever has letters has stayed.

    Raises MalformedSheet where a place is missing, or points are given.
    """
    places: list[int] = []
    for number, seat in enumerate(seats):
        if seat.points is not None:
            raise MalformedSheet("past.points_unknown", ("seats", number, "points"))
        if seat.place is None:
            raise MalformedSheet("past.place_missing", ("seats", number, "place"))
        places.append(seat.place)
    has_letters = letters_in_order(options) and any(seat.tiebreak is not None for seat in seats)
    rows: list[JSON] = []
    stayed = 0
    for seat, place in zip(seats, places, strict=True):
        stays = seat.tiebreak is not None if has_letters else place == max(places)
        stayed += stays
        row: dict[str, JSON] = {"left": STAYED if stays else place}
        if has_letters and stays:
            row["letters"] = seat.tiebreak
        rows.append(row)
    end = End.LAST_ONE if stayed == 1 else End.DAY_BREAK
    return {"level": EntryLevel.ORDER.value, "seats": rows, "end": end.value}
