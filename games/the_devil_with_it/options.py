"""House rules of The Devil With It: everything a club may correct from its own copy of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise
from math import gcd
from typing import TypeVar

from games.core.errors import BadOptions
from games.core.reading import Reader
from games.core.types import JSON, Path

SMALLEST_TABLE, LARGEST_TABLE = 2, 6
TABLES = range(SMALLEST_TABLE, LARGEST_TABLE + 1)
MOST_KINDS = 12
MOST_OF_A_KIND = 99
HIGHEST_FACE = 10_000
HIGHEST_COAL = 500
MOST_PIECES = 120
HIGHEST_BONUS = 1_000
HIGHEST_MONEY = 100_000
LONGEST_TRACK = 30
MOST_ROUNDS = 200

DEVIL = "devil"
MORE = "more"
RANDOM = "random"

Counts = tuple[tuple[int, int], ...]
"""Faces or values with how many pieces show them, smallest face first."""


class EndTie(Enum):
    """What happens when the first place is level at the end (R45)."""

    SHARED = "shared"
    EXTRA_ROUND = "extra_round"


class EntryLevel(Enum):
    """How much a table must report."""

    FINAL = "FINAL"
    FINAL_CHIPS = "FINAL_CHIPS"
    LEDGER = "LEDGER"


@dataclass(frozen=True)
class DevilWithItOptions:
    """The configuration of one ruleset; amounts of money are whole numbers.

    ``players`` are the least and the most at a table.
    ``chips``, ``coal`` and ``start_chips`` are sorted by face; devils are counted apart from the
    coal. ``first_starter`` is a seat, None where chance decides. No slots: the derived values
    are worked out once and kept.
    """

    players: tuple[int, int] = (SMALLEST_TABLE, LARGEST_TABLE)
    chips: Counts = ((10, 16), (20, 16), (50, 8), (100, 12), (200, 8), (500, 6), (1000, 4))
    coal: Counts = ((10, 9), (20, 9), (25, 9), (50, 7), (75, 3), (100, 2))
    devils: int = 9
    start_capital: int = 200
    start_chips: Counts = ((10, 1), (20, 2), (50, 1), (100, 1))
    allow_zero_bet: bool = False
    bonus_amount: int = 50
    bonus_count: int = 50
    pact_payment: int = 50
    track: tuple[int, ...] = (50, 200, 300, 500, 800, 1200, 1600)
    oven_mouth_capacity: int = 19
    end_threshold: int = 1600
    end_tie: EndTie = EndTie.SHARED
    holdings_secret: bool = True
    track_chip_faces: bool = False
    bank_limited: bool = False
    first_starter: int | None = None
    max_rounds: int | None = None
    entry_level: EntryLevel = EntryLevel.FINAL
    early_end_allowed: bool = False

    @cached_property
    def bet_unit(self) -> int:
        """Every amount of money is a multiple of it: the largest common part of the faces."""
        return gcd(*(face for face, _ in self.chips))

    @cached_property
    def least_bet(self) -> int:
        """The smallest legal stake of somebody who has chips (R2)."""
        return 0 if self.allow_zero_bet else self.bet_unit

    @cached_property
    def coal_pieces(self) -> int:
        """The pieces without a devil."""
        return sum(count for _, count in self.coal)

    @cached_property
    def pieces(self) -> int:
        """All pieces that lie on the oven after a reset."""
        return self.coal_pieces + self.devils

    @cached_property
    def coal_value(self) -> int:
        """What all coal together is worth: nobody can lay down more."""
        return sum(value * count for value, count in self.coal)

    @cached_property
    def chip_value(self) -> int:
        """All the money in the box."""
        return sum(face * count for face, count in self.chips)

    @property
    def seats(self) -> range:
        """The table sizes: a fixed first starter needs a seat at the table."""
        least, most = self.players
        return range(max(least, (self.first_starter or 0) + 1), most + 1)


_FIELDS = tuple(DevilWithItOptions.__dataclass_fields__)
_ACCEPTED = (*(name for name in _FIELDS if name != "devils"), "bet_unit")
_read = Reader(BadOptions)


def from_json(data: JSON) -> DevilWithItOptions:
    """Read the options; whatever is missing takes its default. Raises BadOptions.

    ``bet_unit`` follows from the chips: it may be given, and is then compared. Among faces,
    ``more`` is a list of further ones, each followed by its count, as people type them.
    """
    fields = _read.mapping({} if data is None else data, (), _ACCEPTED)
    default = DevilWithItOptions()
    coal, devils = _coal(fields.get("coal"), default)
    options = DevilWithItOptions(
        players=_players(fields.get("players"), default.players),
        chips=_counts(fields.get("chips"), "chips", default.chips, HIGHEST_FACE),
        coal=coal,
        devils=devils,
        start_capital=_number(fields, "start_capital", 1, HIGHEST_MONEY),
        start_chips=_counts(
            fields.get("start_chips"), "start_chips", default.start_chips, HIGHEST_FACE
        ),
        allow_zero_bet=_flag(fields, "allow_zero_bet"),
        bonus_amount=_number(fields, "bonus_amount", 0, HIGHEST_BONUS),
        bonus_count=_number(fields, "bonus_count", 0, HIGHEST_BONUS),
        pact_payment=_number(fields, "pact_payment", 0, HIGHEST_BONUS),
        track=_track(fields.get("track"), default.track),
        oven_mouth_capacity=_number(fields, "oven_mouth_capacity", 0, MOST_PIECES),
        end_threshold=_number(fields, "end_threshold", 1, HIGHEST_MONEY),
        end_tie=_choice(fields, "end_tie", EndTie),
        holdings_secret=_flag(fields, "holdings_secret"),
        track_chip_faces=_flag(fields, "track_chip_faces"),
        bank_limited=_flag(fields, "bank_limited"),
        first_starter=_starter(fields.get("first_starter")),
        max_rounds=_rounds(fields.get("max_rounds")),
        entry_level=_choice(fields, "entry_level", EntryLevel),
        early_end_allowed=_flag(fields, "early_end_allowed"),
    )
    _refuse_impossible(options, fields)
    return options


def to_json(options: DevilWithItOptions) -> JSON:
    """Write the options completely."""
    data: dict[str, JSON] = {}
    for name in _FIELDS:
        value = getattr(options, name)
        data[name] = value.value if isinstance(value, Enum) else value
    del data["devils"]
    for name, counts in (
        ("chips", options.chips),
        ("coal", options.coal),
        ("start_chips", options.start_chips),
    ):
        data[name] = {str(face): count for face, count in counts}
    data["coal"] = {**{str(v): n for v, n in options.coal}, DEVIL: options.devils}
    data["track"] = list(options.track)
    data["players"] = list(options.players)
    data["first_starter"] = RANDOM if options.first_starter is None else options.first_starter
    return data


def _refuse_impossible(options: DevilWithItOptions, fields: Mapping[str, JSON]) -> None:
    """Options that are readable one by one and exclude each other."""
    most = options.players[1]
    if options.first_starter is not None and options.first_starter >= most:
        limits = {"least": 0, "most": most - 1}
        raise BadOptions("the_devil_with_it.number_out_of_range", ("first_starter",), **limits)
    unit = options.bet_unit
    given = fields.get("bet_unit")
    if given is not None and _read.whole(given, ("bet_unit",)) != unit:
        raise BadOptions("the_devil_with_it.bet_unit", ("bet_unit",), unit=unit)
    smallest = options.chips[0][0]
    if smallest != unit:
        # with 20 and 50 nobody could pay 30
        raise BadOptions("the_devil_with_it.no_change", ("chips",), face=smallest, unit=unit)
    _refuse_start_chips(options)
    for name in ("bonus_amount", "bonus_count", "pact_payment", "end_threshold"):
        if getattr(options, name) % unit:
            # holdings would no longer be sums of chips (R47)
            raise BadOptions("the_devil_with_it.not_payable", (name,), unit=unit)
    if options.start_capital > options.track[0] and options.start_capital not in options.track:
        raise BadOptions(
            "the_devil_with_it.start_beside_track", ("track",), capital=options.start_capital
        )
    if options.end_threshold <= options.start_capital:
        raise BadOptions(
            "the_devil_with_it.end_below_start", ("end_threshold",), capital=options.start_capital
        )
    if options.coal_pieces == 0:
        raise BadOptions("the_devil_with_it.no_coal", ("coal",))
    if options.coal_value < unit:
        raise BadOptions("the_devil_with_it.coal_below_bet", ("coal",), unit=unit)
    if options.pieces > MOST_PIECES:
        raise BadOptions(
            "the_devil_with_it.too_many_pieces", ("coal",), found=options.pieces, most=MOST_PIECES
        )
    if options.oven_mouth_capacity > options.pieces:
        raise BadOptions(
            "the_devil_with_it.mouth_too_wide", ("oven_mouth_capacity",), pieces=options.pieces
        )


def _refuse_start_chips(options: DevilWithItOptions) -> None:
    box = dict(options.chips)
    total = sum(face * count for face, count in options.start_chips)
    for face, count in options.start_chips:
        path: Path = ("start_chips", str(face))
        if face not in box:
            raise BadOptions("the_devil_with_it.unknown_face", path, face=face)
        if count * options.players[1] > box[face]:
            raise BadOptions(
                "the_devil_with_it.start_beyond_box",
                path,
                face=face,
                needed=count * options.players[1],
                most=box[face],
            )
    if total != options.start_capital:
        raise BadOptions(
            "the_devil_with_it.start_sum",
            ("start_capital",),
            found=total,
            wanted=options.start_capital,
        )


E_ = TypeVar("E_", bound=Enum)


def _flag(fields: Mapping[str, JSON], name: str) -> bool:
    return _read.flag(fields.get(name), (name,), bool(getattr(DevilWithItOptions(), name)))


def _choice(fields: Mapping[str, JSON], name: str, kind: type[E_]) -> E_:
    data = fields.get(name)
    if data is None:
        default: E_ = getattr(DevilWithItOptions(), name)
        return default
    return kind(_read.choice(data, (name,), [str(each.value) for each in kind]))


def _number(fields: Mapping[str, JSON], name: str, least: int, most: int) -> int:
    data = fields.get(name)
    if data is None:
        return int(getattr(DevilWithItOptions(), name))
    return _within(data, (name,), least, most)


def _within(data: JSON, path: Path, least: int, most: int) -> int:
    value = _read.whole(data, path)
    if not least <= value <= most:
        raise BadOptions("the_devil_with_it.number_out_of_range", path, least=least, most=most)
    return value


def _players(data: JSON, default: tuple[int, int]) -> tuple[int, int]:
    if data is None:
        return default
    path: Path = ("players",)
    pair = _read.sequence(data, path)
    if len(pair) != 2:
        raise BadOptions("json.wrong_length", path, expected=2, found=len(pair))
    low, high = (
        usual if size is None else _within(size, (*path, place), SMALLEST_TABLE, LARGEST_TABLE)
        for place, (size, usual) in enumerate(zip(pair, default, strict=True))
    )
    if low > high:
        raise BadOptions("the_devil_with_it.range_reversed", (*path, 1), low=low, high=high)
    return low, high


def _starter(data: JSON) -> int | None:
    if data is None or data == RANDOM:
        return None
    if isinstance(data, str):
        raise BadOptions("json.unknown_choice", ("first_starter",), value=data[:60])
    return _within(data, ("first_starter",), 0, LARGEST_TABLE - 1)


def _rounds(data: JSON) -> int | None:
    return None if data is None else _within(data, ("max_rounds",), 1, MOST_ROUNDS)


def _track(data: JSON, default: tuple[int, ...]) -> tuple[int, ...]:
    if data is None:
        return default
    path: Path = ("track",)
    spaces = tuple(_within(space, path, 0, HIGHEST_MONEY) for space in _read.sequence(data, path))
    if not 1 <= len(spaces) <= LONGEST_TRACK:
        raise BadOptions("the_devil_with_it.track_length", path, most=LONGEST_TRACK)
    if any(left >= right for left, right in pairwise(spaces)):
        raise BadOptions("the_devil_with_it.track_not_rising", path)
    return spaces


def _counts(data: JSON, name: str, default: Counts, highest: int) -> Counts:
    """Faces with their counts; a face with no pieces is left away."""
    if data is None:
        return default
    found = _faces(data, (name,), highest, (MORE,))
    if not found:
        raise BadOptions("the_devil_with_it.no_chips", (name,))
    return found


def _coal(data: JSON, default: DevilWithItOptions) -> tuple[Counts, int]:
    if data is None:
        return default.coal, default.devils
    path: Path = ("coal",)
    coal = _faces(data, path, HIGHEST_COAL, (DEVIL, MORE))
    assert isinstance(data, Mapping)  # _faces has read it
    devils = data.get(DEVIL)
    if devils is None:
        return coal, default.devils
    return coal, _within(devils, (*path, DEVIL), 0, MOST_OF_A_KIND)


def _faces(data: JSON, path: Path, highest: int, besides: tuple[str, ...]) -> Counts:
    if not isinstance(data, Mapping):
        raise BadOptions("json.not_object", path)
    read: dict[int, int] = {}
    for key, count in data.items():
        if key in besides:
            continue
        face = _face(str(key), path, highest)
        if count is not None and face not in read:
            read[face] = _within(count, (*path, str(face)), 0, MOST_OF_A_KIND)
    _add_more(read, data.get(MORE), (*path, MORE), highest)
    kept = tuple(sorted((face, count) for face, count in read.items() if count))
    if len(kept) > MOST_KINDS:
        raise BadOptions("the_devil_with_it.too_many_kinds", path, most=MOST_KINDS)
    return kept


def _add_more(read: dict[int, int], data: JSON, path: Path, highest: int) -> None:
    """Enter further faces, each followed by its count; one that is known already is refused."""
    if data is None:
        return
    numbers = [_read.whole(number, path) for number in _read.sequence(data, path)]
    if len(numbers) % 2:
        raise BadOptions("the_devil_with_it.more_not_in_pairs", path)
    for face, count in zip(numbers[::2], numbers[1::2], strict=True):
        if read.get(_face(str(face), path, highest)):
            raise BadOptions("the_devil_with_it.face_twice", path, face=face)
        read[face] = _within(count, path, 0, MOST_OF_A_KIND)


def _face(key: str, path: Path, highest: int) -> int:
    if not (key.isascii() and key.isdigit() and len(key) <= 6 and key == str(int(key))):
        raise BadOptions("the_devil_with_it.bad_face", path, face=key.replace("\0", "")[:20])
    face = int(key)
    if not 1 <= face <= highest:
        raise BadOptions("the_devil_with_it.bad_face", path, face=key[:20])
    return face
