"""The fields of the settings form of a Teufel, Teufel! ruleset."""

from __future__ import annotations

from enum import Enum

from games.core.sheet import Cell, CellKind, Choice
from games.core.text import gettext_noop
from games.core.types import JSON, Path
from games.teufel_teufel.options import (
    COLOURS,
    FEWEST_DEVILS,
    HIGHEST_TURN_LIMIT,
    LARGEST_SIDE,
    LARGEST_TABLE,
    MOST_DEVIL_CARDS,
    MOST_DEVILS,
    MOST_FLIPS,
    MOST_LETTERS,
    MOST_SHUFFLED,
    MOST_STEPS,
    MOST_TOWER_CARDS,
    SMALLEST_SIDE,
    SMALLEST_TABLE,
    DaybreakPlaces,
    EntryLevel,
    FirstPlayer,
    LosersTiebreak,
    TeufelOptions,
)

_REPORT = gettext_noop("Score sheet")
_START = gettext_noop("Start")
_PLAY = gettext_noop("Play")
_DEVIL = gettext_noop("Devils")
_END = gettext_noop("End and scoring")
_BOX = gettext_noop("Cards and board of your copy")

_default = TeufelOptions()


def option_cells() -> tuple[Cell, ...]:
    """What clubs change most comes first, corrections of the box come last."""
    return (*_report(), *_end(), *_start(), *_play(), *_devil(), *_box())


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


def _number(
    path: Path, label: str, group: str, limits: tuple[int, int], default: int, hint: str = ""
) -> Cell:
    return Cell(
        path,
        CellKind.INT,
        label,
        group=group,
        minimum=limits[0],
        maximum=limits[1],
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
                EntryLevel.ORDER: gettext_noop("the order of leaving"),
                EntryLevel.FULL: gettext_noop("letters, devils and turns as well"),
            },
        ),
        _flag(
            "early_end_allowed",
            gettext_noop("A match may end early if time runs out"),
            _REPORT,
            gettext_noop("Players still on the board count as if day had broken."),
        ),
    ]


def _end() -> list[Cell]:
    return [
        _choice(
            "daybreak_places",
            gettext_noop("Players on the board at daybreak get"),
            _END,
            {
                DaybreakPlaces.SHARED_LAST: gettext_noop("the last place each"),
                DaybreakPlaces.SHARED_AVERAGE: gettext_noop("the average of the places left"),
            },
            gettext_noop("With three or more players, daybreak is the usual end."),
        ),
        _choice(
            "losers_tiebreak",
            gettext_noop("Players on the board at daybreak are"),
            _END,
            {
                LosersTiebreak.NONE: gettext_noop("tied"),
                LosersTiebreak.LETTERS: gettext_noop("separated by letters"),
            },
        ),
        _number(
            ("finished_flips",),
            gettext_noop("Cards a player who has left turns up each turn"),
            _END,
            (1, MOST_FLIPS),
            _default.finished_flips,
        ),
        _flag(
            "resolve_last_card",
            gettext_noop("The last hidden card still takes effect before daybreak"),
            _END,
        ),
        _number(
            ("turn_limit",),
            gettext_noop("Turns after which a match is stopped"),
            _END,
            (0, HIGHEST_TURN_LIMIT),
            _default.turn_limit or 0,
            gettext_noop("Only when played on a screen; 0 for no limit."),
        ),
    ]


def _start() -> list[Cell]:
    return [
        _choice(
            "first_player",
            gettext_noop("First player"),
            _START,
            {
                FirstPlayer.OLDEST: gettext_noop("the oldest, on the first seat"),
                FirstPlayer.RANDOM: gettext_noop("drawn by lot"),
                FirstPlayer.SEAT: gettext_noop("the player in the first seat"),
            },
        ),
        _number(
            ("start_distance",),
            gettext_noop("Steps between discs at the start"),
            _START,
            (1, 2 * LARGEST_SIDE),
            _default.start_distance,
            gettext_noop("Four steps leave three fields free between two discs."),
        ),
        _flag(
            "start_lookahead",
            gettext_noop("Placing a disc must leave room for all the others"),
            _START,
        ),
        _flag("flip_start_card", gettext_noop("The card under a new disc is turned up"), _START),
        _number(
            ("players", 0),
            gettext_noop("Minimum players"),
            _START,
            (SMALLEST_TABLE, LARGEST_TABLE),
            _default.players[0],
        ),
        _number(
            ("players", 1),
            gettext_noop("Maximum players"),
            _START,
            (SMALLEST_TABLE, LARGEST_TABLE),
            _default.players[1],
        ),
    ]


