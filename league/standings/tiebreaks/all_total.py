"""All results together, dropped ones too."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Term, Value
from league.standings.tiebreaks.single import Single
from league.standings.types import PlayerId


class AllTotal(Single):
    """All results together, also those that do not count."""

    key: ClassVar[str] = "all_total"
    name: ClassVar[str] = gettext_noop("Total of all")
    sentence: ClassVar[str] = gettext_noop(
        "The total of all results, including those that don't count."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        return tally.all_total(player)

    def terms(self, tally: Tally, player: PlayerId) -> tuple[Term, ...]:
        return tuple(replace(term, why="") for term in tally.results(player))
