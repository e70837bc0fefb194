"""The mean of the opponents' averages: a Buchholz that is fair to tables of any size."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Depends, Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class OpponentsAverage(Single):
    """The mean over all opponents of their points per match; opponents without one are left out."""

    key: ClassVar[str] = "opponents_average"
    name: ClassVar[str] = gettext_noop("Opponents' average")
    sentence: ClassVar[str] = gettext_noop(
        "The opponents' average points per match: meeting stronger players puts you ahead."
    )
    depends: ClassVar[Depends] = "others"

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.opponents_average(player)

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        found: list[Term] = []
        for seat in tally.seats(player):
            for rival in seat.rivals:
                mean = tally.mean_per_match(rival)
                if mean is not None:
                    found.append(
                        Term(
                            mean,
                            "opponent",
                            match=seat.match,
                            event=seat.event,
                            round=seat.round,
                            opponent=rival,
                        )
                    )
        return tuple(found)

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        return Fraction(len(self.terms(tally, player))) or None
