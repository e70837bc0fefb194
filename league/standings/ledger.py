"""The results of a stage or season as they are collected, and the sums tables are ranked by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from league.standings.account import Account, Played
from league.standings.book import Book, Scored
from league.standings.contract import PointsScheme, Shares, Term, Value
from league.standings.counted import Counted, EveningResult, count
from league.standings.errors import StandingsError
from league.standings.opponents import Opponents
from league.standings.rules import SeasonRule
from league.standings.seat_view import SeatView
from league.standings.settings import ONE, StageSettings
from league.standings.summary import Strength, Summary
from league.standings.types import (
    Adjustment,
    ByeResult,
    Entrant,
    EventId,
    Lot,
    MatchId,
    PlayerId,
    Results,
    TableResult,
)

Meetings: TypeAlias = Callable[[PlayerId], Sequence[Mapping[PlayerId, int]]]


@dataclass(frozen=True, slots=True)
class Whole:
    """What belongs to no player: the size of the largest table, rounds, and the direction of the
    games' points (None where it differs)."""

    largest: int
    rounds: tuple[tuple[EventId, int], ...]
    higher_wins: bool | None


class Ledger:
    """Collects stages; implements the contract `Tally`.

    Results may be added and removed at any time. Only the sums of players they concern are
    worked out again. Players known by a `Summary` alone take part with what it says;
    `meetings` tells, for these, the places of the tables they sat at, and `whole` what the
    results in this ledger alone would not tell.
    """

    def __init__(
        self,
        rule: SeasonRule | None = None,
        meetings: Meetings | None = None,
        whole: Whole | None = None,
    ) -> None:
        self.accounts: dict[PlayerId, Account] = {}
        self.books: list[Book] = []
        self.rule = rule
        self.summaries: dict[PlayerId, Summary] = {}
        self._meetings = meetings
        self._whole = whole
        self._scored: dict[MatchId, Scored] = {}
        self._sizes: Counter[int] = Counter()
        self._directions: Counter[bool | None] = Counter()
        self._lots: list[Lot] = []
        self._last: tuple[int, ...] = ()
        self._counted: dict[PlayerId, Counted] = {}
        self._opponents = Opponents(self)
        self._evenings: Mapping[PlayerId, Sequence[EveningResult]] = {}

    # --- writing ---------------------------------------------------------------------------

    def open(
        self,
        scheme: PointsScheme,
        settings: StageSettings,
        *,
        event: EventId | None = None,
        order: tuple[int, ...] = (),
        weight: Fraction = ONE,
        stage: int = 0,
        chain: Sequence[str] = (),
        entrants: Iterable[Entrant] = (),
    ) -> Book:
        """Begin a stage; `order` sorts stages by when they were played."""
        told = list(entrants)
        if len({entrant.player for entrant in told}) != len(told):
            raise StandingsError("entrant_twice")
        if weight < 0:
            raise StandingsError("weight_negative", "weight")
        book = Book(
            scheme,
            settings,
            event,
            order,
            weight,
            stage,
            guests=frozenset(one.player for one in told if not one.ranked),
            void=frozenset(one.player for one in told if one.void and one.state == "disqualified"),
            chain=tuple(chain),
        )
        self.books.append(book)
        return book

    def collect(
        self,
        results: Results,
        scheme: PointsScheme,
        settings: StageSettings,
        event: EventId | None = None,
    ) -> Book:
        """Add one stage; `event` overrides what the matches say, and places the byes."""
        book = self.open(
            scheme,
            settings,
            event=event,
            order=(len(self.books),),
            entrants=results.entrants,
        )
        self.fill(book, results)
        return book

    def fill(self, book: Book, results: Results) -> None:
        """Write the results of a stage into its book."""
        if book.order < self._last:
            for account in self.accounts.values():
                account.in_order = False
        self._last = max(self._last, book.order)
        for table in sorted(results.tables, key=lambda one: (one.round, one.order, one.match)):
            self._write(book, table)
        for bye in results.byes:
            self.add_bye(book, bye)
        for adjustment in results.adjustments:
            book.adjustments.append(adjustment)
        self.adjust(results.adjustments)
        for carried in results.carried:
            account = self.account(carried.player)
            account.carried.append(carried)
            self._changed(account)
        self._lots.extend(results.lots)

    def adopt(self, book: Book) -> None:
        """Take over a book that was filled elsewhere, without scoring its matches again."""
        self.books.append(book)
        for scored in book.scored.values():
            self._enter(scored)
        for bye in book.byes:
            self.account(bye.player).byes.append((book, bye))
        self.adjust(book.adjustments)

    def add(self, book: Book, table: TableResult) -> None:
        """Write one more match into the book of its stage."""
        scored = self._write(book, table)
        for seat in scored.table.seats:
            self.accounts[seat.player].in_order = False

    def _write(self, book: Book, table: TableResult) -> Scored:
        match, seats = table.match, table.seats
        if match in self._scored:
            raise StandingsError("match_twice", match=match)
        if len({seat.player for seat in seats}) != len(seats):
            raise StandingsError("seat_twice", match=match)
        scored = book.scored[match] = book.score(table)
        self._enter(scored)
        return scored

    def _enter(self, scored: Scored) -> None:
        table = scored.table
        match, seats = table.match, table.seats
        self._scored[match] = scored
        self._sizes[len(seats)] += 1
        if seats and seats[0].score is not None:
            self._directions[table.higher_wins] += 1
        void, counted = scored.book.void, self._counted
        self._opponents.forget()
        for index, seat in enumerate(seats):
            player = seat.player
            account = self.accounts.get(player)
            if account is None:
                account = self.accounts[player] = Account(player)
            award = scored.awards[index]
            counts = award.points is not None and player not in void
            account.seats[match] = Played(scored, index, award if counts else None)
            if not account.is_fresh:
                account.changed()
            if counted:
                counted.pop(player, None)

    def remove(self, match: MatchId) -> TableResult:
        """Take a match away; whoever has nothing else loses the account."""
        scored = self._scored.pop(match, None)
        if scored is None:
            raise StandingsError("match_unknown", match=match)
        del scored.book.scored[match]
        table = scored.table
        self._sizes[table.size] -= 1
        if table.seats and table.seats[0].score is not None:
            self._directions[table.higher_wins] -= 1
        for seat in table.seats:
            account = self.accounts[seat.player]
            del account.seats[match]
            self._changed(account)
            self._forget_if_empty(account)
        return table

    def add_bye(self, book: Book, bye: ByeResult) -> None:
        book.byes.append(bye)
        account = self.account(bye.player)
        account.byes.append((book, bye))
        self._changed(account)

    def adjust(self, adjustments: Iterable[Adjustment]) -> None:
        """Add penalties and bonuses; they are kept in the order of their reasons."""
        for adjustment in adjustments:
            account = self.account(adjustment.player)
            account.adjustments.append(adjustment)
            account.adjustments.sort(key=lambda one: (one.reason, one.points))
            self._changed(account)

    def record_lots(self, lots: Iterable[Lot]) -> None:
        self._lots.extend(lots)

    def rank_evenings(self, ranks: Mapping[PlayerId, Sequence[EveningResult]]) -> None:
        """Say what the ranks of the evenings are worth, for the rule that counts these."""
        self._evenings = ranks
        self._counted.clear()
        self._opponents.forget()

    def know(self, summary: Summary) -> None:
        """Let somebody take part of whom only the summary is known."""
        self.summaries[summary.player] = summary

    def account(self, player: PlayerId) -> Account:
        """The account of a player, opened if there was none."""
        found = self.accounts.get(player)
        if found is None:
            found = self.accounts[player] = Account(player)
        return found

    def _changed(self, account: Account) -> None:
        account.changed()
        self._counted.pop(account.player, None)
        self._opponents.forget()

    def _forget_if_empty(self, account: Account) -> None:
        if not (account.seats or account.byes or account.adjustments or account.carried):
            del self.accounts[account.player]

    # --- reading ---------------------------------------------------------------------------

    @property
    def rounds(self) -> tuple[tuple[EventId, int], ...]:
        """Every (event, round) that occurs, in the order of the stages."""
        if self._whole is not None:
            return self._whole.rounds
        found: dict[tuple[EventId, int], None] = {}
        for book in sorted(self.books, key=lambda book: book.order):
            found.update(dict.fromkeys(book.rounds))
        return tuple(found)

    @property
    def largest(self) -> int:
        """The size of the largest table, as told or as seen."""
        if self._whole is not None:
            return self._whole.largest
        return max((size for size, times in self._sizes.items() if times), default=0)

    @property
    def whole(self) -> Whole:
        return Whole(self.largest, self.rounds, self.higher_wins())

    def counted(self, player: PlayerId) -> Counted:
        """What the rule counts of a player's results."""
        known = self._counted.get(player)
        if known is None:
            known = count(self.account(player), self.rule, self._evenings.get(player, ()))
            self._counted[player] = known
        return known

    def takes_part(self, player: PlayerId) -> bool:
        return player in self.summaries or self.account(player).takes_part

    def adjustments(self, player: PlayerId) -> tuple[Adjustment, ...]:
        if player in self.summaries:
            return self.summaries[player].adjustments
        return tuple(self.account(player).adjustments)

    def points(self, player: PlayerId) -> Fraction:
        cold = self.summaries.get(player)
        return cold.points if cold is not None else self.counted(player).points

    def matches(self, player: PlayerId) -> int:
        cold = self.summaries.get(player)
        return cold.matches if cold is not None else self.account(player).sums.matches

    def average(self, player: PlayerId) -> Fraction | None:
        cold = self.summaries.get(player)
        return cold.average if cold is not None else self.counted(player).average

    def divisor(self, player: PlayerId) -> Fraction | None:
        return self.counted(player).divisor

    def average_terms(self, player: PlayerId) -> tuple[Term, ...]:
        terms = self.results(player)
        if self.rule is None or not self.rule.by_average:
            terms = tuple(
                Term(
                    seat.points,
                    match=seat.match,
                    event=seat.event,
                    round=seat.round,
                    place=seat.place,
                )
                for seat in self.seats(player)
            )
        fines = tuple(
            Term(one.points, "adjustment", reason=one.reason) for one in self.adjustments(player)
        )
        return (*(term for term in terms if term.kind == "match"), *fines)

    def mean_per_match(self, player: PlayerId) -> Fraction | None:
        cold = self.summaries.get(player)
        if cold is not None:
            return cold.mean_per_match
        sums = self.account(player).sums
        if not sums.matches:
            return None
        return (sums.match_points + sums.adjusted) / sums.matches

    def win_share(self, player: PlayerId) -> Fraction | None:
        matches = self.matches(player)
        return self.wins(player) / matches if matches else None

    def opponents_wins(self, player: PlayerId) -> Fraction | None:
        return self._opponents.wins(player)

    def wins(self, player: PlayerId) -> Fraction:
        cold = self.summaries.get(player)
        return cold.wins if cold is not None else self.account(player).sums.wins

    def places(self, player: PlayerId) -> tuple[int, ...]:
        cold = self.summaries.get(player)
        if cold is not None:
            return (cold.places + (0,) * self.largest)[: self.largest]
        counts = self.account(player).sums.places
        return tuple([counts[place] for place in range(1, self.largest + 1)])

    def best(self, player: PlayerId) -> tuple[Fraction, ...]:
        return self.counted(player).best

    def counted_total(self, player: PlayerId) -> Fraction:
        return self.counted(player).total

    def all_total(self, player: PlayerId) -> Fraction:
        return self.counted(player).every

    def beaten(self, player: PlayerId) -> tuple[int, int]:
        sums = self.account(player).sums
        return sums.beaten, sums.faced

    def scores(self, player: PlayerId) -> tuple[Fraction, int]:
        return self.account(player).scores

    def shares(self, player: PlayerId) -> Shares:
        return self.account(player).shares

    def seats(self, player: PlayerId) -> Sequence[SeatView]:
        return [SeatView(seat) for seat in self.account(player).played if seat.award is not None]

    def higher_wins(self) -> bool | None:
        if self._whole is not None:
            return self._whole.higher_wins
        told = {way for way, times in self._directions.items() if times}
        return told.pop() if len(told) == 1 else None

    def lots(self) -> Sequence[Lot]:
        return self._lots

    def tables_of(self, player: PlayerId) -> Sequence[Mapping[PlayerId, int]]:
        if player in self.summaries:
            return self._meetings(player) if self._meetings is not None else ()
        return [
            seat.scored.meeting
            for seat in self.account(player).seats.values()
            if seat.award is not None and not seat.scored.table.drawn
        ]

    def opponents_points(self, player: PlayerId) -> Fraction | None:
        """The points of all opponents at all tables; who was met twice counts twice."""
        total, met = self._opponents.points(self.account(player))
        return total if met else None

    def opponents_average(self, player: PlayerId) -> Fraction | None:
        """The mean of the opponents' points per match; opponents without a match are left out."""
        total, met = self._opponents.means(self.account(player))
        return total / met if met else None

    def _rivals(self, player: PlayerId) -> list[PlayerId]:
        return [
            rival
            for one in self.account(player).seats.values()
            if one.scored.ranked[one.at]
            for rival in one.scored.rivals(player)
        ]

    def results(self, player: PlayerId) -> tuple[Term, ...]:
        return self.counted(player).results(self.account(player))

    def extras(self, player: PlayerId) -> tuple[Term, ...]:
        cold = self.summaries.get(player)
        if cold is not None:
            return cold.extras
        return self.counted(player).extras

    def strength(self, player: PlayerId) -> Strength:
        """What the opponents of a player add up to, to be followed when these change."""
        account = self.account(player)
        return Strength(*self._opponents.points(account), *self._opponents.means(account))

    def meetings(self, player: PlayerId) -> Mapping[PlayerId, int]:
        """How often the player met whom."""
        return Counter(self._rivals(player))

    def stored(self, key: str) -> Mapping[PlayerId, Value]:
        return {
            player: summary.values[key]
            for player, summary in self.summaries.items()
            if key in summary.values
        }
