"""Charts as the server draws them: what ``components/_chart.html`` shows, and where points lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line across, with its number; ``quiet``: the number alone."""

    y: str
    label: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """A word below the chart."""

    x: str
    label: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Line:
    """One way through the chart.

    Attributes:
        look: its class: ``way``, or ``way seat-1`` for the colour and dashes of a seat.
        runs: points of polylines; a way with a gap has several.
        mark: what stands in the disc at its end; ``label``: what stands beside it.
        title: its words, for whoever points at it.
    """

    look: str
    runs: tuple[str, ...]
    end_x: str
    end_y: str
    mark: str = ""
    label: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Cursor:
    """A line down at what is being looked at; the page's script moves it."""

    id: str
    x: str
    last: int


@dataclass(frozen=True, slots=True)
class Chart:
    """All of a chart, in the units of its view box. ``words`` say what it shows."""

    look: str
    frame: Frame
    words: str
    lines: tuple[Line, ...]
    grid: tuple[GridLine, ...] = ()
    ticks: tuple[Tick, ...] = ()
    band: str = ""
    note: str = ""
    cursor: Cursor | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """The view box and the field in it where the lines run."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int

    @property
    def foot(self) -> int:
        """Where the words below stand."""
        return self.height - 6

    def x(self, at: float, last: float) -> float:
        return self.left + (self.right - self.left) * at / (last or 1)

    def y(self, share: float) -> float:
        """How high a share of the height lies: 1 is the top."""
        return self.bottom - (self.bottom - self.top) * share


def points(found: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in found)


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def spread(heights: Sequence[float], apart: float, lowest: float) -> tuple[float, ...]:
    """Where words stand that must not cover each other, from the bottom up."""
    placed: dict[int, float] = {}
    for at in sorted(range(len(heights)), key=lambda at: (-heights[at], -at)):
        placed[at] = min(heights[at], lowest)
        lowest = placed[at] - apart
    return tuple(placed[at] for at in range(len(heights)))


def thinned(count: int, most: int) -> list[int]:
    """Some of ``count`` things, evenly; the first and the last stay."""
    if count <= most:
        return list(range(count))
    return sorted({round(at * (count - 1) / (most - 1)) for at in range(most)})
