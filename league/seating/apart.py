"""Whether players who must not meet can be kept apart at all, decided exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from league.seating.types import Pair, PlayerId

MOST_PLAYERS = 400
"""With more players under bans than this the exact search is left out; swapping copes alone."""

CAREFUL = 60
"""Up to this many open players the one with the fewest tables left is placed first."""

Verdict = Literal["impossible", "unknown"]


def conflicts(players: Sequence[PlayerId], apart: frozenset[Pair]) -> dict[PlayerId, set[PlayerId]]:
    """Per player with any ban the others among these players to stay away from."""
    present = set(players)
    found: dict[PlayerId, set[PlayerId]] = {}
    for a, b in sorted(apart):
        if a in present and b in present and a != b:
            found.setdefault(a, set()).add(b)
            found.setdefault(b, set()).add(a)
    return found


def arrange(
    enemies: Mapping[PlayerId, set[PlayerId]],
    sizes: Sequence[int],
    pinned: Mapping[PlayerId, int],
    steps: int = 20_000,
) -> dict[PlayerId, int] | Verdict:
    """Tables (by place in `sizes`) for all pinned players and all who have bans, breaking none.

    Everybody else fills the free seats in any way. "unknown" when the step limit ends the search.
    """
    seated: dict[PlayerId, int] = {}
    members: list[set[PlayerId]] = [set() for _ in sizes]
    for player, table in pinned.items():
        if len(members[table]) >= sizes[table] or members[table] & enemies.get(player, set()):
            return "impossible"
        members[table].add(player)
        seated[player] = table
    open_players = {p for p in enemies if p not in seated}
    if len(open_players) > MOST_PLAYERS:
        return "unknown"
    left = [steps]

    def place() -> bool:
        if not open_players:
            return True
        if len(open_players) > CAREFUL:
            player = min(open_players, key=lambda p: (-len(enemies[p]), p))
            tables = _choices(player, enemies, members, sizes)
        else:
            choices = {p: _choices(p, enemies, members, sizes) for p in open_players}
            player = min(open_players, key=lambda p: (len(choices[p]), -len(enemies[p]), p))
            tables = choices[player]
        open_players.remove(player)
        for table in tables:
            if left[0] <= 0:
                break
            left[0] -= 1
            members[table].add(player)
            seated[player] = table
            if place():
                return True
            members[table].remove(player)
            del seated[player]
        open_players.add(player)
        return False

    if place():
        return seated
    return "unknown" if left[0] <= 0 else "impossible"


def _choices(
    player: PlayerId,
    enemies: Mapping[PlayerId, set[PlayerId]],
    members: Sequence[set[PlayerId]],
    sizes: Sequence[int],
) -> list[int]:
    found = []
    empty_sizes = set()
    for table, size in enumerate(sizes):
        if len(members[table]) >= size or members[table] & enemies[player]:
            continue
        if not members[table]:
            # Empty tables of one size are alike: trying one of them is enough.
            if size in empty_sizes:
                continue
            empty_sizes.add(size)
        found.append(table)
    return found


def circle_of_enemies(enemies: Mapping[PlayerId, set[PlayerId]]) -> tuple[PlayerId, ...]:
    """A large set of players none of whom may meet another: the usual reason for a refusal."""
    best: tuple[PlayerId, ...] = ()
    for player in sorted(enemies):
        circle = [player]
        candidates = set(enemies[player])
        while candidates:
            chosen = max(candidates, key=lambda p: (len(enemies[p] & candidates), -p))
            circle.append(chosen)
            candidates &= enemies[chosen]
        if len(circle) > len(best):
            best = tuple(sorted(circle))
    return best
