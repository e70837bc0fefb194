"""Changes by hand to a draft or published seating: pure, explained, refused if impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from league.seating.errors import ChangeRefused
from league.seating.penalties import explain
from league.seating.split import deviation
from league.seating.types import (
    Bye,
    Field,
    Objection,
    Param,
    Penalty,
    PlannedTable,
    PlayerId,
    RulesetId,
    pair,
)

Tables = tuple[PlannedTable, ...]

# What a table's step away from the preferred size weighs beside the other penalties: less than one
# new meeting (1000). It takes the place of the price of unusual sizes, which does not grow with the
# table and with it would fill the largest one, whose people pay it anyhow.
GROWTH_PRICE = 200
_OFF_SIZE = ("off_size", "off_size_again")


@dataclass(frozen=True, slots=True)
class Change:
    """Tables after a change, and what it makes worse or better.

    ``off_size`` is how much of ``cost_after`` is the price of tables of unusual size.
    """

    tables: Tables
    appeared: tuple[Penalty, ...]
    resolved: tuple[Penalty, ...]
    cost_before: int
    cost_after: int
    off_size: int


@dataclass(frozen=True, slots=True)
class Option:
    """One table a late player could join; its ruleset changes only when the old one is full."""

    table: int
    ruleset: RulesetId
    change: Change


def effect(before: Sequence[PlannedTable], after: Sequence[PlannedTable], field: Field) -> Change:
    """What going from one set of tables to the other changes.

    Both are judged by the same field, so it must know every player of both.
    """
    old, new = explain(before, field), explain(after, field)
    old_keys, new_keys = {_key(p) for p in old}, {_key(p) for p in new}
    return Change(
        tables=tuple(sorted(after, key=lambda table: table.number)),
        appeared=tuple(p for p in new if _key(p) not in old_keys),
        resolved=tuple(p for p in old if _key(p) not in new_keys),
        cost_before=sum(p.cost for p in old),
        cost_after=sum(p.cost for p in new),
        off_size=sum(p.cost for p in new if p.code in _OFF_SIZE),
    )


def _key(penalty: Penalty) -> tuple[str, tuple[PlayerId, ...], int | None]:
    return penalty.code, penalty.players, penalty.table


def options_for(
    tables: Sequence[PlannedTable], field: Field, player: PlayerId
) -> tuple[Option, ...]:
    """The tables a late player can join without moving anybody, the best first.

    Of tables of 5 and 4 a table of 4 grows, as when a round is split; a new meeting weighs more.
    Empty when every table is full or locked. A table that would seat an apart pair is no option.
    """
    _require_known(field, player)
    _require_absent(tables, player)
    locked = _locked(field)
    found = []
    for table in tables:
        ruleset = _ruleset_for(table, len(table.players) + 1, tables, field)
        if table.number in locked or ruleset is None:
            continue
        if any(pair(player, other) in field.apart for other in table.players):
            continue
        joined = PlannedTable(table.number, ruleset, (*table.players, player))
        found.append(Option(table.number, ruleset, effect(tables, _with(tables, joined), field)))
    sizes = {table.number: len(table.players) for table in tables}

    def price(option: Option) -> tuple[Fraction, int, int]:
        rule = field.sizes
        grown, before = (
            deviation(size, rule.preferred, rule.below, rule.above, rule.weights)
            for size in (sizes[option.table] + 1, sizes[option.table])
        )
        change = option.change
        growth = change.cost_after - change.off_size + GROWTH_PRICE * (grown - before)
        return growth, change.off_size, option.table

    return tuple(sorted(found, key=price))


def add_player(
    tables: Sequence[PlannedTable], field: Field, player: PlayerId, *, table: int | None = None
) -> Change:
    """Seat a late player in the last seat of the best table, or of the one named.

    The field must already know the player. Nobody else moves. An apart pair is refused.
    """
    options = options_for(tables, field, player)
    if table is None:
        if not options:
            raise ChangeRefused("no_free_seat", {"player": player})
        return options[0].change
    for option in options:
        if option.table == table:
            return option.change
    target = _table(tables, table)
    _require_unlocked(field, table)
    _require_company(target, field, player, leaving=None)
    raise _full(target, field)


def move(tables: Sequence[PlannedTable], field: Field, player: PlayerId, table: int) -> Change:
    """Move a player to the last seat of another table with room."""
    source, target = _table_of(tables, player), _table(tables, table)
    if source.number == target.number:
        return effect(tables, tables, field)
    _require_unlocked(field, source.number, target.number)
    _require_company(target, field, player, leaving=None)
    left = _without(tables, source, player)
    ruleset = _ruleset_for(target, len(target.players) + 1, left, field)
    if ruleset is None:
        raise _full(target, field)
    joined = PlannedTable(target.number, ruleset, (*target.players, player))
    return effect(tables, _with(left, joined), field)


def remove_player(tables: Sequence[PlannedTable], field: Field, player: PlayerId) -> Change:
    """Take somebody out; the table plays on with one less, and nobody else moves.

    A table that becomes too short for its game is named among what appeared.
    """
    source = _table_of(tables, player)
    _require_unlocked(field, source.number)
    return effect(tables, _without(tables, source, player), field)


def swap(tables: Sequence[PlannedTable], field: Field, a: PlayerId, b: PlayerId) -> Change:
    """Exchange the seats of two players, at one table or at two."""
    table_a, table_b = _table_of(tables, a), _table_of(tables, b)
    _require_unlocked(field, table_a.number, table_b.number)
    if table_a.number != table_b.number:
        _require_company(table_b, field, a, leaving=b)
        _require_company(table_a, field, b, leaving=a)
    turned = {a: b, b: a}
    after = tuple(
        replace(table, players=tuple(turned.get(p, p) for p in table.players)) for table in tables
    )
    return effect(tables, after, field)


def problems(
    tables: Sequence[PlannedTable], byes: Iterable[Bye], field: Field
) -> tuple[Objection, ...]:
    """Everything that forbids publishing these tables, all at once.

    Each present player must have one seat or one bye, each table a legal size for its ruleset,
    each ruleset enough copies, and no apart pair may share a table outside the locked ones.
    """
    found: list[Objection] = []
    byes = tuple(byes)
    present = {p.id for p in field.players}
    places: dict[PlayerId, list[int]] = {}
    for table in tables:
        for player in table.players:
            places.setdefault(player, []).append(table.number)
    sitting_out = Counter(bye.player for bye in byes)
    for player in sorted(set(places) | set(sitting_out)):
        where = places.get(player, [])
        if player not in present:
            found.append(Objection("player_unknown", {"player": player}))
        if len(where) + sitting_out[player] > 1:
            found.append(Objection("player_twice", {"player": player, "tables": tuple(where)}))
    left_over = tuple(sorted(present - set(places) - set(sitting_out)))
    if left_over:
        params: dict[str, Param] = {"players": left_over, "count": len(left_over)}
        found.append(Objection("not_seated", params))
    return (*found, *_table_problems(tables, field))


def _table_problems(tables: Sequence[PlannedTable], field: Field) -> list[Objection]:
    found: list[Objection] = []
    locked = _locked(field)
    numbers = Counter(table.number for table in tables)
    found += [Objection("table_twice", {"table": n}) for n, c in sorted(numbers.items()) if c > 1]
    for table in tables:
        game = field.game(table.ruleset)
        if game is None:
            wrong: dict[str, Param] = {"table": table.number, "ruleset": table.ruleset}
            found.append(Objection("ruleset_not_offered", wrong))
        elif not game.low <= len(table.players) <= game.high:
            found.append(_size_objection(table, field))
        if table.number not in locked:
            apart = [pair(a, b) for a in table.players for b in table.players if a < b]
            found += [
                Objection("apart", {"players": key, "table": table.number})
                for key in apart
                if key in field.apart
            ]
    used = Counter(table.ruleset for table in tables)
    for choice in field.games:
        if choice.copies is not None and used[choice.ruleset] > choice.copies:
            params: dict[str, Param] = {
                "ruleset": choice.ruleset,
                "tables": used[choice.ruleset],
                "copies": choice.copies,
            }
            found.append(Objection("too_few_copies", params))
    return found


def _size_objection(table: PlannedTable, field: Field) -> Objection:
    game = field.game(table.ruleset)
    low, high = (0, 0) if game is None else (game.low, game.high)
    params: dict[str, Param] = {
        "table": table.number,
        "size": len(table.players),
        "low": low,
        "high": high,
    }
    return Objection("size_not_allowed", params)


def _ruleset_for(
    table: PlannedTable, size: int, tables: Sequence[PlannedTable], field: Field
) -> RulesetId | None:
    """The table's own ruleset when it allows the size, else another one with a copy to spare."""
    own = field.game(table.ruleset)
    if own is not None and own.low <= size <= own.high:
        return own.ruleset
    used = Counter(other.ruleset for other in tables if other.number != table.number)
    for game in field.games:
        free = game.copies is None or used[game.ruleset] < game.copies
        if free and game.low <= size <= game.high:
            return game.ruleset
    # A table still too short for every ruleset may grow towards a legal size.
    if own is not None and size < own.low:
        return own.ruleset
    return None


