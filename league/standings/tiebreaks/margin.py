"""How far ahead the own wins were: margin of victory."""

from __future__ import annotations

from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.exact import exact_sum
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Margin(Single):
    """The points between winner and runner-up at all tables won, together.

    Known as margin of victory. A shared first place is won by nothing; where few points win,
    the runner-up's come first. A dash for who sat at no table with points.
    """

    key: ClassVar[str] = "margin"
    name: ClassVar[str] = gettext_noop("Margin of victory")
    sentence: ClassVar[str] = gettext_noop(
        "The winning margins at all tables the player won, added up."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        if all(seat.lead is None for seat in tally.seats(player)):
            return None
        return exact_sum([term.value for term in self.terms(tally, player)])

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(
            Term(seat.lead, match=seat.match, event=seat.event, round=seat.round, place=seat.place)
            for seat in tally.seats(player)
            if seat.lead and seat.win
        )
