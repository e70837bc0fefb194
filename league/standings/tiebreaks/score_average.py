"""The game's own points per match: average score."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from games.core.text import gettext_noop
from league.standings.contract import Tally, Value
from league.standings.tiebreaks.score import Score
from league.standings.types import PlayerId


class ScoreAverage(Score):
    """The own points of the games per match really played; by the game more or fewer are better.

    Where games of both directions were played nobody has a value.
    """

    key: ClassVar[str] = "score_average"
    name: ClassVar[str] = gettext_noop("Game points per match")
    sentence: ClassVar[str] = gettext_noop(
        "The points made in the games themselves, per match played."
    )

    def value(self, tally: Tally, player: PlayerId) -> Value:
        total, matches = tally.scores(player)
        return total / matches if matches and tally.higher_wins() is not None else None

    def divisor(self, tally: Tally, player: PlayerId) -> Fraction | None:
        return Fraction(len(self.terms(tally, player))) or None
