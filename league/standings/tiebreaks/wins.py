"""Tables won: number of games won (FIDE 7.2)."""

from __future__ import annotations

from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Wins(Single):
    """Tables won."""

    key: ClassVar[str] = "wins"
    name: ClassVar[str] = gettext_noop("Wins")
    sentence: ClassVar[str] = gettext_noop("Tables won. Drawn tables have no winner.")

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.wins(player)

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(
            Term(seat.win, match=seat.match, event=seat.event, round=seat.round, place=seat.place)
            for seat in tally.seats(player)
            if seat.win
        )
