"""From the present players to empty tables: objections, byes, sizes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice, permutations

from league.seating.apart import arrange, circle_of_enemies, conflicts, places_left
from league.seating.bounds import cost_bound, repeats_bound
from league.seating.errors import SeatingRefused
from league.seating.split import check_field, fewest_byes, remaining_games, table_splits
from league.seating.types import (
    Bye,
    ByeReason,
    Field,
    FieldPlayer,
    Objection,
    Param,
    PlayerId,
    Slot,
    Split,
)
from league.seating.wishes import total_cost, wished_splits

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
    if brings_tables:
        byes += [Bye(p.id, _reason_out(p)) for p in loose if p.id in field.rotated]
        loose = [p for p in loose if p.id not in field.rotated]
    if brings_tables or not loose:
        return replace(field, players=tuple(loose), split=None), tuple(byes)
    loose, waiting = _with_standbys(loose, field)
    byes += [Bye(p.id, "standby") for p in waiting]
    out = _number_out(len(loose), field)
    rotated = _chosen_for_byes(loose, out, field, rng)
    byes += [Bye(p.id, _reason_out(p)) for p in rotated]
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


def _reason_out(player: FieldPlayer) -> ByeReason:
    return "standby" if player.part == "standby" else "rotation"


def _with_standbys(
    loose: Sequence[FieldPlayer], field: Field
) -> tuple[list[FieldPlayer], list[FieldPlayer]]:
    """As few standbys as let the most others play, and the standbys who are not needed."""
    regular = [p for p in loose if p.part != "standby" or p.id in field.pinned]
    standbys = sorted(
        (p for p in loose if p.part == "standby" and p.id not in field.pinned),
        key=lambda p: (-p.byes, p.id),
    )
    if not standbys:
        return list(loose), []
    taken = 0
    if field.split is not None:
        taken = min(max(0, sum(field.split.sizes) - len(regular)), len(standbys))
    else:
        sitting_out = [
            fewest_byes(len(regular) + k, field) if regular or k else None
            for k in range(len(standbys) + 1)
        ]
        counts = [len(loose) if out is None else out for out in sitting_out]
        taken = counts.index(min(counts))
    playing = {p.id for p in regular} | {p.id for p in standbys[:taken]}
    return [p for p in loose if p.id in playing], standbys[taken:]


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
    """Who sits out: fillers first, nobody over the limit, not twice in a row, fewest byes so far,
    lowest ranked, then by lot."""
    if out == 0:
        return []
    lot = {p.id: rng.random() for p in loose}
    free = [p for p in loose if p.id not in field.pinned]
    if out > len(free):
        params: dict[str, Param] = {"byes": out, "free": len(free)}
        _refuse([Objection("too_many_pinned", params)])

    def order(player: FieldPlayer) -> tuple[bool, bool, bool, int, Fraction, int, float]:
        score = player.score if player.score is not None else Fraction(0)
        return (
            player.part == "player",
            field.bye_limit is not None and player.byes >= field.bye_limit,
            player.sat_out_last,
            player.byes,
            score,
            -(player.rank or 0),
            lot[player.id],
        )

    return sorted(free, key=order)[:out]


def _slots(loose: Sequence[FieldPlayer], field: Field) -> tuple[Split, tuple[Slot, ...]]:
    """The first split whose tables can hold the pinned players and keep bans, needs, refusals."""
    enemies = conflicts([p.id for p in loose], field.apart)
    for player, others in sorted(enemies.items()):
        if len(others) == len(loose) - 1 and len(loose) > 1:
            _refuse([Objection("apart_from_all", {"player": player})])
    _refuse(wish_objections(loose, field))
    candidates = _candidates(loose, field)
    pinned = dict(field.pinned)
    circle = circle_of_enemies(enemies)
    reasons: list[Objection] = []
    for split in candidates:
        slots = _numbered(split, field)
        fitted = _fit_pins(slots, pinned)
        if isinstance(fitted, Objection):
            reasons.append(fitted)
            continue
        numbers = {slot.number for slot in slots}
        lost = [p.id for p in loose if p.needs and not p.needs & numbers]
        if lost:
            reasons.append(Objection("no_table_left", {"player": lost[0]}))
            continue
        refusal = Objection("apart_impossible", {"players": circle, "tables": len(slots)})
        if len(circle) > len(slots):
            reasons.append(refusal)
            continue
        if not _can_seat(loose, enemies, pinned, fitted, wishing=False):
            reasons.append(refusal)
            continue
        for order in _orders(fitted, loose, pinned):
            if _can_seat(loose, enemies, pinned, order, wishing=True):
                return split, order
        reasons += _wishes_unmet(loose)
    _refuse(reasons[:1])
    raise AssertionError("a feasible number of players has at least one split")


ORDERS = 24
"""So many ways to exchange the numbers of different tables are tried."""


def _orders(
    slots: tuple[Slot, ...], loose: Sequence[FieldPlayer], pinned: dict[PlayerId, int]
) -> Iterator[tuple[Slot, ...]]:
    """The tables as they are numbered, then with sizes and games exchanged where a need may ask."""
    yield slots
    if not any(p.needs or (pinned and p.refuses) for p in loose):
        return
    wanted = Counter(number for p in loose for number in p.needs)
    kinds = [(slot.size, slot.ruleset) for slot in slots]
    by_demand = sorted(range(len(slots)), key=lambda place: -wanted[slots[place].number])
    largest: list[tuple[int, int]] = [(0, 0)] * len(slots)
    for place, kind in zip(by_demand, sorted(kinds, reverse=True), strict=True):
        largest[place] = kind
    seen = {tuple(kinds)}
    for order in islice(chain([tuple(largest)], permutations(kinds)), ORDERS * len(slots)):
        if order not in seen and len(seen) <= ORDERS:
            seen.add(order)
            yield tuple(Slot(slot.number, *kind) for slot, kind in zip(slots, order, strict=True))


def _can_seat(
    loose: Sequence[FieldPlayer],
    enemies: dict[PlayerId, set[PlayerId]],
    pinned: dict[PlayerId, int],
    slots: tuple[Slot, ...],
    *,
    wishing: bool,
) -> bool:
    """Whether bans can be kept at these tables, with `wishing` needs and refusals too."""
    places = {slot.number: place for place, slot in enumerate(slots)}
    found = arrange(
        enemies,
        [slot.size for slot in slots],
        {player: places[number] for player, number in sorted(pinned.items())},
        places=places_left(loose, slots) if wishing else None,
    )
    return found != "impossible"


def _wishes_unmet(loose: Sequence[FieldPlayer]) -> list[Objection]:
    found = []
    for code, players in (
        ("needs_not_found", tuple(p.id for p in loose if p.needs)),
        ("refusal_not_found", tuple(p.id for p in loose if p.refuses)),
    ):
        if players:
            found.append(Objection(code, {"players": players}))
    return found[:1]


def wish_objections(loose: Sequence[FieldPlayer], field: Field) -> list[Objection]:
    """Players whom no offered game can please."""
    offered = {game.ruleset for game in remaining_games(field)}
    return [
        Objection("no_game_left", {"player": player.id})
        for player in loose
        if player.refuses and offered <= player.refuses
    ]


def splits_by_wish(loose: Sequence[FieldPlayer], field: Field, keep: int) -> tuple[Split, ...]:
    """The best splits of these players by sizes and by wishes for games.

    Raises `SeatingRefused` where refusals leave none.
    """
    if len(remaining_games(field)) < 2 or not any(p.wants or p.refuses for p in loose):
        return table_splits(len(loose), field, keep=keep)
    found = wished_splits(loose, field, keep)
    if not found:
        refusing = tuple(p.id for p in loose if p.refuses)
        _refuse([Objection("refusal_not_found", {"players": refusing})])
    return found


def _candidates(loose: Sequence[FieldPlayer], field: Field) -> Sequence[Split]:
    """The splits to try, best first: sizes, unmet wishes and unavoidable repeats taken together."""
    if field.split is not None:
        return (_with_rulesets(field.split, field),)
    found = splits_by_wish(loose, field, CANDIDATES)
    if not field.met or not field.sizes.repeat:
        return found
    ids = [p.id for p in loose]
    judged: list[tuple[Fraction, int]] = []
    for place, split in enumerate(found):
        cost = total_cost(split, field)
        if judged and cost >= min(judged)[0]:
            # Repeats only add to the cost, and the others are dearer without them.
            judged.append((cost, place))
            continue
        bound = cost_bound(ids, split.sizes, field, repeats_bound(ids, split.sizes, field))
        judged.append((cost + field.sizes.repeat * bound, place))
    return [found[place] for _, place in sorted(judged)]


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
    if field.aim == "alike":
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
