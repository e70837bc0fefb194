"""The mean share of the table's points: average table share."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class ShareMean(Single):
    """The mean over all matches of own points / all points at the table."""

    key: ClassVar[str] = "share_mean"
    name: ClassVar[str] = gettext_noop("Average share")
    sentence: ClassVar[str] = gettext_noop(
        "The player's average share of the points at the table. If table sizes differ, "
        "set the full table size in the stage."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        shares = tally.shares(player)
        return shares.parts / shares.matches if shares.matches else None

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(
            Term(
                seat.score / seat.table_score,
                match=seat.match,
                event=seat.event,
                round=seat.round,
                place=seat.place,
            )
            for seat in tally.seats(player)
            if seat.score is not None and seat.table_score is not None
        )

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        return Fraction(len(self.terms(tally, player))) or None
