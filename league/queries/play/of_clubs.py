"""The clubs for which somebody may open a table, and at whose tables they may sit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from league import permissions
from league.core.actions import Action
from league.models import Club, Membership
from league.times import wall_time

if TYPE_CHECKING:
    from league.core.actors import Actor


def is_of_club(actor: Actor, club: Club) -> bool:
    """Whether the actor is a member of the club today, or runs events in it."""
    today = wall_time.today(club)
    members = Membership.objects.filter(club=club, player__in=actor.players, since__lte=today)
    is_member = members.filter(Q(until__isnull=True) | Q(until__gte=today)).exists()
    return is_member or permissions.can(actor, Action.CREATE_EVENT, club)


def of_viewer(*, viewer: Actor) -> tuple[Club, ...]:
    """The clubs that the viewer is of, by name."""
    if viewer.account_id is None:
        return ()
    own = Q(memberships__player__in=viewer.players) | Q(
        pk__in=[grant.club_id for grant in viewer.grants if grant.club_id is not None]
    )
    rows = Club.objects.filter(permissions.visible_clubs(viewer)).filter(own).distinct()
    return tuple(club for club in rows.order_by("sort_key", "pk") if is_of_club(viewer, club))
