"""What one player has collected over a stage or a season."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from league.standings.award import SeatAward
from league.standings.book import Book, Scored
from league.standings.byes import bye_points
from league.standings.contract import Shares
from league.standings.exact import exact_sum
from league.standings.table import CellNote
from league.standings.types import BYE_KINDS, Adjustment, ByeResult, Carried, MatchId, PlayerId

_LIMITED = ("bye", "requested_bye")
_BYE_ORDER = {kind: number for number, kind in enumerate(sorted(BYE_KINDS))}


class Played(NamedTuple):
    """One seat of a match; `award` is None where the seat cannot score (a guest, or void)."""

    scored: Scored
    at: int
    award: SeatAward | None


class Missed(NamedTuple):
    """A round without a match and what it is worth; `points` is None where void."""

    book: Book
    bye: ByeResult
    points: Fraction | None
    note: CellNote


Slot: TypeAlias = "Played | Missed"


@dataclass(frozen=True, slots=True)
class Sums:
    """What all results of a player add up to, whatever a season's rule counts of them."""

    matches: int
    match_points: Fraction
    bye_points: Fraction
    wins: Fraction
    places: Counter[int]
    adjusted: Fraction
    carried: Fraction
    beaten: int
    faced: int


@dataclass(slots=True)
class Account:
    """The seats, byes and adjustments of a player; sums are worked out when asked for.

    `in_order` says that the seats were added in the order they were played.
    """

    player: PlayerId
    seats: dict[MatchId, Played] = field(default_factory=dict)
    byes: list[tuple[Book, ByeResult]] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    carried: list[Carried] = field(default_factory=list)
    in_order: bool = True
    _sums: Sums | None = None
    _missed: tuple[Missed, ...] | None = None
    _slots: tuple[Slot, ...] | None = None

    def changed(self) -> None:
        """Forget what was worked out: something was added or taken away."""
        self._sums = self._missed = self._slots = None

    @property
    def is_fresh(self) -> bool:
        """Whether nothing was worked out since the last change."""
        return self._sums is None and self._slots is None and self._missed is None

    @property
    def takes_part(self) -> bool:
        """False for somebody who only held seats as a guest or filler."""
        return bool(self.adjustments or self.byes or self.carried) or any(
            seat.scored.ranked[seat.at] for seat in self.seats.values()
        )

    @property
    def of_evenings(self) -> list[Adjustment]:
        """The adjustments that belong to a stage of an evening and not to the season."""
        books = {id(seat.scored.book): seat.scored.book for seat in self.seats.values()}
        books.update((id(book), book) for book, _ in self.byes)
        return [one for book in books.values() for one in book.adjustments]

    @property
    def awards(self) -> list[SeatAward]:
        """What the matches that count for this player gave, in no particular order."""
        return [seat.award for seat in self.seats.values() if seat.award is not None]

    @property
    def sums(self) -> Sums:
        if self._sums is None:
            self._sums = self._add_up()
        return self._sums

    def _add_up(self) -> Sums:
        # The same few awards come up again and again: counting them first spares additions.
        counts = Counter(self.awards)
        tops: dict[int, int] = {}
        beaten = faced = 0
        wins = 0
        shared: list[Fraction] = []
        places: Counter[int] = Counter()
        for award, times in counts.items():
            beaten += award.beaten * times
            faced += award.faced * times
            tops[award.bottom] = tops.get(award.bottom, 0) + award.top * times
            if award.win == 1:
                wins += times
            elif award.win:
                shared.append(award.win * times)
            if award.decided:
                places[award.place] += times
        missed = self.missed
        return Sums(
            matches=sum(counts.values()),
            match_points=exact_sum(Fraction(top, bottom) for bottom, top in tops.items()),
            bye_points=exact_sum([one.points for one in missed if one.points is not None]),
            wins=wins + exact_sum(shared) if shared else Fraction(wins),
            places=places,
            adjusted=exact_sum([one.points for one in self.adjustments]),
            carried=exact_sum([one.points for one in self.carried]),
            beaten=beaten,
            faced=faced,
        )

    @property
    def shares(self) -> Shares:
        """What parts of the points at the own tables were the player's."""
        parts: dict[int, int] = {}
        owns: list[Fraction] = []
        totals: list[Fraction] = []
        for seat in self.seats.values():
            own = seat.scored.table.seats[seat.at].score
            total = seat.scored.total
            if seat.award is None or own is None or total is None:
                continue
            owns.append(own)
            totals.append(total)
            bottom = own.denominator * total.numerator
            parts[bottom] = parts.get(bottom, 0) + own.numerator * total.denominator
        return Shares(
            exact_sum(Fraction(top, bottom) for bottom, top in parts.items()),
            exact_sum(owns),
            exact_sum(totals),
            len(owns),
        )

    @property
    def scores(self) -> tuple[Fraction, int]:
        """The games' own points together, and in how many matches there were some."""
        told = [
            seat.scored.table.seats[seat.at].score
            for seat in self.seats.values()
            if seat.award is not None
        ]
        known = [score for score in told if score is not None]
        return exact_sum(known), len(known)

    @property
    def missed(self) -> tuple[Missed, ...]:
        """Rounds without a match in the order of their stages and rounds."""
        if self._missed is None:
            self._missed = tuple(self._worth_of_byes())
        return self._missed

    def _worth_of_byes(self) -> list[Missed]:
        found: list[Missed] = []
        limited = 0
        told = sorted(self.byes, key=lambda entry: (entry[0].order, entry[1].round, entry[1].kind))
        for book, bye in told:
            if self.player in book.void:
                found.append(Missed(book, bye, None, "void"))
                continue
            settings = book.settings
            value = bye.value or settings.value_of(bye.kind)
            note: CellNote = ""
            points = bye_points(value, book.scheme, settings, lambda b=book: self.average_in(b))  # type: ignore[misc]
            if bye.kind in _LIMITED:
                limited += 1
                if settings.bye_limit is not None and limited > settings.bye_limit:
                    points, note = Fraction(0), "over_limit"
            found.append(Missed(book, bye, points, note))
        return found

    def average_in(self, book: Book) -> Fraction | None:
        """Points per match within one stage."""
        own = [
            seat.award.points
            for seat in self.seats.values()
            if seat.scored.book is book and seat.award is not None
        ]
        points = [one for one in own if one is not None]
        return exact_sum(points) / len(points) if points else None

    @property
    def played(self) -> list[Played]:
        """The seats in the order they were played."""
        seats = list(self.seats.values())
        if not self.in_order:
            seats.sort(key=_when_played)
        return seats

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Matches and rounds without one, in order."""
        if self._slots is None:
            slots: list[Slot] = list(self.played)
            if self.byes:
                slots.extend(self.missed)
                slots.sort(key=_when)
            self._slots = tuple(slots)
        return self._slots


def _when_played(seat: Played) -> tuple[tuple[int, ...], int, int, int]:
    table = seat.scored.table
    return (seat.scored.book.order, table.round, table.order, table.match)


def _when(slot: Slot) -> tuple[tuple[int, ...], int, int, int, int]:
    if isinstance(slot, Played):
        table = slot.scored.table
        return (slot.scored.book.order, table.round, 0, table.order, table.match)
    return (slot.book.order, slot.bye.round, 1, _BYE_ORDER[slot.bye.kind], 0)
