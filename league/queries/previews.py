"""What a change of the rules would do to a standing, before anybody saves it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from league import names, permissions
from league.models import Club, Season, Stage
from league.queries import counting, standings
from league.standings import diff
from league.standings.payload import rank_text

if TYPE_CHECKING:
    from league.actors import Actor

Scope = Stage | Season


@dataclass(frozen=True, slots=True)
class Shift:
    """Somebody whose rank changes; ranks as they are shown, a dash for who is not ranked."""

    player_id: int
    name: str
    before: str
    after: str


def change(viewer: Actor, scope: Scope, fields: Mapping[str, object]) -> tuple[Shift, ...]:
    """Who would move where if ``fields`` of the stage or season were saved; nothing is written.

    In the order of the later table. ``fields`` are those of the row, as they are stored.
    """
    permissions.require(viewer, standings.managing(scope), scope)
    club = scope.club if isinstance(scope, Season) else scope.event.club
    position = Club.objects.values_list("seq", flat=True).get(pk=club.pk)
    other = copy.copy(scope)
    for name, value in fields.items():
        setattr(other, name, value)
    counted = counting.count(scope, as_of=position)
    before = standings.ranked(counted)
    after = standings.ranked(counting.count(other, as_of=position))
    shown = names.shown(counted.people.values(), club, full=permissions.sees_names(viewer, scope))
    return tuple(
        Shift(
            player_id=move.player,
            name=shown[move.player].name,
            before=rank_text(move.before, move.before_tied),
            after=rank_text(move.after, move.after_tied),
        )
        for move in diff.moves(before, after)
    )
