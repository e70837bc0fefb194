"""How many items and rounds a match can have."""

from __future__ import annotations

from collections.abc import Sequence

from games.dice_devils.devils import FEHLER
from games.dice_devils.options import DiceDevilsOptions, ItemRefill
from games.dice_devils.sheet.limits import limits_for


def theft_is_possible(seats: int, options: DiceDevilsOptions) -> bool:
    """Whether somebody can take two items in one round: win one and steal one (R26)."""
    return FEHLER in options.ranks_in_play(seats) and limits_for(options).something_to_steal


def most_items(seats: int, options: DiceDevilsOptions, *, ended_early: bool = False) -> int:
    """The most items one player can hold at the end."""
    if ended_early:
        return options.end_item_count - 1
    return options.end_item_count + (1 if theft_is_possible(seats, options) else 0)


def most_taken_in_a_round(seats: int, options: DiceDevilsOptions) -> int:
    """The most items that change hands from the table to players in one round.

    Where the same number is added every round, untaken items pile up, and only the number of
    players is a limit: everybody claims one.
    """
    if options.item_refill is ItemRefill.ADD_FIXED_NUMBER:
        return seats
    return options.open_target(seats)


def most_items_together(seats: int, options: DiceDevilsOptions, *, ended_early: bool) -> int:
    """The most items the whole table can hold: all but one short, then a last round."""
    before_last = (options.end_item_count - 1) * seats
    last = 0 if ended_early else most_taken_in_a_round(seats, options)
    return min(limits_for(options).supply, before_last + last)


def round_limits(
    seats: int,
    options: DiceDevilsOptions,
    *,
    ended_early: bool,
    items: Sequence[int] | None = None,
) -> tuple[int, int]:
    """The fewest and the most rounds, for any match or for one that ended with these items.

    In every round at least one item is taken and at most one per open slot; all players who
    reached the end did so in the last round.
    """
    end = options.end_item_count
    theft = theft_is_possible(seats, options)
    most = (end - 1) * seats + (0 if ended_early else 1)
    least = 0
    if not ended_early:
        # with thefts a player gains 1, 3, 5 ... items: nothing can be stolen in the first round
        least = (end + 2) // 2 if theft else end
    if items is None:
        return least, most
    together = sum(items)
    finishers = sum(1 for n in items if n >= end)
    most = min(most, together - max(finishers, 1) + 1 if together else 0)
    least = max(least, -(-together // options.open_target(seats)))
    if theft:
        # one win a round for everybody, one theft a round for the table, none in the first
        while sum(max(0, n - least) for n in items) > max(least - 1, 0):
            least += 1
    else:
        least = max(least, *items)
    return least, most
