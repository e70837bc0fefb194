"""A rating's way as a drawing: points of a line and of the band of its uncertainty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from league.queries.standings.ratings import Step

WIDTH, HEIGHT = 480, 220
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 28
MOST_POINTS = 240


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line across, with its number."""

    y: str
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What ``league/standings/_chart.html`` draws, in the units of its view box."""

    width: int
    height: int
    left: int
    right: int
    bottom: int
    line: str
    band: str
    grid: tuple[GridLine, ...]
    end_x: str
    end_y: str
    first: str
    last: str
    words: str


def chart(steps: Sequence[Step]) -> Chart | None:
    """The chart of somebody's way; None for a single match.

    More matches than a screen has room for are thinned evenly; the first and the last stay.
    """
    numbers = [steps[0].before, *(step.after for step in steps)] if steps else []
    if len(numbers) < 3:
        return None
    last = len(numbers) - 1
    count = min(len(numbers), MOST_POINTS)
    chosen = sorted({round(at * last / (count - 1)) for at in range(count)})
    lows = [number.value - 2 * (number.spread or 0.0) for number in numbers]
    highs = [number.value + 2 * (number.spread or 0.0) for number in numbers]
    low, high = min(lows), max(highs)
    step = _step(high - low)
    low, high = step * (low // step), step * (high // step + 1)

    def x(at: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * at / last

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)

    def points(values: list[float], order: list[int]) -> str:
        return " ".join(f"{x(at):.1f},{y(values[at]):.1f}" for at in order)

    values = [number.value for number in numbers]
    lines = range(round(low), round(high) + 1, round(step))
    has_band = numbers[0].spread is not None
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        bottom=HEIGHT - BOTTOM,
        line=points(values, chosen),
        band=f"{points(highs, chosen)} {points(lows, chosen[::-1])}" if has_band else "",
        grid=tuple(GridLine(f"{y(value):.1f}", str(value)) for value in lines),
        end_x=f"{x(last):.1f}",
        end_y=f"{y(values[last]):.1f}",
        first="1",
        last=str(last),
        words=_(
            "From %(first)d to %(last)d over %(matches)d matches; lowest %(low)d, highest %(high)d."
        )
        % {
            "first": round(values[0]),
            "last": round(values[last]),
            "matches": last,
            "low": round(min(values)),
            "high": round(max(values)),
        },
    )


def _step(span: float) -> float:
    """The distance of grid lines: 1, 2 or 5 times a power of ten, about four to a chart."""
    size = 10.0
    while True:
        for factor in (1, 2, 5):
            if span / (size * factor) <= 5:
                return size * factor
        size *= 10
