"""The boxes of the sheet, with the limits that follow from the options."""

from __future__ import annotations

from games.core.sheet import Cell, CellKind, Choice
from games.core.text import gettext_noop
from games.core.types import Path, Seat
from games.teufel_teufel.options import (
    EntryLevel,
    FirstPlayer,
    LosersTiebreak,
    TeufelOptions,
)
from games.teufel_teufel.sheet.filled import STAYED
from games.teufel_teufel.words import COLOUR_LABELS, END_LABELS

_LEVELS = {
    EntryLevel.ORDER: ("ORDER", "FULL"),
    EntryLevel.FULL: ("FULL",),
}
_LEVEL_LABELS = {
    EntryLevel.ORDER: gettext_noop("Order of leaving"),
    EntryLevel.FULL: gettext_noop("With letters, devils and turns"),
}
_LEFT_LABELS = {
    1: gettext_noop("1st"),
    2: gettext_noop("2nd"),
    3: gettext_noop("3rd"),
    4: gettext_noop("4th"),
    5: gettext_noop("5th"),
}
_STAYED_LABEL = gettext_noop("stayed")
_SEAT_LABELS = {
    1: gettext_noop("First seat"),
    2: gettext_noop("Second seat"),
    3: gettext_noop("Third seat"),
    4: gettext_noop("Fourth seat"),
    5: gettext_noop("Fifth seat"),
    6: gettext_noop("Sixth seat"),
}
_PLAYER = gettext_noop("Player")
_MATCH = gettext_noop("Match")


def levels(options: TeufelOptions) -> tuple[str, ...]:
    """The required depth first, then what tells more."""
    return _LEVELS[options.entry_level]


def letters_in_order(options: TeufelOptions) -> bool:
    """Whether even the short sheet asks for letters: they part players here (R50)."""
    return options.losers_tiebreak is LosersTiebreak.LETTERS


def cells(seats: int, options: TeufelOptions, level: EntryLevel) -> tuple[Cell, ...]:
    """The boxes in printing order: player by player, then what belongs to the whole table."""
    drawn: list[Cell] = []
    for number in range(seats):
        seat = Seat(number)
        drawn.append(_left_cell(seat, seats))
        if level is EntryLevel.FULL or letters_in_order(options):
            drawn.append(_letters_cell(seat, options))
        if level is EntryLevel.FULL:
            drawn.extend(_detail_cells(seat))
        drawn.append(
            Cell(
                ("seats", seat, "place"),
                CellKind.COMPUTED,
                gettext_noop("Place"),
                group=_PLAYER,
                seat=seat,
            )
        )
    drawn.extend(_table_cells(level))
    if level is EntryLevel.FULL:
        drawn.extend(_course_cells(seats, options))
    return tuple(drawn)


def _left_cell(seat: Seat, seats: int) -> Cell:
    left = tuple(Choice(place, _LEFT_LABELS[place]) for place in _LEFT_LABELS if place < seats)
    return Cell(
        ("seats", seat, "left"),
        CellKind.CHOICE,
        gettext_noop("Left the board"),
        group=_PLAYER,
        seat=seat,
        choices=(*left, Choice(STAYED, _STAYED_LABEL)),
        required=True,
    )


def _letters_cell(seat: Seat, options: TeufelOptions) -> Cell:
    parts = letters_in_order(options)
    return Cell(
        ("seats", seat, "letters"),
        CellKind.INT,
        gettext_noop("Letters in the disc"),
        group=_PLAYER,
        seat=seat,
        minimum=0,
        maximum=len(options.letters),
        hint=(
            gettext_noop("Needed for players who stayed on the board.")
            if parts
            else gettext_noop("For players still on the board, if anyone counted.")
        ),
    )


def _detail_cells(seat: Seat) -> list[Cell]:
    path: Path = ("seats", seat)
    return [
        Cell(
            (*path, "devil"),
            CellKind.BOOL,
            gettext_noop("Devil in the disc"),
            group=_PLAYER,
            seat=seat,
            default=False,
        ),
        Cell(
            (*path, "colour"),
            CellKind.CHOICE,
            gettext_noop("Colour"),
            group=_PLAYER,
            seat=seat,
            choices=tuple(Choice(key, label) for key, label in COLOUR_LABELS.items()),
        ),
        Cell(
            (*path, "turns"),
            CellKind.INT,
            gettext_noop("Turns"),
            group=_PLAYER,
            seat=seat,
            minimum=0,
            hint=gettext_noop("Only for players still on the board."),
        ),
    ]


def _table_cells(level: EntryLevel) -> list[Cell]:
    return [
        Cell(
            ("level",),
            CellKind.FIXED,
            gettext_noop("Detail"),
            group=_MATCH,
            choices=(Choice(level.value, _LEVEL_LABELS[level]),),
        ),
        Cell(
            ("end",),
            CellKind.CHOICE,
            gettext_noop("How the match ended"),
            group=_MATCH,
            choices=tuple(Choice(end.value, label) for end, label in END_LABELS.items()),
            required=True,
        ),
    ]


def _course_cells(seats: int, options: TeufelOptions) -> list[Cell]:
    return [
        Cell(
            ("first_player",),
            CellKind.CHOICE,
            gettext_noop("Who began"),
            group=_MATCH,
            choices=tuple(
                Choice(seat, label) for seat, label in _SEAT_LABELS.items() if seat <= seats
            ),
            default=None if options.first_player is FirstPlayer.RANDOM else 1,
        ),
        Cell(
            ("hidden_cards",),
            CellKind.INT,
            gettext_noop("Hidden cards left"),
            group=_MATCH,
            minimum=0,
            maximum=options.cards.total,
            hint=gettext_noop("None at daybreak."),
        ),
        Cell(
            ("rounds",),
            CellKind.INT,
            gettext_noop("Rounds begun"),
            group=_MATCH,
            minimum=0,
            hint=gettext_noop("If anyone counted them."),
        ),
    ]
