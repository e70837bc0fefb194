"""How a match counts, and the score sheet that says so (R35-R41)."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.types import JSON, Outcome
from games.dice_devils.devils import ITEM_LABELS
from games.dice_devils.play.state import State
from games.dice_devils.play.table import Table
from games.dice_devils.scoring import places, seats_to_part


def value_of(table: Table, row: Sequence[int]) -> int:
    """What the items of one player are worth without triples."""
    return sum(count * value for count, value in zip(row, table.values, strict=True))


def counts_by_kind(table: Table, row: Sequence[int]) -> dict[str, int]:
    """How many pieces of each kind, whatever each is worth."""
    counts = dict.fromkeys(ITEM_LABELS, 0)
    for kind, count in zip(table.kinds, row, strict=True):
        counts[kind] += count
    return counts


def points_of(table: Table, row: Sequence[int]) -> int:
    """Values, and the bonus for every complete set of one kind (R37)."""
    options = table.options
    sets = sum(count // options.triple_size for count in counts_by_kind(table, row).values())
    return value_of(table, row) + sets * options.triple_bonus


def is_complete(state: State) -> bool:
    """Whether somebody has the number of items that ends the match (R35, R36)."""
    end = state.table.options.end_item_count
    return any(sum(row) >= end for row in state.collections)


def final_ranks(state: State) -> tuple[int, ...]:
    """The ranks that part equal points (R40)."""
    last = state.table.options.end_tie_uses_rank_after_last_swap
    return state.rank_now if last else state.rank_round


def standing(state: State) -> Outcome:
    """Points and places as the items lie now (R37-R41).

    A match whose box ran dry, or that was stopped, has ended early: everybody counts.
    """
    table = state.table
    points = tuple(points_of(table, row) for row in state.collections)
    ranks: Sequence[int | None] = final_ranks(state) or (None,) * table.seats
    reason = "points"
    if not is_complete(state):
        reason = "early_end"
    elif seats_to_part(points, table.options):
        reason = "tie_break"
    return Outcome(points, places(points, ranks, table.options), reason)


def final_sheet(state: State) -> JSON:
    """The sheet in full depth, with ranks and rounds."""
    table = state.table
    seats: list[JSON] = []
    for row, rank in zip(state.collections, final_ranks(state), strict=True):
        line: dict[str, JSON] = {"items": counts_by_kind(table, row), "final_rank": rank}
        if table.options.values_differ_within_a_kind:
            line["v"] = value_of(table, row)
        seats.append(line)
    return {
        "level": "FULL",
        "seats": seats,
        "ranks_in_play": list(table.ranks),
        "rounds": state.round,
        "ended_early": not is_complete(state),
    }
