"""One seat of a match, as criteria look at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.standings.account import Played
from league.standings.types import EventId, MatchId, PlayerId


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat that counts, as criteria look at it."""

    seat: Played

    @property
    def match(self) -> MatchId:
        return self.seat.scored.table.match

    @property
    def event(self) -> EventId:
        return self.seat.scored.where

    @property
    def round(self) -> int:
        return self.seat.scored.table.round

    @property
    def place(self) -> int:
        return self.seat.scored.awards[self.seat.at].place

    @property
    def points(self) -> Fraction:
        return self.seat.scored.awards[self.seat.at].points or Fraction(0)

    @property
    def win(self) -> Fraction:
        return self.seat.scored.awards[self.seat.at].win

    @property
    def score(self) -> Fraction | None:
        return self.seat.scored.table.seats[self.seat.at].score

    @property
    def table_score(self) -> Fraction | None:
        return self.seat.scored.total

    @property
    def top_score(self) -> Fraction | None:
        scores, table = self.seat.scored.scores, self.seat.scored.table
        top = max(scores, default=Fraction(0))
        return top if top > 0 and table.higher_wins is not False else None

    @property
    def lead(self) -> Fraction | None:
        scores, table = sorted(self.seat.scored.scores), self.seat.scored.table
        if len(scores) < 2 or table.higher_wins is None:
            return None
        return scores[-1] - scores[-2] if table.higher_wins else scores[1] - scores[0]

    @property
    def beaten(self) -> int:
        return self.seat.scored.awards[self.seat.at].beaten

    @property
    def faced(self) -> int:
        return self.seat.scored.awards[self.seat.at].faced

    @property
    def rivals(self) -> Sequence[PlayerId]:
        scored = self.seat.scored
        return scored.rivals(scored.table.seats[self.seat.at].player)

    @property
    def opponents_floor(self) -> Fraction:
        return self.seat.scored.book.settings.opponents_floor

    @property
    def seat_mean(self) -> Fraction | None:
        book, table = self.seat.scored.book, self.seat.scored.table
        position = table.seats[self.seat.at].seat
        if position is not None:
            known = book.seat_means.get((table.game, table.size, position))
            if known is not None:
                return known.mean
        return book.scheme.mean_per_seat(table.size)
