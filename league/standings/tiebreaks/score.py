"""The game's own points: total score, game points."""

from __future__ import annotations

from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Score(Single):
    """All own points of the games together; by the game more or fewer are better.

    Where games of both directions were played nobody has a value.
    """

    key: ClassVar[str] = "score"
    name: ClassVar[str] = gettext_noop("Game points")
    sentence: ClassVar[str] = gettext_noop("The total points made in the games themselves.")

    def lower_wins(self, tally: Tally) -> bool:
        return tally.higher_wins() is False

    def value(self, tally: Tally, player: PlayerId) -> Value:
        total, matches = tally.scores(player)
        return total if matches and tally.higher_wins() is not None else None

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        if tally.higher_wins() is None:
            return ()
        return tuple(
            Term(seat.score, match=seat.match, event=seat.event, round=seat.round, place=seat.place)
            for seat in tally.seats(player)
            if seat.score is not None
        )
