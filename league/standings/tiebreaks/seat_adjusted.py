"""Points above what the seats give on average."""

from __future__ import annotations

from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.exact import exact_sum
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class SeatAdjusted(Single):
    """Match points minus the mean of that seat at tables of that size.

    Where no mean was measured the mean per seat of the scheme is taken, and a match without
    either is left out.
    """

    key: ClassVar[str] = "seat_adjusted"
    name: ClassVar[str] = gettext_noop("Above the seat's average")
    sentence: ClassVar[str] = gettext_noop(
        "Points above what the same seat at tables of that size gives on average."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        terms = self.terms(tally, player)
        return exact_sum(term.value for term in terms) if terms else None

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        found: list[Term] = []
        for seat in tally.seats(player):
            mean = seat.seat_mean
            if mean is not None:
                found.append(
                    Term(
                        seat.points - mean,
                        match=seat.match,
                        event=seat.event,
                        round=seat.round,
                        place=seat.place,
                    )
                )
        return tuple(found)
