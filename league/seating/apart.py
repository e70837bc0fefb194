"""Whether players who must not meet or need a table can be seated at all, decided exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from league.seating.types import FieldPlayer, Pair, PlayerId, Slot

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


def places_left(
    players: Sequence[FieldPlayer], slots: Sequence[Slot]
) -> dict[PlayerId, frozenset[int]]:
    """Per player who cannot sit everywhere the tables that will do, as places in `slots`."""
    found = {}
    for player in players:
        if player.needs or player.refuses:
            places = frozenset(
                place
                for place, slot in enumerate(slots)
                if (not player.needs or slot.number in player.needs)
                and slot.ruleset not in player.refuses
            )
            if len(places) < len(slots):
                found[player.id] = places
    return found


def arrange(
    enemies: Mapping[PlayerId, set[PlayerId]],
    sizes: Sequence[int],
    pinned: Mapping[PlayerId, int],
    steps: int = 20_000,
    *,
    places: Mapping[PlayerId, frozenset[int]] | None = None,
) -> dict[PlayerId, int] | Verdict:
    """Tables (by place in `sizes`) for all pinned players and all who have bans, breaking none.

    Whoever is in `places` sits at one of those. Everybody else fills the free seats in any way.
    "unknown" when the step limit ends the search.
    """
    only = places or {}
    seated: dict[PlayerId, int] = {}
    members: list[set[PlayerId]] = [set() for _ in sizes]
    for player, table in pinned.items():
        if len(members[table]) >= sizes[table] or members[table] & enemies.get(player, set()):
            return "impossible"
        if player in only and table not in only[player]:
            return "impossible"
        members[table].add(player)
        seated[player] = table
    open_players = {p for p in (*enemies, *only) if p not in seated}
    # Tables of one size that do for the same people are alike.
    groups = sorted({tuple(sorted(some)) for some in only.values()})
    kinds = [(size, tuple(t in some for some in groups)) for t, size in enumerate(sizes)]
    nobody: set[PlayerId] = set()

    def choices_of(player: PlayerId) -> list[int]:
        foes = enemies.get(player, nobody)
        return _choices(foes, members, sizes, kinds, only.get(player))

    if len(open_players) > MOST_PLAYERS:
        return "unknown"
    left = [steps]

    def place() -> bool:
        if not open_players:
            return True
        if len(open_players) > CAREFUL:
            player = min(
                open_players,
                key=lambda p: (len(only.get(p, sizes)), -len(enemies.get(p, nobody)), p),
            )
            tables = choices_of(player)
        else:
            choices = {p: choices_of(p) for p in open_players}
            player = min(
                open_players, key=lambda p: (len(choices[p]), -len(enemies.get(p, nobody)), p)
            )
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
    foes: set[PlayerId],
    members: Sequence[set[PlayerId]],
    sizes: Sequence[int],
    kinds: Sequence[tuple[int, tuple[bool, ...]]],
    only: frozenset[int] | None,
) -> list[int]:
    found = []
    empty_kinds = set()
    for table, size in enumerate(sizes):
        if only is not None and table not in only:
            continue
        if len(members[table]) >= size or members[table] & foes:
            continue
        if not members[table]:
            # Empty tables that are alike: trying one of them is enough.
            if kinds[table] in empty_kinds:
                continue
            empty_kinds.add(kinds[table])
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
