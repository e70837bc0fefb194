"""The boxes of the sheet, with the limits that follow from the options."""

from __future__ import annotations

from games.core.sheet import Cell, CellKind, Choice
from games.core.text import gettext_noop
from games.core.types import Seat
from games.the_devil_with_it.options import DevilWithItOptions, EntryLevel
from games.the_devil_with_it.sheet.coal import coal_of
from games.the_devil_with_it.sheet.filled import LONGEST_LEDGER, Result
from games.the_devil_with_it.sheet.limits import first_end, most_ever

ROUNDS_ON_PAPER = 15
EMPTY_ROUNDS = 12
"""So many empty rounds follow the filled ones in a form."""

_LEVELS = {
    EntryLevel.FINAL: ("FINAL", "FINAL_CHIPS", "LEDGER"),
    EntryLevel.FINAL_CHIPS: ("FINAL_CHIPS", "LEDGER"),
    EntryLevel.LEDGER: ("LEDGER",),
}
_LEVEL_LABELS = {
    EntryLevel.FINAL: gettext_noop("Totals only"),
    EntryLevel.FINAL_CHIPS: gettext_noop("Counted chips"),
    EntryLevel.LEDGER: gettext_noop("Every round"),
}
SEAT_LABELS = (
    gettext_noop("Seat 1"),
    gettext_noop("Seat 2"),
    gettext_noop("Seat 3"),
    gettext_noop("Seat 4"),
    gettext_noop("Seat 5"),
    gettext_noop("Seat 6"),
)
_RESULTS = (
    Choice(Result.LAID.value, gettext_noop("coal laid down")),
    Choice(Result.DEVIL.value, gettext_noop("devil")),
    Choice(Result.NO_TURN.value, gettext_noop("no turn")),
)
_CHIPS = gettext_noop("Chips at the end")
_RESULT = gettext_noop("Result")
_MATCH = gettext_noop("Match")
_ROUND = gettext_noop("Round %(row)s")


def levels(options: DevilWithItOptions) -> tuple[str, ...]:
    """The required depth first, then everything more detailed."""
    return _LEVELS[options.entry_level]


def cells(
    seats: int, options: DevilWithItOptions, level: EntryLevel, rounds: int
) -> tuple[Cell, ...]:
    """The boxes in printing order: player by player, then what belongs to the whole table.

    A ledger has ``rounds`` rounds, other depths have none.
    """
    if level is not EntryLevel.LEDGER:
        rounds = 0
    elif options.max_rounds is not None:
        rounds = min(rounds, options.max_rounds)
    rounds = min(rounds, LONGEST_LEDGER)
    drawn: list[Cell] = []
    for seat in range(seats):
        for place in range(rounds):
            drawn.extend(_turn_cells(Seat(seat), place, options))
        if level is EntryLevel.FINAL_CHIPS:
            drawn.extend(_chip_cells(Seat(seat), options))
        drawn.append(_total_cell(Seat(seat), seats, options, level))
    for place in range(rounds):
        drawn.extend(_round_cells(seats, place))
    drawn.extend(_table_cells(seats, options, level))
    return tuple(drawn)


def _turn_cells(seat: Seat, place: int, options: DevilWithItOptions) -> list[Cell]:
    """Only what a round needs; the rest of the line is worked out."""

    def box(
        name: str,
        kind: CellKind,
        label: str,
        choices: tuple[Choice, ...] = (),
        least: int | None = None,
        most: int | None = None,
    ) -> Cell:
        return Cell(
            ("seats", seat, "rounds", place, name),
            kind,
            label,
            group=_ROUND,
            row=place + 1,
            seat=seat,
            choices=choices,
            minimum=least,
            maximum=most,
        )

    return [
        box("bet", CellKind.INT, gettext_noop("Bet"), least=options.least_bet),
        box("pieces", CellKind.INT, gettext_noop("Pieces"), (), 0, coal_of(options.coal).pieces),
        box("amount", CellKind.INT, gettext_noop("Amount"), (), 0, options.coal_value),
        box("result", CellKind.CHOICE, gettext_noop("Coal"), _RESULTS),
        box("pact", CellKind.COMPUTED, gettext_noop("Pact")),
        box("chips", CellKind.COMPUTED, gettext_noop("Chips")),
        box("pawn", CellKind.COMPUTED, gettext_noop("Pawn")),
    ]


def _chip_cells(seat: Seat, options: DevilWithItOptions) -> list[Cell]:
    drawn = [
        Cell(
            ("seats", seat, "chips", str(face)),
            CellKind.INT,
            str(face),
            group=_CHIPS,
            seat=seat,
            minimum=0,
            maximum=count,
        )
        for face, count in options.chips
    ]
    drawn.append(
        Cell(
            ("seats", seat, "sum"),
            CellKind.COMPUTED,
            gettext_noop("Value of the chips"),
            group=_RESULT,
            seat=seat,
        )
    )
    return drawn


def _total_cell(seat: Seat, seats: int, options: DevilWithItOptions, level: EntryLevel) -> Cell:
    is_final = level is EntryLevel.FINAL
    return Cell(
        ("seats", seat, "total"),
        CellKind.INT,
        gettext_noop("Total"),
        group=_RESULT,
        seat=seat,
        minimum=0,
        maximum=most_ever(options, seats) if seats in options.seats else None,
        required=is_final,
        hint=(
            gettext_noop("The value of all chips at the end.")
            if is_final
            else gettext_noop("Only if the table added it up: we'll compare.")
        ),
    )


def _round_cells(seats: int, place: int) -> list[Cell]:
    return [
        Cell(
            ("rounds", place, "starter"),
            CellKind.CHOICE,
            gettext_noop("Who began"),
            group=_ROUND,
            row=place + 1,
            choices=tuple(Choice(seat, SEAT_LABELS[seat]) for seat in range(seats)),
            hint=(
                gettext_noop("After the first round it is the next seat to the left.")
                if place == 0
                else ""
            ),
        ),
        Cell(
            ("rounds", place, "reset"),
            CellKind.BOOL,
            gettext_noop("Afterwards all coal went back to the oven"),
            group=_ROUND,
            row=place + 1,
            default=False,
        ),
    ]


def _table_cells(seats: int, options: DevilWithItOptions, level: EntryLevel) -> list[Cell]:
    drawn = [
        Cell(
            ("level",),
            CellKind.FIXED,
            gettext_noop("Detail"),
            group=_MATCH,
            choices=(Choice(level.value, _LEVEL_LABELS[level]),),
        )
    ]
    if level is not EntryLevel.LEDGER:
        may_end_early = options.early_end_allowed or options.max_rounds is not None
        knows_limits = seats in options.seats and not may_end_early
        drawn.append(
            Cell(
                ("rounds_played",),
                CellKind.INT,
                gettext_noop("Rounds played"),
                group=_MATCH,
                minimum=first_end(options, seats) if knows_limits else 0,
                maximum=options.max_rounds,
                hint=gettext_noop("If anyone counted them."),
            )
        )
    drawn.append(
        Cell(
            ("ended_early",),
            CellKind.BOOL,
            gettext_noop("Stopped before anyone had enough chips"),
            group=_MATCH,
            default=False,
            hint=gettext_noop("The running round is finished, then the highest total wins."),
        )
    )
    return drawn
