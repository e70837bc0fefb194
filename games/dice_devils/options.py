"""House rules of Dice Devils: everything a club may correct from its own copy of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from games.core.errors import BadOptions
from games.core.reading import Reader
from games.core.types import JSON, Path
from games.dice_devils.devils import ITEM_LABELS, OBER, PUTZ, RANK_LABELS, SATAN

SMALLEST_TABLE, LARGEST_TABLE = 3, 6
TABLES = range(SMALLEST_TABLE, LARGEST_TABLE + 1)
MOST_PIECES = 12
HIGHEST_VALUE = 9
HIGHEST_END = 15
HIGHEST_BONUS = 20
DIE_FACES = 6
MOST_CHOICES = 1_000
"""So many exchanges, with declining, are offered at once at most."""


class SpielWindow(Enum):
    """When the gambling devil may force new throws (R22)."""

    AFTER_REVEAL = "after_reveal"
    ANY_EVALUATION = "any_evaluation"


class RevealAlone(Enum):
    """When a head devil without a rival shows its dice (R12)."""

    IF_SATAN_IN_PLAY = "if_satan_in_play"
    ALWAYS = "always"


class TieBreak(Enum):
    """Whether final ranks part players with equal points (R39)."""

    RANK = "rank"
    SHARED = "shared"


class EntryLevel(Enum):
    """How much a table must report."""

    FULL = "FULL"
    SHORT = "SHORT"
    TOTAL = "TOTAL"


class ItemRefill(Enum):
    """How open items are refilled (R4)."""

    TOP_UP = "top_up"
    ADD_FIXED_NUMBER = "add_fixed_number"


@dataclass(frozen=True, slots=True)
class ItemType:
    """One kind of item: how many pieces the box holds, and what each piece is worth."""

    key: str
    count: int
    value: int


_DEFAULT_TYPES = tuple(
    ItemType(key, *numbers)
    for key, numbers in zip(ITEM_LABELS, [(6, 1)] * 7 + [(4, 2)] * 2 + [(3, 3)] * 2, strict=True)
)
_MORE_FIGHTS = (2, 2, 3, 3)


@dataclass(frozen=True, slots=True)
class DiceDevilsOptions:
    """The configuration of one ruleset. ``rank_sets`` and ``open_items`` start at three players."""

    item_types: tuple[ItemType, ...] = _DEFAULT_TYPES
    grey_die_faces: tuple[int, ...] = (1, 2, 3, 3, 4, 4)
    rank_sets: tuple[tuple[int, ...], ...] = (
        (1, 4, 6),
        (1, 2, 3, 6),
        (1, 2, 3, 4, 6),
        (1, 2, 3, 4, 5, 6),
    )
    open_items: tuple[int, ...] = (2, 3, 3, 4)
    variant_more_fights: bool = False
    variant_custom_ranks: tuple[int, ...] | None = None
    end_item_count: int = 10
    triple_size: int = 3
    triple_bonus: int = 3
    spiel_window: SpielWindow = SpielWindow.AFTER_REVEAL
    end_tie_uses_rank_after_last_swap: bool = True
    spring_wins_end_tie: bool = True
    tie_break_applies_to_all_places: bool = True
    collections_public: bool = True
    reveal_ober_when_alone: RevealAlone = RevealAlone.IF_SATAN_IN_PLAY
    item_values_by_piece: tuple[tuple[str, tuple[int, ...]], ...] | None = None
    tie_break: TieBreak = TieBreak.RANK
    spiel_before_spring: bool = True
    entry_level: EntryLevel = EntryLevel.FULL
    early_end_allowed: bool = False
    item_refill: ItemRefill = ItemRefill.TOP_UP

    @property
    def seats(self) -> range:
        """The table sizes: a chosen set of ranks fits one size only."""
        if self.variant_custom_ranks is None:
            return TABLES
        size = len(self.variant_custom_ranks)
        return range(size, size + 1)

    def ranks_in_play(self, seats: int) -> tuple[int, ...]:
        """The ranks dealt out at a table of this size (R1, R2)."""
        if self.variant_custom_ranks is not None:
            return self.variant_custom_ranks
        return self.rank_sets[seats - SMALLEST_TABLE]

    def open_target(self, seats: int) -> int:
        """How many items lie open at the start of a round (R4, R42, R45)."""
        table = _MORE_FIGHTS if self.variant_more_fights else self.open_items
        return table[seats - SMALLEST_TABLE]

    @property
    def pieces(self) -> tuple[tuple[int, ...], ...]:
        """The values of the single pieces, kind by kind."""
        single = dict(self.item_values_by_piece or ())
        return tuple(single.get(kind.key, (kind.value,) * kind.count) for kind in self.item_types)

    @property
    def values_differ_within_a_kind(self) -> bool:
        """Whether counts alone do not tell what a collection is worth."""
        return any(len(set(values)) > 1 for values in self.pieces)


_FIELDS = tuple(DiceDevilsOptions.__dataclass_fields__)
_read = Reader(BadOptions)


def from_json(data: JSON) -> DiceDevilsOptions:
    """Read the options; whatever is missing takes its default. Raises BadOptions."""
    fields = _read.mapping({} if data is None else data, (), _FIELDS)
    default = DiceDevilsOptions()
    item_types = _item_types(fields.get("item_types"), default.item_types)
    options = DiceDevilsOptions(
        item_types=item_types,
        grey_die_faces=_faces(fields.get("grey_die_faces"), default.grey_die_faces),
        rank_sets=_rank_sets(fields.get("rank_sets"), default.rank_sets),
        open_items=_open_items(fields.get("open_items"), default.open_items),
        variant_more_fights=_flag(fields, "variant_more_fights"),
        variant_custom_ranks=_custom_ranks(fields.get("variant_custom_ranks")),
        end_item_count=_number(fields, "end_item_count", 1, HIGHEST_END),
        triple_size=_number(fields, "triple_size", 2, MOST_PIECES),
        triple_bonus=_number(fields, "triple_bonus", 0, HIGHEST_BONUS),
        spiel_window=_choice(fields, "spiel_window", SpielWindow),
        end_tie_uses_rank_after_last_swap=_flag(fields, "end_tie_uses_rank_after_last_swap"),
        spring_wins_end_tie=_flag(fields, "spring_wins_end_tie"),
        tie_break_applies_to_all_places=_flag(fields, "tie_break_applies_to_all_places"),
        collections_public=_flag(fields, "collections_public"),
        reveal_ober_when_alone=_choice(fields, "reveal_ober_when_alone", RevealAlone),
        item_values_by_piece=_by_piece(fields.get("item_values_by_piece"), item_types),
        tie_break=_choice(fields, "tie_break", TieBreak),
        spiel_before_spring=_flag(fields, "spiel_before_spring"),
        entry_level=_choice(fields, "entry_level", EntryLevel),
        early_end_allowed=_flag(fields, "early_end_allowed"),
        item_refill=_choice(fields, "item_refill", ItemRefill),
    )
    supply = sum(kind.count for kind in item_types)
    if options.end_item_count > supply:
        # nobody could ever reach the number that ends the game
        raise BadOptions("dice_devils.end_above_supply", ("end_item_count",), supply=supply)
    most = _most_exchanges(options)
    if most >= MOST_CHOICES:
        raise BadOptions(
            "dice_devils.too_many_exchanges",
            ("item_values_by_piece",),
            found=most,
            most=MOST_CHOICES - 1,
        )
    return options


def _most_exchanges(options: DiceDevilsOptions) -> int:
    """No cleaning devil can ever choose among more exchanges (R27).

    The winner holds as many pieces as end the match, the others fewer, each piece of its own sort.
    """
    end = options.end_item_count
    sorts = [pieces.count(value) for pieces in options.pieces for value in set(pieces)]
    found = [0]
    for seats in options.seats:
        if PUTZ in options.ranks_in_play(seats):
            losers = seats - 1
            theirs = min(
                losers * min(len(sorts), end - 1), sum(min(count, losers) for count in sorts)
            )
            found.append(min(len(sorts), end) * theirs)
    return max(found)


def to_json(options: DiceDevilsOptions) -> JSON:
    """Write the options completely."""
    data: dict[str, JSON] = {}
    for name in _FIELDS:
        value = getattr(options, name)
        data[name] = value.value if isinstance(value, Enum) else value
    custom = options.variant_custom_ranks
    pieces = options.item_values_by_piece
    data["item_types"] = {kind.key: [kind.count, kind.value] for kind in options.item_types}
    data["grey_die_faces"] = list(options.grey_die_faces)
    data["rank_sets"] = {
        str(size): list(ranks) for size, ranks in zip(TABLES, options.rank_sets, strict=True)
    }
    data["open_items"] = {
        str(size): number for size, number in zip(TABLES, options.open_items, strict=True)
    }
    data["variant_custom_ranks"] = None if custom is None else list(custom)
    data["item_values_by_piece"] = (
        None if pieces is None else {key: list(values) for key, values in pieces}
    )
    return data


E_ = TypeVar("E_", bound=Enum)


def _flag(fields: Mapping[str, JSON], name: str) -> bool:
    return _read.flag(fields.get(name), (name,), bool(getattr(DiceDevilsOptions(), name)))


def _choice(fields: Mapping[str, JSON], name: str, kind: type[E_]) -> E_:
    data = fields.get(name)
    if data is None:
        default: E_ = getattr(DiceDevilsOptions(), name)
        return default
    return kind(_read.choice(data, (name,), [str(each.value) for each in kind]))


def _number(fields: Mapping[str, JSON], name: str, least: int, most: int) -> int:
    data = fields.get(name)
    if data is None:
        return int(getattr(DiceDevilsOptions(), name))
    return _within(data, (name,), least, most)


def _within(data: JSON, path: Path, least: int, most: int) -> int:
    value = _read.whole(data, path)
    if not least <= value <= most:
        raise BadOptions("dice_devils.number_out_of_range", path, least=least, most=most)
    return value


def _item_types(data: JSON, default: tuple[ItemType, ...]) -> tuple[ItemType, ...]:
    if data is None:
        return default
    given = _read.mapping(data, ("item_types",), tuple(ITEM_LABELS))
    read = []
    for kind in default:
        path: Path = ("item_types", kind.key)
        numbers = given.get(kind.key)
        if numbers is None:
            read.append(kind)
            continue
        pair = _read.sequence(numbers, path)
        if len(pair) != 2:
            raise BadOptions("json.wrong_length", path, expected=2, found=len(pair))
        count = kind.count if pair[0] is None else _within(pair[0], (*path, 0), 0, MOST_PIECES)
        value = kind.value if pair[1] is None else _within(pair[1], (*path, 1), 0, HIGHEST_VALUE)
        read.append(ItemType(kind.key, count, value))
    return tuple(read)


def _faces(data: JSON, default: tuple[int, ...]) -> tuple[int, ...]:
    if data is None:
        return default
    path: Path = ("grey_die_faces",)
    faces = _read.sequence(data, path)
    if len(faces) != DIE_FACES:
        raise BadOptions("json.wrong_length", path, expected=DIE_FACES, found=len(faces))
    return tuple(_within(face, path, 1, DIE_FACES) for face in faces)


def _ranks(data: JSON, path: Path) -> tuple[int, ...]:
    ranks = tuple(_within(rank, path, 1, len(RANK_LABELS)) for rank in _read.sequence(data, path))
    code = rank_set_fault(ranks)
    if code is not None:
        raise BadOptions(code, path)
    return tuple(sorted(ranks))


def rank_set_fault(ranks: tuple[int, ...]) -> str | None:
    """The code of what forbids these ranks together, whatever their number (R2)."""
    if len(set(ranks)) < len(ranks):
        return "dice_devils.rank_repeated"
    if SATAN in ranks and OBER not in ranks:
        return "dice_devils.satan_without_ober"
    return None


def _custom_ranks(data: JSON) -> tuple[int, ...] | None:
    if data is None:
        return None
    path: Path = ("variant_custom_ranks",)
    ranks = _ranks(data, path)
    if len(ranks) not in TABLES:
        limits = {"least": SMALLEST_TABLE, "most": LARGEST_TABLE}
        raise BadOptions("dice_devils.rank_number", path, **limits)
    return ranks


def _rank_sets(data: JSON, default: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    if data is None:
        return default
    given = _read.mapping(data, ("rank_sets",), [str(size) for size in TABLES])
    read = []
    for size, ranks in zip(TABLES, default, strict=True):
        numbers = given.get(str(size))
        if numbers is not None:
            path: Path = ("rank_sets", str(size))
            ranks = _ranks(numbers, path)
            if len(ranks) != size:
                raise BadOptions("json.wrong_length", path, expected=size, found=len(ranks))
        read.append(ranks)
    return tuple(read)


def _open_items(data: JSON, default: tuple[int, ...]) -> tuple[int, ...]:
    if data is None:
        return default
    given = _read.mapping(data, ("open_items",), [str(size) for size in TABLES])
    read = []
    for size, number in zip(TABLES, default, strict=True):
        data = given.get(str(size))
        # fewer items than players, so that somebody has to fight (R10)
        read.append(
            number if data is None else _within(data, ("open_items", str(size)), 1, size - 1)
        )
    return tuple(read)


def _by_piece(
    data: JSON, kinds: tuple[ItemType, ...]
) -> tuple[tuple[str, tuple[int, ...]], ...] | None:
    if data is None:
        return None
    name = "item_values_by_piece"
    given = _read.mapping(data, (name,), tuple(ITEM_LABELS))
    read = []
    for kind in kinds:
        if given.get(kind.key) is None:
            continue
        path: Path = (name, kind.key)
        values = _read.sequence(given[kind.key], path)
        if len(values) != kind.count:
            raise BadOptions("json.wrong_length", path, expected=kind.count, found=len(values))
        if values:  # a kind without pieces has no values to tell
            worth = tuple(sorted(_within(value, path, 0, HIGHEST_VALUE) for value in values))
            read.append((kind.key, worth))
    return tuple(read) or None
