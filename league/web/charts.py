"""Charts as the server draws them: what ``components/_chart.html`` shows, and where points lie.

A form of chart is a function near its page that returns a ``Chart``: lines over a grid, or marks
anywhere (heat maps, intervals, boxes, bars).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width


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
class Word:
    """A word anywhere in the chart."""

    x: str
    y: str
    text: str
    anchor: str = "middle"
    look: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A value that stands for itself."""

    x: str
    y: str
    radius: str = "4"


@dataclass(frozen=True, slots=True)
class Mark:
    """Something drawn of lines and areas, dots and words: an interval, a box, squares of one tone.

    Attributes:
        look: its class, see ``honours.css``.
        path: as the ``d`` of an SVG path; ``across``, ``down`` and ``box`` write its parts.
        title: its words, for whoever points at it.
    """

    look: str
    path: str = ""
    dots: tuple[Dot, ...] = ()
    words: tuple[Word, ...] = ()
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
    lines: tuple[Line, ...] = ()
    marks: tuple[Mark, ...] = ()
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


def across(x: float, y: float, to: float) -> str:
    """A line from left to right, for a path."""
    return f"M{number(x)} {number(y)}H{number(to)}"


def down(x: float, y: float, to: float) -> str:
    """A line from top to bottom, for a path."""
    return f"M{number(x)} {number(y)}V{number(to)}"


def box(x: float, y: float, width: float, height: float) -> str:
    """A rectangle, for a path."""
    corner = f"M{number(x)} {number(y)}"
    return f"{corner}h{number(width)}v{number(height)}h{number(-width)}z"


def short(name: str, letters: int) -> str:
    """A name for narrow places; what tells namesakes apart stays. A wide letter counts twice."""
    words, bracket, hint = name.partition(" (")
    if bracket and _letters(name) > letters:
        name = f"{words.split()[0]} ({hint}"
    if _letters(name) <= letters:
        return name
    kept = name[: letters - 1]
    while _letters(kept) > letters - 1:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def _letters(name: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)


def isolated(name: str) -> str:
    """A name that is read in its own direction and turns nothing around it."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def even_step(span: float, most: int = 5) -> float:
    """The distance of grid lines: 1, 2 or 5 times a power of ten, at most so many to a chart."""
    size = 1.0
    while True:
        for factor in (1, 2, 5):
            if span / (size * factor) <= most:
                return size * factor
        size *= 10


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
