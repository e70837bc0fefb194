"""How far a new club has come on its way to its first evening."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.core.enums import EventState
from league.models import Membership
from league.queries.occasions import events, seasons
from league.queries.office import rules

if TYPE_CHECKING:
    from league.core.actors import Actor
    from league.models import Club, Event, Season

_BEGUN = (EventState.RUNNING, EventState.FINISHED)


@dataclass(frozen=True, slots=True)
class Come:
    """What a club has that has not played yet."""

    people: int
    has_games: bool
    season: Season | None
    event: Event | None


def of_club(viewer: Actor, club: Club) -> Come | None:
    """How far the club has come; ``None`` once an evening has begun, and for visitors."""
    if not permissions.can(viewer, Action.CREATE_EVENT, club):
        return None
    if events.listed(viewer, club=club).filter(state__in=_BEGUN).exists():
        return None
    return Come(
        people=Membership.objects.filter(club=club, until__isnull=True).count(),
        has_games=rules.choices(viewer, club).exists(),
        season=seasons.of_club(viewer, club).first(),
        event=events.latest(viewer, club),
    )
