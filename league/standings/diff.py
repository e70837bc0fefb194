"""Who moves from which rank to which between two tables."""

from __future__ import annotations

from dataclasses import dataclass

from league.standings.table import Table
from league.standings.types import PlayerId


@dataclass(frozen=True, slots=True)
class Move:
    """A changed rank; None stands for "not ranked" or "not listed"."""

    player: PlayerId
    before: int | None
    after: int | None
    before_tied: bool
    after_tied: bool


def moves(before: Table, after: Table) -> tuple[Move, ...]:
    """Everybody whose rank, or sharing of it, differs; in the order of the later table.

    Who is no longer listed at all comes last, in the earlier order.
    """
    old = {row.player: row for row in before.rows}
    new = {row.player: row for row in after.rows}
    found: list[Move] = []
    for player in [*new, *(player for player in old if player not in new)]:
        was, now = old.get(player), new.get(player)
        move = Move(
            player=player,
            before=was.rank if was else None,
            after=now.rank if now else None,
            before_tied=was.tied if was else False,
            after_tied=now.tied if now else False,
        )
        if (move.before, move.before_tied) != (move.after, move.after_tied):
            found.append(move)
    return tuple(found)
