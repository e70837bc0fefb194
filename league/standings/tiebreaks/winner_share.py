"""The own points as a part of the winner's: percentage of the winner's score."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.exact import exact_sum
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class WinnerShare(Single):
    """The mean over all matches of own points / the most points at the table.

    Known as percentage of the winner's score. Matches without points, of games in which few
    win, or in which nobody has more than nothing are left out.
    """

    key: ClassVar[str] = "winner_share"
    name: ClassVar[str] = gettext_noop("Share of the winner's points")
    sentence: ClassVar[str] = gettext_noop(
        "The player's points as a share of the winner's, on average; a winner has 1."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        parts = [term.value for term in self.terms(tally, player)]
        return exact_sum(parts) / len(parts) if parts else None

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(
            Term(
                seat.score / seat.top_score,
                match=seat.match,
                event=seat.event,
                round=seat.round,
                place=seat.place,
            )
            for seat in tally.seats(player)
            if seat.score is not None and seat.top_score is not None
        )

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        return Fraction(len(self.terms(tally, player))) or None
