"""From the present players to empty tables: objections, byes, sizes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from league.seating.apart import arrange, circle_of_enemies, conflicts
from league.seating.errors import SeatingRefused
from league.seating.split import check_field, fewest_byes, table_splits
from league.seating.types import (
    Bye,
    Field,
    FieldPlayer,
    Objection,
    Param,
    PlayerId,
    Slot,
    Split,
)

CANDIDATES = 60
"""So many splits are tried when bans or pinned players do not fit the better ones."""


def prepare(
    field: Field, rng: random.Random, *, brings_tables: bool
) -> tuple[Field, tuple[Bye, ...]]:
    """The field a method gets (loose players and empty slots only), and the byes.

    Raises `SeatingRefused` when the field contradicts itself or cannot be seated.
    """
    _refuse(field_objections(field))
    kept = {player for lock in field.kept for player in lock.players}
    loose = [p for p in field.players if p.id not in kept and p.id not in field.requested_byes]
    byes = [Bye(p.id, "requested") for p in field.players if p.id in field.requested_byes]
    if not loose and not kept:
        _refuse([Objection("nobody", {"byes": len(byes)})])
    if brings_tables or not loose:
        return replace(field, players=tuple(loose), split=None), tuple(byes)
    out = _number_out(len(loose), field)
    rotated = _chosen_for_byes(loose, out, field, rng)
    byes += [Bye(p.id, "rotation") for p in rotated]
    sitting_out = {p.id for p in rotated}
    loose = [p for p in loose if p.id not in sitting_out]
    split, slots = _slots(loose, field)
    prepared = replace(field, players=tuple(loose), kept=(), split=split, slots=slots)
    return prepared, tuple(byes)


def _refuse(objections: Sequence[Objection]) -> None:
    if objections:
        raise SeatingRefused(tuple(objections))


def field_objections(field: Field) -> list[Objection]:
    """What contradicts itself in a field, whatever the method."""
    found = []
    ids = Counter(p.id for p in field.players)
    found += [Objection("player_twice", {"player": p}) for p, n in sorted(ids.items()) if n > 1]
    seated = Counter(player for lock in field.kept for player in lock.players)
    found += [Objection("player_twice", {"player": p}) for p, n in sorted(seated.items()) if n > 1]
    named = {*seated, *field.pinned, *field.requested_byes}
    found += [Objection("player_unknown", {"player": p}) for p in sorted(named - set(ids))]
    bound = {*seated, *field.pinned} & field.requested_byes
    found += [Objection("bye_and_seat", {"player": p}) for p in sorted(bound)]
    both = set(seated) & set(field.pinned)
    found += [Objection("player_twice", {"player": p}) for p in sorted(both)]
    numbers = Counter(lock.number for lock in field.kept)
    found += [Objection("table_twice", {"table": t}) for t, n in sorted(numbers.items()) if n > 1]
    if not field.games:
        found.append(Objection("no_games", {}))
    return found


def _number_out(n: int, field: Field) -> int:
    if field.split is not None:
        out = n - sum(field.split.sizes)
        if out < 0 or (out > 0 and not field.byes_allowed):
            params: dict[str, Param] = {"players": n, "seats": sum(field.split.sizes)}
            _refuse([Objection("split_does_not_fit", params)])
        return out
    out_or_none = fewest_byes(n, field)
    if out_or_none == 0:
        return 0
    impossible = check_field(n, field)
    params = {} if impossible is None else dict(impossible.params())
    if out_or_none is None:
        code = "too_few" if n < min(field.sizes_of(g)[0] for g in field.games) else "no_tables"
        _refuse([Objection(code, params)])
    elif not field.byes_allowed:
        _refuse([Objection("impossible_count", params)])
    return out_or_none or 0


def _chosen_for_byes(
    loose: Sequence[FieldPlayer], out: int, field: Field, rng: random.Random
) -> list[FieldPlayer]:
    """Who sits out: not twice in a row, fewest byes so far, lowest ranked, then by lot."""
    lot = {p.id: rng.random() for p in loose}
    free = [p for p in loose if p.id not in field.pinned]
    if out > len(free):
        params: dict[str, Param] = {"byes": out, "free": len(free)}
        _refuse([Objection("too_many_pinned", params)])

    def order(player: FieldPlayer) -> tuple[bool, int, Fraction, int, float]:
        score = player.score if player.score is not None else Fraction(0)
        return player.sat_out_last, player.byes, score, -(player.rank or 0), lot[player.id]

    return sorted(free, key=order)[:out]


def _slots(loose: Sequence[FieldPlayer], field: Field) -> tuple[Split, tuple[Slot, ...]]:
    """The first split whose tables can hold the pinned players and keep the bans."""
    enemies = conflicts([p.id for p in loose], field.apart)
    for player, others in sorted(enemies.items()):
        if len(others) == len(loose) - 1 and len(loose) > 1:
            _refuse([Objection("apart_from_all", {"player": player})])
    candidates = (
        table_splits(len(loose), field, keep=CANDIDATES)
        if field.split is None
        else (_with_rulesets(field.split, field),)
    )
    pinned = dict(field.pinned)
    circle = circle_of_enemies(enemies)
    reasons: list[Objection] = []
    for split in candidates:
        slots = _numbered(split, field)
        fitted = _fit_pins(slots, pinned)
        if isinstance(fitted, Objection):
            reasons.append(fitted)
            continue
        refusal = Objection("apart_impossible", {"players": circle, "tables": len(slots)})
        if len(circle) > len(slots):
            reasons.append(refusal)
            continue
        places = {slot.number: place for place, slot in enumerate(fitted)}
        found = arrange(
            enemies,
            [slot.size for slot in fitted],
            {player: places[number] for player, number in sorted(pinned.items())},
        )
        if found != "impossible":
            return split, fitted
        reasons.append(refusal)
    _refuse(reasons[:1])
    raise AssertionError("a feasible number of players has at least one split")


def _with_rulesets(split: Split, field: Field) -> Split:
    """The organizer's split with a ruleset for every table, each within its range and copies."""
    used = Counter(lock.ruleset for lock in field.kept)
    chosen = []
    given = split.rulesets or (None,) * len(split.sizes)
    for size, wish in zip(split.sizes, given, strict=True):
        fitting = [
            game
            for game in field.games
            if (wish is None or game.ruleset == wish)
            and game.low <= size <= game.high
            and (game.copies is None or used[game.ruleset] < game.copies)
        ]
        if not fitting:
            _refuse([Objection("no_game_for_size", {"size": size})])
        # The game with the narrowest range first, so that the flexible ones remain.
        game = min(fitting, key=lambda g: g.high - g.low)
        used[game.ruleset] += 1
        chosen.append(game.ruleset)
    return replace(split, rulesets=tuple(chosen))


