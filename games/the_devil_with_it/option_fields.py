"""The fields of the settings form of a ruleset of The Devil With It."""

from __future__ import annotations

from enum import Enum

from games.core.sheet import Cell, CellKind, Choice
from games.core.text import gettext_noop
from games.core.types import JSON
from games.the_devil_with_it.options import (
    DEVIL,
    HIGHEST_BONUS,
    HIGHEST_MONEY,
    LARGEST_TABLE,
    MORE,
    MOST_OF_A_KIND,
    MOST_PIECES,
    MOST_ROUNDS,
    RANDOM,
    SMALLEST_TABLE,
    Counts,
    DevilWithItOptions,
    EndTie,
    EntryLevel,
)
from games.the_devil_with_it.sheet.layout import SEAT_LABELS

_REPORT = gettext_noop("Score sheet")
_END = gettext_noop("End and scoring")
_MONEY = gettext_noop("Bets and payments")
_BOARD = gettext_noop("Board and oven")
_PLAY = gettext_noop("Play")
_CHIPS = gettext_noop("Chips in the box")
_START = gettext_noop("Chips at the start, for each player")
_COAL = gettext_noop("Coal pieces in the box")

_MORE = gettext_noop("Further values")
_MORE_HINT = gettext_noop("Each value and how many there are: 30, 4 means four 30s.")

_default = DevilWithItOptions()


def option_cells(options: DevilWithItOptions) -> tuple[Cell, ...]:
    """What clubs change most comes first, corrections of the box come last.

    The box has a field for each value of the usual one and of these options.
    """
    return (*_report(), *_end(), *_money(), *_board(), *_play(), *_box(options))


def _choice(name: str, label: str, group: str, labels: dict[Enum, str]) -> Cell:
    chosen: Enum = getattr(_default, name)
    return Cell(
        (name,),
        CellKind.CHOICE,
        label,
        group=group,
        choices=tuple(Choice(str(value.value), text) for value, text in labels.items()),
        default=str(chosen.value),
    )


def _flag(name: str, label: str, group: str, hint: str = "") -> Cell:
    default: JSON = getattr(_default, name)
    return Cell((name,), CellKind.BOOL, label, group=group, default=default, hint=hint)


def _number(name: str, label: str, group: str, least: int, most: int, hint: str = "") -> Cell:
    default: JSON = getattr(_default, name)
    return Cell(
        (name,),
        CellKind.INT,
        label,
        group=group,
        minimum=least,
        maximum=most,
        default=default,
        hint=hint,
    )


def _report() -> list[Cell]:
    return [
        _choice(
            "entry_level",
            gettext_noop("Minimum detail"),
            _REPORT,
            {
                EntryLevel.FINAL: gettext_noop("totals only"),
                EntryLevel.FINAL_CHIPS: gettext_noop("counted chips"),
                EntryLevel.LEDGER: gettext_noop("every round"),
            },
        ),
        _flag(
            "early_end_allowed",
            gettext_noop("A match may end early if time runs out"),
            _REPORT,
            gettext_noop("The running round is finished, then the highest total wins."),
        ),
        _number(
            "max_rounds",
            gettext_noop("Most rounds"),
            _REPORT,
            1,
            MOST_ROUNDS,
            gettext_noop("Leave empty if there's no round limit."),
        ),
    ]


def _end() -> list[Cell]:
    return [
        _number(
            "end_threshold",
            gettext_noop("Amount that ends the match"),
            _END,
            1,
            HIGHEST_MONEY,
            gettext_noop("A smaller amount makes a shorter match."),
        ),
        _choice(
            "end_tie",
            gettext_noop("Tied first place"),
            _END,
            {
                EndTie.SHARED: gettext_noop("places are shared"),
                EndTie.EXTRA_ROUND: gettext_noop("extra rounds until it's decided"),
            },
        ),
    ]


def _money() -> list[Cell]:
    return [
        _flag("allow_zero_bet", gettext_noop("An empty fist is a bet"), _MONEY),
        _number(
            "bonus_amount", gettext_noop("Bonus for the highest amount"), _MONEY, 0, HIGHEST_BONUS
        ),
        _number("bonus_count", gettext_noop("Bonus for most pieces"), _MONEY, 0, HIGHEST_BONUS),
        _number("pact_payment", gettext_noop("Payment for a pact"), _MONEY, 0, HIGHEST_BONUS),
        _flag(
            "bank_limited",
            gettext_noop("The bank pays only what the box holds"),
            _MONEY,
        ),
    ]


def _board() -> list[Cell]:
    return [
        Cell(
            ("track",),
            CellKind.NUMBERS,
            gettext_noop("Numbers on the track"),
            group=_BOARD,
            default=_default.track,
            hint=gettext_noop("The first is the upper end of the first space: 50 for 0–50."),
        ),
        _number(
            "oven_mouth_capacity",
            gettext_noop("Pieces that fit into the oven's mouth"),
            _BOARD,
            0,
            MOST_PIECES,
            gettext_noop("For play in the browser: this many or fewer triggers a reset."),
        ),
    ]


def _play() -> list[Cell]:
    return [
        _size(0, gettext_noop("Minimum players")),
        _size(1, gettext_noop("Maximum players")),
        Cell(
            ("first_starter",),
            CellKind.CHOICE,
            gettext_noop("Who begins"),
            group=_PLAY,
            choices=(
                Choice(RANDOM, gettext_noop("drawn by lot")),
                *(Choice(seat, SEAT_LABELS[seat]) for seat in range(LARGEST_TABLE)),
            ),
            default=RANDOM,
        ),
        _flag("holdings_secret", gettext_noop("Chips are hidden from the others"), _PLAY),
        _flag(
            "track_chip_faces",
            gettext_noop("Single chips are played, with change from the bank"),
            _PLAY,
        ),
    ]


def _size(place: int, label: str) -> Cell:
    return Cell(
        ("players", place),
        CellKind.INT,
        label,
        group=_PLAY,
        minimum=SMALLEST_TABLE,
        maximum=LARGEST_TABLE,
        default=_default.players[place],
    )


def _box(options: DevilWithItOptions) -> list[Cell]:
    drawn = _counts("chips", _CHIPS, _default.chips, options.chips)
    drawn.append(
        _number(
            "start_capital", gettext_noop("Chips' value at the start"), _START, 1, HIGHEST_MONEY
        )
    )
    drawn += _counts("start_chips", _START, options.chips, options.start_chips)
    drawn += _counts("coal", _COAL, _default.coal, options.coal)
    drawn.append(_count("coal", DEVIL, gettext_noop("Devils"), _COAL, _default.devils))
    return drawn


def _counts(name: str, group: str, usual: Counts, counts: Counts) -> list[Cell]:
    """A field for each value, and one for those that are not among them."""
    found = {**{face: 0 for face, _ in usual}, **dict(counts)}
    return [
        *(_count(name, str(face), str(face), group, found[face]) for face in sorted(found)),
        Cell((name, MORE), CellKind.NUMBERS, _MORE, group=group, hint=_MORE_HINT),
    ]


def _count(name: str, key: str, label: str, group: str, default: int) -> Cell:
    return Cell(
        (name, key),
        CellKind.INT,
        label,
        group=group,
        minimum=0,
        maximum=MOST_OF_A_KIND,
        default=default,
    )
