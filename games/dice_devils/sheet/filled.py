"""A score sheet of Dice Devils as it was filled in."""

from __future__ import annotations

from dataclasses import dataclass

from games.dice_devils.options import DiceDevilsOptions, EntryLevel


@dataclass(frozen=True, slots=True)
class DiceDevilsRow:
    """One seat; None is a box left empty.

    ``items`` are the counts in the order of ``options.item_types``. ``n``, ``v`` and ``t`` are the
    number of items, the sum of their values and the number of triples, where the table wrote them.
    """

    items: tuple[int | None, ...] = ()
    n: int | None = None
    v: int | None = None
    t: int | None = None
    total: int | None = None
    final_rank: int | None = None


@dataclass(frozen=True, slots=True)
class DiceDevilsSheet:
    """The whole table."""

    options: DiceDevilsOptions
    level: EntryLevel
    rows: tuple[DiceDevilsRow, ...]
    ranks_in_play: tuple[int, ...] | None = None
    ended_early: bool = False
    rounds: int | None = None
