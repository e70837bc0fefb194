"""The points of all opponents: Buchholz (FIDE 8.1), SOS, strength of schedule."""

from __future__ import annotations

from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Depends, Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Opponents(Single):
    """The points of all opponents at all tables; who was met twice counts twice."""

    key: ClassVar[str] = "opponents"
    name: ClassVar[str] = gettext_noop("Opponents' points")
    sentence: ClassVar[str] = gettext_noop(
        "The total points of everyone met at a table; anyone met twice counts twice."
    )
    depends: ClassVar[Depends] = "others"

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.opponents_points(player)

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(
            Term(
                tally.points(rival),
                "opponent",
                match=seat.match,
                event=seat.event,
                round=seat.round,
                opponent=rival,
            )
            for seat in tally.seats(player)
            for rival in seat.rivals
        )
