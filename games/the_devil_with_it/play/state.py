"""The table of The Devil With It at one moment, complete and immutable.

Any position can be built directly: ``bets_open`` and ``coal_open`` below make one from the facts
that matter and fill in the rest; ``State(...)`` takes every field. Nothing in a state is checked.

How the fields stand in the phases:

=======  ==================================  ==================================================
phase    who acts                            ``own`` and ``stakes``
=======  ==================================  ==================================================
START    chance draws the first starter      everybody's starting chips, no stakes
BET      all seats with chips and no stake   ``own`` is everything; ``stakes`` are hidden
CHOOSE   the seat of the turn: draw or stop  ``own`` is what is not staked; ``stakes`` are open
REVEAL   chance reveals one piece            as in CHOOSE
END      nobody                              ``own`` is everything, no stakes
=======  ==================================  ==================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from games.core.types import CHANCE, Actor, Seat
from games.the_devil_with_it.money import pacts as pacts_of
from games.the_devil_with_it.money import pawn_positions, turn_order
from games.the_devil_with_it.options import Counts, DevilWithItOptions
from games.the_devil_with_it.play.actions import Bet, Piece

MOST_BETS = 960
"""So many amounts are offered at once; with every possible change that stays below 1,000."""

Pieces = tuple[int, ...]
"""Values of coal, 0 for a devil."""

Pile = tuple[int, ...]
"""How many chips of each face, in the order of ``options.chips``."""


class Phase(Enum):
    """Where a round stands; see the table at the top."""

    START = "start"
    BET = "bet"
    CHOOSE = "choose"
    REVEAL = "reveal"
    END = "end"


class Payment(NamedTuple):
    """Pact money (TD R21-R26): ``by_bank`` where the payer could not pay."""

    payer: int
    receiver: int
    amount: int
    by_bank: bool


class RoundFacts(NamedTuple):
    """A finished round as everybody saw it; ``turns`` as in ``State``.

    ``gains`` come on top of a stake that was won and are minus a stake that was lost.
    ``next_oven`` counts how often the oven has been filled when the next round begins.
    """

    starter: int
    stakes: tuple[int | None, ...]
    turns: tuple[Pieces | None, ...]
    payments: tuple[Payment, ...]
    gains: tuple[int, ...]
    amount_bonuses: tuple[int, ...]
    count_bonuses: tuple[int, ...]
    reset: bool
    next_oven: int = 1

    def returned(self, seat: int) -> int:
        """What the settlement gave to a seat, its own stake included."""
        stake, gain = self.stakes[seat] or 0, self.gains[seat]
        return stake + gain + self.amount_bonuses[seat] + self.count_bonuses[seat]


@dataclass(frozen=True)
class Table:
    """What does not change during a match, with what follows from it worked out once."""

    seats: int
    options: DevilWithItOptions

    @cached_property
    def full_oven(self) -> Pieces:
        """All pieces, lowest first; devils are 0 and come first."""
        coal = [value for value, count in self.options.coal for _ in range(count)]
        return (0,) * self.options.devils + tuple(coal)

    @cached_property
    def pieces(self) -> dict[int, Piece]:
        """One draw for each value."""
        return {value: Piece(value) for value in set(self.full_oven)}

    @cached_property
    def bets(self) -> tuple[Bet, ...]:
        """The smallest stakes in order; a seat may choose from the beginning of it."""
        unit, least = self.options.bet_unit, self.options.least_bet
        return tuple(Bet(least + step * unit) for step in range(MOST_BETS - 1))

    @cached_property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """The turn order for each starter."""
        return tuple(turn_order(starter, self.seats) for starter in range(self.seats))

    @cached_property
    def acting(self) -> tuple[tuple[Actor, ...], ...]:
        """Each seat as the only one who owes something."""
        return tuple((Seat(seat),) for seat in range(self.seats))

    @cached_property
    def faces(self) -> tuple[int, ...]:
        """The faces of the chips, smallest first."""
        return tuple(face for face, _ in self.options.chips)

    @cached_property
    def nothing(self) -> tuple[None, ...]:
        """No stake, or no turn, for every seat."""
        return (None,) * self.seats

    def pile(self, counts: Counts) -> Pile:
        """Counts by face as a pile."""
        found = dict(counts)
        return tuple(found.get(face, 0) for face in self.faces)


class State(NamedTuple):
    """One moment of a match; seats count from 0.

    ``number`` counts rounds from 1, ``turn`` the turns that are over in this round. ``turns`` has
    per seat the pieces of its finished turn in the order they came up (with a 0 at the end after a
    devil), or None without a turn; ``hand`` are the pieces of the running one. ``oven`` is sorted.
    ``places`` are the pawns (``money.pawn_position``); they stand still during a round, and
    ``pacts`` with them. ``rounds`` are the finished rounds. ``chips`` and ``changes`` (how often a
    seat has changed in this round) are empty unless chip faces are tracked. ``is_extra``: this is
    an extra round (TD R45). ``ended_early`` means something in END only.
    """

    table: Table
    phase: Phase
    number: int
    starter: int
    own: tuple[int, ...]
    stakes: tuple[int | None, ...]
    places: tuple[int, ...]
    pacts: tuple[bool, ...]
    oven: Pieces
    turn: int = 0
    hand: Pieces = ()
    turns: tuple[Pieces | None, ...] = ()
    payments: tuple[Payment, ...] = ()
    rounds: tuple[RoundFacts, ...] = ()
    chips: tuple[Pile, ...] = ()
    changes: tuple[int, ...] = ()
    is_extra: bool = False
    ended_early: bool = False

    @property
    def holdings(self) -> tuple[int, ...]:
        """Everything a seat owns, its stake included (TD R46)."""
        if self.phase is Phase.BET:
            return self.own
        return tuple(own + (stake or 0) for own, stake in zip(self.own, self.stakes, strict=True))

    @property
    def bank(self) -> int:
        """The money in the box that nobody owns; below zero where an unlimited bank lent some."""
        return self.table.options.chip_value - sum(self.holdings)

    @property
    def seat(self) -> int:
        """Whose turn it is to draw coal; means nothing in other phases."""
        return self.table.orders[self.starter][self.turn]


def actors(state: State) -> tuple[Actor, ...]:
    """The seats that owe a decision, or chance, or nobody."""
    phase = state.phase
    if phase is Phase.CHOOSE:
        return state.table.acting[state.table.orders[state.starter][state.turn]]
    if phase is Phase.BET:
        return tuple(
            [
                Seat(seat)
                for seat, stake in enumerate(state.stakes)
                if stake is None and state.own[seat]
            ]
        )
    return () if phase is Phase.END else (CHANCE,)


def at_start(table: Table) -> State:
    """The table before anything is drawn."""
    options = table.options
    own = (options.start_capital,) * table.seats
    fixed = options.first_starter
    tracked = options.track_chip_faces
    return State(
        table,
        Phase.START if fixed is None else Phase.BET,
        1,
        fixed or 0,
        own,
        table.nothing,
        pawn_positions(own, options.track),
        (False,) * table.seats,  # no pawn has moved yet (TD R14)
        table.full_oven,
        turns=table.nothing,
        chips=(table.pile(options.start_chips),) * table.seats if tracked else (),
        changes=(0,) * table.seats if tracked else (),
    )


def bets_open(
    options: DevilWithItOptions,
    holdings: Sequence[int],
    *,
    number: int = 2,
    starter: int = 0,
    oven: Sequence[int] | None = None,
    pacts: Sequence[bool] | None = None,
    is_extra: bool = False,
) -> State:
    """A round that begins: pawns and pacts follow from the holdings unless ``pacts`` are given.

    For tests and studies. Chip faces are not tracked. Somebody needs to have chips.
    """
    table = Table(len(holdings), options)
    places = pawn_positions(holdings, options.track)
    found = (False,) * len(holdings) if number == 1 else pacts_of(places)
    return State(
        table,
        Phase.BET,
        number,
        starter,
        tuple(holdings),
        table.nothing,
        places,
        found if pacts is None else tuple(pacts),
        table.full_oven if oven is None else tuple(sorted(oven)),
        turns=table.nothing,
        is_extra=is_extra,
    )


def coal_open(
    options: DevilWithItOptions,
    unstaked: Sequence[int],
    stakes: Sequence[int | None],
    *,
    number: int = 2,
    starter: int = 0,
    oven: Sequence[int] | None = None,
    pacts: Sequence[bool] | None = None,
    is_extra: bool = False,
) -> State:
    """A round whose stakes have just been opened; the starter is about to draw."""
    holdings = [own + (stake or 0) for own, stake in zip(unstaked, stakes, strict=True)]
    opened = bets_open(
        options,
        holdings,
        number=number,
        starter=starter,
        oven=oven,
        pacts=pacts,
        is_extra=is_extra,
    )
    return opened._replace(phase=Phase.CHOOSE, own=tuple(unstaked), stakes=tuple(stakes))
