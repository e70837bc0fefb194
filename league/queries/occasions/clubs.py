"""Clubs, as far as a viewer may know of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league import permissions
from league.core.actions import Action
from league.models import Club

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from league.core.actors import Actor


def listed(*, viewer: Actor) -> QuerySet[Club]:
    """Clubs for a list: without those that only a link finds, unless they are one's own."""
    return permissions.visible(Club.objects.all(), viewer, listed=True)


def by_slug(*, viewer: Actor, slug: str) -> Club | None:
    """The club at this address; ``None`` also where it is hidden from the viewer."""
    return permissions.visible(Club.objects.filter(slug=slug), viewer).first()


def managed(*, viewer: Actor, action: Action = Action.MANAGE_PEOPLE) -> tuple[Club, ...]:
    """The clubs in which the viewer may do ``action``, in the order of their names."""
    rows = permissions.visible(Club.objects.all(), viewer)
    if not viewer.is_site_admin:
        own = {grant.club_id for grant in viewer.grants if grant.club_id is not None}
        rows = rows.filter(pk__in=own)
    return tuple(permissions.clubs_with(viewer, action, rows))
