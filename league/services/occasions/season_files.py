"""A season as one signed file: given away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.core.errors import NotFound
from league.lists import season_file as files
from league.queries.standings import season_file
from league.services.office import signing

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Season


def export(*, by: Actor, season: Season, full: bool = False) -> bytes:
    """The season as a file that this installation has signed.

    Args:
        season: with its club at hand.
        full: with whole names and the newest results, for its organizers; else what the public
            sees.
    """
    if not permissions.can_see(by, season):
        raise NotFound("not_found")
    if full:
        permissions.require(by, Action.MANAGE_SEASON, season)
    return files.seal(season_file.of_season(season, full=full), signing.private_key())
