"""What many matches add up to. Counts are whole numbers, so parts can be added in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import NamedTuple, TypeAlias

from games.core.game import Played

Z = 1.959964
"""How many standard errors hold 95 %."""

# Statistics are no points: here alone numbers with a fraction are floats.
Figures: TypeAlias = "int | float | str | bool | list[Figures] | dict[str, Figures] | None"


class _Cell(NamedTuple):
    """How one seat came out of one match."""

    seat: int
    start: str
    place: int
    winners: int  # how many shared the win this seat had; 0 for none


@dataclass(slots=True)
class Tally:
    """The sum of the matches added so far.

    A shared first place is a share of a win for each of those who share it. Where the outcome says
    that nobody won, or that the tied count as the lowest place they cover, nobody did.
    """

    matches: int = 0
    actions: int = 0
    cut: int = 0
    shared: int = 0
    tied: int = 0
    drawn: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    cells: Counter[_Cell] = field(default_factory=Counter)
    points: Counter[tuple[int, int]] = field(default_factory=Counter)  # by seat and value

    def add(self, match: Played) -> None:
        """Count one more match."""
        outcome, length, starts, actions, cut = match
        places = outcome.places
        winners = outcome.winners
        self.matches += 1
        self.actions += actions
        self.cut += cut
        self.tied += len(set(places)) < len(places)
        self.drawn += outcome.drawn
        self.lengths[length] += 1
        self.reasons[outcome.reason] += 1
        self.shared += winners > 1
        cells = self.cells
        for seat, place in enumerate(places):
            counted = place + places.count(place) - 1 if outcome.low_tie else place
            start = starts[seat] if starts else ""
            cells[_Cell(seat, start, counted, winners if place == 1 else 0)] += 1
        if outcome.points is not None:
            points = self.points
            for at in enumerate(outcome.points):
                points[at] += 1

    def merge(self, other: Tally) -> None:
        """Count the matches of another tally too."""
        self.matches += other.matches
        self.actions += other.actions
        self.cut += other.cut
        self.shared += other.shared
        self.tied += other.tied
        self.drawn += other.drawn
        self.lengths.update(other.lengths)
        self.reasons.update(other.reasons)
        self.cells.update(other.cells)
        self.points.update(other.points)

    def figures(self, bots: tuple[str, ...], unit: str, scale: int = 1) -> dict[str, Figures]:
        """The sums, means and 95 % intervals; points are divided by ``scale``."""
        seats = range(len(bots))
        by_seat = [self._group(cell for cell in self.cells if cell.seat == seat) for seat in seats]
        by_start = {
            start: self._group(cell for cell in self.cells if cell.start == start)
            for start in sorted({cell.start for cell in self.cells if cell.start})
        }
        return {
            "length": {"unit": unit, **spread(self.lengths), "distribution": _shown(self.lengths)},
            "points": self._points(len(bots), scale),
            "wins_by_seat": [group["wins"] for group in by_seat],
            "mean_place_by_seat": [group["mean_place"] for group in by_seat],
            "wins_by_start": {start: group["wins"] for start, group in by_start.items()},
            "mean_place_by_start": {
                start: group["mean_place"] for start, group in by_start.items()
            },
            "by_seat": [
                {"seat": seat, "bot": bot, **group}
                for seat, bot, group in zip(seats, bots, by_seat, strict=True)
            ],
            "by_start": {**by_start},
            "by_bot": {bot: self._bot(bots, bot) for bot in dict.fromkeys(bots)},
            "ties": {"first": self.shared, "any": self.tied, "nobody_won": self.drawn},
            "reasons": dict(sorted(self.reasons.items())),
            "cut": self.cut,
        }

    def _group(self, cells: Iterable[_Cell]) -> dict[str, Figures]:
        places: Counter[int] = Counter()
        wins = Fraction(0)
        for cell in cells:
            count = self.cells[cell]
            places[cell.place] += count
            if cell.winners:
                wins += Fraction(count, cell.winners)
        many = places.total()
        found = spread(places)
        return {
            "matches": many,
            "wins": _number(wins),
            "win_share": _number(wins / many) if many else None,
            "win_share_ci95": wilson(wins, many),
            "mean_place": found["mean"],
            "mean_place_ci95": found["ci95"],
            "places": _shown(places),
        }

    def _bot(self, bots: tuple[str, ...], name: str) -> dict[str, Figures]:
        """Of all matches, the share that one of these bots won."""
        seats = [seat for seat, bot in enumerate(bots) if bot == name]
        group = self._group(cell for cell in self.cells if cell.seat in seats)
        wins = sum(
            (
                Fraction(count, cell.winners)
                for cell, count in self.cells.items()
                if cell.seat in seats and cell.winners
            ),
            Fraction(0),
        )
        return {
            "seats": len(seats),
            "wins": group["wins"],
            "win_share": _number(wins / self.matches) if self.matches else None,
            "win_share_ci95": wilson(wins, self.matches),
            "fair_share": _number(Fraction(len(seats), len(bots))),
            "mean_place": group["mean_place"],
        }

    def _points(self, seats: int, scale: int) -> dict[str, Figures] | None:
        if not self.points:
            return None
        every: Counter[int] = Counter()
        single: list[Counter[int]] = [Counter() for _ in range(seats)]
        for (seat, value), count in self.points.items():
            every[value] += count
            single[seat][value] += count
        found = spread(every, scale)
        del found["ci95"]  # the seats of one match depend on each other
        means = [spread(counts, scale) for counts in single]
        return {
            **found,
            "by_seat": [{key: each[key] for key in ("mean", "ci95", "sd")} for each in means],
            "distribution": _shown(every, scale),
        }


def spread(counts: Mapping[int, int], scale: int = 1) -> dict[str, Figures]:
    """Mean with its 95 % interval, deviation, ends and quantiles of counted whole numbers."""
    many = sum(counts.values())
    if not many:
        return dict.fromkeys(("mean", "ci95", "sd", "min", "p5", "median", "p95", "max"))
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    mean = Fraction(total, many)
    # exact until the root: large values would eat up the digits of a float
    variance = (squares - total * mean) / (many - 1) if many > 1 else Fraction(0)
    deviation = sqrt(variance) / scale
    margin = Z * deviation / sqrt(many)
    ordered = sorted(counts)

    def quantile(share: Fraction) -> Figures:
        wanted, seen = share * many, 0
        for value in ordered:
            seen += counts[value]
            if seen >= wanted:
                return _number(Fraction(value, scale))
        raise AssertionError(share)

    middle = float(mean) / scale
    return {
        "mean": round(middle, 6),
        "ci95": [round(middle - margin, 6), round(middle + margin, 6)],
        "sd": round(deviation, 6),
        "min": _number(Fraction(ordered[0], scale)),
        "p5": quantile(Fraction(1, 20)),
        "median": quantile(Fraction(1, 2)),
        "p95": quantile(Fraction(19, 20)),
        "max": _number(Fraction(ordered[-1], scale)),
    }


def wilson(wins: Fraction | int, many: int) -> list[Figures] | None:
    """The 95 % interval of a share after Wilson; shared wins count as parts of one."""
    if not many:
        return None
    share = float(Fraction(wins) / many)
    middle = share + Z * Z / (2 * many)
    margin = Z * sqrt(share * (1 - share) / many + Z * Z / (4 * many * many))
    whole = 1 + Z * Z / many
    low, high = (middle - margin) / whole, (middle + margin) / whole
    return [round(max(low, 0.0), 6), round(min(high, 1.0), 6)]


def _number(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else round(float(value), 6)


def _shown(counts: Mapping[int, int], scale: int = 1) -> dict[str, Figures]:
    return {str(_number(Fraction(value, scale))): counts[value] for value in sorted(counts)}
