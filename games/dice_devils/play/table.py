"""What stays the same for a whole match: the box, the ranks in play, the dice, the numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import permutations, product

from games.core.errors import BadOptions
from games.core.types import Seat
from games.dice_devils.devils import OBER, SATAN
from games.dice_devils.options import DIE_FACES, DiceDevilsOptions, RevealAlone
from games.dice_devils.sheet.limits import STEALABLE

Dice = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Seats and options, and everything that is worked out from them once.

    Two tables with the same seats and options are equal, unless one of them is a real one.
    """

    seats: int
    options: DiceDevilsOptions
    ranks: tuple[int, ...] = field(compare=False)
    """The ranks in play, best first."""
    target: int = field(compare=False)
    """How many items lie open, or are added each round (R4)."""
    items: tuple[str, ...] = field(compare=False)
    """Every kind of item by name; single kinds stand for several where values differ: ``bed:2``."""
    values: tuple[int, ...] = field(compare=False)
    """What one piece is worth, in the order of ``items``."""
    kinds: tuple[str, ...] = field(compare=False)
    """The key of the kind each of ``items`` belongs to."""
    place: dict[str, int] = field(compare=False, repr=False)
    """Where each item stands in ``items``."""
    box: tuple[str, ...] = field(compare=False, repr=False)
    """Every piece, sorted."""
    stealable: tuple[int, ...] = field(compare=False, repr=False)
    """The places of the items an error devil may steal (R26)."""
    sides: dict[int, tuple[int, ...]] = field(compare=False, repr=False)
    """By rank: how many sides each of its dice has."""
    throws: dict[int, tuple[Dice, ...]] = field(compare=False, repr=False)
    """By rank: every way its dice can fall, all equally likely (R7)."""
    falls: dict[int, frozenset[Dice]] = field(compare=False, repr=False)
    """The same without repetition."""
    orders: dict[tuple[int, ...], tuple[Seat, ...]] = field(compare=False, repr=False)
    """By the ranks of the seats: the seats in order of rank."""
    shows_alone: bool = field(compare=False)
    """Whether a head devil without a rival shows its dice (R12, R44)."""
    by_hand: bool = False
    """Whether the dice and items are real: what is hidden there nobody types in before it shows."""


@lru_cache(maxsize=64)
def table_for(seats: int, options: DiceDevilsOptions, *, by_hand: bool = False) -> Table:
    """The table for these seats and options. Raises BadOptions for a wrong number of seats."""
    if seats not in options.seats:
        raise BadOptions("game.wrong_seats", seats=seats)
    ranks = tuple(sorted(options.ranks_in_play(seats)))
    items, values, kinds, box = [], [], [], []
    for kind, pieces in zip(options.item_types, options.pieces, strict=True):
        worths = sorted(set(pieces))
        for value in worths:
            name = kind.key if len(worths) == 1 else f"{kind.key}:{value}"
            items.append(name)
            values.append(value)
            kinds.append(kind.key)
            box.extend([name] * pieces.count(value))
    ways = {rank: throws(rank, options) for rank in ranks}
    always = options.reveal_ober_when_alone is RevealAlone.ALWAYS
    return Table(
        seats=seats,
        options=options,
        ranks=ranks,
        target=options.open_target(seats),
        items=tuple(items),
        values=tuple(values),
        kinds=tuple(kinds),
        place={name: place for place, name in enumerate(items)},
        box=tuple(box),
        stealable=tuple(place for place, value in enumerate(values) if value == STEALABLE),
        sides={rank: tuple(map(len, dice_of(rank, options))) for rank in ranks},
        throws=ways,
        falls={rank: frozenset(each) for rank, each in ways.items()},
        orders={
            dealt: tuple(Seat(dealt.index(rank)) for rank in ranks) for dealt in permutations(ranks)
        },
        shows_alone=OBER in ranks and (always or SATAN in ranks),
        by_hand=by_hand,
    )


def throws(rank: int, options: DiceDevilsOptions) -> tuple[Dice, ...]:
    """Every way the dice of a rank can fall, the first die changing slowest (R7).

    Grey dice may have equal faces; those falls are listed as often as they come up.
    """
    return tuple(product(*dice_of(rank, options)))


def dice_of(rank: int, options: DiceDevilsOptions) -> tuple[Dice, ...]:
    """The faces of each die that a rank throws (R7)."""
    if rank == SATAN:
        return (tuple(options.grey_die_faces),) * 2
    return (tuple(range(1, DIE_FACES + 1)),) * (3 if rank == OBER else 2)


def result(rank: int, dice: Dice, golden_minimum: int) -> int:
    """What dice count for a rank; only little Satan adds the golden minimum (R14, R15)."""
    if rank == OBER:
        return sum(dice) - min(dice)
    if rank == SATAN:
        return sum(dice) + golden_minimum
    return sum(dice)
