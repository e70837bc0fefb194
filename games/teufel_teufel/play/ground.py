"""What follows from the options alone, worked out once: neighbours, room, every possible action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from games.teufel_teufel.options import LARGEST_TABLE, TeufelOptions
from games.teufel_teufel.play.actions import (
    AUTO,
    JUMP,
    SKIM,
    Flip,
    LoseLetters,
    Peek,
    Place,
    PlaceDisc,
    ShuffleLay,
    ShuffleTake,
    Step,
    SwapCards,
    TakeDevilFrom,
)
from games.teufel_teufel.play.cards import card_names, cards_by_name, deck

_MOST_REMEMBERED = 20_000


class Ground:
    """The board with all its tables. Fields are whole numbers from 0, row by row; sets of fields
    and of letters are whole numbers read as bits."""

    __slots__ = (
        "_room",
        "all_fields",
        "all_letters",
        "card_fields",
        "deck",
        "devil_field",
        "devils",
        "fields",
        "flips",
        "free",
        "index",
        "lays",
        "losses",
        "most_discs",
        "names",
        "near",
        "neighbours",
        "numbers",
        "options",
        "peeks",
        "places",
        "placings",
        "steps",
        "swaps",
        "takes",
        "victims",
    )

    def __init__(self, options: TeufelOptions) -> None:
        board = options.board
        self.options = options
        self.fields = board.fields
        self.devil_field = board.devil_field
        self.devils = options.devils
        self.most_discs = options.max_discs_per_field
        self.card_fields = board.card_fields
        self.deck = deck(options)
        self.names = card_names(options)
        self.numbers = cards_by_name(options)
        self.all_letters = (1 << len(options.letters)) - 1
        everywhere = self.all_fields = range(board.fields)
        self.places: tuple[Place, ...] = tuple(board.place(field) for field in everywhere)
        self.index = {place: field for field, place in enumerate(self.places)}
        self.neighbours = tuple(board.neighbours(field) for field in everywhere)
        self.free = (1 << board.fields) - 1 & ~(1 << board.devil_field)
        self.near = tuple(
            sum(
                1 << other
                for other in everywhere
                if board.distance(field, other) < options.start_distance
            )
            for field in everywhere
        )
        self._room: dict[tuple[int, int], int] = {}
        self.placings = tuple(PlaceDisc(place) for place in self.places)
        self.steps = {
            mode: tuple(Step(place, mode) for place in self.places) for mode in (AUTO, SKIM, JUMP)
        }
        self.swaps = tuple(
            tuple(SwapCards(one, other) for other in self.places[field + 1 :])
            for field, one in enumerate(self.places)
        )
        self.takes = tuple(ShuffleTake(place) for place in self.places)
        self.lays = tuple(ShuffleLay(place) for place in self.places)
        self.flips = tuple(Flip(place) for place in self.places)
        self.peeks = tuple(Peek(place) for place in self.places)
        self.victims = tuple(TakeDevilFrom(seat) for seat in range(LARGEST_TABLE))
        self.losses = {owned: self._losses(owned) for owned in range(self.all_letters + 1)}

    def __reduce__(self) -> tuple[object, tuple[TeufelOptions]]:
        return ground, (self.options,)

    def bits(self, letters: str | tuple[str, ...]) -> int:
        """A set of letters as bits."""
        return sum(1 << self.options.letters.index(letter) for letter in letters)

    def letters(self, bits: int) -> tuple[str, ...]:
        """The letters of a set."""
        return tuple(
            letter for place, letter in enumerate(self.options.letters) if bits >> place & 1
        )

    def first_fields(self, placed: Sequence[int], more: int) -> int:
        """Where a disc may begin beside those on ``placed``, while ``more`` follow.

        Without lookahead a disc may find no field far enough from the others; it then goes to one
        of those that are farthest from the nearest disc.
        """
        free = self.far_from(placed)
        if self.options.start_lookahead:
            return self._leaving_room(free, more)
        return free or self._farthest(placed)

    def far_from(self, placed: Sequence[int]) -> int:
        """The fields that are far enough from these discs, as bits."""
        free = self.free
        for field in placed:
            free &= ~self.near[field]
        return free

    def _farthest(self, placed: Sequence[int]) -> int:
        distance = self.options.board.distance
        nearest = {
            field: min(distance(field, other) for other in placed)
            for field in self.all_fields
            if self.free >> field & 1
        }
        farthest = max(nearest.values())
        return sum(1 << field for field, steps in nearest.items() if steps == farthest)

    def _leaving_room(self, free: int, more: int) -> int:
        """The fields of ``free`` on which a disc leaves room for ``more`` others."""
        if more == 0:
            return free
        known = self._room.get((free, more))
        if known is None:
            known = sum(
                1 << field
                for field in self.all_fields
                if free >> field & 1 and self._fits(free & ~self.near[field], more)
            )
            if len(self._room) < _MOST_REMEMBERED:
                self._room[free, more] = known
        return known

    def _fits(self, free: int, more: int) -> bool:
        """Whether so many discs find room. Whatever else is chosen, a full choice has a field
        near any free one, so it is enough to try those near the first."""
        if more == 1 or free == 0:
            return free != 0
        near_first = free & self.near[(free & -free).bit_length() - 1]
        while near_first:
            field = near_first.bit_length() - 1
            if self._fits(free & ~self.near[field], more - 1):
                return True
            near_first ^= 1 << field
        return False

    def _losses(self, owned: int) -> tuple[LoseLetters, ...]:
        """The choices of one who owns these letters and has to give some back (TT R20)."""
        letters = self.letters(owned)
        number = min(self.options.letters_lost_with_two_devils, len(letters))
        return tuple(LoseLetters(lost) for lost in combinations(sorted(letters), number))


@lru_cache(maxsize=64)
def ground(options: TeufelOptions) -> Ground:
    """The tables of these options; the same object for equal options."""
    return Ground(options)
