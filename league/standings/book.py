"""One stage while its results are collected."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from league.standings.award import Awarder, SeatAward
from league.standings.contract import PointsScheme
from league.standings.exact import exact_sum
from league.standings.settings import ONE, SeatMean, StageSettings
from league.standings.types import (
    Adjustment,
    ByeResult,
    EventId,
    MatchId,
    PlayerId,
    TableResult,
    apart,
)


class Scored:
    """A match with what each seat got; `ranked` tells which seats may score."""

    __slots__ = (
        "_is_total_known",
        "_meeting",
        "_total",
        "awards",
        "book",
        "ranked",
        "table",
        "where",
    )

    def __init__(
        self,
        book: Book,
        table: TableResult,
        awards: tuple[SeatAward, ...],
        ranked: tuple[bool, ...],
        where: EventId,
    ) -> None:
        self.book = book
        self.table = table
        self.awards = awards
        self.ranked = ranked
        self.where = where
        self._meeting: dict[PlayerId, int] | None = None
        self._is_total_known = False
        self._total: Fraction | None = None

    @property
    def meeting(self) -> dict[PlayerId, int]:
        """The places of those whose result counts; empty at a drawn table."""
        if self._meeting is None:
            void = self.book.void
            self._meeting = {
                seat.player: award.place
                for seat, award, scores in zip(
                    self.table.seats, self.awards, self.ranked, strict=True
                )
                if scores and seat.player not in void and not self.table.drawn
            }
        return self._meeting

    def rivals(self, player: PlayerId) -> list[PlayerId]:
        """The other ranked seats, void ones included, without those of the own side."""
        seats = self.table.seats
        own = next(seat for seat in seats if seat.player == player)
        return [
            seat.player
            for seat, scores in zip(seats, self.ranked, strict=True)
            if scores and apart(seat, own)
        ]

    @property
    def total(self) -> Fraction | None:
        """All scores of the table together; None where no share can be taken of them."""
        if not self._is_total_known:
            self._total = self._add_scores()
            self._is_total_known = True
        return self._total

    @property
    def scores(self) -> list[Fraction]:
        """The scores in the order of the seats; empty unless every seat has one."""
        scores = [seat.score for seat in self.table.seats if seat.score is not None]
        return scores if len(scores) == self.table.size else []

    def _add_scores(self) -> Fraction | None:
        scores = self.scores
        if not scores or self.table.higher_wins is False:
            return None
        total = exact_sum(scores)
        full = self.book.settings.full_size
        if full is not None and full > len(scores):
            total = total * full / len(scores)  # every missing seat at the table's average
        return total if total > 0 else None


@dataclass(eq=False)
class Book:
    """How a stage scores, and what was written into it.

    `order` sorts books by when they were played. `event` overrides what the matches say.
    """

    scheme: PointsScheme
    settings: StageSettings
    event: EventId | None = None
    order: tuple[int, ...] = ()
    weight: Fraction = ONE
    stage: int = 0
    guests: frozenset[PlayerId] = frozenset()
    void: frozenset[PlayerId] = frozenset()
    chain: tuple[str, ...] = ()
    scored: dict[MatchId, Scored] = field(default_factory=dict)
    byes: list[ByeResult] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.awarder = Awarder(self.scheme, self.settings)

    def score(self, table: TableResult) -> Scored:
        guests = self.guests
        ranked = tuple([seat.ranked and seat.player not in guests for seat in table.seats])
        where = table.event if self.event is None else self.event
        return Scored(self, table, self.awarder.awards(table, ranked), ranked, where)

    @property
    def where(self) -> EventId:
        """The event that byes are placed in: that of the earliest match."""
        if self.event is not None:
            return self.event
        if not self.scored:
            return EventId(0)
        first = min(
            (one.table.round, one.table.order, one.table.match) for one in self.scored.values()
        )
        return self.scored[first[2]].where

    @property
    def rounds(self) -> list[tuple[EventId, int]]:
        where = self.where
        found = {(one.where, one.table.round) for one in self.scored.values()}
        found |= {(where, bye.round) for bye in self.byes}
        return sorted(found, key=lambda key: (key[1], key[0]))

    @cached_property
    def seat_means(self) -> dict[tuple[str, int, int], SeatMean]:
        return {(one.game, one.size, one.seat): one for one in self.settings.seat_means}
