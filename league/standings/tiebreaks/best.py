"""The best result, then the second best: countback of results."""

from __future__ import annotations

from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class Best(Single):
    """The best counted result, then the second best, and so on."""

    key: ClassVar[str] = "best"
    name: ClassVar[str] = gettext_noop("Best results")
    sentence: ClassVar[str] = gettext_noop(
        "The best single result that counts; if tied, the second best, and so on."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.best(player) or None

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        counted = [term for term in tally.results(player) if term.counted and term.value]
        return tuple(sorted(counted, key=lambda term: term.value, reverse=True))
