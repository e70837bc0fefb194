"""From one match to what each seat gets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from league.standings.contract import PointsScheme
from league.standings.counting import Worth
from league.standings.settings import StageSettings
from league.standings.types import SeatResult, TableResult, apart

_NOTHING = Worth(Fraction(0), Fraction(0), Fraction(0))
_MOST_PATTERNS = 50_000


@dataclass(frozen=True, slots=True, eq=False)
class SeatAward:
    """The place that counts, league points, and the part of a win; None for who cannot score.

    `top` and `bottom` are the points as two integers, for adding up many. `beaten` of `faced`
    ranked opponents stand behind; at a drawn table, which has no places (`decided`), nobody does.
    A filler's points are what is booked for it. `worth` is the result as a season's rule looks at
    it where nothing is weighted.
    """

    place: int
    tied: bool
    points: Fraction | None
    win: Fraction
    top: int = 0
    bottom: int = 1
    beaten: int = 0
    faced: int = 0
    decided: bool = True
    worth: Worth = _NOTHING


def scored_size(seats: int, guests: int, settings: StageSettings) -> int:
    """The table size whose row is used, to be asked when a round is seated.

    Where guests hold no places a table is scored as if they had not been there, unless fewer
    than two others remain.
    """
    rest = seats - guests
    return rest if not settings.guests_hold_places and rest >= 2 else seats


class Awarder:
    """Scores matches under one scheme; equal patterns of places are worked out once."""

    def __init__(self, scheme: PointsScheme, settings: StageSettings) -> None:
        self._scheme = scheme
        self._settings = settings
        self._known: dict[object, dict[tuple[int, bool, bool, int, bool], SeatAward]] = {}
        self._seated: dict[object, tuple[SeatAward, ...]] = {}

    def awards(self, table: TableResult, ranked: tuple[bool, ...]) -> tuple[SeatAward, ...]:
        """What each seat gets, in the order of the seats; `ranked` tells who may score."""
        if not self._scheme.by_places:
            return self._work_out(table, ranked)
        seats = tuple(
            [
                (seat.place, scores, seat.dropped, seat.side or 0, seat.filler)
                for seat, scores in zip(table.seats, ranked, strict=True)
            ]
        )
        flags = (table.drawn, table.low_tie)
        found = self._seated.get((seats, flags))
        if found is None:
            pattern = (tuple(sorted(seats)), flags)
            known = self._known.get(pattern)
            if known is None:
                known = dict(zip(seats, self._work_out(table, ranked), strict=True))
                self._known[pattern] = known
            found = tuple([known[seat] for seat in seats])
            if len(self._seated) < _MOST_PATTERNS:
                self._seated[seats, flags] = found
        return found

    def _work_out(self, table: TableResult, ranked: tuple[bool, ...]) -> tuple[SeatAward, ...]:
        holds = [scores or seat.filler for seat, scores in zip(table.seats, ranked, strict=True)]
        size = scored_size(table.size, holds.count(False), self._settings)
        holders = [i for i in range(table.size) if holds[i] or size == table.size]
        scored = replace(table, seats=tuple(table.seats[i] for i in holders))
        together = table.is_cooperative
        points_of = self._together(scored) if together else self._by_sides(scored)
        paid = dict(zip(holders, points_of, strict=True))
        counts = Counter(seat.place for seat in scored.seats)
        rivals = [seat for seat, scores in zip(table.seats, ranked, strict=True) if scores]
        decided = not (table.drawn or together)
        awards: list[SeatAward] = []
        for i, seat in enumerate(table.seats):
            if i not in paid:
                awards.append(SeatAward(seat.place, False, None, Fraction(0)))
                continue
            level = counts[seat.place]
            place = 1 + sum(times for better, times in counts.items() if better < seat.place)
            if table.low_tie:
                place += level - 1
            won = place == 1 and not table.drawn
            winners = _sharing(scored, seat)
            share = Fraction(1, winners) if self._settings.shared_win == "share" else Fraction(1)
            gone = seat.dropped and self._settings.dropped == "zero"
            points = Fraction(0) if gone else paid[i]
            if seat.filler:
                awards.append(self._booked(place))
                continue
            against = [rival for rival in rivals if apart(rival, seat)]
            behind = sum(rival.place > seat.place for rival in against) if decided else 0
            awards.append(
                SeatAward(
                    place=place,
                    tied=winners > 1,
                    points=points if ranked[i] else None,
                    win=share if won else Fraction(0),
                    top=points.numerator,
                    bottom=points.denominator,
                    beaten=behind,
                    faced=len(against),
                    decided=decided,
                    worth=Worth(points, points, Fraction(1)),
                )
            )
        return tuple(awards)

    def _booked(self, place: int) -> SeatAward:
        """What a filler's row shows: no part of any ranking."""
        points = self._settings.filler_points
        if points is None:
            return SeatAward(place, False, None, Fraction(0), decided=False)
        return SeatAward(
            place=place,
            tied=False,
            points=points,
            win=Fraction(0),
            top=points.numerator,
            bottom=points.denominator,
            decided=False,
            worth=Worth(points, points, Fraction(1)),
        )

    def _together(self, table: TableResult) -> tuple[Fraction, ...]:
        """What a table that won or lost as one pays each seat."""
        settings = self._settings
        each = settings.cooperative_lost if table.drawn else settings.cooperative_won
        if each is None:
            row = self._scheme.row(table.size)
            if row is None:  # refused for new stages; where it is so already, points count
                return self._scheme.award(table)
            each = row[-1 if table.drawn else 0]
        return (each,) * table.size

    def _by_sides(self, table: TableResult) -> tuple[Fraction, ...]:
        """What the scheme pays; with full points each member gets what the side's place pays."""
        if self._settings.side_points == "share" or table.drawn or table.seats[0].side is None:
            return self._scheme.award(table)
        # Each side is one seat at its place, with the other members strictly behind it.
        heads: dict[int | None, int] = {}
        order = sorted(range(table.size), key=lambda at: (table.seats[at].place, at))
        for at in order:
            heads.setdefault(table.seats[at].side, at)
        level = Counter(table.seats[at].place for at in heads.values())
        behind = {place: place + count for place, count in level.items()}
        seats = list(table.seats)
        for at in order:
            place = seats[at].place
            if at not in heads.values():
                seats[at] = replace(seats[at], place=behind[place])
                behind[place] += 1
        paid = self._scheme.award(replace(table, seats=tuple(seats)))
        return tuple(paid[heads[seat.side]] for seat in table.seats)


def needs_cooperative_values(scheme: PointsScheme, settings: StageSettings, size: int) -> bool:
    """Whether nothing says what a co-operative table of this size is worth."""
    told = settings.cooperative_won is not None and settings.cooperative_lost is not None
    return not told and scheme.covers(size) and scheme.row(size) is None


def _sharing(table: TableResult, seat: SeatResult) -> int:
    """How many share the seat's place: seats, or sides where these win together."""
    level = [other for other in table.seats if other.place == seat.place]
    return len(level) if seat.side is None else len({other.side for other in level})