def _play() -> list[Cell]:
    return [
        _flag(
            "allow_pass",
            gettext_noop("A turn may be passed"),
            _PLAY,
            gettext_noop("Otherwise only if there's nothing else to do."),
        ),
        _flag(
            "allow_revisit",
            gettext_noop("A move may come back to fields it has visited"),
            _PLAY,
        ),
        _number(
            ("max_discs_per_field",),
            gettext_noop("Maximum discs on a field"),
            _PLAY,
            (2, LARGEST_TABLE),
            _default.max_discs_per_field,
        ),
        _number(
            ("max_steps_per_move",),
            gettext_noop("Steps after which a move must end where it may"),
            _PLAY,
            (1, MOST_STEPS),
            _default.max_steps_per_move,
            gettext_noop("Only when played on a screen."),
        ),
    ]


def _devil() -> list[Cell]:
    return [
        _number(
            ("letters_lost_with_two_devils",),
            gettext_noop("Letters lost with a second devil"),
            _DEVIL,
            (0, MOST_LETTERS),
            _default.letters_lost_with_two_devils,
        ),
        _number(
            ("shuffle_cards", 0),
            gettext_noop("Minimum face-up cards for a devil shuffle"),
            _DEVIL,
            (1, MOST_SHUFFLED),
            _default.shuffle_cards[0],
        ),
        _number(
            ("shuffle_cards", 1),
            gettext_noop("Maximum face-up cards for a devil shuffle"),
            _DEVIL,
            (1, MOST_SHUFFLED),
            _default.shuffle_cards[1],
        ),
        _flag(
            "shuffle_occupied_cards",
            gettext_noop("A devil shuffle may take cards from under discs"),
            _DEVIL,
        ),
        _flag(
            "jump_any_card",
            gettext_noop("A disc on a devil or a tower may be jumped over"),
            _DEVIL,
        ),
    ]


def _box() -> list[Cell]:
    cards, board = _default.cards, _default.board
    row, col = board.place(board.devil_field)
    sides = (SMALLEST_SIDE, LARGEST_SIDE)
    along = (1, LARGEST_SIDE)
    return [
        _number(
            ("cards", "letters"),
            gettext_noop("Letter cards"),
            _BOX,
            (1, COLOURS * MOST_LETTERS),
            cards.letters,
        ),
        _number(
            ("cards", "devil"),
            gettext_noop("Devil cards"),
            _BOX,
            (0, MOST_DEVIL_CARDS),
            cards.devil,
        ),
        _number(
            ("cards", "tower"),
            gettext_noop("Tower cards"),
            _BOX,
            (0, MOST_TOWER_CARDS),
            cards.tower,
        ),
        _number(
            ("devils",),
            gettext_noop("Devils"),
            _BOX,
            (FEWEST_DEVILS, MOST_DEVILS),
            _default.devils,
        ),
        Cell(
            ("letters",),
            CellKind.TEXT,
            gettext_noop("Letters of a disc"),
            group=_BOX,
            default=list(_default.letters),
        ),
        _number(("board", "rows"), gettext_noop("Rows of fields"), _BOX, sides, board.rows),
        _number(("board", "cols"), gettext_noop("Fields in a row"), _BOX, sides, board.cols),
        _number(("board", "devil_field", 0), gettext_noop("Devil field: row"), _BOX, along, row),
        _number(
            ("board", "devil_field", 1),
            gettext_noop("Devil field: place in the row"),
            _BOX,
            along,
            col,
        ),
        Cell(
            ("board", "marked"),
            CellKind.TEXT,
            gettext_noop("Marked fields, empty at the start"),
            group=_BOX,
            default=[list(board.place(field)) for field in board.marked],
            hint=gettext_noop("Row and place in the row of each, as in 2,2 2,6."),
        ),
    ]
