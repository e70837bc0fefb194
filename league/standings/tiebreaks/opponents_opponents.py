"""How often the opponents' opponents won: OOMW."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Depends, Tally, Term, Value
from league.standings.exact import exact_sum
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class OpponentsOpponents(Single):
    """The mean over all meetings of the opponents' own `opponents_wins`.

    Known as opponents' opponents' match-win percentage (OOMW).
    """

    key: ClassVar[str] = "opponents_opponents"
    name: ClassVar[str] = gettext_noop("Opponents' opponents' wins")
    sentence: ClassVar[str] = gettext_noop(
        "The same for the opponents' opponents: meeting people with strong opponents puts "
        "you ahead."
    )
    depends: ClassVar[Depends] = "all"

    def value(self, tally: Tally, player: PlayerId) -> Value:
        shares = [term.value for term in self.terms(tally, player)]
        return exact_sum(shares) / len(shares) if shares else None

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(
            Term(
                share,
                "opponent",
                match=seat.match,
                event=seat.event,
                round=seat.round,
                opponent=rival,
            )
            for seat in tally.seats(player)
            for rival in seat.rivals
            if (share := tally.opponents_wins(rival)) is not None
        )

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        return Fraction(len(self.terms(tally, player))) or None