def _numbered(split: Split, field: Field) -> tuple[Slot, ...]:
    """Slots on the free table numbers; by standings the off-size tables come last."""
    taken = {lock.number for lock in field.kept}
    free = [n for n in range(1, len(split.sizes) + len(taken) + 1) if n not in taken]
    tables = list(zip(split.sizes, split.rulesets, strict=True))
    if field.ranked:
        preferred = {game.ruleset: field.preferred_of(game) for game in field.games}
        tables.sort(key=lambda table: (table[0] != preferred[table[1]], -table[0]))
    return tuple(
        Slot(number, size, ruleset) for number, (size, ruleset) in zip(free, tables, strict=False)
    )


def _fit_pins(slots: tuple[Slot, ...], pinned: dict[PlayerId, int]) -> tuple[Slot, ...] | Objection:
    wanted = Counter(pinned.values())
    numbers = {slot.number for slot in slots}
    for number in sorted(wanted):
        if number not in numbers:
            return Objection("no_such_table", {"table": number, "tables": len(slots)})
    fitted = {slot.number: slot for slot in slots}
    for number, count in wanted.most_common():
        slot = fitted[number]
        if count <= slot.size:
            continue
        larger = [s for s in fitted.values() if s.size >= count and wanted[s.number] <= slot.size]
        if not larger:
            return Objection("table_full", {"table": number, "size": slot.size, "players": count})
        other = max(larger, key=lambda s: (-s.size, s.number))
        fitted[number] = Slot(number, other.size, other.ruleset)
        fitted[other.number] = Slot(other.number, slot.size, slot.ruleset)
    return tuple(fitted[slot.number] for slot in slots)
