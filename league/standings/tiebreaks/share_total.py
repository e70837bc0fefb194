"""The share of all points at the own tables."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class ShareTotal(Single):
    """All own points / all points at the own tables."""

    key: ClassVar[str] = "share_total"
    name: ClassVar[str] = gettext_noop("Share of all points")
    sentence: ClassVar[str] = gettext_noop(
        "The player's share of all points made at those tables. If table sizes differ, "
        "set the full table size in the stage."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        shares = tally.shares(player)
        return shares.own / shares.total if shares.total else None

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(
            Term(seat.score, match=seat.match, event=seat.event, round=seat.round, place=seat.place)
            for seat in tally.seats(player)
            if seat.score is not None and seat.table_score is not None
        )

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        return tally.shares(player).total or None
