"""Open play: the next tables from those who are free, whoever waited longest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Literal, get_args

from league.seating.contract import plan
from league.seating.errors import SeatingRefused
from league.seating.methods.random_draw import RandomDraw
from league.seating.penalties import CASUAL, NEVER_MET, meeting_cost
from league.seating.split import table_splits
from league.seating.types import Field, Pair, PlannedTable, PlayerId, Split, pair

FRESHER = Fraction(4, 5)
"""Waiting is worth it where meetings again would cost each seat no more than this share."""

Why = Literal["all_new", "waited_enough", "none_ends_soon", "no_fresher", "end_unknown", "wait"]
WHYS: tuple[Why, ...] = get_args(Why)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A free player: since when (any rising number, the journal's will do), matches played."""

    player: PlayerId
    since: int
    played: int


@dataclass(frozen=True, slots=True)
class Option:
    """Tables that could start now, and what speaks for and against them.

    `met` are the pairs at them that have met before in this event; `left` who goes on waiting,
    in turn, and `blocked` those of them who would have had their turn but can sit with nobody.
    """

    tables: tuple[PlannedTable, ...]
    met: tuple[Pair, ...]
    left: tuple[PlayerId, ...]
    blocked: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long people may be kept for a better mix, in minutes.

    `hold` is the most that anybody waits for it, `waited` how long somebody has waited already;
    `ends` says by table number in about how many minutes a running table ends, where that is known.
    """

    hold: int
    waited: int
    ends: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Advice:
    """Whether to start or to wait for one more table, and why.

    `why` is `wait` where `table` is worth waiting for: it ends in about `minutes`, and of those who
    would sit then, on so many `seats`, `again` pairs would meet again. `end_unknown` says the same
    of a table of which nobody knows when it ends. In all other cases the tables had better start
    now: nobody there has met (`all_new`), somebody has waited long enough, none ends soon enough,
    or waiting would not mix them better.
    """

    why: Why
    table: int | None = None
    minutes: int | None = None
    again: int = 0
    seats: int = 0


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
    waited less. Somebody whom bans or refused games keep from every table is passed over, so that
    they hold up nobody. New tables are numbered from `first_number`, past the tables still
    playing. Raises `SeatingRefused` when passing over one person does not help.
    """
    option = _seated(waiting, _bounded(field, at_most), seed=seed, first_number=first_number)
    return option.tables


def options(
    waiting: Sequence[Waiting],
    field: Field,
    *,
    seed: int,
    first_number: int = 1,
    most: int = 4,
) -> tuple[Option, ...]:
    """What could start now: first what `next_tables` says with this seed, then other ways.

    Other ways are another game, one table only, other sizes. Empty when no table can start.
    """
    bounded = _bounded(field, None)
    fields = [bounded]
    if len(bounded.games) > 1:
        fields += [replace(bounded, games=(game,)) for game in bounded.games]
    fields.append(_bounded(field, 1))
    fields += [replace(bounded, split=split) for split in _splits(len(waiting), bounded)]
    found: dict[tuple[tuple[int, int], ...], Option] = {}
    for place, one in enumerate(fields):
        try:
            option = _seated(waiting, one, seed=seed, first_number=first_number)
        except SeatingRefused:
            if place == 0:
                raise
            continue
        if place == 0 and not option.tables:
            return ()
        if option.tables:
            found.setdefault(_look(option), option)
        if len(found) == most:
            break
    return tuple(found.values())


def has_one_split(count: int, field: Field) -> bool:
    """Whether so many people fill free tables in a single way, as far as sizes go."""
    return len(table_splits(count, _bounded(field, None), keep=2)) == 1


