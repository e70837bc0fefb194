"""The state of a match, and a builder for any position.

Whoever wants a certain position calls ``position``: fields are ``(row, column)`` from 1, cards are
called as on the wire (``red-A``, ``devil``, ``tower``; seat n has the n-th colour of red, blue,
green, yellow, white, black)::

    position(
        seats=3,
        open={(3, 3): "blue-D"},
        hidden={(7, 7): "red-E"},
        discs=[(3, 2), (7, 1), None],  # None: the third player has left the board
        letters=["D", "", "ABCDEF"],
        devils=[0],
        left=[2],
    )

Fields that are not named hold no card. Day-break is only asked for after an opening, so a position
without hidden cards is possible. With the default options a sensible position has a hidden card
far away, lest the first opening ends the match.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from games.teufel_teufel.options import TeufelOptions
from games.teufel_teufel.play.actions import Place
from games.teufel_teufel.play.cards import EMPTY
from games.teufel_teufel.play.ground import Ground, ground
from games.teufel_teufel.words import End

NOWHERE = -1
NOBODY = -1


class Phase(Enum):
    """What the match waits for."""

    DEAL = "deal"  # chance
    FIRST_PLAYER = "first_player"  # chance
    PLACE = "place"
    TURN = "turn"  # move, swap, begin a devil shuffle, or pass
    MOVE = "move"  # after the first step
    GIVE = "give"
    ROB = "rob"
    LOSE = "lose"  # the seat ``loser`` chooses
    PEEK = "peek"
    DROP = "drop"
    TAKE = "take"  # after the first card of a devil shuffle
    LAY = "lay"  # after its first target
    SHUFFLE = "shuffle"  # chance
    FLIP = "flip"
    OVER = "over"


class State(NamedTuple):
    """Everything about a match. Sets of fields, of letters and of seats are bits of a number.

    ``cards``: by field, as in cards.py. ``hidden``: the fields with a hidden card. ``group``: by
    field, the number of the shuffle after which the card was last hidden (0: the deal); it travels
    with the card and has no meaning for open cards. ``known``: for each seat the hidden cards it
    has peeked at. ``discs``: by seat, NOWHERE before the first placing and after leaving.
    ``turn``: whose turn it is, ``turns`` and ``own_turns``: turns begun, by all seats with flips,
    and by each seat with its disc on the board. ``steps``, ``must_go_on``, ``visited``: of the
    move under way (``visited`` only where a field may not be visited twice). ``opened``: whether
    a card was opened this turn. ``flips``: still to be made this turn. ``taken``, ``laid``: fields
    of the devil shuffle under way. ``swapped``: the two fields of a swap, during the turn after it;
    everybody has seen these cards move. ``end`` is None until the match is over.
    """

    ground: Ground
    seats: int
    phase: Phase
    first: int
    turn: int
    turns: int
    own_turns: tuple[int, ...]
    cards: tuple[int, ...]
    hidden: int
    group: tuple[int, ...]
    shuffles: int
    discs: tuple[int, ...]
    letters: tuple[int, ...]
    devils: int
    left: tuple[int, ...]
    known: tuple[int, ...]
    steps: int
    must_go_on: bool
    visited: int
    opened: bool
    flips: int
    taken: tuple[int, ...]
    laid: tuple[int, ...]
    loser: int
    swapped: tuple[int, ...]
    end: End | None

    @property
    def mid(self) -> int:
        """How many devils stand on the devil field."""
        return self.ground.devils - self.devils.bit_count()


def before_the_deal(seats: int, options: TeufelOptions) -> State:
    """The table before anything is drawn."""
    here = ground(options)
    return State(
        ground=here,
        seats=seats,
        phase=Phase.DEAL,
        first=NOBODY,
        turn=NOBODY,
        turns=0,
        own_turns=(0,) * seats,
        cards=(EMPTY,) * here.fields,
        hidden=0,
        group=(0,) * here.fields,
        shuffles=0,
        discs=(NOWHERE,) * seats,
        letters=(0,) * seats,
        devils=0,
        left=(),
        known=(0,) * seats,
        steps=0,
        must_go_on=False,
        visited=0,
        opened=False,
        flips=0,
        taken=(),
        laid=(),
        loser=NOBODY,
        swapped=(),
        end=None,
    )


def position(
    *,
    seats: int = 2,
    options: TeufelOptions | None = None,
    open: Mapping[Place, str] | None = None,
    hidden: Mapping[Place, str] | None = None,
    discs: Sequence[Place | None],
    letters: Sequence[str] = (),
    devils: Collection[int] = (),
    left: Sequence[int] = (),
    turn: int = 0,
    first: int = 0,
    known: Mapping[int, Collection[Place]] | None = None,
    turns: int = 1,
    own_turns: Sequence[int] | None = None,
) -> State:
    """The position with these facts at the beginning of the turn of ``turn``.

    ``letters`` are the letters in each disc, missing ones none. ``known`` says which hidden cards
    a seat has peeked at.
    """
    here = ground(options or TeufelOptions())
    cards = [EMPTY] * here.fields
    down = 0
    for at, name in {**(open or {}), **(hidden or {})}.items():
        cards[here.index[at]] = here.numbers[name]
    for at in hidden or {}:
        down |= 1 << here.index[at]
    standing = [NOWHERE if at is None else here.index[at] for at in discs]
    owned = [here.bits(tuple(text)) for text in letters]
    on_board = standing[turn] != NOWHERE
    return before_the_deal(seats, here.options)._replace(
        phase=Phase.TURN if on_board else Phase.FLIP,
        first=first,
        turn=turn,
        turns=turns,
        own_turns=tuple(own_turns) if own_turns is not None else (turns,) * seats,
        cards=tuple(cards),
        hidden=down,
        discs=tuple(standing),
        letters=tuple(owned) + (0,) * (seats - len(owned)),
        devils=sum(1 << seat for seat in devils),
        left=tuple(left),
        known=tuple(
            sum(1 << here.index[at] for at in (known or {}).get(seat, ())) for seat in range(seats)
        ),
        flips=0 if on_board else here.options.finished_flips,
        visited=0 if here.options.allow_revisit or not on_board else 1 << standing[turn],
    )
