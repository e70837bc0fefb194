"""What may be found by whoever looks for nothing in particular: addresses for search engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.core.enums import Audience, EventState, NameLevel
from league.models import Event, Player, Season, Snapshot, Stage
from league.permissions import visible
from league.queries.occasions import events
from league.queries.people import profiles

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from league.core.actors import Actor

_AT_ONCE = 500  # people whose names are looked at together


def seasons(viewer: Actor) -> QuerySet[Season]:
    """The seasons of clubs that want to be found, the latest first."""
    rows = visible(Season.objects.all(), viewer, listed=True).select_related("club")
    return rows.order_by("-starts_on", "-id")


def with_standings(viewer: Actor) -> QuerySet[Event]:
    """Events that have begun and of which the public has the standings."""
    told = Snapshot.objects.exclude(body=b"").filter(
        stage__in=visible(Stage.objects.all(), viewer, listed=True), audience=Audience.PUBLIC
    )
    begun = events.listed(viewer).filter(state__in=[EventState.RUNNING, EventState.FINISHED])
    return begun.filter(pk__in=told.values("stage__event"))


def players(viewer: Actor) -> list[int]:
    """People whose whole name is public in every club that wants to be found, by number."""
    rows = visible(Player.objects.all(), viewer, listed=True).order_by("pk")
    people = list(rows.filter(erased_at__isnull=True))
    found: list[int] = []
    for first in range(0, len(people), _AT_ONCE):
        faces = profiles.public_faces(viewer, people[first : first + _AT_ONCE])
        found += [pk for pk, face in faces.items() if face.level == NameLevel.FULL]
    return found