def advise(
    now: Option,
    waiting: Sequence[Waiting],
    field: Field,
    patience: Patience,
    *,
    seed: int,
    first_number: int = 1,
) -> Advice:
    """Whether `now` had better start, or wait for the running table that ends next.

    People who come off one table have just met; together with those of the next one they mix.
    Nobody is kept longer than the patience allows, and never for less than a fifth fewer meetings.
    """
    if not now.met:
        return Advice("all_new")
    if patience.waited >= patience.hold:
        return Advice("waited_enough")
    running = {lock.number: lock for lock in field.kept}
    known = [(minutes, table) for table, minutes in patience.ends.items() if table in running]
    minutes, table = min(known) if known else (None, min(running, default=None))
    if table is None or (minutes is not None and patience.waited + minutes > patience.hold):
        return Advice("none_ends_soon")
    last = max(row.since for row in waiting) + 1
    most = max(row.played for row in waiting)
    coming = [Waiting(player, last, most) for player in running[table].players]
    without = replace(field, kept=tuple(lock for lock in field.kept if lock.number != table))
    then = options([*waiting, *coming], without, seed=seed, first_number=first_number, most=1)
    if not then or _again(then[0], field) > FRESHER * _again(now, field):
        return Advice("no_fresher")
    why: Why = "end_unknown" if minutes is None else "wait"
    return Advice(why, table, minutes, len(then[0].met), _seats(then[0]))


def _again(option: Option, field: Field) -> Fraction:
    """What each seat pays for meetings again; the dearer the more often a pair has met."""
    price = sum(meeting_cost(field.met[met], NEVER_MET, CASUAL) for met in option.met)
    return Fraction(price, _seats(option))


def _seats(option: Option) -> int:
    return sum(len(table.players) for table in option.tables)


def _look(option: Option) -> tuple[tuple[int, int], ...]:
    """Options of the same games and sizes are one and the same to whoever chooses."""
    return tuple(sorted((table.ruleset, len(table.players)) for table in option.tables))


def _splits(n: int, field: Field) -> list[Split]:
    return list(table_splits(n, field, keep=3))[1:] if n else []


def _bounded(field: Field, at_most: int | None) -> Field:
    """The field of open play: running tables count, byes and fixed places do not."""
    room = field.sizes.max_tables
    if at_most is not None:
        limit = len(field.kept) + at_most
        room = limit if room is None else min(room, limit)
    return replace(
        field,
        sizes=replace(field.sizes, max_tables=room),
        requested_byes=frozenset(),
        pinned={},
        prescribed=(),
        split=None,
    )


def _seated(waiting: Sequence[Waiting], field: Field, *, seed: int, first_number: int) -> Option:
    """Those in turn at tables; where they cannot sit together, without the latest who hinders."""
    order = sorted(waiting, key=_turn)
    try:
        return _planned(order, field, seed, first_number)
    except SeatingRefused:
        for place in reversed(range(len(order))):
            others = [*order[:place], *order[place + 1 :]]
            without = replace(field, split=None)
            try:
                option = _planned(others, without, seed, first_number)
            except SeatingRefused:
                continue
            if option.tables:
                passed = order[place].player
                turns = {w.player: at for at, w in enumerate(order)}
                left = tuple(sorted((*option.left, passed), key=turns.__getitem__))
                return replace(option, left=left, blocked=(passed,))
        raise


def _planned(order: Sequence[Waiting], field: Field, seed: int, first_number: int) -> Option:
    chosen = _next_in_turn(order, _how_many(len(order), field), field)
    if not chosen:
        return Option((), (), tuple(w.player for w in order))
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
    turn = {w.player: place for place, w in enumerate(order)}
    fresh.sort(key=lambda table: min(turn[player] for player in table.players))
    tables = tuple(
        replace(table, number=number) for table, number in zip(fresh, numbers, strict=False)
    )
    seated = {player for table in tables for player in table.players}
    met = tuple(
        pair(a, b)
        for table in tables
        for a, b in combinations(table.players, 2)
        if field.met.get(pair(a, b), 0)
    )
    return Option(tables, met, tuple(w.player for w in order if w.player not in seated))


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
