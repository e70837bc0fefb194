"""The fields of the settings form of a Dice Devils ruleset."""

from __future__ import annotations

from enum import Enum

from games.core.sheet import Cell, CellKind, Choice
from games.core.text import gettext_noop
from games.core.types import JSON
from games.dice_devils.devils import ITEM_LABELS
from games.dice_devils.options import (
    HIGHEST_BONUS,
    HIGHEST_END,
    HIGHEST_VALUE,
    MOST_PIECES,
    TABLES,
    DiceDevilsOptions,
    EntryLevel,
    ItemRefill,
    RevealAlone,
    SpielWindow,
    TieBreak,
)

_REPORT = gettext_noop("Score sheet")
_VARIANTS = gettext_noop("Variants")
_END = gettext_noop("End and scoring")
_PLAY = gettext_noop("Play")
_TABLES = {
    3: gettext_noop("3 players"),
    4: gettext_noop("4 players"),
    5: gettext_noop("5 players"),
    6: gettext_noop("6 players"),
}
_COUNTS = gettext_noop("Pieces in the box")
_VALUES = gettext_noop("Value of a piece")
_PIECES = gettext_noop("Values piece by piece")
_RANKS = gettext_noop("Ranks in play")
_OPEN = gettext_noop("Face-up items")
_PIECES_HINT = gettext_noop("Only if equal items of your copy show different values.")

_default = DiceDevilsOptions()


def option_cells() -> tuple[Cell, ...]:
    """What clubs change most comes first, corrections of the box come last."""
    return (*_report(), *_variants(), *_end(), *_play(), *_tables(), *_box())


def _choice(name: str, label: str, group: str, labels: dict[Enum, str], hint: str = "") -> Cell:
    chosen: Enum = getattr(_default, name)
    return Cell(
        (name,),
        CellKind.CHOICE,
        label,
        group=group,
        choices=tuple(Choice(str(value.value), text) for value, text in labels.items()),
        default=str(chosen.value),
        hint=hint,
    )


def _flag(name: str, label: str, group: str, hint: str = "") -> Cell:
    default: JSON = getattr(_default, name)
    return Cell((name,), CellKind.BOOL, label, group=group, default=default, hint=hint)


def _number(name: str, label: str, group: str, least: int, most: int) -> Cell:
    default: JSON = getattr(_default, name)
    return Cell(
        (name,), CellKind.INT, label, group=group, minimum=least, maximum=most, default=default
    )


def _report() -> list[Cell]:
    return [
        _choice(
            "entry_level",
            gettext_noop("Minimum detail"),
            _REPORT,
            {
                EntryLevel.FULL: gettext_noop("every item"),
                EntryLevel.SHORT: gettext_noop("items, values and triples"),
                EntryLevel.TOTAL: gettext_noop("totals only"),
            },
        ),
        _choice(
            "tie_break",
            gettext_noop("Equal points"),
            _REPORT,
            {
                TieBreak.RANK: gettext_noop("the better rank is ahead"),
                TieBreak.SHARED: gettext_noop("places are shared"),
            },
        ),
        _flag(
            "tie_break_applies_to_all_places",
            gettext_noop("Ranks decide every place, not only the first"),
            _REPORT,
        ),
        _flag(
            "early_end_allowed",
            gettext_noop("A match may end early if time runs out"),
            _REPORT,
            gettext_noop("The running round is finished, then everyone counts."),
        ),
    ]


def _variants() -> list[Cell]:
    return [
        _flag(
            "variant_more_fights",
            gettext_noop("More fights: fewer face-up items with 4 and 6 players"),
            _VARIANTS,
        ),
        Cell(
            ("variant_custom_ranks",),
            CellKind.NUMBERS,
            gettext_noop("Chosen ranks"),
            group=_VARIANTS,
            hint=gettext_noop(
                "As many rank numbers as players, as in 1, 3, 6; empty for the recommended ones."
            ),
        ),
    ]


def _end() -> list[Cell]:
    return [
        _number("end_item_count", gettext_noop("Items that end the match"), _END, 1, HIGHEST_END),
        _number("triple_size", gettext_noop("Equal items for a bonus"), _END, 2, MOST_PIECES),
        _number("triple_bonus", gettext_noop("Bonus points"), _END, 0, HIGHEST_BONUS),
        _flag("spring_wins_end_tie", gettext_noop("The jumping devil wins ties at the end"), _END),
        _flag(
            "end_tie_uses_rank_after_last_swap",
            gettext_noop("The rank after the last exchange counts for ties"),
            _END,
        ),
    ]


def _play() -> list[Cell]:
    return [
        _choice(
            "spiel_window",
            gettext_noop("The gambling devil may force rerolls"),
            _PLAY,
            {
                SpielWindow.AFTER_REVEAL: gettext_noop("right after the first reveal"),
                SpielWindow.ANY_EVALUATION: gettext_noop("before every comparison"),
            },
        ),
        _flag(
            "spiel_before_spring",
            gettext_noop("The gambling devil decides before the jumping devil wins a tie"),
            _PLAY,
        ),
        _choice(
            "reveal_ober_when_alone",
            gettext_noop("A head devil without a rival shows its dice"),
            _PLAY,
            {
                RevealAlone.IF_SATAN_IN_PLAY: gettext_noop("if Little Satan is in play"),
                RevealAlone.ALWAYS: gettext_noop("always"),
            },
        ),
        _flag("collections_public", gettext_noop("Won items are face up"), _PLAY),
        _choice(
            "item_refill",
            gettext_noop("New items each round"),
            _PLAY,
            {
                ItemRefill.TOP_UP: gettext_noop("fill up to the number of face-up items"),
                ItemRefill.ADD_FIXED_NUMBER: gettext_noop("always add the same number"),
            },
        ),
        Cell(
            ("grey_die_faces",),
            CellKind.NUMBERS,
            gettext_noop("Faces of the grey dice"),
            group=_PLAY,
            default=_default.grey_die_faces,
        ),
    ]


def _tables() -> list[Cell]:
    drawn = [
        Cell(
            ("rank_sets", str(size)),
            CellKind.NUMBERS,
            _TABLES[size],
            group=_RANKS,
            default=ranks,
        )
        for size, ranks in zip(TABLES, _default.rank_sets, strict=True)
    ]
    drawn += [
        Cell(
            ("open_items", str(size)),
            CellKind.INT,
            _TABLES[size],
            group=_OPEN,
            minimum=1,
            maximum=size - 1,
            default=number,
        )
        for size, number in zip(TABLES, _default.open_items, strict=True)
    ]
    return drawn


def _box() -> list[Cell]:
    drawn: list[Cell] = []
    for kind in _default.item_types:
        drawn.append(
            Cell(
                ("item_types", kind.key, 0),
                CellKind.INT,
                ITEM_LABELS[kind.key],
                group=_COUNTS,
                minimum=0,
                maximum=MOST_PIECES,
                default=kind.count,
            )
        )
    for kind in _default.item_types:
        drawn.append(
            Cell(
                ("item_types", kind.key, 1),
                CellKind.INT,
                ITEM_LABELS[kind.key],
                group=_VALUES,
                minimum=0,
                maximum=HIGHEST_VALUE,
                default=kind.value,
            )
        )
    for kind in _default.item_types:
        drawn.append(
            Cell(
                ("item_values_by_piece", kind.key),
                CellKind.NUMBERS,
                ITEM_LABELS[kind.key],
                group=_PIECES,
                hint=_PIECES_HINT,
            )
        )
    return drawn
