"""Open play: the next tables from those who are free, whoever waited longest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.seating.contract import plan
from league.seating.methods.random_draw import RandomDraw
from league.seating.split import table_splits
from league.seating.types import Field, PlannedTable, PlayerId, pair


@dataclass(frozen=True, slots=True)
class Waiting:
    """A free player: since when (any rising number, the journal's will do), matches played."""

    player: PlayerId
    since: int
    played: int


def next_tables(
    waiting: Sequence[Waiting],
    field: Field,
    *,
    seed: int,
    at_most: int | None = None,
    first_number: int = 1,
) -> tuple[PlannedTable, ...]:
    """The tables that can start now; empty when too few wait or no copy of a game is free.

    `field.kept` are the tables still playing; `field.players` knows everybody. Fewest matches
    goes before longest wait, and both go before repeats: whoever is left over has played more or
    waited less. New tables are numbered from `first_number`, past the tables still playing.
    Raises `SeatingRefused` when bans forbid seating those whose turn it is.
    """
    room = field.sizes.max_tables
    if at_most is not None:
        limit = len(field.kept) + at_most
        room = limit if room is None else min(room, limit)
    field = replace(
        field,
        sizes=replace(field.sizes, max_tables=room),
        requested_byes=frozenset(),
        pinned={},
        prescribed=(),
        split=None,
    )
    chosen = _next_in_turn(waiting, _how_many(len(waiting), field), field)
    if not chosen:
        return ()
    playing = {player for lock in field.kept for player in lock.players}
    present = tuple(p for p in field.players if p.id in playing or p.id in chosen)
    planned = plan(replace(field, players=present), RandomDraw(), seed=seed)
    running = {lock.number for lock in field.kept}
    fresh = [table for table in planned.tables if table.number not in running]
    numbers = [
        number
        for number in range(first_number, first_number + len(fresh) + len(running))
        if number not in running
    ]
    turn = {w.player: place for place, w in enumerate(sorted(waiting, key=_turn))}
    fresh.sort(key=lambda table: min(turn[player] for player in table.players))
    return tuple(
        replace(table, number=number) for table, number in zip(fresh, numbers, strict=False)
    )


def _turn(waiting: Waiting) -> tuple[int, int, int]:
    return waiting.played, waiting.since, waiting.player


def _how_many(n: int, field: Field) -> int:
    """Everybody when that fits; else the number with the best table sizes for limited tables,
    or as many as possible when tables are not the limit."""
    fitting = [(m, found[0]) for m in range(1, n + 1) if (found := table_splits(m, field, keep=1))]
    if not fitting:
        return 0
    largest = fitting[-1][0]
    if largest == n or field.sizes.max_tables is None:
        return largest
    return min(fitting, key=lambda entry: (entry[1].cost / len(entry[1].sizes), -entry[0]))[0]


def _next_in_turn(waiting: Sequence[Waiting], count: int, field: Field) -> frozenset[PlayerId]:
    """The first `count` in turn; those equal at the border are chosen for the fewest repeats."""
    order = sorted(waiting, key=_turn)
    if count == 0:
        return frozenset()
    border = _turn(order[count - 1])[:2]
    sure = [w.player for w in order if _turn(w)[:2] < border]
    equal = [w.player for w in order if _turn(w)[:2] == border]
    while len(sure) < count:
        best = min(equal, key=lambda p: (sum(field.met.get(pair(p, q), 0) for q in sure), p))
        equal.remove(best)
        sure.append(best)
    return frozenset(sure)
