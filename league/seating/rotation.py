"""Who sits out in which of several rounds planned at once: in turn, not twice in a row."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import exp

from league.seating.types import FieldPlayer, PlayerId


def rotation(
    players: Sequence[FieldPlayer],
    outs: Sequence[int],
    *,
    seed: int,
    absent: Sequence[frozenset[PlayerId]] = (),
) -> tuple[frozenset[PlayerId], ...]:
    """Per round the players who sit out, so many as `outs` says.

    Fewest byes first, counting those so far; not whoever sat out the round before where that can
    be avoided; fillers before everybody. `absent` names per round who is not there anyway.
    """
    rng = random.Random(seed)
    byes = {player.id: player.byes for player in players}
    last = frozenset(player.id for player in players if player.sat_out_last)
    rounds: list[frozenset[PlayerId]] = []
    for number, out in enumerate(outs):
        away = absent[number] if number < len(absent) else frozenset()
        here = [player for player in players if player.id not in away]
        lot = {player.id: rng.random() for player in here}
        order = sorted(
            here,
            key=lambda p: (p.part == "player", p.id in last, byes[p.id], lot[p.id]),
        )
        chosen = frozenset(player.id for player in order[:out])
        for player in chosen:
            byes[player] += 1
        last = chosen
        rounds.append(chosen)
    return tuple(rounds)


MOST_IN_POOL = 13
POOL_STEPS = 6000


def pool(
    players: Sequence[FieldPlayer], size: int, rounds: int, *, seed: int
) -> tuple[frozenset[PlayerId], ...]:
    """Per round who sits out where only one table plays, so that everybody meets about as often.

    All play equally often, as near as it divides; then meetings are spread: seven players at a
    table of four meet each other exactly twice in seven rounds. Sitting out twice running is
    avoided last, for a perfect design may need it.
    """
    rng = random.Random(seed)
    out = [set(chosen) for chosen in rotation(players, [len(players) - size] * rounds, seed=seed)]
    ids = sorted(player.id for player in players)
    met = {(a, b): 0 for i, a in enumerate(ids) for b in ids[i + 1 :]}
    for chosen in out:
        _seat(met, [p for p in ids if p not in chosen], 1)

    def cost() -> int:
        running = sum(len(one & two) for one, two in pairwise(out))
        return 20 * sum(times * times for times in met.values()) + running

    now = best = cost()
    kept = [frozenset(chosen) for chosen in out]
    for step in range(POOL_STEPS if rounds > 1 else 0):
        first, second = rng.sample(range(rounds), 2)
        leaving = sorted(out[first] - out[second])
        coming = sorted(out[second] - out[first])
        if not leaving:
            continue
        p, q = rng.choice(leaving), rng.choice(coming)
        _swap(met, ids, out, first, second, p, q)
        then = cost()
        heat = 30 * (1 - step / POOL_STEPS) + 0.1
        if then <= now or rng.random() < exp((now - then) / heat):
            now = then
            if now < best:
                best, kept = now, [frozenset(chosen) for chosen in out]
        else:
            _swap(met, ids, out, first, second, q, p)
    return tuple(kept)


def _swap(
    met: dict[tuple[PlayerId, PlayerId], int],
    ids: Sequence[PlayerId],
    out: list[set[PlayerId]],
    first: int,
    second: int,
    p: PlayerId,
    q: PlayerId,
) -> None:
    """In the first round p plays instead of q, in the second q instead of p."""
    for number, comes, goes in ((first, p, q), (second, q, p)):
        _seat(met, [x for x in ids if x not in out[number]], -1)
        out[number].remove(comes)
        out[number].add(goes)
        _seat(met, [x for x in ids if x not in out[number]], 1)


def _seat(
    met: dict[tuple[PlayerId, PlayerId], int], table: Sequence[PlayerId], change: int
) -> None:
    for key in combinations(table, 2):
        met[key] += change
