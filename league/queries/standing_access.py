"""Who reads which of a scope's two standings, and who may change one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league import permissions
from league.enums import Audience
from league.models import Season
from league.permissions import Action

if TYPE_CHECKING:
    from league.actors import Actor
    from league.queries.counting import Scope


def audience_of(scope: Scope, viewer: Actor) -> Audience:
    """Organizers and scorekeepers read the live standing, everybody else the published one."""
    return Audience.LIVE if permissions.sees_names(viewer, scope) else Audience.PUBLIC


def managing(scope: Scope) -> Action:
    """What one must be allowed to do to change the standing of a scope."""
    return Action.MANAGE_SEASON if isinstance(scope, Season) else Action.MANAGE_EVENT


def key_of(scope: Scope) -> dict[str, int]:
    """The scope as a condition on rows that belong to a stage or to a season."""
    return {"season": scope.pk} if isinstance(scope, Season) else {"stage": scope.pk}
