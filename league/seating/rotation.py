"""Who sits out in which of several rounds planned at once: in turn, not twice in a row."""

from __future__ import annotations

import random
from collections.abc import Sequence

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
