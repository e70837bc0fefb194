"""The boxes of the sheet, with the limits that follow from the options."""

from __future__ import annotations

from games.core.sheet import Cell, CellKind, Choice
from games.core.text import gettext_noop
from games.core.types import Path, Seat
from games.dice_devils.devils import ITEM_LABELS, RANK_LABELS
from games.dice_devils.options import DiceDevilsOptions, EntryLevel, TieBreak
from games.dice_devils.sheet.limits import limits_for
from games.dice_devils.sheet.rounds import most_items, round_limits

_LEVELS = {
    EntryLevel.FULL: ("FULL",),
    EntryLevel.SHORT: ("SHORT", "FULL"),
    EntryLevel.TOTAL: ("TOTAL", "SHORT", "FULL"),
}
_LEVEL_LABELS = {
    EntryLevel.FULL: gettext_noop("Every item"),
    EntryLevel.SHORT: gettext_noop("Items, values and triples"),
    EntryLevel.TOTAL: gettext_noop("Totals only"),
}
_ITEMS = gettext_noop("How many of each item")
_RESULT = gettext_noop("Result")
_MATCH = gettext_noop("Match")
_N = gettext_noop("Number of items")
_V = gettext_noop("Sum of values")
_T = gettext_noop("Triples")


def levels(options: DiceDevilsOptions) -> tuple[str, ...]:
    """The required depth first, then everything more detailed."""
    return _LEVELS[options.entry_level]


def cells(seats: int, options: DiceDevilsOptions, level: EntryLevel) -> tuple[Cell, ...]:
    """The boxes in printing order: player by player, then what belongs to the whole table."""
    drawn: list[Cell] = []
    for seat in range(seats):
        if level is EntryLevel.FULL:
            drawn.extend(_item_cells(Seat(seat), options))
        drawn.extend(_result_cells(Seat(seat), seats, options, level))
    drawn.extend(_table_cells(seats, options, level))
    return tuple(drawn)


def _item_cells(seat: Seat, options: DiceDevilsOptions) -> list[Cell]:
    drawn = [
        Cell(
            ("seats", seat, "items", kind.key),
            CellKind.INT,
            ITEM_LABELS[kind.key],
            group=_ITEMS,
            seat=seat,
            minimum=0,
            maximum=kind.count,
        )
        for kind in options.item_types
    ]
    drawn.append(_sum_cell(seat, "n", _N))
    if options.values_differ_within_a_kind:
        # equal items may be worth different points here, so somebody has to add them up
        drawn.append(_number_cell(seat, "v", _V, None, required=True))
    else:
        drawn.append(_sum_cell(seat, "v", _V))
    drawn.append(_sum_cell(seat, "t", _T))
    drawn.append(_sum_cell(seat, "sum", gettext_noop("Points")))
    return drawn


def _sum_cell(seat: Seat, name: str, label: str) -> Cell:
    return Cell(("seats", seat, name), CellKind.COMPUTED, label, group=_RESULT, seat=seat)


def _number_cell(
    seat: Seat, name: str, label: str, most: int | None, *, required: bool, hint: str = ""
) -> Cell:
    path: Path = ("seats", seat, name)
    return Cell(
        path,
        CellKind.INT,
        label,
        group=_RESULT,
        seat=seat,
        minimum=0,
        maximum=most,
        required=required,
        hint=hint,
    )


def _result_cells(
    seat: Seat, seats: int, options: DiceDevilsOptions, level: EntryLevel
) -> list[Cell]:
    limits = limits_for(options)
    most = most_items(seats, options)
    drawn: list[Cell] = []
    if level is EntryLevel.SHORT:
        counts = range(most + 1)
        drawn.append(_number_cell(seat, "n", _N, most, required=True))
        most_v = max(limits.values(n)[1] for n in counts)
        drawn.append(_number_cell(seat, "v", _V, most_v, required=True))
        most_t = max(limits.most_sets(n) for n in counts)
        drawn.append(_number_cell(seat, "t", _T, most_t, required=True))
    drawn.append(
        _number_cell(
            seat,
            "total",
            gettext_noop("Total"),
            limits.totals(0, most).bit_length() - 1,
            required=level is EntryLevel.TOTAL,
            hint=(
                gettext_noop("Only if the table added it up: we'll compare.")
                if level is not EntryLevel.TOTAL
                else ""
            ),
        )
    )
    if options.tie_break is TieBreak.RANK and seats in options.seats:
        drawn.append(_rank_cell(seat, seats, options))
    return drawn


def _rank_cell(seat: Seat, seats: int, options: DiceDevilsOptions) -> Cell:
    if options.end_tie_uses_rank_after_last_swap:
        hint = gettext_noop("The devil in front of the player at the end; it decides ties.")
    else:
        hint = gettext_noop("The devil the player had in the last round; it decides ties.")
    return Cell(
        ("seats", seat, "final_rank"),
        CellKind.CHOICE,
        gettext_noop("Rank at the end"),
        group=_RESULT,
        seat=seat,
        choices=tuple(Choice(rank, RANK_LABELS[rank]) for rank in options.ranks_in_play(seats)),
        hint=hint,
    )


def _table_cells(seats: int, options: DiceDevilsOptions, level: EntryLevel) -> list[Cell]:
    least, most = round_limits(seats, options, ended_early=False)
    return [
        Cell(
            ("level",),
            CellKind.FIXED,
            gettext_noop("Detail"),
            group=_MATCH,
            choices=(Choice(level.value, _LEVEL_LABELS[level]),),
        ),
        Cell(
            ("rounds",),
            CellKind.INT,
            gettext_noop("Rounds played"),
            group=_MATCH,
            minimum=0 if options.early_end_allowed else least,
            maximum=most,
            hint=gettext_noop("If anyone counted them."),
        ),
        Cell(
            ("ended_early",),
            CellKind.BOOL,
            gettext_noop("Stopped before anyone had enough items"),
            group=_MATCH,
            default=False,
            hint=gettext_noop("The running round is finished, then everyone counts."),
        ),
    ]
