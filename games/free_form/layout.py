"""The boxes of a free-form sheet and the fields of its options."""

from __future__ import annotations

from games.core.reading import json_number
from games.core.sheet import Cell, CellKind, Choice
from games.core.text import gettext_noop
from games.core.types import Seat
from games.free_form.options import (
    LARGEST_POINTS,
    LONGEST_TITLE,
    MOST_DECIMALS,
    MOST_SEATS,
    Counts,
    FreeFormOptions,
)

_PLAYER = gettext_noop("Player")
_MATCH = gettext_noop("Match")
_OF_SIDE = gettext_noop("For the whole side; once is enough.")


def cells(seats: int, options: FreeFormOptions) -> tuple[Cell, ...]:
    """The boxes in printing order: the seats, then what belongs to the whole table."""
    drawn: list[Cell] = []
    for seat in range(seats):
        if options.sides:
            drawn.append(_side_cell(Seat(seat), seats, options))
        if options.has_points:
            drawn.append(_points_cell(Seat(seat), options))
        if options.has_places:
            drawn.append(
                Cell(
                    ("seats", seat, "place"),
                    CellKind.INT,
                    gettext_noop("Place"),
                    group=_PLAYER,
                    seat=Seat(seat),
                    minimum=1,
                    maximum=seats,
                    required=options.counts is Counts.PLACES
                    and not (options.may_be_drawn or options.sides),
                    hint=_OF_SIDE
                    if options.sides
                    else gettext_noop("Tied players share a place: 1, 2, 2, 4."),
                )
            )
    drawn.extend(_table_cells(options))
    return tuple(drawn)


def _points_cell(seat: Seat, options: FreeFormOptions) -> Cell:
    return Cell(
        ("seats", seat, "points"),
        CellKind.DECIMAL if options.decimals else CellKind.INT,
        gettext_noop("Points"),
        group=_PLAYER,
        seat=seat,
        minimum=-LARGEST_POINTS if options.negatives else 0,
        maximum=LARGEST_POINTS,
        required=not (options.cooperative or options.may_be_drawn or options.scores_sides),
        decimals=options.decimals,
        hint=_OF_SIDE if options.scores_sides else "",
    )


def _side_cell(seat: Seat, seats: int, options: FreeFormOptions) -> Cell:
    return Cell(
        ("seats", seat, "side"),
        CellKind.INT,
        gettext_noop("Side"),
        group=_PLAYER,
        seat=seat,
        minimum=1,
        maximum=most_sides(seats, options),
        required=True,
        hint=gettext_noop("The same number for all who win or lose together."),
    )


def most_sides(seats: int, options: FreeFormOptions) -> int:
    """The highest number a side can have at such a table."""
    return max((len(shape) for shape in options.shapes(seats)), default=seats)


def _table_cells(options: FreeFormOptions) -> list[Cell]:
    drawn: list[Cell] = []
    if options.has_places and not options.sides:
        drawn.append(
            Cell(
                ("dense_places",),
                CellKind.BOOL,
                gettext_noop("Places counted without gaps"),
                group=_MATCH,
                hint=gettext_noop("Tick this if places read 1, 2, 2, 3 instead of 1, 2, 2, 4."),
                default=False,
            )
        )
    if options.target is not None:
        drawn.append(
            Cell(
                ("target",),
                CellKind.DECIMAL if options.decimals else CellKind.INT,
                gettext_noop("Target of this match"),
                group=_MATCH,
                minimum=0,
                maximum=LARGEST_POINTS,
                decimals=options.decimals,
                hint=gettext_noop("Only if this match was played to another target."),
                default=json_number(options.target, options.decimals),
            )
        )
    if options.may_be_drawn:
        drawn.append(
            Cell(
                ("drawn",),
                CellKind.BOOL,
                gettext_noop("The match was drawn"),
                group=_MATCH,
                hint=gettext_noop("No one won; points and places may be left empty."),
                default=False,
            )
        )
    if options.cooperative:
        drawn.append(
            Cell(
                ("won",),
                CellKind.CHOICE,
                gettext_noop("Result of the table"),
                group=_MATCH,
                choices=(
                    Choice(True, gettext_noop("All won")),
                    Choice(False, gettext_noop("All lost")),
                ),
                required=True,
            )
        )
    return drawn


_OPTION_CELLS = (
    Cell(
        ("title",),
        CellKind.TEXT,
        gettext_noop("Name of the game"),
        maximum=LONGEST_TITLE,
        required=True,
        default="",
    ),
    Cell(
        ("seats", 0),
        CellKind.INT,
        gettext_noop("Minimum players"),
        minimum=1,
        maximum=MOST_SEATS,
        default=2,
    ),
    Cell(
        ("seats", 1),
        CellKind.INT,
        gettext_noop("Maximum players"),
        minimum=1,
        maximum=MOST_SEATS,
        default=6,
    ),
    Cell(
        ("counts",),
        CellKind.CHOICE,
        gettext_noop("The sheet asks for"),
        choices=(
            Choice(Counts.POINTS.value, gettext_noop("points")),
            Choice(Counts.PLACES.value, gettext_noop("places")),
            Choice(Counts.BOTH.value, gettext_noop("points and places")),
        ),
        default=Counts.POINTS.value,
        hint=gettext_noop("If it asks for both, the places decide."),
    ),
    Cell(
        ("higher_wins",),
        CellKind.BOOL,
        gettext_noop("More points are better"),
        default=True,
    ),
    Cell(
        ("decimals",),
        CellKind.INT,
        gettext_noop("Decimal places"),
        minimum=0,
        maximum=MOST_DECIMALS,
        default=0,
    ),
    Cell(("negatives",), CellKind.BOOL, gettext_noop("Points may be below zero"), default=False),
    Cell(
        ("target",),
        CellKind.DECIMAL,
        gettext_noop("Target"),
        minimum=0,
        maximum=LARGEST_POINTS,
        decimals=MOST_DECIMALS,
        hint=gettext_noop("The points a match is played to, if there is such a number."),
    ),
    Cell(
        ("fixed_total",),
        CellKind.DECIMAL,
        gettext_noop("Fixed total"),
        minimum=-LARGEST_POINTS,
        maximum=LARGEST_POINTS,
        decimals=MOST_DECIMALS,
        hint=gettext_noop("What the points of a table always add up to, if they do."),
    ),
    Cell(
        ("may_be_drawn",),
        CellKind.BOOL,
        gettext_noop("A match can end without a winner"),
        default=False,
    ),
    Cell(
        ("cooperative",),
        CellKind.BOOL,
        gettext_noop("Everyone wins or loses together"),
        default=False,
    ),
    Cell(
        ("sides",),
        CellKind.TEXT,
        gettext_noop("Sides"),
        hint=gettext_noop(
            "If people play in sides: how a table splits, such as 2-2, or 2-2, 1-3 to "
            "allow both. Leave empty if everyone plays alone."
        ),
    ),
    Cell(
        ("places_apart",),
        CellKind.BOOL,
        gettext_noop("Fewer points may still win"),
        default=False,
        hint=gettext_noop("For sheets that ask for both: then the two may disagree."),
    ),
)


def option_cells() -> tuple[Cell, ...]:
    """The fields of the settings form, in the order in which an organizer thinks of them."""
    return _OPTION_CELLS
