"""Whether somebody has played a game here before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import PlayState
from league.models import PlaySeat
from league.queries.play.reach import of_person

if TYPE_CHECKING:
    from league.core.actors import Actor


def has_played(*, viewer: Actor, game: str) -> bool:
    """Whether the viewer sat at a match of this game that is over."""
    own = of_person(viewer)
    if own is None:
        return False
    return PlaySeat.objects.filter(own, play__game=game, play__state=PlayState.OVER).exists()
