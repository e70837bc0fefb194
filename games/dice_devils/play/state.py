"""The table of a running match as an immutable value.

``position`` builds any position from what matters about it and fills in the rest; the draw or the
decision that is due follows from ``phase``:

>>> from games.dice_devils.devils import FEHLER, OBER, SATAN, SPIEL
>>> state = position(
...     (OBER, SPIEL, FEHLER, SATAN),
...     phase=Phase.PLACE,
...     open=("grill", "bed", "chili"),
...     held=({}, {}, {}, {"bed": 1}),
...     dice=((6, 3, 2), (5, 5), (4, 4), (4, 1)),
... )
>>> state.claims
(-1, -1, -1, -1)
>>> len(state.supply)
52
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from games.core.types import Seat
from games.dice_devils.options import DiceDevilsOptions
from games.dice_devils.play.table import Dice, Table, table_for

NOWHERE = -1
"""The claim of a player who has not placed yet."""
NOBODY = Seat(-1)
"""The winner while a fight is open."""


class Phase(Enum):
    """What is due next."""

    SHUFFLE = "shuffle"  # chance: the order of all items
    DEAL = "deal"  # chance: the ranks
    ITEMS = "items"  # chance, at a real table: what is turned up; dice are rolled in secret then
    ROLL = "roll"  # chance: everybody's dice; the items of the round lie open already
    PLACE = "place"  # the best rank that has not placed yet
    SHOW = "show"  # chance, at a real table: dice rolled in secret that everybody sees now
    SPIEL = "spiel"  # the gambling devil: force or let lie
    FORCED = "forced_reroll"  # chance: the opponents' new dice
    TIED = "tie_reroll"  # chance: new dice of those tied
    ABILITY = "ability"  # the winner: steal or exchange, or decline
    SWAP = "swap_rank"  # the winner: exchange ranks, or decline
    OVER = "over"


class State(NamedTuple):
    """Everything there is to know; sequences by seat unless said otherwise.

    ``first_ranks``, ``rank_round`` and ``rank_now`` are empty until ranks are dealt. ``supply`` is
    face down, the next item first. ``collections`` count pieces in the order of ``table.items``.
    ``dice`` are empty tuples before the first roll and stay until the next; ``shown`` says whose
    are public. ``claims`` are places in ``open``. ``fights`` are the slots still to be fought for
    in this round, the running fight first; ``candidates`` are those who can still win it, in order
    of rank. ``winner`` is known in the phases ABILITY and SWAP. ``ties`` counts how often dice were
    thrown again because of a tie in the running fight.

    At a real table (``table.by_hand``) ``supply`` has an empty name for each item that is face
    down, and ``dice`` are empty until they are shown.
    """

    table: Table
    phase: Phase
    round: int
    first_ranks: tuple[int, ...]
    rank_round: tuple[int, ...]
    rank_now: tuple[int, ...]
    supply: tuple[str, ...]
    open: tuple[str, ...]
    collections: tuple[tuple[int, ...], ...]
    dice: tuple[Dice, ...]
    shown: tuple[bool, ...]
    claims: tuple[int, ...]
    spiel_used: bool
    fights: tuple[int, ...]
    candidates: tuple[Seat, ...]
    winner: Seat
    ties: int = 0

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in order of their rank in this round."""
        return self.table.orders[self.rank_round]

    @property
    def fighters(self) -> tuple[Seat, ...]:
        """Everybody in the running fight, in order of rank; nobody between fights."""
        if not self.fights:
            return ()
        slot, claims = self.fights[0], self.claims
        return tuple(seat for seat in self.table.orders[self.rank_round] if claims[seat] == slot)

    @property
    def losers(self) -> tuple[Seat, ...]:
        """Everybody who lost the fight that ``winner`` won, in order of rank."""
        winner = self.winner
        return tuple(seat for seat in self.fighters if seat != winner)


def empty_table(table: Table) -> State:
    """Before anything is drawn."""
    seats = table.seats
    return State(
        table=table,
        phase=Phase.SHUFFLE,
        round=0,
        first_ranks=(),
        rank_round=(),
        rank_now=(),
        supply=(),
        open=(),
        collections=((0,) * len(table.items),) * seats,
        dice=((),) * seats,
        shown=(False,) * seats,
        claims=(NOWHERE,) * seats,
        spiel_used=False,
        fights=(),
        candidates=(),
        winner=NOBODY,
    )


def position(
    ranks: Sequence[int],
    *,
    options: DiceDevilsOptions | None = None,
    phase: Phase = Phase.ROLL,
    round: int = 1,
    open: Sequence[str] = (),
    held: Sequence[Mapping[str, int]] = (),
    supply: Sequence[str] | None = None,
    dice: Sequence[Dice] = (),
    shown: Sequence[bool] = (),
    claims: Sequence[int] = (),
    spiel_used: bool = False,
    fights: Sequence[int] = (),
    candidates: Sequence[int] = (),
    winner: int = NOBODY,
    rank_now: Sequence[int] = (),
    first_ranks: Sequence[int] = (),
) -> State:
    """A position in the middle of a match.

    ``held`` gives the items of each seat by name. A missing ``supply`` is the rest of the box,
    sorted. Missing ranks are those of the round.
    """
    table = table_for(len(ranks), options or DiceDevilsOptions())
    seats = table.seats
    collections = tuple(
        tuple(row.get(name, 0) for name in table.items) for row in held or ({},) * seats
    )
    if supply is None:
        rest = Counter(table.box)
        rest.subtract(open)
        for row in held:
            rest.subtract(row)
        supply = [name for name in table.items for _ in range(rest[name])]
    return State(
        table=table,
        phase=phase,
        round=round,
        first_ranks=tuple(first_ranks or ranks),
        rank_round=tuple(ranks),
        rank_now=tuple(rank_now or ranks),
        supply=tuple(supply),
        open=tuple(open),
        collections=collections,
        dice=tuple(dice or ((),) * seats),
        shown=tuple(shown or (False,) * seats),
        claims=tuple(claims or (NOWHERE,) * seats),
        spiel_used=spiel_used,
        fights=tuple(fights),
        candidates=tuple(Seat(seat) for seat in candidates),
        winner=Seat(winner),
    )
