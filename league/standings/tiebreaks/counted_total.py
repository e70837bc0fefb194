"""All counted results together."""

from __future__ import annotations

from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class CountedTotal(Single):
    """All counted results together, without penalties and bonuses."""

    key: ClassVar[str] = "counted_total"
    name: ClassVar[str] = gettext_noop("Total that counts")
    sentence: ClassVar[str] = gettext_noop(
        "The total of the results that count, without penalties."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.counted_total(player)

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(term for term in tally.results(player) if term.counted)
