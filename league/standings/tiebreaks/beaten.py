"""The share of opponents beaten: win ratio over all opponents."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Beaten(Single):
    """Opponents beaten / opponents faced; at a drawn table nobody is beaten."""

    key: ClassVar[str] = "beaten"
    name: ClassVar[str] = gettext_noop("Opponents beaten")
    sentence: ClassVar[str] = gettext_noop("The share of all opponents met who were beaten.")

    def value(self, tally: Tally, player: PlayerId) -> Value:
        beaten, faced = tally.beaten(player)
        return Fraction(beaten, faced) if faced else None

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(
            Term(
                Fraction(seat.beaten),
                match=seat.match,
                event=seat.event,
                round=seat.round,
                place=seat.place,
            )
            for seat in tally.seats(player)
        )

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        return Fraction(tally.beaten(player)[1]) or None
