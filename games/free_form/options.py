"""What a club says about a game that has no room of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from games.core.errors import BadOptions
from games.core.reading import Reader, json_number
from games.core.types import JSON

MOST_SEATS = 12
LARGEST_POINTS = 10**9
LONGEST_TITLE = 80
MOST_DECIMALS = 3

_FIELDS = (
    "title",
    "seats",
    "counts",
    "higher_wins",
    "decimals",
    "negatives",
    "target",
    "fixed_total",
    "may_be_drawn",
    "cooperative",
    "places_apart",
    "sides",
)
LONGEST_SIDES = 120
_BETWEEN = re.compile(r" *[-\u2010-\u2015+:] *")

Shape = tuple[int, ...]
"""How many sit on each side, the smallest side first: 1, 3."""


class Counts(Enum):
    """What a sheet asks of each seat. With BOTH, places decide."""

    POINTS = "points"
    PLACES = "places"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class FreeFormOptions:
    """One free-form game. ``target`` and ``fixed_total`` are scaled by ``10 ** decimals``.

    ``places_apart`` lets places and points disagree. ``sides`` are the ways in which a table may
    be parted, none where everybody plays alone.
    """

    title: str = ""
    seats_min: int = 2
    seats_max: int = 6
    counts: Counts = Counts.POINTS
    higher_wins: bool = True
    decimals: int = 0
    negatives: bool = False
    target: int | None = None
    fixed_total: int | None = None
    may_be_drawn: bool = False
    cooperative: bool = False
    places_apart: bool = False
    sides: tuple[Shape, ...] = ()

    @property
    def scores_sides(self) -> bool:
        """Whether the points are those of a side, not of its members."""
        return bool(self.sides) and self.counts is Counts.POINTS

    def shapes(self, seats: int) -> tuple[Shape, ...]:
        """The ways to part a table of this size."""
        return tuple(shape for shape in self.sides if sum(shape) == seats)

    @property
    def has_points(self) -> bool:
        return self.counts is not Counts.PLACES

    @property
    def has_places(self) -> bool:
        return self.counts is not Counts.POINTS and not self.cooperative


def from_json(data: JSON) -> FreeFormOptions:
    """Read the options; missing fields take defaults. Raises BadOptions."""
    read = Reader(BadOptions)
    fields = read.mapping({} if data is None else data, (), _FIELDS)
    default = FreeFormOptions()

    seats_min, seats_max = _seats(read, fields.get("seats"), default)
    decimals = read.whole_or_none(fields.get("decimals"), ("decimals",)) or 0
    if not 0 <= decimals <= MOST_DECIMALS:
        raise BadOptions("free_form.decimals_out_of_range", ("decimals",), most=MOST_DECIMALS)
    counts = default.counts
    if fields.get("counts") is not None:
        allowed = [each.value for each in Counts]
        counts = Counts(read.choice(fields["counts"], ("counts",), allowed))
    cooperative = read.flag(fields.get("cooperative"), ("cooperative",), default.cooperative)
    may_be_drawn = read.flag(fields.get("may_be_drawn"), ("may_be_drawn",), default.may_be_drawn)
    if cooperative and may_be_drawn:
        raise BadOptions("free_form.cooperative_draw", ("may_be_drawn",))
    apart = read.flag(fields.get("places_apart"), ("places_apart",), default.places_apart)
    if apart and counts is Counts.POINTS:
        raise BadOptions("free_form.places_apart_unasked", ("places_apart",))
    sides = _sides(read, fields.get("sides"), range(seats_min, seats_max + 1))
    if sides and cooperative:
        raise BadOptions("free_form.cooperative_sides", ("sides",))
    title = fields.get("title")
    return FreeFormOptions(
        title="" if title is None else read.text(title, ("title",), LONGEST_TITLE),
        seats_min=seats_min,
        seats_max=seats_max,
        counts=counts,
        higher_wins=read.flag(fields.get("higher_wins"), ("higher_wins",), default.higher_wins),
        decimals=decimals,
        negatives=read.flag(fields.get("negatives"), ("negatives",), default.negatives),
        target=_amount(read, fields.get("target"), "target", decimals, counts),
        fixed_total=_amount(read, fields.get("fixed_total"), "fixed_total", decimals, counts),
        may_be_drawn=may_be_drawn,
        cooperative=cooperative,
        places_apart=apart,
        sides=sides,
    )


def to_json(options: FreeFormOptions) -> JSON:
    """Write the options completely."""
    target, total = options.target, options.fixed_total
    return {
        "title": options.title,
        "seats": [options.seats_min, options.seats_max],
        "counts": options.counts.value,
        "higher_wins": options.higher_wins,
        "decimals": options.decimals,
        "negatives": options.negatives,
        "target": None if target is None else json_number(target, options.decimals),
        "fixed_total": None if total is None else json_number(total, options.decimals),
        "may_be_drawn": options.may_be_drawn,
        "cooperative": options.cooperative,
        "places_apart": options.places_apart,
        "sides": ", ".join(shape_text(shape) for shape in options.sides),
    }


def _seats(read: Reader, data: JSON, default: FreeFormOptions) -> tuple[int, int]:
    if data is None:
        return default.seats_min, default.seats_max
    pair = read.sequence(data, ("seats",))
    if len(pair) != 2:
        raise BadOptions("json.wrong_length", ("seats",), expected=2, found=len(pair))
    low = read.whole_or_none(pair[0], ("seats", 0))
    high = read.whole_or_none(pair[1], ("seats", 1))
    low = default.seats_min if low is None else low
    high = default.seats_max if high is None else high
    if not 1 <= low <= MOST_SEATS:
        raise BadOptions("free_form.seats_out_of_range", ("seats", 0), most=MOST_SEATS)
    if not 1 <= high <= MOST_SEATS:
        raise BadOptions("free_form.seats_out_of_range", ("seats", 1), most=MOST_SEATS)
    if low > high:
        raise BadOptions("free_form.seats_reversed", ("seats", 1))
    return low, high


def shape_text(shape: Sequence[int]) -> str:
    """How a way to part a table is written: 2-2."""
    return "-".join(map(str, shape))


def _sides(read: Reader, data: JSON, sizes: range) -> tuple[Shape, ...]:
    """Every size of the table needs a way to be parted, and every way a size."""
    text = "" if data is None else read.text(data, ("sides",), LONGEST_SIDES)
    shapes = {_shape(part) for part in re.split(r"[,;]", text) if part.strip()}
    for shape in sorted(shapes):
        if sum(shape) not in sizes:
            raise BadOptions(
                "free_form.sides_do_not_fit", ("sides",), shape=shape_text(shape), size=sum(shape)
            )
    parted = {sum(shape) for shape in shapes}
    for size in sizes:
        if shapes and size not in parted:
            raise BadOptions("free_form.sides_missing", ("sides",), size=size)
    return tuple(sorted(shapes, key=lambda shape: (sum(shape), len(shape), shape)))


def _shape(text: str) -> Shape:
    parts = _BETWEEN.split(text.strip())
    if len(parts) < 2 or not all(re.fullmatch(r"[1-9][0-9]?", part) for part in parts):
        raise BadOptions("free_form.sides_unreadable", ("sides",))
    return tuple(sorted(map(int, parts)))


def _amount(read: Reader, data: JSON, name: str, decimals: int, counts: Counts) -> int | None:
    amount = read.scaled_or_none(data, (name,), decimals)
    if amount is None:
        return None
    if counts is Counts.PLACES:
        raise BadOptions("free_form.amount_without_points", (name,))
    if abs(amount) > LARGEST_POINTS * 10**decimals:
        raise BadOptions("free_form.points_out_of_range", (name,), most=LARGEST_POINTS)
    if name == "target" and amount <= 0:
        raise BadOptions("free_form.target_not_positive", (name,))
    return amount