def _with(tables: Sequence[PlannedTable], changed: PlannedTable) -> Tables:
    return tuple(changed if table.number == changed.number else table for table in tables)


def _without(tables: Sequence[PlannedTable], source: PlannedTable, player: PlayerId) -> Tables:
    rest = replace(source, players=tuple(p for p in source.players if p != player))
    return tuple(table for table in _with(tables, rest) if table.players)


def _locked(field: Field) -> frozenset[int]:
    return frozenset(lock.number for lock in field.kept)


def _table(tables: Sequence[PlannedTable], number: int) -> PlannedTable:
    for table in tables:
        if table.number == number:
            return table
    raise ChangeRefused("no_such_table", {"table": number, "tables": len(tables)})


def _table_of(tables: Sequence[PlannedTable], player: PlayerId) -> PlannedTable:
    for table in tables:
        if player in table.players:
            return table
    raise ChangeRefused("player_unknown", {"player": player})


def _full(table: PlannedTable, field: Field) -> ChangeRefused:
    game = field.game(table.ruleset)
    high = 0 if game is None else game.high
    params: dict[str, Param] = {"table": table.number, "size": len(table.players), "high": high}
    return ChangeRefused("table_full", params)


def _require_known(field: Field, player: PlayerId) -> None:
    if field.player(player) is None:
        raise ChangeRefused("player_unknown", {"player": player})


def _require_absent(tables: Sequence[PlannedTable], player: PlayerId) -> None:
    where = tuple(table.number for table in tables if player in table.players)
    if where:
        raise ChangeRefused("player_twice", {"player": player, "tables": where})


def _require_unlocked(field: Field, *numbers: int) -> None:
    for number in numbers:
        if number in _locked(field):
            raise ChangeRefused("table_locked", {"table": number})


def _require_company(
    table: PlannedTable, field: Field, player: PlayerId, *, leaving: PlayerId | None
) -> None:
    for other in table.players:
        if other != leaving and pair(player, other) in field.apart:
            raise ChangeRefused("apart", {"players": pair(player, other), "table": table.number})
