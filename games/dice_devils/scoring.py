"""Points and places from what the players hold at the end (R37-R41)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core.places import places_by, places_from_points
from games.dice_devils.devils import SPRING
from games.dice_devils.options import DiceDevilsOptions, EntryLevel, TieBreak
from games.dice_devils.sheet.filled import DiceDevilsRow, DiceDevilsSheet


@dataclass(frozen=True, slots=True)
class Holding:
    """What one player holds, as far as the sheet tells: items, their value, triples, points."""

    n: int | None = None
    v: int | None = None
    t: int | None = None
    total: int | None = None


def points_of(counts: Sequence[int], options: DiceDevilsOptions) -> int:
    """The points of a collection whose pieces are worth what their kind is worth (R37)."""
    return value_of(counts, options) + options.triple_bonus * triples_of(counts, options)


def value_of(counts: Sequence[int], options: DiceDevilsOptions) -> int:
    """What the items alone are worth, without any triple, where the pieces of a kind are equal."""
    kinds = zip(counts, options.item_types, options.pieces, strict=True)
    return sum(count * (pieces[0] if pieces else kind.value) for count, kind, pieces in kinds)


def triples_of(counts: Sequence[int], options: DiceDevilsOptions) -> int:
    """How many complete sets of equal items there are: six equal ones are two triples."""
    return sum(count // options.triple_size for count in counts)


def counts_of(row: DiceDevilsRow) -> tuple[int, ...] | None:
    """The items of a row; None where no box is filled. Single empty boxes mean none of the kind."""
    if all(count is None for count in row.items):
        return None
    return tuple(count or 0 for count in row.items)


def holding(sheet: DiceDevilsSheet, row: DiceDevilsRow) -> Holding:
    """What follows from one row: computed from the items, or as the table wrote it."""
    options = sheet.options
    if sheet.level is not EntryLevel.FULL:
        total = row.total
        if total is None and row.v is not None and row.t is not None:
            total = row.v + options.triple_bonus * row.t
        return Holding(row.n, row.v, row.t, total)
    counts = counts_of(row)
    if counts is None:
        return Holding()
    v = row.v if options.values_differ_within_a_kind else value_of(counts, options)
    t = triples_of(counts, options)
    return Holding(sum(counts), v, t, None if v is None else v + options.triple_bonus * t)


def with_nothing(sheet: DiceDevilsSheet) -> DiceDevilsSheet:
    """The sheet with zeros for the one player whose boxes are all empty, where that can be meant:
    everybody else has items, and the match is over without the missing ones.
    """
    blank = [seat for seat, row in enumerate(sheet.rows) if counts_of(row) is None]
    if sheet.level is not EntryLevel.FULL or len(blank) != 1:
        return sheet
    row = sheet.rows[blank[0]]
    if row.v or row.total:
        return sheet
    most = max((sum(counts_of(other) or ()) for other in sheet.rows), default=0)
    if not sheet.ended_early and most < sheet.options.end_item_count:
        return sheet
    nothing = replace(row, items=(0,) * len(row.items), v=0)
    rows = [nothing if seat == blank[0] else other for seat, other in enumerate(sheet.rows)]
    return replace(sheet, rows=tuple(rows))


def tie_key(rank: int, options: DiceDevilsOptions) -> int:
    """The smaller, the better among players with equal points (R39)."""
    return 0 if rank == SPRING and options.spring_wins_end_tie else rank


def seats_to_part(points: Sequence[int], options: DiceDevilsOptions) -> tuple[int, ...]:
    """The seats whose equal points only final ranks can part."""
    if options.tie_break is TieBreak.SHARED:
        return ()
    return tuple(
        seat
        for seat, value in enumerate(points)
        if points.count(value) > 1
        and (options.tie_break_applies_to_all_places or value == max(points))
    )


def places(
    points: Sequence[int], ranks: Sequence[int | None], options: DiceDevilsOptions
) -> tuple[int, ...]:
    """Places by points, ties parted by final ranks as far as the options say so (R41)."""
    parted = seats_to_part(points, options)
    keys = []
    for seat, value in enumerate(points):
        rank = ranks[seat]
        keys.append((-value, tie_key(rank, options) if seat in parted and rank else 0))
    return places_by(keys) if parted else places_from_points(points, higher_wins=True)
