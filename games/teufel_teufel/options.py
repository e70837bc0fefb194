"""House rules of Teufel, Teufel!: everything a club may correct from its own copy of the game.

Six discs of six colours, one letter card per colour and letter, and at most one devil in a disc
are the structure of the game and open to no change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from games.core.errors import BadOptions
from games.core.reading import Reader
from games.core.types import JSON, Path
from games.teufel_teufel.board import Board

SMALLEST_TABLE, LARGEST_TABLE = 2, 6
TABLES = range(SMALLEST_TABLE, LARGEST_TABLE + 1)
COLOURS = LARGEST_TABLE
"""All cards are used with any number of players, so there are always cards of six colours."""

SMALLEST_SIDE, LARGEST_SIDE = 3, 12
MOST_MARKED = 20
MOST_CARDS = 44
"""A swap is one choice of a list of at most 1,000: 44 cards make 946 pairs, beside steps."""
FEWEST_LETTERS, MOST_LETTERS = 2, 6
FEWEST_DEVILS, MOST_DEVILS = 2, 6
"""With one devil alone, its owner could enter a devil card and find nobody to take another from."""
MOST_DEVIL_CARDS = MOST_TOWER_CARDS = 12
MOST_SHUFFLED = 6
MOST_FLIPS = 6
HIGHEST_TURN_LIMIT = 100_000
MOST_STEPS = 1_000
_LONGEST_TEXT = 200


class DaybreakPlaces(Enum):
    """What the players left on the board at day-break count as (R48)."""

    SHARED_LAST = "shared_last"
    SHARED_AVERAGE = "shared_average"


class LosersTiebreak(Enum):
    """Whether letters part the players left on the board (R50)."""

    NONE = "none"
    LETTERS = "letters"


class FirstPlayer(Enum):
    """Who begins. OLDEST and SEAT mean the first seat; RANDOM is drawn."""

    OLDEST = "oldest"
    RANDOM = "random"
    SEAT = "seat"


class EntryLevel(Enum):
    """How much a table must report."""

    ORDER = "ORDER"
    FULL = "FULL"


@dataclass(frozen=True, slots=True)
class Cards:
    """How many cards of each kind the box holds."""

    letters: int
    devil: int
    tower: int

    @property
    def total(self) -> int:
        return self.letters + self.devil + self.tower


_BOARD = Board(rows=7, cols=7, devil_field=24, marked=(8, 12, 22, 26, 36, 40))


@dataclass(frozen=True, slots=True)
class TeufelOptions:
    """The configuration of one ruleset.

    ``players`` are the least and the most at a table, ``shuffle_cards`` the fewest and the most
    cards of a devil shuffle. ``turn_limit`` None means that only the rules end a match. With
    ``start_lookahead`` off, a disc for which no field is far enough away from the others goes as
    far away as it can. With ``flip_start_card`` the card under a disc is turned up when the disc
    is placed, without any effect: the disc has not entered the field.
    """

    players: tuple[int, int] = (SMALLEST_TABLE, LARGEST_TABLE)
    board: Board = _BOARD
    cards: Cards = Cards(letters=36, devil=4, tower=2)
    letters: tuple[str, ...] = ("A", "B", "C", "D", "E", "F")
    devils: int = 4
    start_distance: int = 4
    start_lookahead: bool = True
    flip_start_card: bool = False
    allow_pass: bool = False
    max_discs_per_field: int = 2
    letters_lost_with_two_devils: int = 2
    shuffle_cards: tuple[int, int] = (2, 4)
    shuffle_occupied_cards: bool = True
    jump_any_card: bool = True
    finished_flips: int = 2
    resolve_last_card: bool = True
    daybreak_places: DaybreakPlaces = DaybreakPlaces.SHARED_LAST
    losers_tiebreak: LosersTiebreak = LosersTiebreak.NONE
    allow_revisit: bool = True
    first_player: FirstPlayer = FirstPlayer.OLDEST
    turn_limit: int | None = 2_000
    max_steps_per_move: int = 60
    early_end_allowed: bool = False
    entry_level: EntryLevel = EntryLevel.ORDER

    @property
    def seats(self) -> range:
        """The table sizes."""
        return range(self.players[0], self.players[1] + 1)

    @property
    def fields(self) -> int:
        """How many fields the board has."""
        return self.board.fields

    @property
    def card_fields(self) -> tuple[int, ...]:
        """The fields that hold a card at the start."""
        return self.board.card_fields

    def index(self, row: int, col: int) -> int:
        """The field in this row and column, counted from 1."""
        return self.board.index(row, col)

    @property
    def draws_first_player(self) -> bool:
        """Whether chance says who begins; otherwise the first seat does."""
        return self.first_player is FirstPlayer.RANDOM


_FIELDS = tuple(TeufelOptions.__dataclass_fields__)
_default = TeufelOptions()
_read = Reader(BadOptions)


def from_json(data: JSON) -> TeufelOptions:
    """Read the options; whatever is missing takes its default. Raises BadOptions.

    A field is written as [row, column], counted from 1. The lists of marked fields and of letters
    may also be written as one text, as a form sends them: "2,2 2,6" and "ABCDEF".
    """
    fields = _read.mapping({} if data is None else data, (), _FIELDS)
    letters = _letters(fields.get("letters"))
    options = TeufelOptions(
        players=_range(fields, "players", SMALLEST_TABLE, LARGEST_TABLE),
        board=_board(fields.get("board")),
        cards=_cards(fields.get("cards")),
        letters=letters,
        devils=_number(fields, "devils", FEWEST_DEVILS, MOST_DEVILS),
        start_distance=_number(fields, "start_distance", 1, 2 * LARGEST_SIDE),
        start_lookahead=_flag(fields, "start_lookahead"),
        flip_start_card=_flag(fields, "flip_start_card"),
        allow_pass=_flag(fields, "allow_pass"),
        max_discs_per_field=_number(fields, "max_discs_per_field", 2, LARGEST_TABLE),
        letters_lost_with_two_devils=_number(
            fields, "letters_lost_with_two_devils", 0, MOST_LETTERS
        ),
        shuffle_cards=_range(fields, "shuffle_cards", 1, MOST_SHUFFLED),
        shuffle_occupied_cards=_flag(fields, "shuffle_occupied_cards"),
        jump_any_card=_flag(fields, "jump_any_card"),
        finished_flips=_number(fields, "finished_flips", 1, MOST_FLIPS),
        resolve_last_card=_flag(fields, "resolve_last_card"),
        daybreak_places=_choice(fields, "daybreak_places", DaybreakPlaces),
        losers_tiebreak=_choice(fields, "losers_tiebreak", LosersTiebreak),
        allow_revisit=_flag(fields, "allow_revisit"),
        first_player=_choice(fields, "first_player", FirstPlayer),
        turn_limit=_turn_limit(fields),
        max_steps_per_move=_number(fields, "max_steps_per_move", 1, MOST_STEPS),
        early_end_allowed=_flag(fields, "early_end_allowed"),
        entry_level=_choice(fields, "entry_level", EntryLevel),
    )
    _refuse_impossible(options)
    return options


def _refuse_impossible(options: TeufelOptions) -> None:
    """What single fields allow and all of them together do not."""
    cards, expected = options.cards, COLOURS * len(options.letters)
    if cards.letters != expected:
        params = {"expected": expected, "found": cards.letters}
        raise BadOptions("teufel_teufel.letter_cards", ("cards", "letters"), **params)
    if cards.total > MOST_CARDS:
        params = {"found": cards.total, "most": MOST_CARDS}
        raise BadOptions("teufel_teufel.too_many_cards", ("cards",), **params)
    room = len(options.card_fields)
    if room != cards.total:
        params = {"found": cards.total, "fields": room}
        raise BadOptions("teufel_teufel.cards_and_fields", ("cards",), **params)
    most = options.players[1]
    if not options.board.room_for(most, (), options.start_distance):
        params = {"seats": most, "distance": options.start_distance}
        raise BadOptions("teufel_teufel.no_room_to_start", ("start_distance",), **params)


def to_json(options: TeufelOptions) -> JSON:
    """Write the options completely."""
    data: dict[str, JSON] = {}
    for name in _FIELDS:
        value = getattr(options, name)
        data[name] = value.value if isinstance(value, Enum) else value
    board, cards = options.board, options.cards
    data["players"] = list(options.players)
    data["board"] = {
        "rows": board.rows,
        "cols": board.cols,
        "devil_field": list(board.place(board.devil_field)),
        "marked": [list(board.place(field)) for field in board.marked],
    }
    data["cards"] = {"letters": cards.letters, "devil": cards.devil, "tower": cards.tower}
    data["letters"] = list(options.letters)
    data["shuffle_cards"] = list(options.shuffle_cards)
    # a form shows an empty box for None, and reads it as "not given"
    data["turn_limit"] = 0 if options.turn_limit is None else options.turn_limit
    return data


E_ = TypeVar("E_", bound=Enum)


def _flag(fields: Mapping[str, JSON], name: str) -> bool:
    return _read.flag(fields.get(name), (name,), bool(getattr(_default, name)))


def _choice(fields: Mapping[str, JSON], name: str, kind: type[E_]) -> E_:
    data = fields.get(name)
    if data is None:
        default: E_ = getattr(_default, name)
        return default
    return kind(_read.choice(data, (name,), [str(each.value) for each in kind]))


def _number(fields: Mapping[str, JSON], name: str, least: int, most: int) -> int:
    return _within(fields.get(name), (name,), least, most, int(getattr(_default, name)))


def _within(data: JSON, path: Path, least: int, most: int, default: int) -> int:
    if data is None:
        return default
    value = _read.whole(data, path)
    if not least <= value <= most:
        raise BadOptions("teufel_teufel.number_out_of_range", path, least=least, most=most)
    return value


def _range(fields: Mapping[str, JSON], name: str, least: int, most: int) -> tuple[int, int]:
    """Two numbers, the smaller one first."""
    low, high = getattr(_default, name)
    data = fields.get(name)
    if data is not None:
        pair = _read.sequence(data, (name,))
        if len(pair) != 2:
            raise BadOptions("json.wrong_length", (name,), expected=2, found=len(pair))
        low = _within(pair[0], (name, 0), least, most, low)
        high = _within(pair[1], (name, 1), least, most, high)
    if low > high:
        raise BadOptions("teufel_teufel.range_reversed", (name, 1), low=low, high=high)
    return low, high


def _turn_limit(fields: Mapping[str, JSON]) -> int | None:
    """A missing limit is the default one; None or, in a form, 0 is none at all."""
    if "turn_limit" in fields and fields["turn_limit"] is None:
        return None
    return _number(fields, "turn_limit", 0, HIGHEST_TURN_LIMIT) or None


def _letters(data: JSON) -> tuple[str, ...]:
    if data is None:
        return _default.letters
    path: Path = ("letters",)
    if isinstance(data, str):
        data = list(re.sub(r"[\s,;]+", "", _read.text(data, path, _LONGEST_TEXT)))
    letters = tuple(_read.text(letter, path, 1) for letter in _read.sequence(data, path))
    if not FEWEST_LETTERS <= len(letters) <= MOST_LETTERS:
        limits = {"least": FEWEST_LETTERS, "most": MOST_LETTERS, "found": len(letters)}
        raise BadOptions("teufel_teufel.number_of_letters", path, **limits)
    if not all(re.fullmatch("[A-Z]", letter) for letter in letters):
        raise BadOptions("teufel_teufel.not_a_letter", path)
    if len(set(letters)) < len(letters):
        raise BadOptions("teufel_teufel.letter_twice", path)
    return letters


def _cards(data: JSON) -> Cards:
    path: Path = ("cards",)
    fields = _read.mapping({} if data is None else data, path, ("letters", "devil", "tower"))
    default = _default.cards
    return Cards(
        letters=_within(
            fields.get("letters"), (*path, "letters"), 1, COLOURS * MOST_LETTERS, default.letters
        ),
        devil=_within(fields.get("devil"), (*path, "devil"), 0, MOST_DEVIL_CARDS, default.devil),
        tower=_within(fields.get("tower"), (*path, "tower"), 0, MOST_TOWER_CARDS, default.tower),
    )


def _board(data: JSON) -> Board:
    path: Path = ("board",)
    names = ("rows", "cols", "devil_field", "marked")
    fields = _read.mapping({} if data is None else data, path, names)
    rows, cols = (
        _within(fields.get(name), (*path, name), SMALLEST_SIDE, LARGEST_SIDE, default)
        for name, default in (("rows", _BOARD.rows), ("cols", _BOARD.cols))
    )
    bare = Board(rows, cols, devil_field=0, marked=())
    at = (*path, "devil_field")
    devil_field = _field(fields.get("devil_field"), at, bare, _BOARD.place(_BOARD.devil_field))
    marked = _marked(fields.get("marked"), (*path, "marked"), bare)
    if devil_field in marked:
        raise BadOptions("teufel_teufel.marked_devil_field", (*path, "marked"))
    return Board(rows, cols, devil_field, marked)


def _marked(data: JSON, path: Path, board: Board) -> tuple[int, ...]:
    if data is None:
        data = [list(_BOARD.place(field)) for field in _BOARD.marked]
    elif isinstance(data, str):
        numbers = [int(found) for found in re.findall("[0-9]{1,3}", data[: _LONGEST_TEXT + 1])]
        data = [numbers[at : at + 2] for at in range(0, len(numbers), 2)]
    given = _read.sequence(data, path)
    if not 1 <= len(given) <= MOST_MARKED:
        limits = {"most": MOST_MARKED, "found": len(given)}
        raise BadOptions("teufel_teufel.number_of_marked", path, **limits)
    marked = [_field(pair, (*path, place), board) for place, pair in enumerate(given)]
    for place, field in enumerate(marked):
        if field in marked[:place]:
            raise BadOptions("teufel_teufel.marked_twice", (*path, place))
    return tuple(sorted(marked))


def _field(data: JSON, path: Path, board: Board, default: tuple[int, int] | None = None) -> int:
    """A field written as [row, column]; a number left out is that of the default."""
    pair = default if data is None and default else _read.sequence(data, path)
    if len(pair) != 2:
        raise BadOptions("json.wrong_length", path, expected=2, found=len(pair))
    row, col = (
        default[place] if part is None and default else _read.whole(part, (*path, place))
        for place, part in enumerate(pair)
    )
    if not board.has(row, col):
        params = {"row": row, "col": col, "rows": board.rows, "cols": board.cols}
        raise BadOptions("teufel_teufel.outside_the_board", path, **params)
    return board.index(row, col)
