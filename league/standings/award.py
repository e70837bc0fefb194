"""From one match to what each seat gets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from league.standings.contract import PointsScheme
from league.standings.counting import Worth
from league.standings.settings import StageSettings
from league.standings.types import TableResult

_NOTHING = Worth(Fraction(0), Fraction(0), Fraction(0))
_MOST_PATTERNS = 50_000


@dataclass(frozen=True, slots=True, eq=False)
class SeatAward:
    """The place that counts, league points, and the part of a win; None for who cannot score.

    `top` and `bottom` are the points as two integers, for adding up many. `beaten` of `faced`
    ranked opponents stand behind; at a drawn table, which has no places (`decided`), nobody does.
    `worth` is the result as a season's rule looks at it where nothing is weighted.
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
        self._known: dict[object, dict[tuple[int, bool, bool], SeatAward]] = {}
        self._seated: dict[object, tuple[SeatAward, ...]] = {}

    def awards(self, table: TableResult, ranked: tuple[bool, ...]) -> tuple[SeatAward, ...]:
        """What each seat gets, in the order of the seats; `ranked` tells who may score."""
        if not self._scheme.by_places:
            return self._work_out(table, ranked)
        seats = tuple(
            [
                (seat.place, scores, seat.dropped)
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
        size = scored_size(table.size, ranked.count(False), self._settings)
        holders = [i for i in range(table.size) if ranked[i] or size == table.size]
        scored = replace(table, seats=tuple(table.seats[i] for i in holders))
        paid = dict(zip(holders, self._scheme.award(scored), strict=True))
        counts = Counter(seat.place for seat in scored.seats)
        rivals = [seat.place for seat, scores in zip(table.seats, ranked, strict=True) if scores]
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
            share = Fraction(1, level) if self._settings.shared_win == "share" else Fraction(1)
            gone = seat.dropped and self._settings.dropped == "zero"
            points = Fraction(0) if gone else paid[i]
            behind = 0 if table.drawn else sum(rival > seat.place for rival in rivals)
            awards.append(
                SeatAward(
                    place=place,
                    tied=level > 1,
                    points=points if ranked[i] else None,
                    win=share if won else Fraction(0),
                    top=points.numerator,
                    bottom=points.denominator,
                    beaten=behind,
                    faced=len(rivals) - 1,
                    decided=not table.drawn,
                    worth=Worth(points, points, Fraction(1)),
                )
            )
        return tuple(awards)
