"""How often the opponents won: OMW, opponents' match wins."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Depends, Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class OpponentsWins(Single):
    """The mean over all meetings of the opponents' share of tables won, at least the floor.

    Known as opponents' match-win percentage (OMW). The floor is a setting of the stage in which
    they met; opponents without a match that counts are left out.
    """

    key: ClassVar[str] = "opponents_wins"
    name: ClassVar[str] = gettext_noop("Opponents' wins")
    sentence: ClassVar[str] = gettext_noop(
        "The share of their tables the opponents won, on average; a minimum can be set in "
        "the stage."
    )
    depends: ClassVar[Depends] = "all"

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.opponents_wins(player)

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(
            Term(
                max(share, seat.opponents_floor),
                "opponent",
                match=seat.match,
                event=seat.event,
                round=seat.round,
                opponent=rival,
            )
            for seat in tally.seats(player)
            for rival in seat.rivals
            if (share := tally.win_share(rival)) is not None
        )

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        return Fraction(len(self.terms(tally, player))) or None
